"""Collecting: notes files, read when they change, and kept under the same ids."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from remembrancer import (
    Forbidden,
    InvalidInput,
    Item,
    Lifecycle,
    Memory,
    Outcome,
    Principal,
    Review,
)
from remembrancer.testing import FrozenClock
from tests.footprint import untouched
from tests.people import ADA, ANNA, BERT, COLLECTOR
from tests.scenarios.stage import Stage

LAG = "The orders table has a 3-day settlement lag."
EVENTS = "Never filter by created_at on the events table: use event_time instead."
QUARTER = "The Q4 numbers include a one-time restatement."
STABLE_ID = re.compile(r"km_[0-9a-f]{12}")


def written(folder: Path, *lines: str) -> Path:
    """A notes file with a bullet for each line."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "CLAUDE.local.md"
    path.write_text("# Notes\n\n" + "".join(f"- {line}\n" for line in lines))
    return path


def with_notes(stage: Stage, folder: Path) -> Memory:
    """Anna and Bert are on record, each with a notes file. The caller is an admin."""
    store = stage.open("corporate").acting_as(ADA)
    for who, lines in ((ANNA, (LAG, EVENTS)), (BERT, (QUARTER,))):
        path = written(folder / who.name, *lines)
        store.admin.add_person(who.name, roles=["CONTRIBUTOR"], notes_path=str(path))
    return store


def contents(store: Memory, **filters: Any) -> set[str]:
    return {one.content for one in store.items(**filters)}


def held(store: Memory) -> dict[str, str]:
    """What is in use, by its text: the ids."""
    return {one.content: one.id for one in store.items(lifecycle="active")}


def queue(store: Memory) -> tuple[Item, ...]:
    """What waits for a reviewer."""
    return store.items(review="pending").items


# -- S4-62 to S4-65 and S4-02: notes files


def test_everyone_s_notes_become_pending_items(stage: Stage, tmp_path: Path) -> None:
    """S4-62: the files of two people become items in review, each in its writer's name."""
    store = with_notes(stage, tmp_path)
    report = store.sources.collect()
    assert [(one.owner, one.outcome, one.items_new) for one in report.files] == [
        (ANNA.name, Outcome.NEW, 2),
        (BERT.name, Outcome.NEW, 1),
    ]
    items = store.items()
    assert {(one.source_user, one.content) for one in items} == {
        (ANNA.name, LAG),
        (ANNA.name, EVENTS),
        (BERT.name, QUARTER),
    }
    assert {(one.source_type, one.review, one.status) for one in items} == {
        ("claude_local_md", Review.PENDING, "pending")
    }
    assert {one.id for one in queue(store)} == {one.id for one in items}


def test_each_collected_item_rests_on_its_line(stage: Stage, tmp_path: Path) -> None:
    """S4-62: an item names the file's text and the place of its line there."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    (item,) = [one for one in store.items() if one.content == LAG]
    (evidence,) = item.evidence
    assert evidence.quote == f"- {LAG}"
    path = tmp_path / ANNA.name / "CLAUDE.local.md"
    assert path.read_text()[evidence.start : evidence.end] == evidence.quote
    assert item.metadata == {"heading": "Notes"}


def test_a_folder_stands_for_the_notes_in_it(stage: Stage, tmp_path: Path) -> None:
    """S4-62: a person may be registered with the folder that holds `CLAUDE.local.md`."""
    store = stage.open("corporate").acting_as(ADA)
    written(tmp_path, LAG)
    store.admin.add_person(ANNA.name, notes_path=str(tmp_path))
    assert store.sources.collect().items_new == 1


def test_a_dry_run_writes_nothing(stage: Stage, tmp_path: Path) -> None:
    """S4-63: a dry run lists what would be collected, and leaves the store as it was."""
    store = with_notes(stage, tmp_path)
    with untouched(store):
        report = store.sources.collect(dry_run=True)
    assert report.dry_run
    assert [text for one in report.files for text in one.items] == [LAG, EVENTS, QUARTER]
    assert not store.items()
    assert store.sources.feeds() == ()
    assert store.sources.collect().items_new == 3


def test_a_dry_reset_writes_nothing(stage: Stage, tmp_path: Path) -> None:
    """S4-63: with reset as well, a dry run archives nothing."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    written(tmp_path / ANNA.name, EVENTS)
    with untouched(store):
        store.sources.collect(dry_run=True, reset=True)
    assert contents(store) == {LAG, EVENTS, QUARTER}


def test_a_reset_replaces_what_was_collected(stage: Stage, tmp_path: Path) -> None:
    """S4-64: what is in no file any more is archived, not deleted; what still is keeps its id."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    before = held(store)
    written(tmp_path / ANNA.name, EVENTS, "Revenue is net of VAT.")
    report = store.sources.collect(reset=True)
    assert report.ok
    assert set(held(store)) == {EVENTS, QUARTER, "Revenue is net of VAT."}
    assert {name: id for name, id in held(store).items() if name in before} == {
        EVENTS: before[EVENTS],
        QUARTER: before[QUARTER],
    }
    archived = store.get(before[LAG])
    assert (archived.lifecycle, archived.content) == (Lifecycle.HISTORICAL, LAG)


def test_a_reset_leaves_what_others_brought(stage: Stage, tmp_path: Path) -> None:
    """S4-64: what people typed in themselves is not part of the collected set."""
    store = with_notes(stage, tmp_path)
    own = store.acting_as(ANNA).add(content="Typed in by hand.")
    store.sources.collect()
    written(tmp_path / ANNA.name, EVENTS)
    store.sources.collect(reset=True)
    assert store.get(own.id).lifecycle is Lifecycle.ACTIVE


def test_a_reset_of_emptied_notes_archives_them_all(stage: Stage, tmp_path: Path) -> None:
    """S4-64: notes with nothing in them any more leave nothing collected from them in use."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    place = next(one.place for one in store.sources.feeds() if one.owner == ANNA.name)
    Path(place).write_text("\n")
    store.sources.collect(reset=True)
    assert set(held(store)) == {QUARTER}


def test_ids_and_votes_survive_a_recollection(stage: Stage, tmp_path: Path) -> None:
    """S4-02: an id is `km_` and 12 hex digits; collected again, with a reset, and back from the
    archive, an item keeps its id and its votes."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    before = held(store)
    assert all(STABLE_ID.fullmatch(id) for id in before.values())
    store.acting_as(BERT).vote(before[LAG], 1)
    store.vote(before[LAG], 1)
    written(tmp_path / ANNA.name, EVENTS, LAG, "One more.")
    store.sources.collect()
    assert before.items() <= held(store).items()
    store.sources.collect(reset=True)
    written(tmp_path / ANNA.name, EVENTS)
    store.sources.collect(reset=True)
    assert LAG not in held(store)
    written(tmp_path / ANNA.name, EVENTS, LAG)
    store.sources.collect()
    assert held(store)[LAG] == before[LAG]
    votes = store.acting_as(ANNA).vote(before[LAG], 1)
    assert (votes.up, votes.down) == (3, 0)


def test_an_approval_survives_a_recollection(stage: Stage, tmp_path: Path) -> None:
    """S4-02: what was approved stays approved when its file is collected again."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    store.review.approve(held(store)[LAG])
    store.sources.collect(reset=True)
    assert store.get(held(store)[LAG]).review is Review.APPROVED


def test_what_a_person_put_aside_stays_aside(stage: Stage, tmp_path: Path) -> None:
    """S4-64: a reset brings back nothing that a reviewer rejected or somebody dismissed."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    ids = held(store)
    store.review.reject(ids[LAG], reason="wrong")
    store.dismiss(ids[EVENTS])
    store.sources.collect(reset=True)
    assert store.get(ids[LAG]).review is Review.REJECTED
    assert store.get(ids[EVENTS]).lifecycle is Lifecycle.DISMISSED
    assert len(store.items()) == 3


def test_only_what_changed_is_read(stage: Stage, tmp_path: Path) -> None:
    """S4-65: a second run finds nothing to do; after one edit one file is read, and adds its one
    line."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    with untouched(store):
        second = store.sources.collect()
    assert {one.outcome for one in second.files} == {Outcome.KNOWN}
    assert {one.reason for one in second.files} == {"It has not changed since it was collected."}
    written(tmp_path / BERT.name, QUARTER, "Churn excludes trials.")
    third = store.sources.collect()
    assert [(one.owner, one.outcome, one.items) for one in third.files] == [
        (ANNA.name, Outcome.KNOWN, ()),
        (BERT.name, Outcome.NEW, ("Churn excludes trials.",)),
    ]


def test_one_person_s_notes_can_be_collected_alone(stage: Stage, tmp_path: Path) -> None:
    """S4-62: named people are collected, and nobody else."""
    store = with_notes(stage, tmp_path)
    store.sources.collect(people=[BERT.name])
    assert contents(store) == {QUARTER}


def test_a_bad_file_does_not_keep_the_others(stage: Stage, tmp_path: Path) -> None:
    """S4-62: a file that is missing or no text is reported, and the rest is collected."""
    store = with_notes(stage, tmp_path)
    (tmp_path / BERT.name / "CLAUDE.local.md").write_bytes(b"\x00\x01binary")
    store.admin.add_person("carl", notes_path=str(tmp_path / "nowhere.md"))
    report = store.sources.collect()
    assert not report.ok
    assert {one.owner: one.reason for one in report.failed} == {
        BERT.name: "It is a binary file, not a text.",
        "carl": "There is no such file.",
    }
    assert contents(store) == {LAG, EVENTS}


def test_collecting_is_for_admins(stage: Stage, tmp_path: Path) -> None:
    """S4-62: a contributor cannot have everybody's notes read."""
    store = with_notes(stage, tmp_path)
    with pytest.raises(Forbidden):
        store.acting_as(ANNA).sources.collect()


# -- S4-10, S4-11, S4-18: where an item comes from


def test_each_source_type_is_accepted(stage: Stage) -> None:
    """S4-10: the four source types of the seed are accepted, and an unknown one is not."""
    store = stage.open("corporate").acting_as(ADA)
    kinds = ("claude_local_md", "session_transcript", "user_verification", "admin_mandate")
    for kind in kinds:
        assert store.add(content=LAG, source_type=kind).source_type == kind
    with pytest.raises(InvalidInput, match="source_type"):
        store.add(content=LAG, source_type="hearsay")


def test_who_contributed_follows_from_the_caller(stage: Stage) -> None:
    """S4-11: `source_user` is the caller's name, whichever way an item comes, and is never
    given."""
    store = stage.open("corporate").acting_as(ANNA)
    items = [
        store.add(content=LAG),
        *store.remember(EVENTS, infer=False).items,
        *store.sources.meeting("m-1", {"financial_facts": [QUARTER]}).items,
        *store.sources.event("schema_change", before="v1", after="v2").items,
    ]
    assert {one.source_user for one in items} == {ANNA.name}
    with pytest.raises(Forbidden, match="source_user"):
        store.add(content=LAG, source_user=BERT.name)


def test_the_words_of_users_are_listed_per_item(stage: Stage) -> None:
    """S4-18: what users said in support of an item is listed with it, with who said it."""
    store = stage.open("corporate").acting_as(ANNA)
    (item,) = store.remember(LAG, infer=False).items
    store.acting_as(ADA).review.approve(item.id)
    store.acting_as(BERT).confirm(item.id, quote="Yes, settlement takes three days.")
    listed = store.get(item.id).evidence
    assert [(one.quote, one.stance.value, one.principal) for one in listed] == [
        (LAG, "supports", ANNA.name),
        ("Yes, settlement takes three days.", "confirms", BERT.name),
    ]


# -- S4-19: what was read


def test_each_processed_file_has_its_row(stage: Stage, tmp_path: Path, clock: FrozenClock) -> None:
    """S4-19: every notes file that was read is on record with its hash and when."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    feeds = store.sources.feeds()
    assert [(one.kind, one.owner, one.records, one.at) for one in feeds] == [
        ("notes", ANNA.name, 2, clock.now),
        ("notes", BERT.name, 1, clock.now),
    ]
    assert len({one.digest for one in feeds}) == 2
    written(tmp_path / ANNA.name, LAG)
    store.sources.collect()
    again = store.sources.feeds()
    assert (len(again), again[1]) == (2, feeds[1])
    assert again[0].digest != feeds[0].digest


def test_feeds_are_shown_to_their_owner(stage: Stage, tmp_path: Path) -> None:
    """S4-19: whoever is no admin sees the rows of their own files."""
    store = with_notes(stage, tmp_path)
    store.sources.collect()
    assert [one.owner for one in store.acting_as(BERT).sources.feeds()] == [BERT.name]
    assert store.acting_as(Principal("nobody")).sources.feeds() == ()


# -- S4-80: three ways in


def test_three_routes_lead_to_the_review_queue(stage: Stage, tmp_path: Path) -> None:
    """S4-80: a line of a notes file, a fact from the web form and one from the API are three
    pending rows."""
    store = stage.open("corporate").acting_as(ADA)
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"], notes_path=str(written(tmp_path, LAG)))
    store.sources.collect()
    by_form = store.acting_as(BERT).add(title="Events", content=EVENTS, domain="data")
    by_api = store.acting_as(COLLECTOR).add(
        title="Q3 revenue includes one-time restatement",
        content="The Q3 2025 revenue figure (+18% YoY) includes a $2.4M restatement.",
        category="business_logic",
        domain="finance",
        tags=["revenue", "restatement", "Q3-2025"],
    )
    waiting = queue(store)
    assert {one.content for one in waiting} == {LAG, by_form.content, by_api.content}
    assert {(one.review, one.status) for one in waiting} == {(Review.PENDING, "pending")}
    assert {one.source_user for one in waiting} == {ANNA.name, BERT.name, COLLECTOR.name}


def test_what_is_remembered_waits_for_review_too(stage: Stage) -> None:
    """S4-80: text given to `remember` goes the same way."""
    store = stage.open("corporate")
    (item,) = store.acting_as(ANNA).remember(LAG, infer=False).items
    assert [one.id for one in queue(store.acting_as(ADA))] == [item.id]
