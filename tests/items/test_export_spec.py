"""The export spec: every value that a caller gets is primitives by a declared schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from remembrancer import Memory
from remembrancer.core.base import Value
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.json_schema import problems
from tests.lived_space import live
from tests.people import ADA, ANNA


def values(store: Memory) -> Iterator[Value]:
    """At least one of everything that the front door returns."""
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    changes = anna.subscribe()
    done = anna.remember("Ellen retires.", infer=False, subject="ellen")
    item = done.items[0]
    yield done
    yield anna.remember([{"author_id": "e", "content": "Hello."}], infer=False)
    yield from anna.items(limit=500)
    yield anna.items(limit=1)
    yield from changes.poll()
    yield anna.recall("retires hello", explain=True)
    yield anna.summary("ellen")
    yield ada.stats()
    yield ada.provenance(item.id)
    yield ada.vote(item.id, 1)
    yield from ada.admin.people()
    yield from ada.admin.spaces()
    yield from ada.admin.audit()
    yield ada.verify()
    yield ada.erase(ada.add(content="a slip").id, reason="a slip")
    place = anna.conversations.start("call", subject="ellen")
    yield place
    yield from anna.conversations.append(
        "call", {"author_id": "e", "content": "x", "tool_calls": [{"a": [1, None]}]}
    )


def is_primitive(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and is_primitive(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(is_primitive(inner) for inner in value)
    return value is None or type(value) in (str, int, float, bool)


def test_everything_exports_by_its_spec(fresh_store: MemoryFactory, clock: FrozenClock) -> None:
    """S0-13: `export()` is JSON-ready primitives, ids and times as strings, by `output_spec()`."""
    store = fresh_store("corporate")
    live(store, clock)
    kinds = set()
    for value in values(store):
        exported = value.export()
        assert is_primitive(exported)
        assert json.loads(json.dumps(exported)) == exported
        assert problems(exported, type(value).output_spec()) == []
        kinds.add(type(value).__name__)
    assert kinds >= {
        "Certificate",
        "Change",
        "Conversation",
        "Item",
        "LedgerEntry",
        "Message",
        "Page",
        "Person",
        "Provenance",
        "Recall",
        "Remembered",
        "SpaceInfo",
        "Stats",
        "Summary",
        "Verification",
        "Votes",
    }


def test_an_exported_item_reads_back(memory: MemoryFactory) -> None:
    """What was exported is the item again, field for field."""
    store = memory("adviser")
    store.add(content="58", data={"age": 58}, valid_from="2026-01-01", tags=["a"])
    item = store.confirm(store.items()[0].id, quote="yes")
    assert type(item).model_validate(item.export()) == item
    assert item.export()["valid_from"] == "2026-01-01T00:00:00Z"
    assert item.export()["evidence"][0]["quote"] == "yes"


def test_the_spec_names_every_field(memory: MemoryFactory) -> None:
    """The spec of an item declares each of its fields and allows no other."""
    item = memory("adviser").add(content="58")
    spec = item.output_spec()
    assert set(spec["properties"]) == set(type(item).model_fields) == set(item.export())
    assert spec["additionalProperties"] is False


def test_values_are_frozen(memory: MemoryFactory) -> None:
    """Nobody changes a value that was handed out."""
    item = memory("adviser").add(content="58")
    with pytest.raises(ValidationError, match="frozen"):
        item.content = "60"  # type: ignore[misc]
    assert item.content == "58"
    assert item == item.model_copy()
