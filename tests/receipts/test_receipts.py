"""Receipts: whatever was delivered can be shown again, to whom it was made for and to admins."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Conflict, InvalidInput, Item, Message, NotFound, Review, Shown
from remembrancer.delivery.template_registry import TEMPLATES
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import counts
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN
from tests.receipts import desk
from tests.receipts.desk import Desk


@pytest.fixture
def open_desk(memory: MemoryFactory) -> Desk:
    return Desk(memory("corporate").acting_as(ANNA))


def known(memory: MemoryFactory) -> tuple[Desk, Item]:
    """A desk of Anna's, and something that an admin let through."""
    anna = Desk(memory("corporate").acting_as(ANNA))
    item = anna.memory.remember("Refunds take ten days.", infer=False, title="Refunds").items[0]
    return anna, anna.of(KARIN).memory.review.approve(item.id)


def say(place: Desk, *, is_personal: bool = False) -> Message:
    place.memory.conversations.start("talk", is_personal=is_personal)
    said = {"id": "m1", "author_id": "anna", "content": "Ten days!"}
    return place.memory.conversations.append("talk", said)[0]


def test_a_receipt_says_what_was_delivered_to_whom_and_why(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Each thing with its part and its reason, what was withheld, the budget, and the text."""
    place, item = known(memory)
    message = say(place)
    id, text = place.hand(item, messages=[message], subject="refunds", withheld={"budget": 2})
    found = place.memory.receipt(id)
    assert id.startswith("rcp_")
    assert (found.id, found.kind, found.template) == (id, "bundle", desk.TEMPLATE)
    assert (found.at, found.delivered_to, found.subject) == (clock.now, ANNA.name, "refunds")
    assert (found.token_estimate, found.token_budget) == (-(-len(text) // 4), 100)
    assert [(one.part, one.why, one.shown) for one in found.included] == [
        ("known", "asked for", Shown.WHOLE),
        ("said", "just now", Shown.WHOLE),
    ]
    assert [one.item_id for one in found.included] == [item.id, None]
    assert (found.included[1].conversation_id, found.included[1].message_id) == ("talk", "m1")
    assert found.withheld == {"budget": 2}
    assert (found.text, found.is_intact) == (text, True)
    assert found.text_hash == hashlib.sha256(text.encode()).hexdigest()


def test_a_receipt_replays_what_was_known_then(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A changed, replaced, confirmed or aged item, and other settings, leave the text alone."""
    place, item = known(memory)
    id, text = place.hand(item, live={"b": 1, "a": [1, "two"]})
    admin = place.of(ADA).memory
    clock.advance(timedelta(days=40))
    admin.update(item.id, content="Refunds take two days.", title=None)
    admin.confirm(item.id, quote="ten days, still")
    admin.admin.configure({"confidence": {"half_life_months": 1.0}})
    admin.supersede(item.id, content="There are no refunds.")
    again = place.memory.receipt(id)
    assert (again.text, again.is_intact) == (text, True)
    assert place.hand(item)[1] != text


def test_receipts_leave_the_ledger_alone(memory: MemoryFactory) -> None:
    """Delivering is no change of knowledge: the chain has no row of it, and stays whole."""
    place, item = known(memory)
    before = counts(place.memory)
    place.hand(item)
    after = counts(place.memory)
    assert after["ledger"] == before["ledger"]
    assert (after["delivery"], after["delivered"]) == (1, 1)
    assert place.of(ADA).memory.verify().ok


def test_nobody_sees_the_receipts_of_others(memory: MemoryFactory) -> None:
    """To others it does not exist, with the same words as one that never was; admins see it."""
    place, item = known(memory)
    id, text = place.hand(item)
    for other in (BERT, CARL, BOT):
        with pytest.raises(NotFound) as hidden:
            place.of(other).memory.receipt(id)
        with pytest.raises(NotFound) as unknown:
            place.of(other).memory.receipt("rcp_000000000000")
        assert str(hidden.value).replace(id, "") == str(unknown.value).replace(
            "rcp_000000000000", ""
        )
        assert place.of(other).memory.told(item.id) == ()
        assert place.of(other).memory.provenance(item.id).deliveries == ()
    with pytest.raises(NotFound):
        place.of(ADA).memory.in_space(f"beside {id}").receipt(id)
    assert place.of(KARIN).memory.receipt(id).text == text


def test_positions_are_for_admins(memory: MemoryFactory) -> None:
    """A position tells how much happened in the space."""
    place, item = known(memory)
    id, _ = place.hand(item)
    admin = place.of(ADA).memory
    assert admin.receipt(id).position == admin.verify().rows
    assert place.memory.receipt(id).position is None
    assert place.memory.told(item.id)[0].position is None


def test_who_was_told_is_one_question(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Newest first: admins see everybody, others themselves; of each, this item alone."""
    place, item = known(memory)
    other = place.of(KARIN).memory.add(content="Cash only.")
    handed = []
    for caller in (ANNA, BERT, BERT):
        clock.advance(timedelta(hours=1))
        handed.append(place.of(caller).hand(item, place.of(KARIN).memory.get(item.id))[0])
    place.of(KARIN).hand(other)
    told = place.of(ADA).memory.told(item.id)
    assert [(one.id, one.delivered_to) for one in told] == [
        (handed[2], BERT.name),
        (handed[1], BERT.name),
        (handed[0], ANNA.name),
    ]
    assert {one.item_id for head in told for one in head.included} == {item.id}
    assert [one.id for one in place.memory.told(item.id)] == handed[:1]
    assert place.of(ADA).memory.provenance(item.id).deliveries == told
    with pytest.raises(NotFound):
        place.memory.told("km_000000000000")


def test_what_a_conversation_was_handed_over_in_is_one_question(memory: MemoryFactory) -> None:
    """Deliveries with words of it, newest first: to admins everybody's, to others their own."""
    place, item = known(memory)
    message = say(place)
    place.hand(item)  # holds nothing that was said
    first, _ = place.hand(item, messages=[message], subject="refunds")
    karin = place.of(KARIN)
    second, _ = karin.hand(messages=[message])
    told = place.memory.conversations.receipts("talk")
    assert [one.id for one in told] == [first]
    assert [one.part for one in told[0].included] == ["known", "said"]
    assert [one.id for one in karin.memory.conversations.receipts("talk")] == [second, first]
    assert [one.id for one in karin.memory.conversations.receipts("talk", limit=1)] == [second]
    place.memory.conversations.start("other")
    assert place.memory.conversations.receipts("other") == ()
    with pytest.raises(NotFound, match="talks"):
        place.memory.conversations.receipts("talks")
    with pytest.raises(InvalidInput, match="limit"):
        place.memory.conversations.receipts("talk", limit=0)


def test_receipts_are_listed_page_by_page(memory: MemoryFactory) -> None:
    """Newest first, each once, whatever the size of a page; none tells what it held."""
    place, item = known(memory)
    handed = [place.hand(item)[0] for _ in range(5)][::-1]
    for size in (1, 2, 5, 50):
        found, cursor = [], None
        while True:
            page = place.memory.receipts(limit=size, cursor=cursor)
            assert len(page) <= size
            found += [one.id for one in page]
            if (cursor := page.next) is None:
                break
        assert found == handed
    assert page[0].id == handed[0]
    assert [one.id for one in page[1:3]] == handed[1:3]
    assert [one.included for one in page] == [()] * 5


def test_receipts_are_listed_for_whom_they_were_made(memory: MemoryFactory) -> None:
    """To admins everybody's, to others their own; of a kind, for somebody, about somebody."""
    place, item = known(memory)
    mine, _ = place.hand(item, subject="refunds")
    theirs, _ = place.of(BERT).hand(item)

    def listed(who: Desk, **given: Any) -> list[str]:
        return [one.id for one in who.memory.receipts(**given)]

    admin = place.of(ADA)
    assert listed(place) == [mine]
    assert listed(place.of(BERT)) == [theirs]
    assert listed(place.of(CARL)) == []
    assert listed(admin) == [theirs, mine]
    assert listed(admin, delivered_to=ANNA.name) == [mine]
    assert listed(admin, subject="refunds") == [mine]
    assert listed(admin, kind="bundle") == [theirs, mine]
    assert listed(admin, kind="compose") == []
    assert listed(place, delivered_to=BERT.name) == []
    beside = Desk(admin.memory.in_space(f"beside {mine}"))
    assert listed(beside) == []
    assert [one.position for one in place.memory.receipts()] == [None]
    assert [one.position for one in admin.memory.receipts(limit=1)] == [admin.memory.verify().rows]


def test_a_list_of_receipts_refuses_what_it_cannot_read(memory: MemoryFactory) -> None:
    """A page of no size, an empty name, and a cursor that is not of this space."""
    place, item = known(memory)
    place.hand(item)
    for given in ({"limit": 0}, {"limit": 1001}, {"subject": ""}, {"cursor": "no such place"}):
        with pytest.raises(InvalidInput, match=next(iter(given))):
            place.memory.receipts(**given)


def test_a_conversation_of_the_same_id_is_another(memory: MemoryFactory) -> None:
    """Two people may use one id: each is told of their own."""
    place, _ = known(memory)
    mine, _ = place.hand(messages=[say(place, is_personal=True)])
    bert = place.of(BERT)
    theirs, _ = bert.hand(messages=[say(bert, is_personal=True)])
    assert [one.id for one in place.memory.conversations.receipts("talk")] == [mine]
    assert [one.id for one in bert.memory.conversations.receipts("talk")] == [theirs]


def test_what_the_reader_may_not_see_any_more_is_withheld(memory: MemoryFactory) -> None:
    """Neither its text nor its id, not even to whom it was told; an admin sees the whole."""
    place, item = known(memory)
    admin = place.of(ADA).memory
    message = say(place.of(BERT))
    id, text = place.of(BERT).hand(item, messages=[message])
    admin.review.mandate(item.id, reason="for finance", audience="group:finance")
    found = place.of(BERT).memory.receipt(id)
    assert found.text is not None
    assert "[withheld]" in found.text
    assert "Refunds" not in found.text
    assert not found.is_intact
    assert [(one.item_id, one.shown) for one in found.included] == [
        (None, Shown.WITHHELD),
        (None, Shown.WHOLE),
    ]
    with pytest.raises(NotFound):
        place.of(BERT).memory.told(item.id)
    assert admin.receipt(id).text == text


def test_an_admins_look_at_something_personal_is_on_record(memory: MemoryFactory) -> None:
    """A receipt that holds what is personal shows it to an admin, who is named in the ledger."""
    place = Desk(memory("adviser").acting_as(ANNA))
    own = place.memory.add(content="I am moving to Leeds.", is_personal=True)
    id, text = place.hand(own, messages=[say(place, is_personal=True)])
    admin = place.of(ADA).memory
    assert admin.receipt(id).text == text
    looks = [
        (entry.action, entry.target, entry.actor)
        for entry in admin.admin.audit()
        if entry.action.endswith("look")
    ]
    assert sorted(looks) == [
        ("conversation.look", "talk", ADA.name),
        ("item.look", own.id, ADA.name),
    ]


def test_a_form_of_another_version_is_not_made_up(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt still says what was delivered; only the text is missing."""
    place, item = known(memory)
    id, _ = place.hand(item)
    monkeypatch.delitem(TEMPLATES, desk.TEMPLATE)
    found = place.memory.receipt(id)
    assert (found.text, found.is_intact, found.included[0].item_id) == (None, False, item.id)
    assert found.text_hash


def test_a_message_that_several_have_is_the_callers_own(memory: MemoryFactory) -> None:
    """Ids of conversations and messages are the callers' own."""
    place = Desk(memory("corporate").acting_as(ANNA))
    say(place)
    theirs = place.of(BERT)
    theirs.memory.conversations.start("talk")
    said = {"id": "m1", "author_id": "bert", "content": "Two days."}
    (message,) = theirs.memory.conversations.append("talk", said)
    id, text = theirs.hand(messages=[message])
    assert "Two days." in text
    assert theirs.memory.receipt(id).text == text


def test_what_is_not_there_any_more_is_not_delivered(memory: MemoryFactory) -> None:
    """What was erased or hidden while the text was made refuses the delivery as a whole."""
    place, _ = known(memory)
    before = counts(place.memory)
    for told in (
        DeliveredEntry("known", "asked for", "km_000000000000"),
        DeliveredEntry("said", "just now", message=("talk", "m1", "anna")),
    ):
        session = place.memory._session
        with (
            session.store.writing(session.scope()) as unit,
            pytest.raises(Conflict, match="not there any more"),
        ):
            unit.deliveries.add(new(told))
    assert counts(place.memory) == before
    session = place.memory._session
    with session.store.writing(session.scope()) as unit, pytest.raises(InvalidInput):
        unit.deliveries.add(new()._replace(position=10_000))
    with (
        session.store.writing(session.scope()) as unit,
        pytest.raises(InvalidInput, match="given"),
    ):
        unit.deliveries.add(new()._replace(given={"at": session.clock()}))


def test_a_delivery_may_have_been_read_earlier(memory: MemoryFactory, clock: FrozenClock) -> None:
    """With the position and the time of reading, the receipt holds the versions of then."""
    place, item = known(memory)
    admin = place.of(ADA).memory
    then, position = clock.now, admin.verify().rows
    clock.advance(timedelta(days=1))
    admin.update(item.id, content="Refunds take two days.")
    session = place.memory._session
    with session.store.writing(session.scope()) as unit:
        id = unit.deliveries.add(
            new(DeliveredEntry("known", "asked for", item.id))._replace(position=position, at=then)
        )
        unit.commit()
    found = admin.receipt(id)
    assert (found.at, found.position) == (then, position)
    assert found.text is not None
    assert "ten days" in found.text


def test_what_was_erased_since_the_look_is_not_delivered(memory: MemoryFactory) -> None:
    """Keys that an earlier look told are not believed once somebody wrote: the store looks anew."""
    place, item = known(memory)
    session = place.memory._session
    with session.store.reading(session.scope()) as reader:
        ((key, _),) = reader.approved.bundled(
            reader.approved.ranked(Review.APPROVED, domain=None)
        ).values()
        told = DeliveredEntry("known", "asked for", item.id, key=key)
        delivery = new(told)._replace(position=reader.last_position())
    with session.store.writing(session.scope()) as unit:
        id = unit.deliveries.add(delivery)
        unit.commit()
    (included,) = place.memory.receipt(id).included
    assert included.item_id == item.id
    place.of(ADA).memory.erase(item.id, reason="asked for")
    with (
        session.store.writing(session.scope()) as unit,
        pytest.raises(Conflict, match="not there any more"),
    ):
        unit.deliveries.add(delivery)


def test_ids_that_can_be_none_are_not_found(open_desk: Desk) -> None:
    """Whatever is given for an id."""
    for odd in ("", "rcp_", "\x00", "x" * 500, 7, None):
        with pytest.raises(NotFound):
            open_desk.memory.receipt(odd)  # type: ignore[arg-type]
        with pytest.raises(NotFound):
            open_desk.memory.told(odd)  # type: ignore[arg-type]


def new(*told: DeliveredEntry) -> NewDelivery:
    return NewDelivery(
        kind="bundle",
        template=desk.TEMPLATE,
        subject=None,
        token_estimate=1,
        token_budget=1,
        told=told,
        withheld={},
        given={},
        text="",
    )
