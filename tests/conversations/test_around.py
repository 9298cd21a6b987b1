"""Around a message: what was said right before and after it, as far as the viewer may read on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import Reader
from remembrancer.search.port import MessageContext
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.meaning import looking
from tests.people import ADA, ANNA, BERT

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def talk(store: Memory, count: int, name: str = "call", **options: Any) -> None:
    """So many messages, a day apart, which say their place."""
    store.conversations.start(name, **options)
    for n in range(count):
        say(store, f"{name} {n}", name, BEGIN + n * DAY)


def say(store: Memory, words: str, name: str = "call", at: datetime = BEGIN) -> None:
    store.conversations.append(name, {"author_id": "x", "content": words, "timestamp": at})


def around(
    store: Memory, *said: str, steps: int = 2, at: datetime | None = None, **filters: Any
) -> tuple[set[str], set[tuple[str, str]]]:
    """The words of all messages that came along, and which was said right before which."""

    def look(reader: Reader) -> MessageContext:
        terms = tuple(dict.fromkeys(word for words in said for word in words.split()))
        known = reader.search.messages(
            terms, reader.search.statistics(terms), RecallFilter(), limit=500, at=None
        )
        keys = [one.key for one in known if one.said in said]
        assert len(keys) == len(said)
        point = None if at is None else reader.point(at)
        filter = RecallFilter.model_validate(filters)
        return reader.context_window.around(keys, filter, steps=steps, at=point)

    found = looking(store, look)
    words = {key: one.said for key, one in found.candidates.items()}
    assert all(key == one.key for key, one in found.candidates.items())
    after = {(words.get(one, ""), words.get(other, "")) for one, other in found.after.items()}
    return set(words.values()), after


def chain(*numbers: int, name: str = "call") -> tuple[set[str], set[tuple[str, str]]]:
    words = [f"{name} {n}" for n in numbers]
    return set(words), set(pairwise(words))


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_so_many_steps_either_way(memory: MemoryFactory, steps: int) -> None:
    """As far as was asked for, and not beyond the ends of the conversation."""
    store = memory("adviser")
    talk(store, 8)
    talk(store, 3, "mail")
    assert around(store, "call 4", steps=steps) == chain(*range(4 - steps, 5 + steps))
    assert around(store, "call 0", steps=steps) == chain(*range(1 + steps))
    words, after = around(store, "call 7", "mail 0", steps=steps)
    assert words == {
        *chain(*range(7 - steps, 8))[0],
        *chain(*range(min(steps + 1, 3)), name="mail")[0],
    }
    assert ("call 7", "mail 0") not in after


def test_overlapping_surroundings_are_one(memory: MemoryFactory) -> None:
    """Messages near each other share their neighbours."""
    store = memory("adviser")
    talk(store, 9)
    assert around(store, "call 2", "call 5") == chain(*range(8))


def test_nothing_is_around_nothing(memory: MemoryFactory) -> None:
    """Without a message there is nothing to read on from."""
    store = memory("adviser")
    talk(store, 2)
    found = looking(
        store, lambda reader: reader.context_window.around([], RecallFilter(), steps=2, at=None)
    )
    assert found == MessageContext({}, {})


def mixed(store: Memory) -> tuple[Memory, Memory]:
    """A conversation of two, where raw words are for those who brought them."""
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    anna.conversations.start("call")
    for n in range(6):
        say(anna if n in (2, 3) else bert, f"call {n}", "call", BEGIN + n * DAY)
    return anna, bert


def test_what_is_hidden_is_no_neighbour(memory: MemoryFactory) -> None:
    """Who may not see a message is given the next one after it, and learns nothing of it."""
    store = memory("corporate")
    anna, bert = mixed(store)
    assert around(bert, "call 1", steps=1) == chain(0, 1, 4)
    assert around(bert, "call 4", steps=2) == chain(0, 1, 4, 5)
    assert around(anna, "call 3", steps=2) == chain(2, 3)
    assert around(store.acting_as(ADA), "call 1", steps=1) == chain(0, 1, 2)


def test_the_past_has_the_neighbours_of_then(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What was recorded later is not around it, whatever time it carries."""
    store = memory("adviser")
    talk(store, 4)
    then = clock.now
    clock.advance(DAY)
    say(store, "call 4")
    assert around(store, "call 3") == chain(1, 2, 3, 4)
    assert around(store, "call 3", at=then) == chain(1, 2, 3)
    assert around(store, "call 4", at=then) == (set(), set())


@pytest.mark.parametrize(
    ("filters", "left"),
    [
        ({"since": BEGIN + 2 * DAY}, (2, 3, 4, 5)),
        ({"until": BEGIN + 4 * DAY}, (1, 2, 3)),
        ({"subject": "nobody"}, ()),
        ({"conversation_id": "call"}, (1, 2, 3, 4, 5)),
    ],
)
def test_filters_hold_for_neighbours(
    memory: MemoryFactory, filters: dict[str, Any], left: tuple[int, ...]
) -> None:
    """A text that does not pass the filters comes in by no other way either."""
    store = memory("adviser")
    talk(store, 7, subject="ellen")
    assert around(store, "call 3", **filters) == chain(*left)


def test_of_an_erased_message_nothing_comes_along(memory: MemoryFactory) -> None:
    """It keeps its place in the conversation, and that is all that is left of it."""
    store = memory("adviser").acting_as(ADA)
    remembered = store.remember(
        [{"author_id": "x", "content": "call 0"}],
        source={"id": "call", "type": "meeting"},
        infer=False,
    )
    for n in (1, 2):
        say(store, f"call {n}")
    assert around(store, "call 1")[0] == {"call 0", "call 1", "call 2"}
    store.erase(remembered.items[0].id, reason="asked for")
    assert around(store, "call 1")[0] == {"call 1", "call 2"}


def test_neighbours_of_a_hit_may_be_hits(meaning_memory: MemoryFactory) -> None:
    """An answer often stands beside the words of the question, and says none of them."""
    store = meaning_memory("adviser")
    store.conversations.start("call")
    for words in ("Where does the annual regatta begin?", "In Whitby.", "Bring a coat."):
        say(store, words)
    store.jobs.wait()
    answer = store.recall("regatta begin", explain=True)
    assert {hit.text for hit in answer.hits} >= {"In Whitby.", "Bring a coat."}


def test_recall_reads_on_only_where_the_caller_may(meaning_memory: MemoryFactory) -> None:
    """A message between two others is a hit for who brought it, and for no other member."""
    store = meaning_memory("corporate")
    anna, bert = mixed(store)
    store.jobs.wait()
    found = [
        {hit.text for hit in one.recall("call 1", k=50).hits}
        for one in (anna, bert, store.acting_as(ADA))
    ]
    assert found == [chain(2, 3)[0], chain(0, 1, 4, 5)[0], chain(*range(6))[0]]
