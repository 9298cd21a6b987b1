"""Spaces: tenants of one store, each with its preset and its own changes to it."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Conflict, InvalidInput, InvalidSettings, Memory
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position, refused, rows, untouched


def reopened(store: Memory) -> Memory:
    return store.in_space("northgate")


def test_a_space_is_made_once(fresh_store: MemoryFactory) -> None:
    """Opened again it is the same one, with or without its preset named."""
    store = fresh_store("corporate", space="northgate")
    item = store.add(content="x")
    for again in (store.in_space("northgate"), store.in_space("northgate", "corporate")):
        assert again.get(item.id) == item
    assert [space.name for space in store.admin.spaces()] == ["northgate"]


def test_another_preset_for_a_known_space_is_refused(fresh_store: MemoryFactory) -> None:
    """A space does not change its nature."""
    store = fresh_store("corporate")
    with refused(store, Conflict, match="made with the preset 'corporate'"):
        store.in_space("northgate", "adviser")


def test_an_unknown_preset_makes_no_space(fresh_store: MemoryFactory) -> None:
    """The refusal lists the presets, and no half-made space remains."""
    store = fresh_store("corporate")
    with pytest.raises(InvalidSettings, match="Did you mean 'adviser'"):
        store.in_space("southgate", "advisor")
    assert [space.name for space in store.admin.spaces()] == ["northgate"]


@ON_THE_FASTEST
@pytest.mark.parametrize("name", ["", " ", "two\nlines", "x" * 201, "\x00", "\ud800", 5, None, []])
def test_a_space_has_a_name_of_one_line(fresh_store: MemoryFactory, name: Any) -> None:
    """Anything else is refused before a space is made."""
    store = fresh_store("corporate")
    with refused(store, InvalidInput, match="space"):
        store.in_space(name)


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", ["", "nope", 5, ["adviser"], {}])
def test_a_preset_is_named_by_its_word(fresh_store: MemoryFactory, preset: Any) -> None:
    """What is no preset is refused as one."""
    store = fresh_store("corporate")
    with refused(store, InvalidSettings, match="preset"):
        store.in_space("southgate", preset)


def test_overrides_hold_from_the_next_opening(fresh_store: MemoryFactory) -> None:
    """Each value of a preset can be changed for one space, and for that one only."""
    store = fresh_store("adviser")
    info = store.admin.configure(
        {
            "language": "swedish",
            "summary_per_kind": 2,
            "kinds": {"values": ["fact", "rumour"]},
            "confidence": {"default": 0.3},
        }
    )
    assert (info.name, info.preset, info.language) == ("northgate", "adviser", "swedish")
    again = reopened(store)
    settings = again.admin.settings()
    assert settings["kinds"] == {"values": ["fact", "rumour"], "strict": True}
    assert settings["summary_per_kind"] == 2
    item = again.add(content="Flera utdelningar", kind="rumour")
    assert item.confidence == 0.3
    assert len(again.recall("utdelning")) == 1
    other = store.in_space("southgate", "adviser")
    assert other.admin.settings()["summary_per_kind"] == 10


def test_overrides_replace_the_earlier_ones(fresh_store: MemoryFactory) -> None:
    """What is configured is the whole of a space's own changes; nothing is the preset's own."""
    store = fresh_store("adviser")
    store.admin.configure({"summary_per_kind": 2})
    store.admin.configure({"default_sensitivity": "secret"})
    assert reopened(store).admin.settings()["summary_per_kind"] == 10
    store.admin.configure({})
    assert reopened(store).admin.settings() == store.in_space("x", "adviser").admin.settings()


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"sumary_per_kind": 3}, "sumary_per_kind", "Did you mean 'summary_per_kind'"),
    ({"confidence": {"half_live_months": 3}}, "confidence.half_live_months", "half_life_months"),
    ({"kinds": {"strickt": True}}, "kinds.strickt", "strict"),
    ({"retention": {"fact": {"expire": 3}}}, "retention.fact.expire", "no such setting"),
    ({"retention": {"gossip": {"expires_after_days": 3}}}, "retention.gossip", "not known"),
    ({"language": "klingon"}, "language", "not known"),
    ({"summary_per_kind": 0}, "summary_per_kind", "greater than or equal to 1"),
    ({"summary_per_kind": "many"}, "summary_per_kind", "integer"),
    ({"review": "sometimes"}, "review", "auto"),
    ({"default_kind": "gossip"}, "default_kind", "not known"),
    ({"status_axis": "mood"}, "status_axis", "status_axis"),
    ({"name": "corporate"}, "name", "name"),
]


@ON_THE_FASTEST
@pytest.mark.parametrize(("overrides", "key", "told"), WRONG, ids=lambda value: repr(value)[:40])
def test_a_wrong_setting_is_named(
    memory: MemoryFactory, overrides: dict[str, Any], key: str, told: str
) -> None:
    """The refusal says which key is wrong and what would be right; nothing is stored."""
    store = memory("adviser")
    with refused(store, InvalidSettings, match=told) as refusal:
        store.admin.configure(overrides)
    assert key in str(refusal.value)


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "overrides", [None, 5, "text", [], [("a", 1)], {5: 1}, {"title": "\ud800"}, {"title": "\x00"}]
)
def test_settings_are_a_mapping_of_words(memory: MemoryFactory, overrides: Any) -> None:
    """Anything else is refused in our own words."""
    store = memory("adviser")
    with untouched(store), pytest.raises(InvalidInput):
        store.admin.configure(overrides)


def test_what_was_stored_is_found_in_the_new_language(fresh_store: MemoryFactory) -> None:
    """A space that changes its language does not lose what it already knew."""
    store = fresh_store("adviser")
    item = store.add(content="Flera utdelningar planeras av styrelsen.")
    try:
        store.admin.configure({"language": "swedish"})
    except InvalidSettings:
        return  # refusing the change keeps everything findable too
    again = reopened(store)
    assert [hit.id for hit in again.recall("utdelningar").hits] == [item.id]
    assert [hit.id for hit in again.recall("styrelsen").hits] == [item.id]


def test_an_archived_space_is_hidden_and_whole(fresh_store: MemoryFactory) -> None:
    """C-14: it leaves the list, and nothing in it is removed."""
    store = fresh_store("adviser")
    item = store.add(content="x")
    store.in_space("southgate", "adviser")
    before = len(rows(store))
    info = store.admin.archive()
    assert info.archived_at is not None
    assert [space.name for space in store.admin.spaces()] == ["southgate"]
    listed = store.admin.spaces(archived=True)
    assert [space.name for space in listed] == ["northgate", "southgate"]
    assert reopened(store).get(item.id) == item
    assert len(rows(store)) == before + 1
    assert store.verify().ok


def test_archiving_keeps_the_settings(memory: MemoryFactory) -> None:
    """Two changes through one open memory both hold."""
    store = memory("adviser")
    store.admin.configure({"summary_per_kind": 2})
    info = store.admin.archive()
    assert info.overrides == {"summary_per_kind": 2}
    info = store.admin.configure({"summary_per_kind": 3})
    assert info.archived_at is not None


def test_changes_of_a_space_are_on_its_ledger(memory: MemoryFactory) -> None:
    """Creating, configuring and archiving are acts like any other."""
    store = memory("adviser")
    store.admin.configure({"summary_per_kind": 2})
    store.admin.archive()
    actions = [entry.action for entry in store.admin.audit()]
    assert actions == ["space.change", "space.change", "space.create"]
    assert store.verify().ok


def test_ledgers_are_numbered_per_space(fresh_store: MemoryFactory) -> None:
    """Each counts from one without gaps, whatever the others do in between."""
    store = fresh_store("adviser")
    other = store.in_space("southgate", "adviser")
    for n in range(3):
        store.add(content=f"north {n}")
        other.add(content=f"south {n}")
    assert (position(store), position(other)) == (4, 4)
    seqs = [entry.seq for entry in store.admin.audit()]
    assert seqs == [4, 3, 2, 1]
    assert {entry.hash for entry in store.admin.audit()}.isdisjoint(
        entry.hash for entry in other.admin.audit()
    )
