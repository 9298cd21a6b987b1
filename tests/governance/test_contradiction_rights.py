"""Contradictions: who may settle them, when there is something to settle, what stays private."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, Memory, Principal
from remembrancer.governance.contradiction import Contradiction, Hidden
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT

BOSS = Principal("boss", roles=("KM_ADMIN",), kind="agent")
FIRST, SECOND = "Ellen prefers email.", "Ellen prefers phone."


def flagged(store: Memory, clock: FrozenClock) -> Contradiction:
    """Two items of Anna's that contradict each other, and the flag between them."""
    anna = store.acting_as(ANNA)
    anna.remember(FIRST, subject="ellen")
    clock.advance(timedelta(days=1))
    anna.remember(SECOND, subject="ellen")
    (found,) = store.acting_as(ADA).review.contradictions()
    return found


def test_what_became_personal_is_no_longer_to_be_settled(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """An admin cannot touch it by settling, nor publish it by a merge."""
    store = memory("community")
    found = flagged(store, clock)
    store.acting_as(ANNA).update(found.a.id, is_personal=True)
    ada = store.acting_as(ADA)
    assert [isinstance(one.a, Hidden) for one in ada.review.contradictions()] == [True]
    with pytest.raises(Conflict, match="settled itself"):
        ada.review.resolve(found.id, "merge", merged_content="Ellen prefers email or phone.")
    assert store.acting_as(ANNA).get(found.a.id).is_personal


def test_what_is_out_of_use_settles_a_contradiction(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Nothing is replaced by what was dismissed: there is nothing left to decide."""
    store = memory("community")
    found = flagged(store, clock)
    store.acting_as(ANNA).dismiss(found.b.id)
    with pytest.raises(Conflict, match="nothing left to decide"):
        store.acting_as(ADA).review.resolve(found.id, "kept_b")
    assert store.get(found.a.id).lifecycle == "active"


def test_what_ran_out_replaces_nothing(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Keeping an item that has expired would leave agents with neither of the two."""
    store = memory("corporate").acting_as(ADA)
    known = store.acting_as(ANNA).add(content="Ovens are cleaned every 2 days.")
    store.review.approve(known.id)
    ends = clock() + timedelta(days=3)
    store.acting_as(BERT).add(content="Ovens are cleaned every 5 days.", expires_at=ends)
    (found,) = store.review.contradictions()
    clock.advance(timedelta(days=10))
    with pytest.raises(Conflict, match=r"expired on|nothing left to decide"):
        store.review.resolve(found.id, "kept_b")
    assert [one.id for one in store.bundle().approved] == [known.id]


def test_settling_gives_no_more_rights(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A program does not replace what is mandatory, not even by settling."""
    store = memory("community")
    found = flagged(store, clock)
    store.acting_as(ADA).review.mandate(found.a.id, reason="house rule")
    with pytest.raises(Forbidden, match="mandatory"):
        store.acting_as(BOSS).review.resolve(found.id, "kept_b")


def test_the_known_one_comes_back_as_it_was(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Where the new one had replaced it, it is in use again under its id, and the new one is not;
    saying that again does not bring it back."""
    store = memory("companion")
    found = flagged(store, clock)
    assert store.get(found.a.id).lifecycle == "superseded"
    settled = store.acting_as(ADA).review.resolve(found.id, "kept_a")
    assert settled.resolution is not None
    assert settled.resolution.item_id == found.a.id
    assert store.get(found.a.id).lifecycle == "active"
    clock.advance(timedelta(days=1))
    again = store.acting_as(ANNA).remember(SECOND, subject="ellen")
    assert again.items == ()
    assert store.get(found.a.id).lifecycle == "active"
    assert store.verify().ok


def test_a_note_is_its_writers(memory: MemoryFactory) -> None:
    """What somebody gave to be remembered is not added to by others."""
    store = memory("community")
    kept = store.acting_as(ANNA).remember(FIRST, subject="ellen")
    assert kept.source is not None
    with pytest.raises(Forbidden, match="somebody else"):
        store.acting_as(BERT).conversations.append(
            kept.source.id, {"author_id": "bert", "content": SECOND}
        )
    with pytest.raises(Forbidden, match="somebody else"):
        store.acting_as(BERT).conversations.close(kept.source.id)


def test_a_time_ahead_pins_nothing(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What claims to be said in years gives way to what is said tomorrow."""
    store = memory("adviser")
    message = {"author_id": "anna", "content": FIRST, "timestamp": "2099-01-01T00:00:00+00:00"}
    store.remember([message], subject="ellen")
    clock.advance(timedelta(days=1))
    later = {"author_id": "anna", "content": SECOND, "timestamp": clock().isoformat()}
    (now,) = store.remember([later], subject="ellen").items
    assert (now.content, now.lifecycle) == (SECOND, "active")


def test_a_long_text_goes_with_what_was_drawn_from_it(memory: MemoryFactory) -> None:
    """A text in several parts is erased as a whole with an item that rests on it."""
    store = memory("adviser")
    text = FIRST + "\n" + "1234567890 " * 10_000  # a message holds 100,000 characters
    kept = store.remember(text, subject="ellen")
    assert kept.source is not None
    (item,) = kept.items
    store.erase(item.id, reason="request 7/2026")
    assert store.recall("prefers email").hits == ()


@pytest.mark.parametrize("state", [{1: 2}, {"cash": b"x"}, {"cash": float("nan")}])
def test_live_state_is_plain_data(memory: MemoryFactory, state: object) -> None:
    """Odd values are refused with a sentence, before anything is stored."""
    with pytest.raises(InvalidInput, match="live_state"):
        memory("companion").remember("Vi har två anställda.", live_state=state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "lost"), [("kept_a", "b"), ("kept_b", "a"), ("merge", "ab"), ("both_valid", "")]
)
def test_settling_reports_what_relied_on_what_lost(
    memory: MemoryFactory, clock: FrozenClock, action: str, lost: str
) -> None:
    """Each side that no longer holds comes with what relied on it; the rest is the contradiction as
    it is listed."""
    store = memory("community")
    found = flagged(store, clock)
    sides = {"a": found.a.id, "b": found.b.id}
    notes = {
        side: store.add(content=f"Ring {side}.", kind="decision", data={"related_entries": [id]}).id
        for side, id in sides.items()
    }
    merged = "Ellen prefers email or phone." if action == "merge" else None
    ada = store.acting_as(ADA)
    settled = ada.review.resolve(found.id, action, merged_content=merged)
    assert [one.item_id for one in settled.relied_on] == [sides[side] for side in lost]
    told = [[one.item.id for one in of.decisions] for of in settled.relied_on]
    assert told == [[notes[side]] for side in lost]
    assert ada.review.contradictions(include_resolved=True) == (settled,)
