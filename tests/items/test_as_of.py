"""Reading the past: knowledge then, permissions now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from remembrancer import InvalidInput, Item, Memory, NotFound, Summary
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import position
from tests.people import ADA, ANNA, BERT, BOT, KARIN

WORDS = ("sailing", "hiking", "pension", "misheard")


@dataclass(frozen=True)
class Moment:
    """What could be read at one time, and when that was."""

    at: datetime
    seq: int
    items: tuple[Item, ...]
    summary: Summary
    found: dict[str, list[tuple[str, str]]]


def look(store: Memory, **as_of: Any) -> tuple[tuple[Item, ...], Summary, dict[str, Any]]:
    items = store.items(limit=500, **as_of).items
    found = {
        word: sorted((hit.id, hit.text) for hit in store.recall(word, k=200, **as_of).hits)
        for word in WORDS
    }
    return items, store.summary("ellen", **as_of), found


def live(store: Memory, clock: FrozenClock) -> list[Moment]:
    """A short life of one space, with a look at it after each act."""
    moments: list[Moment] = []

    def now() -> None:
        items, summary, found = look(store)
        moments.append(Moment(clock.now, position(store), items, summary, found))
        clock.advance(timedelta(days=20))

    first = store.add(content="Ellen likes sailing.", subject="ellen", confidence=0.9)
    now()
    store.update(first.id, content="Ellen likes hiking.", tags=["outdoors"])
    now()
    second = store.add(content="Her pension is small.", subject="ellen", kind="preference")
    now()
    store.confirm(second.id, quote="Yes, it is small.")
    now()
    third = store.supersede(second.id, content="Her pension is large.", reason="new statement")
    now()
    wrong = store.remember("This was misheard.", subject="ellen", infer=False).items[0]
    now()
    store.dismiss(wrong.id, reason="misheard")
    now()
    store.update(third.id, subject="tom")
    now()
    store.review.approve(first.id)
    now()
    store.update(first.id, kind="decision", content="Ellen hikes; no sailing.")
    now()
    return moments


@pytest.mark.parametrize("point", ["at", "seq"])
def test_the_past_reads_as_it_was(memory: MemoryFactory, clock: FrozenClock, point: str) -> None:
    """Lists, items, summaries and searches give what they gave then, by time and by position."""
    store = memory("companion")
    moments = live(store, clock)
    for moment in moments:
        as_of = getattr(moment, point)
        items, summary, found = look(store, as_of=as_of)
        assert items == moment.items
        assert summary == moment.summary
        assert found == moment.found
        for item in moment.items:
            assert store.get(item.id, as_of=as_of) == item


def test_between_two_changes_the_earlier_holds(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A time belongs to the last change before it, to the microsecond."""
    store = memory("adviser")
    item = store.add(content="58")
    changed = clock.advance(timedelta(days=1))
    store.update(item.id, content="60")
    tick = timedelta(microseconds=1)
    assert store.get(item.id, as_of=changed - tick).content == "58"
    assert store.get(item.id, as_of=changed).content == "60"


def test_old_words_are_found_in_the_past_only(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Versions are indexed, not only items: the text of each is found in its own time."""
    store = memory("adviser")
    item = store.add(content="Ellen likes sailing.")
    points = [position(store)]
    for sport in ("hiking", "chess", "sailing"):
        clock.advance(timedelta(days=1))
        store.update(item.id, content=f"Ellen likes {sport}.")
        points.append(position(store))
    found = {
        sport: [len(store.recall(sport, as_of=point)) for point in points]
        for sport in ("sailing", "hiking", "chess")
    }
    assert found == {"sailing": [1, 0, 0, 1], "hiking": [0, 1, 0, 0], "chess": [0, 0, 1, 0]}


def test_messages_are_found_from_their_recording_on(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Record time counts and not the time on the message: then, nobody here knew it."""
    store = memory("adviser")
    store.conversations.start("call")
    before = position(store)
    store.conversations.append(
        "call",
        {"author_id": "ellen", "content": "I sail.", "timestamp": clock.now - timedelta(days=9)},
    )
    assert store.recall("sail", as_of=before).hits == ()
    assert len(store.recall("sail", as_of=position(store))) == 1


def test_before_the_beginning_there_is_nothing(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A time before the first change knows nothing, and says so in each verb's own way."""
    store = memory("adviser")
    item = store.add(content="58", subject="ellen")
    points: list[Any] = [clock.now - timedelta(days=1), 0, 1, date(1990, 1, 1)]
    for as_of in points:
        assert store.items(as_of=as_of).items == ()
        assert store.recall("58", as_of=as_of).hits == ()
        assert store.summary("ellen", as_of=as_of).groups == {}
        with pytest.raises(NotFound):
            store.get(item.id, as_of=as_of)


def test_the_future_is_today_grown_older(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A time ahead reads what is known now as it will stand then."""
    store = memory("adviser")
    item = store.add(content="58", expires_at=clock.now + timedelta(days=10))
    assert store.get(item.id, as_of=clock.now + timedelta(days=9)).status == "active"
    assert store.get(item.id, as_of=clock.now + timedelta(days=10)).status == "expired"


def test_a_time_may_be_said_in_several_ways(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A date is its first moment, a time without a zone is UTC, another zone is converted."""
    store = memory("adviser")
    clock.now = datetime(2026, 3, 5, 0, 0, tzinfo=UTC)
    item = store.add(content="58")
    clock.advance(timedelta(hours=1))
    store.update(item.id, content="60")
    tokyo = timezone(timedelta(hours=9))
    points: list[Any] = [
        date(2026, 3, 5),
        datetime(2026, 3, 5, 0, 59),
        datetime(2026, 3, 5, 9, 59, tzinfo=tokyo),
    ]
    for as_of in points:
        assert store.get(item.id, as_of=as_of).content == "58"
    assert store.get(item.id, as_of=datetime(2026, 3, 5, 10, 0, tzinfo=tokyo)).content == "60"


@pytest.mark.parametrize(
    "as_of",
    [-1, 10_000, 10**30, "2026-03-02", True, 1.5, [], datetime.min.replace(tzinfo=timezone.max)],
    ids=repr,
)
def test_what_is_no_point_in_history_is_refused(memory: MemoryFactory, as_of: Any) -> None:
    """Neither a time nor a position of this space: the refusal names `as_of`."""
    store = memory("adviser")
    item = store.add(content="58", subject="ellen")
    for call in (
        lambda: store.get(item.id, as_of=as_of),
        lambda: store.items(as_of=as_of),
        lambda: store.recall("58", as_of=as_of),
        lambda: store.summary("ellen", as_of=as_of),
    ):
        with pytest.raises(InvalidInput, match="as_of") as refusal:
            call()
        assert refusal.value.field == "as_of"


def test_a_snapshot_is_a_position(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A position kept today reads the same for ever, whatever is written after it."""
    store = memory("adviser")
    items = [store.add(content=f"fact {n}", subject="ellen") for n in range(5)]
    snapshot = position(store)
    kept = look(store, as_of=snapshot)
    clock.advance(timedelta(days=1))
    store.dismiss(items[0].id)
    store.supersede(items[1].id, content="fact 1, corrected")
    store.update(items[2].id, content="fact 2, changed", subject="tom")
    store.add(content="fact 5", subject="ellen")
    assert look(store, as_of=snapshot) == kept


def test_positions_are_for_admins(memory: MemoryFactory) -> None:
    """A gapless number tells how much is hidden: nobody else can find out where the ledger ends."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="58")
    end = position(store)

    def answer(seen: Memory, as_of: int) -> object:
        try:
            return seen.get(item.id, as_of=as_of).content
        except Exception as error:
            return type(error)

    for viewer in (ANNA, BERT, BOT):
        seen = store.acting_as(viewer)
        assert answer(seen, end) == answer(seen, end + 1) == answer(seen, 10**6)
    for viewer in (ADA, KARIN):
        assert store.acting_as(viewer).get(item.id, as_of=end).content == "58"


def past_of(store: Memory, item: Item, as_of: datetime) -> list[str]:
    """Where in the past the store's caller can find the item."""
    found = []
    try:
        store.get(item.id, as_of=as_of)
        found.append("get")
    except NotFound:
        pass
    if item.id in [one.id for one in store.items(as_of=as_of)]:
        found.append("items")
    if item.id in [hit.id for hit in store.recall("sailing", as_of=as_of).hits]:
        found.append("recall")
    summary = store.summary("ellen", as_of=as_of)
    if item.id in [one.id for listed in summary.groups.values() for one in listed]:
        found.append("summary")
    return found


EVERYWHERE = ["get", "items", "recall", "summary"]


def test_made_personal_it_is_hidden_in_the_past_too(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Today's personal flag holds for every version: others lose the past with the present."""
    store = memory("adviser")
    anna = store.acting_as(ANNA)
    item = anna.add(content="I like sailing.", subject="ellen")
    then = clock.now
    clock.advance(timedelta(days=1))
    assert past_of(store.acting_as(BERT), item, then) == EVERYWHERE
    anna.update(item.id, is_personal=True)
    clock.advance(timedelta(days=1))
    assert past_of(store.acting_as(BERT), item, then) == []
    assert past_of(anna, item, then) == EVERYWHERE
    assert past_of(store.acting_as(ADA), item, then) == EVERYWHERE


def test_today_s_audience_holds_for_the_past(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Narrowed, it is gone for those outside; widened, its past opens with it."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    item = anna.add(content="I like sailing.", subject="ellen")
    then = clock.now
    clock.advance(timedelta(days=1))
    anna.update(item.id, audience="group:finance")
    assert past_of(bert, item, then) == []
    anna.update(item.id, audience=None)
    assert past_of(bert, item, then) == EVERYWHERE


def test_shared_today_its_past_is_open(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What was personal then and is shared now may be read as it was then."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    item = anna.add(content="I like sailing.", subject="ellen", is_personal=True)
    then = clock.now
    clock.advance(timedelta(days=1))
    assert past_of(bert, item, then) == []
    anna.share(item.id)
    assert past_of(bert, item, then) == EVERYWHERE


def test_what_was_never_shared_stays_personal(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Sharing an item shares what it says: what it said before is for its contributor alone, by
    every road into the past, as it is in its changes."""
    store = memory("adviser")
    anna = store.acting_as(ANNA)
    item = anna.add(content="My rival likes sailing.", subject="ellen", is_personal=True)
    first = clock.now
    clock.advance(timedelta(days=1))
    anna.update(item.id, content="Ellen likes sailing.")
    second = clock.now
    clock.advance(timedelta(days=1))
    anna.share(item.id)
    third = clock.now
    clock.advance(timedelta(days=1))
    anna.update(item.id, content="Ellen likes hiking.")
    for who in (BERT, KARIN, ADA):
        other = store.acting_as(who)
        assert past_of(other, item, first) == []
        assert other.recall("rival", as_of=first).hits == ()
        assert past_of(other, item, second) == past_of(other, item, third) == EVERYWHERE
        assert other.get(item.id, as_of=second).content == "Ellen likes sailing."
        assert "rival" not in repr(other.changes_of(item.id))
    for then in (first, second, third):
        assert past_of(anna, item, then) == EVERYWHERE
    assert anna.get(item.id, as_of=first).content == "My rival likes sailing."


def test_an_admin_s_look_into_a_personal_past_is_on_record(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """C-30: what is personal today is audited when read, also where it was shared then."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="I like sailing.", subject="ellen")
    then = clock.now
    clock.advance(timedelta(days=1))
    store.acting_as(ANNA).update(item.id, is_personal=True)
    ada = store.acting_as(ADA)
    ada.get(item.id, as_of=then)
    assert [entry.action for entry in ada.admin.audit(item_id=item.id)] == [
        "item.look",
        "item.update",
        "item.add",
    ]


def test_withdrawn_knowledge_does_not_reach_agents_by_the_past(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S4-29: what was revoked since is not handed to an agent as it was when it was approved."""
    store = memory("corporate")
    ada = store.acting_as(ADA)
    item = ada.add(content="I like sailing.", subject="ellen")
    ada.review.approve(item.id)
    then = clock.now
    clock.advance(timedelta(days=1))
    assert past_of(store.acting_as(BOT), item, then) == EVERYWHERE
    ada.review.revoke(item.id, reason="wrong")
    assert past_of(store.acting_as(BOT), item, then) == []
    assert "get" in past_of(ada, item, then)


def test_record_time_never_runs_backwards(memory: MemoryFactory, clock: FrozenClock) -> None:
    """When a clock is set back, positions stay true and the ledger's times do not fall."""
    store = memory("adviser")
    first = store.add(content="first")
    points = [position(store)]
    start = clock.now
    clock.advance(timedelta(days=-3))
    store.update(first.id, content="first, changed")
    points.append(position(store))
    second = store.add(content="second")
    points.append(position(store))
    times = [entry.at for entry in reversed(store.admin.audit())]
    assert times == sorted(times)
    contents = [[item.content for item in store.items(as_of=point)] for point in points]
    assert contents == [["first"], ["first, changed"], ["second", "first, changed"]]
    assert store.items(as_of=start - timedelta(seconds=1)).items == ()
    assert [item.id for item in store.items(as_of=start)] == [second.id, first.id]
    assert store.verify().ok
