"""Provenance and audit: from the source through evidence and review, with actor, time, reason."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Memory
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position, rows
from tests.people import ADA, ANNA, BERT, BOT, CARL, COLLECTOR, KARIN

SECRET = "xylophone"


def test_the_whole_path_is_told(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Source, evidence, chain and every act on the item, each with who, when and why."""
    store = memory("corporate")
    start = clock.now
    day = timedelta(days=1)
    done = store.acting_as(ANNA).remember(
        "The nightly job retries twice.", source="notes.md#3", infer=False
    )
    item = done.items[0]
    clock.advance(day)
    store.acting_as(KARIN).review.approve(item.id, reason="checked in the code")
    clock.advance(day)
    store.acting_as(BERT).confirm(item.id, quote="Yes, twice.", reason="saw it run")
    store.acting_as(CARL).vote(item.id, 1)
    clock.advance(day)
    newer = store.acting_as(KARIN).supersede(
        item.id, content="The nightly job retries three times.", reason="somebody said so"
    )
    store.acting_as(KARIN).review.approve(newer.id, reason="changed on Monday")
    path = store.acting_as(KARIN).provenance(item.id)
    assert path.item == store.acting_as(KARIN).get(item.id)
    assert path.sources == (done.source,)
    assert [(one.source_id, one.quote) for one in path.item.evidence] == [
        (path.sources[0].id, "The nightly job retries twice."),
        (None, "Yes, twice."),
    ]
    assert [one.id for one in path.chain] == [item.id, newer.id]
    assert [(one.action, one.actor, one.at, one.reason) for one in path.changes] == [
        ("item.add", ANNA.name, start, None),
        ("review.approve", KARIN.name, start + day, "checked in the code"),
        ("item.confirm", BERT.name, start + 2 * day, "saw it run"),
        ("item.vote", CARL.name, start + 2 * day, None),
        ("item.supersede", KARIN.name, start + 3 * day, "changed on Monday"),
    ]
    after = store.acting_as(KARIN).provenance(newer.id)
    assert [one.action for one in after.changes] == ["item.add", "review.approve"]
    assert after.chain == path.chain


def test_changes_name_the_fields_and_not_the_words(memory: MemoryFactory) -> None:
    """An admin reads from an entry which fields changed; before and after are the versions."""
    store = memory("adviser")
    item = store.add(content="58", title="Age")
    store.update(item.id, content="60", title="Her age")
    (update, _) = store.admin.audit(item_id=item.id)
    assert update.detail == {"fields": ["title", "content"], "version": 2}
    then = update.seq - 1
    assert (store.get(item.id, as_of=then).content, store.get(item.id).content) == ("58", "60")


def test_positions_are_not_for_everybody(memory: MemoryFactory) -> None:
    """Contributors read who, when and why; numbers that tell of hidden rows are left out."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x")
    store.acting_as(ADA).review.approve(item.id, reason="fine")
    for who in (ANNA, BERT, BOT):
        changes = store.acting_as(who).provenance(item.id).changes
        assert [(one.action, one.reason, one.seq, one.detail) for one in changes] == [
            ("item.add", None, 0, {}),
            ("review.approve", "fine", 0, {}),
        ]
    assert [one.seq for one in store.acting_as(KARIN).provenance(item.id).changes] == [2, 3]


def test_sources_are_shown_to_who_may_read_them(memory: MemoryFactory) -> None:
    """A personal source stays with its owner, also when the item is shared."""
    store = memory("adviser")
    anna = store.acting_as(ANNA)
    item = anna.remember("my own words", infer=False, is_personal=True).items[0]
    anna.share(item.id)
    path = store.acting_as(BERT).provenance(item.id)
    assert (path.sources, path.item.evidence) == ((), ())
    assert len(anna.provenance(item.id).sources) == 1


def acts(store: Memory) -> list[tuple[str, str, str | None]]:
    """One of each act of governance: action, actor and reason as they must stand in the log."""
    karin, ada, anna = store.acting_as(KARIN), store.acting_as(ADA), store.acting_as(ANNA)
    ids = [anna.add(content=f"fact {n}").id for n in range(4)]
    karin.review.approve(ids[0], reason="right")
    karin.review.reject(ids[1], reason="wrong")
    ada.review.mandate(ids[2], reason="policy")
    ada.review.revoke(ids[0], reason="outdated")
    karin.update(ids[2], title="edited", reason="clearer")
    karin.dismiss(ids[3], reason="duplicate")
    return [
        ("item.dismiss", KARIN.name, "duplicate"),
        ("item.update", KARIN.name, "clearer"),
        ("review.revoke", ADA.name, "outdated"),
        ("review.mandate", ADA.name, "policy"),
        ("review.reject", KARIN.name, "wrong"),
        ("review.approve", KARIN.name, "right"),
    ]


def test_every_act_is_one_row_with_actor_time_and_reason(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S4-20: approve, reject, mandate, revoke and edit each stand once in the log, newest first."""
    store = memory("corporate")
    expected = acts(store)
    log = store.acting_as(KARIN).admin.audit()
    told = [(one.action, one.actor, one.reason) for one in log]
    assert told[: len(expected)] == expected
    assert {one.at for one in log} == {clock.now}
    assert [one.seq for one in log] == list(range(position(store), 0, -1))


def test_the_log_is_read_page_by_page(memory: MemoryFactory) -> None:
    """`before` goes on where the last page ended, without a gap or a repetition."""
    store = memory("corporate")
    acts(store)
    admin = store.acting_as(ADA).admin
    whole = admin.audit()
    read: list[Any] = []
    before = None
    while page := admin.audit(before=before, limit=3):
        read.extend(page)
        before = page[-1].seq
    assert tuple(read) == whole


def test_the_log_is_for_admins(memory: MemoryFactory) -> None:
    """Everybody else is refused by role."""
    store = memory("corporate")
    for who in (ANNA, BOT, COLLECTOR):
        with pytest.raises(Forbidden, match="audit log"):
            store.acting_as(who).admin.audit()


@ON_THE_FASTEST
@pytest.mark.parametrize("limit", [0, -1, 1_001, "5", None, 2.5, True])
def test_a_page_of_the_log_has_a_size(memory: MemoryFactory, limit: Any) -> None:
    """From 1 to 1,000, a whole number."""
    with pytest.raises(InvalidInput, match="limit"):
        memory("corporate").admin.audit(limit=limit)


@ON_THE_FASTEST
@pytest.mark.parametrize("before", [10**30, -(10**30), "x", 1.5, []])
def test_a_place_in_the_log_is_a_position(memory: MemoryFactory, before: Any) -> None:
    """What can be no position is refused as one, or simply lies beyond the log."""
    store = memory("corporate")
    try:
        page = store.admin.audit(before=before)
    except InvalidInput:
        return
    assert len(page) in (0, position(store))


def test_the_log_of_an_unknown_item_is_empty(memory: MemoryFactory) -> None:
    """Nothing happened to what is not there."""
    assert memory("corporate").admin.audit(item_id="km_000000000000") == ()


def test_the_ledger_holds_no_text(memory: MemoryFactory) -> None:
    """Content, reasons and quotes stand beside the ledger, so that they can be erased one day."""
    store = memory("corporate").acting_as(ADA)
    item = store.add(
        content=f"{SECRET} one",
        title=f"{SECRET} two",
        data={SECRET: SECRET},
        tags=[SECRET],
        subject=SECRET,
    )
    store.review.approve(item.id, reason=f"{SECRET} three")
    store.confirm(item.id, quote=f"{SECRET} four")
    store.remember(f"{SECRET} five", infer=False)
    store.conversations.start("call")
    store.conversations.append("call", {"author_id": "a", "content": f"{SECRET} six"})
    store.supersede(item.id, content=f"{SECRET} seven", reason=f"{SECRET} eight")
    ledger = [row for table, row in rows(store) if table in ("ledger", "head")]
    assert ledger
    assert not [row for row in ledger if SECRET in row]


def test_what_was_said_in_a_conversation_names_it(memory: MemoryFactory) -> None:
    """S2-16, S4-73: the conversation is the source of what was said in it, and an item that no
    words prove is marked so."""
    store = memory("adviser")
    talk = store.conversations.start(title="Review")
    said = {"id": "m1", "author_id": "ellen", "role": "user", "content": "I earn £61,000 a year."}
    store.conversations.append(talk.id, [said])
    store.conversations.close(talk.id)
    store.jobs.wait()
    (item,) = store.items()
    path = store.provenance(item.id)
    assert [one.source_id for one in item.evidence] == [talk.id]
    (source,) = path.sources
    assert (source.id, source.type, source.metadata) == (
        talk.id,
        "conversation",
        {"title": "Review"},
    )
    assert path.is_proven
    assert not store.provenance(store.add(content="It stands alone.").id).is_proven
