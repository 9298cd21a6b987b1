"""The list of conversations: those of which a caller may read words, the last begun first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, Principal
from remembrancer.core.limits import OPENING_CHARACTERS_MAX
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN


def talk(store: Memory, id: str, *said: str, **about: Any) -> None:
    store.conversations.start(id, **about)
    store.conversations.append(id, [{"author_id": "ellen", "content": one} for one in said])


def ids(store: Memory, **given: Any) -> list[str]:
    return [one.id for one in store.conversations.list(**given)]


def test_conversations_are_listed_page_by_page(memory: MemoryFactory) -> None:
    """The last begun first, each once, whatever the size of a page."""
    store = memory().acting_as(ANNA)
    for number in range(5):
        talk(store, f"talk-{number}", "hello")
    expected = [f"talk-{number}" for number in (4, 3, 2, 1, 0)]
    for size in (1, 2, 5, 50):
        found, cursor = [], None
        while True:
            page = store.conversations.list(limit=size, cursor=cursor)
            assert len(page) <= size
            found += [one.id for one in page]
            if (cursor := page.next) is None:
                break
        assert found == expected
    assert page[0].id == "talk-4"
    assert [one.id for one in page[3:]] == expected[3:]


def test_one_in_the_list_is_told_as_it_is_by_itself(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """How many messages it has, when the last was said, when it was closed, and its summary."""
    store = memory().acting_as(ANNA)
    talk(store, "long", *(f"We decided: the flat is let for {n} pounds." for n in range(60)))
    clock.advance(timedelta(hours=1))
    talk(store, "closed", "one", "two", title="A call", channel_id="web", subject="ellen")
    store.conversations.close("closed")
    store.jobs.wait()
    store.conversations.start("empty")
    listed = store.conversations.list()
    assert [one.id for one in listed] == ["empty", "closed", "long"]
    for one in listed:
        told = one.model_dump(exclude={"opening"})
        assert told == store.conversations.get(one.id).model_dump()
    assert [one.message_count for one in listed] == [0, 2, 60]
    assert [one.opening for one in listed[:2]] == [None, "one"]
    assert listed[1].closed_at is not None
    assert listed[2].summary is not None


def test_conversations_of_a_subject_a_channel_or_an_owner(memory: MemoryFactory) -> None:
    """Each filter leaves those that it names; several leave what all of them do."""
    store = memory()
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    talk(anna, "a", "hello", subject="ellen", channel_id="web")
    talk(anna, "b", "hello", subject="omar", channel_id="web")
    talk(bert, "c", "hello", subject="ellen")
    assert ids(anna, subject="ellen") == ["c", "a"]
    assert ids(anna, channel_id="web") == ["b", "a"]
    assert ids(anna, owner=BERT.name) == ["c"]
    assert ids(anna, subject="ellen", owner=ANNA.name) == ["a"]
    assert ids(anna, subject="nobody") == []


@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_nobody_is_told_of_the_personal_conversations_of_others(
    memory: MemoryFactory, preset: str
) -> None:
    """Not even an admin: who wants to see one asks for it by its id, which goes on record."""
    store = memory(preset)
    talk(store.acting_as(ANNA), "diary", "I am moving.", is_personal=True)
    assert ids(store.acting_as(ANNA)) == ["diary"]
    for other in (ADA, KARIN, BERT, BOT):
        assert ids(store.acting_as(other)) == []
    actions = [one.action for one in store.acting_as(ADA).admin.audit()]
    assert "conversation.look" not in actions


def test_where_messages_are_for_their_owners_so_is_the_list(memory: MemoryFactory) -> None:
    """In `corporate` others see none of which they can read no word; admins see what is shared."""
    store = memory("corporate")
    anna, bert, carl = (store.acting_as(one) for one in (ANNA, BERT, CARL))
    talk(anna, "open", "hello")
    talk(anna, "quiet", "hello")
    bert.conversations.append("open", {"author_id": "bert", "content": "I am here too."})
    assert ids(anna) == ["quiet", "open"]
    assert ids(bert) == ["open"]
    (seen,) = bert.conversations.list()
    assert (seen.message_count, seen.opening) == (1, "I am here too.")
    assert ids(carl) == ids(store.acting_as(BOT)) == []
    assert ids(store.acting_as(KARIN)) == ["quiet", "open"]


def test_an_audience_of_others_and_another_space_are_out_of_the_list(memory: MemoryFactory) -> None:
    """What is for a group is for its people, and what is elsewhere is not here."""
    store = memory()
    talk(store.acting_as(ANNA), "finance", "hello", audience="group:finance")
    assert ids(store.acting_as(Principal("fay", groups=["finance"]))) == ["finance"]
    assert ids(store.acting_as(CARL)) == []
    assert ids(memory().acting_as(ADA)) == []


def test_an_erased_conversation_is_out_of_the_list(memory: MemoryFactory) -> None:
    """Nothing is left of it to be listed."""
    store = memory()
    talk(store, "gone", "hello", subject="ellen")
    talk(store, "kept", "hello", subject="omar")
    store.erase(subject="ellen", reason="Asked to.")
    assert ids(store) == ["kept"]


def test_an_opening_is_short(memory: MemoryFactory) -> None:
    """It is cut where a list has no room."""
    store = memory()
    talk(store, "talk", "a" * 999)
    assert [one.opening for one in store.conversations.list()] == ["a" * OPENING_CHARACTERS_MAX]


def test_a_list_of_conversations_refuses_what_it_cannot_read(memory: MemoryFactory) -> None:
    """A page of no size, an empty name, and a cursor that is not of this space."""
    store = memory()
    for given in ({"limit": 0}, {"limit": 501}, {"owner": ""}, {"cursor": "no such place"}):
        with pytest.raises(InvalidInput, match=next(iter(given))):
            store.conversations.list(**given)
