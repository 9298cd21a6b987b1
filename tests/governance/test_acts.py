"""Acts of the engine: what it did by itself is listed with its grounds, and can be undone."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from remembrancer import Act, Conflict, Forbidden, Item, Lifecycle, Memory, NotFound, Principal
from remembrancer.core.grounds import ActKind, Grade, Ground, Judged, ground_words
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items.port import NewItem
from remembrancer.ports import Writer
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT
from tests.scenarios.test_retention import active, compress

OLD: Final = "Ellen wants to retire at 58."
NEW: Final = "Ellen now wants to retire at 60."
AGAIN: Final = "Ellen wants to retire at 60."


def told(store: Memory, clock: FrozenClock, *texts: str) -> tuple[Act, ...]:
    """What the engine did with texts that were said on one day after the other."""
    for text in texts:
        store.remember(text, subject="ellen")
        clock.advance(timedelta(days=1))
    return store.review.acts().acts


def replaced(store: Memory, old: Item, content: str) -> Item:
    """What the engine does when it judges that a later statement replaces an item."""

    def write(unit: Writer, scope: Scope) -> Item:
        stored = change.found(unit, old.id)
        return unit.items.replace(
            stored,
            stored.state._replace(lifecycle=Lifecycle.SUPERSEDED),
            NewItem(stored.state._replace(content=content)),
            reason="said later",
            judged=Judged(
                act=ActKind.SUPERSEDED,
                others=(old.id,),
                grounds=(Ground.SAME_THING, Ground.CHANGE),
                grade=Grade.CERTAIN,
            ),
        )

    return store._session.write(write)


def closed(store: Memory, item: Item) -> Item:
    """What the engine does when it hears that a task is done."""

    def write(unit: Writer, scope: Scope) -> Item:
        stored = change.found(unit, item.id)
        state = stored.state._replace(metadata={**stored.state.metadata, "done": True})
        judged = Judged(act=ActKind.CLOSED, grounds=(Ground.COMPLETION,), grade=Grade.CERTAIN)
        return unit.items.change(stored, state, action=Action.ITEM_UPDATE, judged=judged)

    return store._session.write(write)


def in_use(store: Memory) -> set[str]:
    return {one.content for one in store.items(subject="ellen", lifecycle="active")}


@ON_EITHER_SORT
def test_acts_are_listed_newest_first(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Each names what it was, whose words led to it, what stands, and what it replaced."""
    store = memory()
    confirmed, superseded = told(store, clock, OLD, NEW, AGAIN)
    assert (superseded.act, superseded.actor) == ("superseded", superseded.item.source_user)
    assert superseded.item.content == NEW
    assert [one.content for one in superseded.others] == [OLD]
    assert "58 years → 60 years" in (superseded.reason or "")
    assert (confirmed.act, confirmed.quote) == ("confirmed", AGAIN)
    assert confirmed.item.id == superseded.item.id
    assert confirmed.at > superseded.at
    assert not confirmed.is_undone
    assert store.verify().ok


@ON_THE_FASTEST
def test_what_a_person_does_is_no_act_of_the_engine(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """An explicit verb is the person's own: only what the engine judged is listed."""
    store = memory()
    item = store.add(content=OLD, subject="ellen")
    store.confirm(item.id)
    store.supersede(item.id, content=NEW)
    assert store.review.acts().acts == ()


@ON_EITHER_SORT
def test_acts_come_in_pages(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A page says where the next one starts, and a filter leaves out the other acts."""
    store = memory()
    whole = told(store, clock, OLD, NEW, AGAIN, "Ellen now wants to retire at 62.")
    first = store.review.acts(limit=1)
    rest = store.review.acts(limit=2, cursor=first.next)
    assert (*first, *rest) == whole
    assert rest.next is None
    assert [one.act for one in store.review.acts(act="superseded")] == ["superseded"] * 2
    assert store.review.acts(subject="somebody else").acts == ()
    assert store.review.acts(subject="ellen", act="confirmed")[0] == whole[1]


@ON_EITHER_SORT
def test_undoing_brings_back_what_was_superseded(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Both stand, and saying the same again neither replaces nor flags the one that came back."""
    store = memory()
    (act,) = told(store, clock, OLD, NEW)
    undone = store.review.undo(act.id, reason="She has two plans.")
    assert undone.is_undone
    assert in_use(store) == {OLD, NEW}
    again = store.remember(AGAIN, subject="ellen")
    assert not again.superseded
    assert not again.contradictions
    assert OLD in in_use(store)
    last = store.admin.audit(limit=20)
    assert ("judgement.undo", "She has two plans.") in {(one.action, one.reason) for one in last}
    assert store.verify().ok


@ON_EITHER_SORT
def test_the_ledger_says_on_what_grounds(memory: MemoryFactory) -> None:
    """Its entry holds codes and ids, and the act shows them as they were."""
    store = memory()
    old = store.add(content="The office is in Leeds.")
    new = replaced(store, old, "The office is in York now.")
    entry = store.admin.audit(limit=1)[0]
    assert entry.detail == {
        "supersedes": [old.id],
        "judged": {
            "act": "superseded",
            "others": [old.id],
            "grounds": ["same_thing", "change"],
            "grade": "certain",
        },
    }
    (act,) = store.review.acts()
    assert (act.item.id, act.others[0].id) == (new.id, old.id)
    assert act.grounds == (Ground.SAME_THING, Ground.CHANGE)
    assert (act.grade, act.reason) == (Grade.CERTAIN, "said later")


@pytest.mark.parametrize(
    "texts",
    [
        ("Tom wants to retire at 61.", "Tom now wants to retire at 64.", "Tom retires at 64."),
        (
            "Karin vill gå i pension vid 62 år.",
            "Karin vill nu gå i pension vid 65 år.",
            "Karin vill gå i pension vid 65 år.",
        ),
    ],
)
@ON_THE_FASTEST
def test_an_undone_pair_stays_undone(
    memory: MemoryFactory, clock: FrozenClock, texts: tuple[str, str, str]
) -> None:
    """The same words, or others that say the same, do not supersede it once more."""
    store = memory()
    old, new, again = texts
    (act,) = told(store, clock, old, new)
    store.review.undo(act.id)
    for text in (again, new, again):
        assert not store.remember(text, subject="ellen").superseded
        clock.advance(timedelta(days=1))
    assert old in in_use(store)
    assert not store.review.contradictions()


@ON_EITHER_SORT
def test_undoing_a_confirmation_withdraws_its_evidence(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Confidence, date and evidence are as before, and the same words do not confirm it again."""
    store = memory("companion")
    store.remember("I prefer tea in the morning.", subject="ellen")
    (before,) = store.items(subject="ellen")
    clock.advance(timedelta(days=30))
    said = "I prefer tea in the morning."
    assert store.remember(said, subject="ellen").reconfirmed
    (act,) = store.review.acts()
    confirmed = store.get(before.id)
    assert len(confirmed.evidence) == len(before.evidence) + 1
    store.review.undo(act.id)
    now = store.get(before.id)
    assert now.evidence == before.evidence
    assert now.last_confirmed_at == before.last_confirmed_at
    assert now.confidence_base == before.confidence_base
    clock.advance(timedelta(days=1))
    assert not store.remember(said, subject="ellen").reconfirmed
    assert store.verify().ok


@ON_EITHER_SORT
def test_undoing_a_flag_settles_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A contradiction that is none leaves the list, as both valid."""
    store = memory("community").acting_as(ADA)
    acts = told(store, clock, "Ellen prefers email.", "Ellen prefers phone.")
    (act,) = (one for one in acts if one.act == "flagged")
    assert act.grade is Grade.LIKELY
    assert {act.item.content, *(one.content for one in act.others)} == in_use(store)
    store.review.undo(act.id, reason="Email by day, phone at night.")
    assert store.review.contradictions() == ()
    (settled,) = store.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert settled.resolution.action == "both_valid"
    assert [one.is_undone for one in store.review.acts(act="flagged")] == [True]


@ON_THE_FASTEST
def test_an_act_is_undone_once(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A second time is refused, and so is an id that names no act."""
    store = memory()
    (act,) = told(store, clock, OLD, NEW)
    store.review.undo(act.id)
    with pytest.raises(Conflict, match="was undone before"):
        store.review.undo(act.id)
    for id in ("act_AAAAAAAAAAA", act.id.removeprefix("act_"), act.item.id, "", 3):
        with pytest.raises(NotFound):
            store.review.undo(id)  # type: ignore[arg-type]


@ON_THE_FASTEST
def test_what_changed_meanwhile_is_not_undone(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What replaced the item was itself replaced: the later act is undone first."""
    store = memory()
    later, first = told(store, clock, OLD, NEW, "Ellen now wants to retire at 62.")
    with pytest.raises(Conflict, match="Undo that first"):
        store.review.undo(first.id)
    assert in_use(store) == {"Ellen now wants to retire at 62."}
    store.review.undo(later.id)
    store.review.undo(first.id)
    assert in_use(store) == {OLD, NEW, "Ellen now wants to retire at 62."}


@ON_EITHER_SORT
def test_what_is_personal_shows_to_its_owner_alone(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """No act on another person's items is listed or undone, by an admin neither."""
    store = memory()
    anna = store.acting_as(ANNA)
    for text in (OLD, NEW):
        anna.remember(text, subject="ellen", is_personal=True)
        clock.advance(timedelta(days=1))
    (act,) = anna.review.acts()
    for other in (ADA, BERT):
        beside = store.acting_as(other)
        assert beside.review.acts().acts == ()
        with pytest.raises(NotFound):
            beside.review.undo(act.id)
    looks = [one for one in store.acting_as(ADA).admin.audit() if one.action == "item.look"]
    assert looks == []
    assert anna.review.undo(act.id).is_undone


@ON_EITHER_SORT
def test_an_act_of_a_group_shows_within_the_group(memory: MemoryFactory) -> None:
    """Outside of it nobody learns that there was one."""
    store = memory("community")
    fia, finn = (
        store.acting_as(Principal(name, groups=("finance",), roles=("CONTRIBUTOR",)))
        for name in ("fia", "finn")
    )
    old = fia.add(content="Invoices are paid after 30 days.", audience="group:finance")
    replaced(fia, old, "Invoices are paid after 20 days.")
    (act,) = fia.review.acts()
    assert [one.id for one in finn.review.acts()] == [act.id]
    assert store.acting_as(BERT).review.acts().acts == ()
    with pytest.raises(NotFound):
        store.acting_as(BERT).review.undo(act.id)


@ON_EITHER_SORT
def test_where_review_is_required_the_contributor_or_an_admin_undoes(
    memory: MemoryFactory,
) -> None:
    """Others see what they may see, and leave it as it is."""
    store = memory("corporate")
    ada, anna, bert = (store.acting_as(one) for one in (ADA, ANNA, BERT))
    old = anna.add(content="The till closes at 18:00.")
    new = replaced(anna, old, "The till closes at 19:00.")
    (act,) = anna.review.acts()
    ada.review.approve(new.id)
    for other in (anna, bert):
        with pytest.raises((Forbidden, NotFound)):
            other.review.undo(act.id)
    assert ada.review.undo(act.id).is_undone
    assert ada.get(old.id).lifecycle == "active"


@ON_EITHER_SORT
def test_erased_items_take_their_acts_along(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Nothing is told of what was erased."""
    store = memory()
    (act,) = told(store, clock, OLD, NEW)
    store.review.undo(act.id)
    store.erase(act.others[0].id, reason="asked to")
    assert store.review.acts().acts == ()
    assert store.verify().ok


@ON_EITHER_SORT
def test_undoing_a_merge_takes_it_apart_for_good(memory: MemoryFactory) -> None:
    """Each item stands by itself again, and compression leaves them apart from then on."""
    store = memory("companion")
    names = ("Ek", "Lind", "Berg")
    made = [
        store.add(content=f"Chose K2 for the annual report of {name} Ltd.", kind="decision")
        for name in names
    ]
    compress(store)
    (act,) = store.review.acts(act="merged")
    assert {one.id for one in act.others} == {one.id for one in made}
    store.review.undo(act.id, reason="Three companies, three decisions.")
    assert {one.id for one in active(store)} == {one.id for one in made}
    compress(store)
    assert {one.id for one in active(store)} == {one.id for one in made}
    assert [one.is_undone for one in store.review.acts(act="merged")] == [True]


@ON_EITHER_SORT
def test_what_was_closed_is_open_again(memory: MemoryFactory) -> None:
    """The fields are as they were before; what somebody changed since is not overwritten."""
    store = memory()
    task = store.add(content="Send the P60.", kind="action_item", metadata={"owner": "Jan"})
    closed(store, task)
    (act,) = store.review.acts(act="closed")
    assert store.review.undo(act.id).item.metadata == {"owner": "Jan"}
    closed(store, task)
    store.update(task.id, metadata={"owner": "Tom", "done": True})
    later = store.review.acts(act="closed")[0]
    with pytest.raises(Conflict, match="changed since"):
        store.review.undo(later.id)
    assert store.get(task.id).metadata == {"owner": "Tom", "done": True}


def test_each_ground_has_words() -> None:
    """What people read names every ground, each in its own words."""
    assert len({ground_words(one) for one in Ground}) == len(Ground)
