"""Meaning in plain Python, to hold the store's answers against, and embedders with a character."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, TypeVar

from remembrancer import Memory, ModelFailed
from remembrancer.jobs.chunking import parts
from remembrancer.ports import Reader
from remembrancer.search.port import QueryVector
from remembrancer.testing import HashingEmbedder

T = TypeVar("T")

EMBEDDER = HashingEmbedder(64)


class RemoteEmbedder(HashingEmbedder):
    """Sends texts away, and remembers which."""

    is_local = False

    def __init__(self, dimensions: int = 8) -> None:
        super().__init__(dimensions)
        self.sent: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.sent.extend(texts)
        return super().embed(texts)


class FailingEmbedder(HashingEmbedder):
    """Fails as long as it is told to."""

    def __init__(self, dimensions: int = 8) -> None:
        super().__init__(dimensions)
        self.is_down = True

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.is_down:
            raise ModelFailed("The embedder did not answer.")
        return super().embed(texts)


def looking(store: Memory, look: Callable[[Reader], T]) -> T:
    """What a reader of the store finds."""
    session = store._session
    with session.store.reading(session.scope()) as reader:
        return look(reader)


def asked(question: str, embedder: HashingEmbedder = EMBEDDER) -> QueryVector:
    """The question as the embedder sees it."""
    return QueryVector(embedder.name, tuple(embedder.embed([question])[0]))


def likeness(question: str, text: str, embedder: HashingEmbedder = EMBEDDER) -> float:
    """How near a text is: as near as the nearest of its parts."""
    (wanted,) = embedder.embed([question])
    return max(_cosine(wanted, made) for made in embedder.embed(parts(text)))


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    lengths = sqrt(sum(a * a for a in left)) * sqrt(sum(b * b for b in right))
    return sum(a * b for a, b in zip(left, right, strict=True)) / lengths if lengths else 0.0


def vectors(store: Memory) -> dict[tuple[str, str], list[list[float]]]:
    """The vectors of each text, in the order of its parts, by its content and the model."""
    by_table: dict[str, list[dict[str, Any]]] = {}
    for table, row in looking(store, lambda reader: list(reader.whole_space.rows())):
        by_table.setdefault(table, []).append(row)
    texts = {row["document_n"]: row["content"] for row in by_table.get("version", [])}
    said = {row["number"]: row["content"] for row in by_table.get("message", [])}
    for row in by_table.get("document", []):
        if row["message_n"] is not None:
            texts[row["number"]] = said[row["message_n"]]
    found: dict[tuple[str, str], list[list[float]]] = {}
    for row in sorted(by_table.get("vector", []), key=lambda row: row["part"]):
        values = array("f")
        values.frombytes(bytes.fromhex(row["vector"]))
        found.setdefault((texts[row["document_n"]], row["model"]), []).append(list(values))
    return found


def embedded(store: Memory) -> set[str]:
    """The texts that have a vector."""
    return {text for text, _ in vectors(store)}
