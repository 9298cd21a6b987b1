"""One meeting: all that it told stays, and goes by its id."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.people import ANNA
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
# Each a list in which something could be taken for the later value of something else.
LISTS: dict[str, list[dict[str, Any]]] = {
    "accounts": [
        {"content": "Ellen has an ISA with Vanguard worth £40,000.", "data": {"provider": "V"}},
        {"content": "Ellen has an ISA with Fidelity worth £12,000.", "data": {"provider": "F"}},
        {"content": "Ellen has an ISA with Aviva worth £12,000.", "data": {"provider": "A"}},
    ],
    "pay": [
        {"content": "Ellen earns £50,000 a year.", "data": {"amount": 50_000}},
        {"content": "Ellen earns £8,000 a year from her second job.", "data": {"amount": 8_000}},
    ],
    "pensions": [
        {"content": "Omar pays £200 a month into his pension.", "data": {"scheme": 1}},
        {"content": "Omar pays £350 a month into his pension.", "data": {"scheme": 2}},
    ],
    "konton": [
        {"content": "Anna har 40 000 kr på ett sparkonto.", "data": {"bank": "Avanza"}},
        {"content": "Anna har 15 000 kr på ett sparkonto.", "data": {"bank": "Nordnet"}},
    ],
    "the same words": [
        {"content": "Ellen has a savings account.", "data": {"number": 1}},
        {"content": "Ellen has a savings account.", "data": {"number": 2}},
        {"content": "Ellen has a savings account.", "data": {"number": 2}},
    ],
}


def _facts(store: Memory, meeting: str) -> list[tuple[str, dict[str, Any], str]]:
    listed = store.items(source_id=meeting, source_type="meeting").items
    return sorted(((one.content, one.data, one.lifecycle.value) for one in listed), key=str)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("told", LISTS)
def test_no_fact_of_one_list_takes_the_place_of_another(
    stage: Stage, preset: str, told: str
) -> None:
    """S0-22: N facts of one set of notes are N entries in use, with their content and data, and a
    second delivery of the same notes adds none."""
    store = stage.open(preset)
    given = LISTS[told]
    wanted = sorted(((one["content"], one["data"], "active") for one in given), key=str)
    for _ in range(2):
        made = store.sources.meeting("m-7", {"financial_facts": given}, subject="someone")
        assert _facts(store, "m-7") == wanted
        assert len(made.items) == len(given)
    assert not store.review.contradictions()


def test_a_later_meeting_still_replaces(stage: Stage, clock: FrozenClock) -> None:
    """What was noted in March is replaced by what is noted in May, as before."""
    store = stage.open("adviser")
    store.sources.meeting("m-1", {"financial_facts": ["Ellen wants to retire at 58."]}, subject="e")
    clock.advance(timedelta(days=60))
    store.sources.meeting("m-2", {"financial_facts": ["Ellen wants to retire at 60."]}, subject="e")
    (old,) = store.items(source_id="m-1").items
    (new,) = store.items(source_id="m-2").items
    assert (old.lifecycle.value, old.superseded_by) == ("superseded", new.id)


def test_notes_that_were_corrected_replace_what_they_said(stage: Stage, clock: FrozenClock) -> None:
    """A second set of notes of the same meeting is a later word on it."""
    store = stage.open("adviser")
    for age in (58, 60):
        notes = {"financial_facts": [f"Ellen wants to retire at {age}."]}
        store.sources.meeting("m-1", notes, subject="ellen")
        clock.advance(timedelta(hours=1))
    assert _facts(store, "m-1") == [
        ("Ellen wants to retire at 58.", {}, "superseded"),
        ("Ellen wants to retire at 60.", {}, "active"),
    ]


def test_notes_that_contradict_themselves_are_shown_to_a_person(stage: Stage) -> None:
    """Of two notes of which one denies the other both stay, and a person is asked."""
    store = stage.open("adviser")
    notes = {"financial_facts": ["Ellen is insured.", "Ellen is not insured."]}
    store.sources.meeting("m-1", notes, subject="ellen")
    assert [one[2] for one in _facts(store, "m-1")] == ["active", "active"]
    assert len(store.review.contradictions()) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_a_meeting_told_goes_by_its_id(stage: Stage, preset: str) -> None:
    """Facts and actions of the notes, and what is drawn out of the words, have one source_id."""
    store = stage.open(preset).acting_as(ANNA)
    made = store.sources.meeting(
        "m-9",
        {
            "financial_facts": ["Ellen has an ISA with Vanguard worth £40,000."],
            "action_items": [{"content": "Send Ellen the forms.", "deadline": "2026-04-01"}],
            "mood": "Ellen wants to move to Spain.",
        },
        transcript=(
            "Anna: We recommend phased drawdown, because it keeps the lump sum.\n"
            "Ellen: Agreed. I prefer email, and I have an ISA worth £90,000.\n"
        ),
        subject="ellen",
    )
    assert [one.content for one in made.items] == [
        "Ellen has an ISA with Vanguard worth £40,000.",
        "Send Ellen the forms.",
    ]
    store.jobs.wait()
    listed = store.items().items
    assert len(listed) > len(made.items) + 1
    assert {(one.source_type, one.source_id) for one in listed} == {("meeting", "m-9")}
    kept = store.get(made.items[0].id)
    assert kept.lifecycle.value == "active"  # what was said beside the notes is not later


def test_erasing_a_meeting_takes_what_was_drawn_from_its_words(stage: Stage) -> None:
    """One id names the notes, the words and all that came of either."""
    store = stage.open("adviser")
    store.sources.meeting(
        "m-9",
        {"financial_facts": ["Ellen has a flat in Leeds."]},
        transcript="Ellen: I prefer email.\n",
        subject="ellen",
    )
    store.jobs.wait()
    assert len(store.items(source_id="m-9")) == 2
    store.erase(source="m-9", reason="Ellen asked for it.")
    assert not store.items().items
