"""Vectors: one for each text, where an embedder is set up, and never for the wrong eyes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.footprint import untouched
from tests.people import ANNA


class RemoteEmbedder(HashingEmbedder):
    """Sends texts away, and remembers which."""

    is_local = False

    def __init__(self) -> None:
        super().__init__(8)
        self.sent: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.sent.extend(texts)
        return super().embed(texts)


def vectors(store: Memory) -> dict[str, tuple[str, list[float]]]:
    """The model and vector of each text, by the content of its item or message."""
    session = store._session
    with session.store.reading(session.scope()) as reader:
        by_table: dict[str, list[dict[str, Any]]] = {}
        for table, row in reader.rows():
            by_table.setdefault(table, []).append(row)
    texts = {row["document_n"]: row["content"] for row in by_table.get("version", [])}
    said = {row["number"]: row["content"] for row in by_table.get("message", [])}
    for row in by_table.get("document", []):
        if row["message_n"] is not None:
            texts[row["number"]] = said[row["message_n"]]
    found = {}
    for row in by_table.get("vector", []):
        values = array("f")
        values.frombytes(bytes.fromhex(row["vector"]))
        found[texts[row["document_n"]]] = (row["model"], list(values))
    return found


def test_items_get_the_vector_of_their_content(fresh_store: MemoryFactory) -> None:
    """Single or many, the stored vector is the embedder's own, under its name."""
    embedder = HashingEmbedder(16)
    store = fresh_store("adviser", embedder=embedder)
    store.add(content="Ellen likes sailing.")
    store.add_many([{"content": "Tom likes chess."}, {"content": "Both like tea."}])
    stored = vectors(store)
    assert set(stored) == {"Ellen likes sailing.", "Tom likes chess.", "Both like tea."}
    for text, (model, values) in stored.items():
        assert model == "hashing-english-16"
        assert values == pytest.approx(embedder.embed([text])[0], abs=1e-6)


def test_every_way_in_leads_to_a_vector(fresh_store: MemoryFactory) -> None:
    """Messages, replacements, changed texts and remembered ones have their vectors too."""
    store = fresh_store("adviser", embedder=HashingEmbedder(16))
    item = store.add(content="first words")
    store.update(item.id, content="changed words")
    store.supersede(item.id, content="newer words")
    store.remember("remembered words", infer=False)
    store.conversations.start("call")
    store.conversations.append("call", {"author_id": "ellen", "content": "spoken words"})
    assert set(vectors(store)) == {
        "first words",
        "changed words",
        "newer words",
        "remembered words",
        "spoken words",
    }


def test_without_an_embedder_there_are_none(fresh_store: MemoryFactory) -> None:
    """Nothing is embedded unless somebody set it up."""
    store = fresh_store("adviser")
    store.add(content="Ellen likes sailing.")
    assert vectors(store) == {}


def test_personal_text_never_leaves_the_machine(fresh_store: MemoryFactory) -> None:
    """A remote embedder is given what is shared and nothing else, by whichever way it comes in."""
    embedder = RemoteEmbedder()
    store = fresh_store("adviser", embedder=embedder).acting_as(ANNA)
    shared = store.add(content="shared one")
    own = store.add(content="own one", is_personal=True)
    store.add_many([{"content": "own two", "is_personal": True}, {"content": "shared two"}])
    store.update(own.id, content="own three")
    store.supersede(own.id, content="own four")
    store.update(shared.id, is_personal=True, content="own five")
    store.remember("own six", infer=False, is_personal=True)
    store.conversations.start("diary", is_personal=True)
    store.conversations.append("diary", {"author_id": "anna", "content": "own seven"})
    assert [text for text in embedder.sent if "own" in text] == []
    assert {"shared one", "shared two"} <= set(embedder.sent)
    assert not any("own" in text for text in vectors(store))


def test_a_local_embedder_may_read_what_is_personal(fresh_store: MemoryFactory) -> None:
    """On this machine everything has a vector."""
    store = fresh_store("adviser", embedder=HashingEmbedder(16))
    store.add(content="own one", is_personal=True)
    assert set(vectors(store)) == {"own one"}


def test_an_embedder_that_fails_fails_the_write(fresh_store: MemoryFactory) -> None:
    """An item without its vector would be lost to recall: the whole write is undone."""

    class Failing(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            raise ConnectionError("no answer")

    store = fresh_store("adviser", embedder=Failing())
    with untouched(store), pytest.raises(Exception, match="no answer"):
        store.add(content="x")
