"""Replacing what people accepted: it stays in force until its replacement is accepted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    IllegalTransition,
    InvalidInput,
    Item,
    Lifecycle,
    Memory,
    Principal,
    Review,
)
from tests.conftest import MemoryFactory
from tests.footprint import position, refused
from tests.people import ADA, ANNA, BOT, KARIN

SLOW = "Invoices are paid after thirty days."
FAST = "Invoices are paid after ten days."
NOW = "Invoices are paid after two days."
ROBOT = Principal("robot", kind="agent", roles=["KM_ADMIN"])


def corporate(memory: MemoryFactory, decision: str = "approve") -> tuple[Memory, Item]:
    """A space in which one item is in force."""
    store = memory("corporate").acting_as(ADA)
    old = store.acting_as(ANNA).add(content=SLOW, domain="finance", title="Terms of payment")
    store.review.batch([old.id], decision, reason="Checked with finance.")
    return store, store.get(old.id)


def told(store: Memory) -> list[str]:
    """What an agent is bound by or may rely on."""
    bundle = store.acting_as(BOT).bundle()
    return [one.content for one in (*bundle.mandatory, *bundle.approved)]


def every_delivery(store: Memory, folder: Path) -> list[str]:
    """All ways by which an agent hears of it: each has the old words or the new ones."""
    agent = store.acting_as(BOT)
    folder.mkdir()
    agent.pull(folder)
    files = "\n".join(one.read_text() for one in folder.rglob("*") if one.is_file())
    return [
        "\n".join(told(store)),
        "\n".join(hit.text for hit in agent.recall("when are invoices paid?").hits),
        repr(agent.items(lifecycle="active")),
        files,
        repr(agent.compose(message="When are invoices paid?").messages),
    ]


@pytest.mark.parametrize("decision", ["approve", "mandate"])
def test_the_old_one_stays_until_the_new_one_is_accepted(
    memory: MemoryFactory, decision: str, tmp_path: Path
) -> None:
    """S4-13: no agent is left with nothing, nor told both, whatever it asks."""
    store, old = corporate(memory, decision)
    new = store.supersede(old.id, content=FAST, reason="The bank is quicker now.")
    assert (new.review, new.supersedes) == (Review.PENDING, (old.id,))
    assert store.get(old.id) == old
    for text in every_delivery(store, tmp_path / "before"):
        assert (SLOW in text, FAST in text) == (True, False)
    before = position(store)
    accepted = store.review.approve(new.id)
    assert position(store) == before + 2
    ended = store.get(old.id)
    assert (ended.lifecycle, ended.superseded_by) == (Lifecycle.SUPERSEDED, new.id)
    assert (accepted.review, accepted.supersedes) == (old.review, (old.id,))
    for text in every_delivery(store, tmp_path / "after"):
        assert (SLOW in text, FAST in text) == (False, True)
    assert store.verify().ok


@pytest.mark.parametrize(
    "end",
    [
        lambda store, new: store.review.reject(new.id, reason="No."),
        lambda store, new: store.dismiss(new.id),
        lambda store, new: store.erase(new.id, reason="No."),
    ],
    ids=["rejected", "dismissed", "erased"],
)
def test_a_replacement_that_is_not_accepted_changes_nothing(
    memory: MemoryFactory, end: Callable[[Memory, Item], object]
) -> None:
    """Turned down, put aside or erased: the old one is in force as it was."""
    store, old = corporate(memory, "mandate")
    new = store.supersede(old.id, content=FAST)
    end(store, new)
    assert told(store) == [SLOW]
    assert store.get(old.id) == old
    assert store.history(old.id) == (old,)


def test_the_chain_is_readable_all_the_while(memory: MemoryFactory) -> None:
    """From either end, before and after; who may not see the replacement sees the old one alone."""
    store, old = corporate(memory)
    new = store.supersede(old.id, content=FAST, audience="group:finance")
    for id in (old.id, new.id):
        assert [one.id for one in store.history(id)] == [old.id, new.id]
    assert [one.id for one in store.acting_as(BOT).history(old.id)] == [old.id]
    then = store.acting_as(ADA).verify().head.seq
    store.review.approve(new.id)
    assert [one.id for one in store.history(old.id)] == [old.id, new.id]
    assert store.get(new.id, as_of=then).supersedes == (old.id,)
    assert store.get(old.id, as_of=then).superseded_by is None


def test_nobody_asks_for_review_and_it_is_replaced_at_once(memory: MemoryFactory) -> None:
    """Where no review is asked for, the new one is in force as soon as it is there."""
    for preset in ("adviser", "companion", "community", "desk"):
        store = memory(preset).acting_as(ADA)
        old = store.add(content=SLOW)
        store.review.approve(old.id)
        new = store.supersede(old.id, content=FAST)
        assert store.get(old.id).superseded_by == new.id


def test_an_admin_supersedes_and_mandates_in_one_act(memory: MemoryFactory) -> None:
    """The new one binds at once, and the old one is gone; both, or neither."""
    store, old = corporate(memory)
    admin = store.acting_as(KARIN)
    with refused(store, InvalidInput, match="reason"):
        admin.supersede(old.id, content=FAST, mandate=True)
    with refused(store, InvalidInput):
        admin.supersede(old.id, content=FAST, mandate="yes", reason="Twice.")  # type: ignore[arg-type]
    new = admin.supersede(old.id, content=FAST, mandate=True, reason="Two complaints.")
    assert (new.review, new.supersedes) == (Review.MANDATORY, (old.id,))
    assert store.get(old.id).superseded_by == new.id
    assert told(store) == [FAST]
    by_source = store.supersede(new.id, content=NOW, source_type="admin_mandate")
    assert store.get(new.id).superseded_by == by_source.id
    waiting = store.acting_as(ANNA).add(content="A draft.")
    with refused(store, Forbidden):
        store.acting_as(ANNA).supersede(waiting.id, content="B", mandate=True, reason="Mine.")


def test_of_two_replacements_the_one_accepted_last_holds(memory: MemoryFactory) -> None:
    """Each waits for itself; the second one to be accepted takes the place of the first."""
    store, old = corporate(memory)
    one, other = (store.supersede(old.id, content=text) for text in (FAST, NOW))
    assert [found.id for found in store.history(old.id)] == [old.id, one.id, other.id]
    assert [{row.a.id, row.b.id} for row in store.review.contradictions()] == [{one.id, other.id}]
    store.review.approve(other.id)
    assert told(store) == [NOW]
    assert [found.id for found in store.review.case(one.id).leaves] == [other.id]
    store.review.approve(one.id)
    assert told(store) == [FAST]
    assert store.get(other.id).superseded_by == one.id


def test_a_replacement_may_change_while_it_waits(memory: MemoryFactory) -> None:
    """Edited, or replaced itself before anybody accepted it: the last words count."""
    store, old = corporate(memory)
    draft = store.supersede(old.id, content=FAST)
    store.update(draft.id, content="Invoices are paid after twelve days.")
    better = store.supersede(draft.id, content=NOW)
    assert store.get(draft.id).superseded_by == better.id
    assert [one.id for one in store.history(better.id)] == [old.id, draft.id, better.id]
    assert [one.id for one in store.review.case(better.id).leaves] == [old.id]
    assert told(store) == [SLOW]
    store.review.approve(better.id)
    assert told(store) == [NOW]
    assert store.get(old.id).superseded_by == better.id


def test_the_old_one_may_end_by_itself(memory: MemoryFactory) -> None:
    """What was revoked meanwhile stays revoked, and binds nobody through its replacement."""
    store, old = corporate(memory, "mandate")
    new = store.supersede(old.id, content=FAST)
    store.review.revoke(old.id, reason="It was never so.")
    assert store.review.approve(new.id).review is Review.APPROVED
    ended = store.get(old.id)
    assert (ended.review, ended.superseded_by) == (Review.REVOKED, None)


def test_what_bound_a_group_does_not_bind_everybody(memory: MemoryFactory) -> None:
    """The replacement of a group's mandate that is for everybody is approved, and no more."""
    store = memory("corporate").acting_as(ADA)
    old = store.add(content=SLOW, audience="group:finance")
    store.review.mandate(old.id, reason="Audit.")
    new = store.supersede(old.id, content=FAST, audience=None)
    assert store.review.approve(new.id).review is Review.APPROVED
    assert store.get(old.id).superseded_by == new.id


def test_a_program_ends_nothing_by_accepting_that_it_may_not_change(memory: MemoryFactory) -> None:
    """A program with a reviewer's role does not take a mandate out of force."""
    store, old = corporate(memory, "mandate")
    new = store.supersede(old.id, content=FAST)
    with refused(store, Forbidden, match="only a person"):
        store.acting_as(ROBOT).review.approve(new.id)
    assert told(store) == [SLOW]


def test_settling_a_contradiction_accepts_a_replacement_as_well(memory: MemoryFactory) -> None:
    """Who keeps the new one of two that contradict each other lets it take its place."""
    store, old = corporate(memory)
    known = store.acting_as(ANNA).add(content="Refunds wait forty days.", domain="finance")
    new = store.supersede(old.id, content="Refunds wait ten days.")
    (row,) = store.review.contradictions()
    assert (row.a.id, row.b.id) == (known.id, new.id)
    store.review.resolve(row.id, "kept_b")
    assert told(store) == ["Refunds wait ten days."]
    assert {store.get(id).superseded_by for id in (old.id, known.id)} == {new.id}


def test_what_waits_is_no_second_chance(memory: MemoryFactory) -> None:
    """What was replaced already is final, and what expired is not accepted."""
    store, old = corporate(memory)
    late = store.supersede(old.id, content=FAST, expires_at="2026-01-01T00:00:00+00:00")
    with refused(store, Conflict, match="expired"):
        store.review.approve(late.id)
    assert told(store) == [SLOW]
    new = store.supersede(old.id, content=NOW)
    store.review.approve(new.id)
    with refused(store, IllegalTransition):
        store.supersede(old.id, content=SLOW)


def test_it_moves_with_an_export(memory: MemoryFactory, tmp_path: Path) -> None:
    """A replacement that waits is still one in the space that it was moved to."""
    store, old = corporate(memory)
    new = store.supersede(old.id, content=FAST)
    store.export(tmp_path / "all.jsonl")
    moved = memory("corporate").acting_as(ADA)
    moved.import_(tmp_path / "all.jsonl")
    moved.review.approve(new.id)
    assert (told(moved), moved.get(old.id).superseded_by) == ([FAST], new.id)
