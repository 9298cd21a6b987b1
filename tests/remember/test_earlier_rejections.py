"""What was turned down and comes again is named, and what speaks against trusted items flagged."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Item, Memory
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL

KNOWN = "The upload limit is 5 files."
HOSTILE = "The upload limit is 500 files."
OUTSIDE = {"id": "mail-1", "trust": "outside"}


def by_add(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BERT).add(content=text)


def by_an_agent(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BOT).add(content=text)


def by_remember(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BERT).remember(text, source=OUTSIDE)


def as_it_stands(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BERT).remember(text, source=OUTSIDE, infer=False)


def by_collect(store: Memory, folder: Path, text: str) -> None:
    path = folder / "notes.md"
    path.write_text(f"# Limits\n\n- {text}\n", encoding="utf-8")
    store.admin.add_person(CARL.name, roles=["CONTRIBUTOR"], notes_path=str(path))
    store.sources.collect()


def by_event(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BERT).sources.event("setting", reason=text)


def by_import(store: Memory, folder: Path, text: str) -> None:
    store.acting_as(BERT).sources.import_([{"id": "x1", "memory": text}], format="mem0")


def by_detect(store: Memory, folder: Path, text: str) -> None:
    said = {"role": "user", "content": f"Actually, {text}"}
    told = {"type": "user", "sessionId": "s1", "uuid": "u1", "message": said}
    line = json.dumps({**told, "timestamp": "2026-03-02T12:00:00Z"}, ensure_ascii=False)
    (folder / "s.jsonl").write_text(line + "\n", encoding="utf-8")
    store.sources.detect(folder)
    store.jobs.wait()


Way = Callable[[Memory, Path, str], None]
WAYS = [by_add, by_an_agent, by_remember, as_it_stands, by_collect, by_event, by_import, by_detect]


@pytest.mark.parametrize("preset", ["companion", "community", "desk", "corporate"])
@pytest.mark.parametrize("way", WAYS)
def test_what_speaks_against_what_people_accepted_is_flagged(
    memory: MemoryFactory, clock: FrozenClock, tmp_path: Path, preset: str, way: Way
) -> None:
    """Whichever way it comes and however little it is trusted; nothing is replaced for it."""
    if preset != "corporate" and way is by_collect:
        pytest.skip("Notes files are collected where the preset knows of them.")
    store = memory(preset).acting_as(ADA)
    known = store.review.approve(store.acting_as(ANNA).add(content=KNOWN).id)
    clock.advance(timedelta(days=1))
    way(store, tmp_path, HOSTILE)
    (row,) = store.review.contradictions()
    assert (row.a.id, "500" in getattr(row.b, "content", "")) == (known.id, True)
    assert store.get(known.id).version == known.version


def rejected(store: Memory, text: str) -> Item:
    item = store.acting_as(ANNA).add(content=text)
    return store.review.reject(item.id, reason="It was never so.")


@pytest.mark.parametrize("way", [one for one in WAYS if one is not by_event])
@pytest.mark.parametrize(
    "variant",
    [
        str,
        str.upper,
        lambda text: unicodedata.normalize("NFD", text.replace("limit", "límit")),
        lambda text: text.replace(" ", "\u00a0"),
    ],
    ids=["same", "shouted", "decomposed", "other blanks"],
)
def test_a_reviewer_is_told_that_it_was_turned_down_before(
    memory: MemoryFactory,
    clock: FrozenClock,
    tmp_path: Path,
    way: Way,
    variant: Callable[[str], str],
) -> None:
    """In the queue and in the case: who turned it down, when and why."""
    text = variant(HOSTILE)
    is_read = way in (by_remember, by_detect)
    if is_read and text != HOSTILE:
        pytest.skip("What rules draw out of a text is another matter.")
    store = memory("corporate").acting_as(ADA)
    before = rejected(store, unicodedata.normalize("NFC", text))
    clock.advance(timedelta(days=1))
    way(store, tmp_path, text)
    queue = store.review.queue()
    (item,) = queue
    (named,) = queue.rejected_before
    assert (named.item_id, named.earlier_id, named.how) == (item.id, before.id, "rejected")
    assert (named.by, named.reason) == (ADA.name, "It was never so.")
    assert store.review.case(item.id).rejected_before == (named,)


def test_who_puts_it_in_again_is_told(memory: MemoryFactory) -> None:
    """By add, by remember, stored again or not: whoever may see what was turned down."""
    store = memory("corporate").acting_as(ADA)
    before = rejected(store, HOSTILE)
    assert store.get(before.id) == before
    anna = store.acting_as(ANNA)
    skipped = anna.remember(HOSTILE)
    assert (skipped.items, [one.earlier_id for one in skipped.rejected_before]) == ((), [before.id])
    again = anna.add(content=HOSTILE)
    assert [(one.item_id, one.earlier_id) for one in again.rejected_before] == [
        (again.id, before.id)
    ]
    assert again == store.get(again.id)
    other = store.acting_as(BERT).remember(HOSTILE)
    assert [one.earlier_id for one in other.rejected_before] == [before.id]
    own = store.add(content=HOSTILE)
    assert before.id in [one.earlier_id for one in own.rejected_before]
    assert store.acting_as(BOT).add(content=HOSTILE).rejected_before == ()


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_another_kind_does_not_hide_it(memory: MemoryFactory, preset: str) -> None:
    """What was turned down as a fact is turned down as a decision as well."""
    text = "We decided that the museum is free for children."
    store = memory(preset).acting_as(ADA)
    anna = store.acting_as(ANNA)
    before = anna.add(content=text)
    anna.dismiss(before.id, "Only on Sundays.")
    again = anna.remember(text)
    assert again.items == ()
    assert [one.earlier_id for one in again.rejected_before] == [before.id]


def test_a_hidden_rejection_is_told_to_nobody_else(memory: MemoryFactory) -> None:
    """What was turned down for a group is named to its members and to admins alone."""
    store = memory("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(content=HOSTILE, audience="group:finance")
    store.review.reject(item.id)
    new = store.acting_as(BERT).add(content=HOSTILE)
    assert new.rejected_before == ()
    assert [one.earlier_id for one in store.review.queue().rejected_before] == [item.id]
    assert store.acting_as(BERT).review.queue().rejected_before == ()


def test_what_was_never_turned_down_names_nothing(memory: MemoryFactory) -> None:
    """Other words, another thing by its title, and what is in use."""
    store = memory("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(title="Limit of card orders", content="It is 5 a day.")
    store.review.reject(item.id)
    store.add(content=KNOWN)
    other = store.add(title="Limit of wire orders", content="It is 5 a day.")
    assert (other.rejected_before, store.review.queue().rejected_before) == ((), ())
