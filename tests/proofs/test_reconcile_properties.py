"""What is drawn out and filed is filed once, in whatever order it comes, and by however many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, permutations
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remembrancer import Memory
from remembrancer.build import HANDLERS, open_store
from remembrancer.jobs.due_work import Workshop
from remembrancer.jobs.schedule import EXTRACT
from remembrancer.jobs.task import Tools
from remembrancer.jobs.worker import JobWorker
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import START
from tests.examples import examples
from tests.proofs.remembering import SAID, die_after_capture, die_at_statements, opened

FIRST = datetime.fromisoformat(START) - timedelta(days=30)  # nothing is said ahead of time
# Each answers a question of its own: none has anything to do with another.
INDEPENDENT = (
    "My salary is 50,000 kr a month.",
    "I want to retire at 58.",
    "I prefer email over phone calls.",
    "I am allergic to peanuts.",
    "I live in Uppsala.",
    "I work as a nurse.",
    "I have a mortgage of 2,400,000 kr.",
    "I speak German.",
    "We decided to sell the boat in June.",
)
# In each line all answer one question: the one that was said last holds.
DEPENDENT = (
    ("My salary is 50,000 kr a month.", "My salary is 60,000 kr a month."),
    ("I live in Uppsala.", "I moved to Lund last week."),
    ("I live in Uppsala.", "I live in Lund."),
    ("I prefer email.", "I prefer phone calls."),
    ("I want to retire at 58.", "I want to retire at 62."),
    ("I am allergic to peanuts.", "I am not allergic to peanuts."),
)
AGAIN = (
    *(text for line in DEPENDENT for text in line),
    "My monthly salary is 50,000 kr.",
    "I think my salary is 60,000 kr a month.",
    "I no longer live in Uppsala.",
    "Thanks, that helps a lot!",
    "Good morning! How are you today?",
)
PRESETS = ("adviser", "companion", "community", "desk", "corporate")
_numbers = count(1)


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[Memory, FrozenClock]]:
    """One store for all examples, each in a space of its own."""
    clock = FrozenClock(START)
    with Memory.open(":memory:", space="lobby", clock=clock, background=False) as memory:
        yield memory, clock


def _space(store: tuple[Memory, FrozenClock], preset: str = "adviser") -> Memory:
    store[1].now = FIRST + timedelta(days=60)
    return store[0].in_space(f"space {next(_numbers)}", preset)


def active(memory: Memory) -> set[tuple[str, str | None]]:
    return {(one.content, one.subject) for one in memory.items(lifecycle="active", limit=500)}


def head(memory: Memory) -> object:
    found = memory.verify()
    assert found.ok, found.broken_at
    return found.head


def say(memory: Memory, text: str, day: int, subject: str | None = "ellen", **fields: Any) -> Any:
    """A text that was said on that day, under an id of its own."""
    at = FIRST + timedelta(days=day)
    source = {"id": f"{subject} {day} {text}", "occurred_at": at}
    return memory.remember(text, subject=subject, source=source, **fields)


# -- the same twice


@given(preset=st.sampled_from(PRESETS), texts=st.lists(st.sampled_from(AGAIN), max_size=6))
@example("desk", ["I live in Uppsala.", "I live in Uppsala."])
@examples(15)
def test_a_conversation_that_is_drawn_from_again_changes_nothing(
    store: tuple[Memory, FrozenClock], preset: str, texts: list[str]
) -> None:
    """However often a conversation comes to rest, what is in it is filed once."""
    memory = _space(store, preset)
    said = [
        {"id": f"m{number}", "author_id": "ellen", "content": text}
        for number, text in enumerate(texts)
    ]
    memory.remember("I live in Uppsala.", subject="ellen")  # known from elsewhere
    memory.conversations.start("talk", subject="ellen")
    for _ in range(2):
        if said:
            memory.conversations.append("talk", said)
        memory.conversations.close("talk")
        memory.jobs.wait()
    memory.conversations.close("talk")
    before = head(memory)
    memory.jobs.wait()
    assert head(memory) == before


@given(
    preset=st.sampled_from(PRESETS),
    texts=st.lists(st.sampled_from(AGAIN), min_size=1, max_size=6),
    random=st.randoms(use_true_random=False),
)
@examples(25)
def test_sources_that_come_again_change_nothing(
    store: tuple[Memory, FrozenClock], preset: str, texts: list[str], random: Any
) -> None:
    """What was remembered may come again under its id at once, and what an item was drawn from
    also after all the rest, in any order: the ledger stays as it is.

    What only confirmed an item is not known for good: the soak shows where it comes back."""
    memory = _space(store, preset)
    filed = []
    for day, text in enumerate(texts):
        told = say(memory, text, day)
        if told.items:
            filed.append((day, text))
        before = head(memory)
        say(memory, text, day)
        assert head(memory) == before
    random.shuffle(filed)
    for day, text in filed:
        told = say(memory, text, day)
        assert (told.items, told.superseded, told.reconfirmed, told.contradictions) == ((),) * 4
    assert head(memory) == before


def test_messages_that_come_again_change_nothing(store: tuple[Memory, FrozenClock]) -> None:
    """Messages are known by their ids, also where a conversation grew in between."""
    memory = _space(store)
    said = [
        {"id": f"m{number}", "author_id": "ellen", "content": text}
        for number, text in enumerate(INDEPENDENT)
    ]
    memory.remember(said[:4], source="talk", subject="ellen")
    memory.remember(said, source="talk", subject="ellen")
    before = head(memory)
    assert memory.remember(said, source="talk", subject="ellen").items == ()
    assert head(memory) == before


def test_what_was_settled_does_not_come_back(store: tuple[Memory, FrozenClock]) -> None:
    """A person settled a contradiction: the words that lost are not learned again when the
    conversation in which they were repeated goes on."""
    memory = _space(store, "community")
    say(memory, "I live in Uppsala.", 0)
    memory.conversations.start("talk", subject="ellen")
    at = FIRST + timedelta(days=2)
    said = {"id": "m", "author_id": "owner", "content": "I live in Uppsala.", "timestamp": at}
    memory.conversations.append("talk", said)
    memory.conversations.close("talk")
    memory.jobs.wait()
    say(memory, "I live in Lund.", 1)
    (flagged,) = memory.review.contradictions()
    memory.review.resolve(flagged.id, "kept_b")
    memory.conversations.append("talk", {"author_id": "owner", "content": "Thank you!"})
    memory.conversations.close("talk")
    memory.jobs.wait()
    assert active(memory) == {("I live in Lund.", "ellen")}
    assert memory.review.contradictions() == ()


# -- in any order


@given(
    facts=st.lists(
        st.tuples(st.sampled_from(INDEPENDENT), st.sampled_from((None, "ellen", "maria"))),
        min_size=2,
        max_size=6,
        unique=True,
    ),
    preset=st.sampled_from(("adviser", "community", "desk")),
    random=st.randoms(use_true_random=False),
)
@examples(15)
def test_independent_facts_may_come_in_any_order(
    store: tuple[Memory, FrozenClock],
    facts: list[tuple[str, str | None]],
    preset: str,
    random: Any,
) -> None:
    """The same facts are known at the end, whichever came first."""
    found = []
    for _ in range(2):
        memory = _space(store, preset)
        for text, subject in facts:
            say(memory, text, 0, subject)
        found.append(active(memory))
        assert memory.review.contradictions() == ()
        random.shuffle(facts)
    assert found[0] == found[1]


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
@pytest.mark.parametrize("texts", DEPENDENT, ids=lambda texts: texts[1])
def test_what_was_said_last_holds(
    store: tuple[Memory, FrozenClock], texts: tuple[str, str], preset: str
) -> None:
    """Two statements on one question leave the same behind, whichever of them arrives first:
    the one that was said later, or both and a contradiction where a person decides."""
    found = []
    for order in permutations(enumerate(texts)):
        memory = _space(store, preset)
        for day, text in order:
            say(memory, text, day)
        open_ones = {frozenset((one.a.content, one.b.content)) for one in _flags(memory)}
        found.append((active(memory), open_ones))
    assert found[0] == found[1]


def _flags(memory: Memory) -> Sequence[Any]:
    return memory.review.contradictions()


@given(st.permutations([(0, 50_000), (1, 60_000), (2, 50_000), (3, 70_000), (4, 60_000)]))
@example([(1, 60_000), (4, 60_000), (3, 70_000), (2, 50_000), (0, 50_000)])
@examples(10)
def test_the_latest_of_many_values_holds(
    store: tuple[Memory, FrozenClock], said: list[tuple[int, int]]
) -> None:
    """A value that goes up and down is at the end what was said last, in whatever order the
    notes arrive."""
    memory = _space(store)
    for day, value in said:
        say(memory, f"My salary is {value:,} kr a month.", day)
    assert active(memory) == {("My salary is 60,000 kr a month.", "ellen")}


def test_what_is_trusted_less_does_not_bury_what_comes_late(
    store: tuple[Memory, FrozenClock],
) -> None:
    """A note that arrives late is not put beneath what somebody less trusted said after it."""
    for order in permutations((0, 1)):
        memory = _space(store)
        for day in order:
            trust = "outside" if day else "person"
            at = FIRST + timedelta(days=day)
            memory.remember(
                f"My salary is {5 + day}0,000 kr a month.",
                subject="ellen",
                source={"id": f"note {day}", "occurred_at": at, "trust": trust},
            )
        assert ("My salary is 50,000 kr a month.", "ellen") in active(memory)


# -- a plan


@given(
    preset=st.sampled_from(PRESETS),
    known=st.lists(st.sampled_from(AGAIN), max_size=4),
    text=st.sampled_from(AGAIN),
)
@examples(15)
def test_a_dry_run_leaves_no_trace(
    store: tuple[Memory, FrozenClock], preset: str, known: list[str], text: str
) -> None:
    """A dry run says what would be done, exactly as it is done then, and changes no row."""
    memory = _space(store, preset)
    for day, one in enumerate(known):
        say(memory, one, day)
    before, rows = head(memory), _rows(memory)
    shown = say(memory, text, 9, dry_run=True)
    assert head(memory) == before
    assert _rows(memory) == rows
    done = say(memory, text, 9)
    assert [(one.step, one.because) for one in shown.plan] == [
        (one.step, one.because) for one in done.plan
    ]
    assert [one.reason for one in shown.skipped] == [one.reason for one in done.skipped]


def _rows(memory: Memory) -> dict[str, int]:
    """How many rows each table of the store holds."""
    raw = memory._session.store._database._writer.raw  # type: ignore[attr-defined]
    names = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    names.remove("search")  # counted by its own tables
    return {name: raw.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


# -- several at once


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new store."""
    return postgres.fresh_url() if request.param == "postgres" else str(tmp_path / "store.db")


def together(acts: Sequence[Callable[[], object]]) -> None:
    barrier = Barrier(len(acts))

    def begin(act: Callable[[], object]) -> None:
        barrier.wait()
        act()

    with ThreadPoolExecutor(len(acts)) as threads:
        list(threads.map(begin, acts))


def check_once(url: str) -> None:
    """Each of the facts is there once, with one quote, and nothing else is."""
    with opened(url) as memory:
        assert memory.verify().ok
        items = memory.items(limit=500)
        assert sorted(one.data["slot"] for one in items) == sorted(slot for _, slot in SAID)
        assert {len(one.evidence) for one in items} == {1}
        assert memory.review.contradictions() == ()


def test_who_remembers_the_same_at_once_changes_it_once(url: str) -> None:
    """Four callers, each with a store of its own, remember the same conversation together."""
    said = [
        {"id": f"m{number}", "author_id": "ellen", "content": text}
        for number, (text, _) in enumerate(SAID)
    ]
    with ExitStack() as stack:
        callers = [stack.enter_context(opened(url)) for _ in range(4)]
        together([partial(one.remember, said, source="talk", subject="ellen") for one in callers])
    check_once(url)


def _later(by: timedelta) -> datetime:
    return datetime.now(UTC) + by


def test_two_workers_on_one_conversation_change_it_once(url: str) -> None:
    """The lease of one worker has run out for the other: both draw from the same conversation,
    by rules and at the same time, and what is in it is filed once."""
    with opened(url) as memory:
        memory.conversations.start("talk", subject="ellen")
        for number, (text, _) in enumerate(SAID):
            said = {"id": f"m{number}", "author_id": "ellen", "content": text}
            memory.conversations.append("talk", said)
        memory.conversations.close("talk")
    with ExitStack() as stack:
        workers = []
        for number in range(2):
            shop_store = open_store(url)
            stack.callback(shop_store.close)
            clock = partial(_later, timedelta(hours=number))
            workers.append(JobWorker(Workshop(shop_store, clock, Tools(), HANDLERS)))
        together([partial(one.run, until_idle=True) for one in workers])
    check_once(url)
    with opened(url) as memory:
        assert not [job for job in memory.jobs.list() if job.kind == EXTRACT]


# -- kill -9


def test_who_dies_before_filing_has_kept_the_words(url: str) -> None:
    """kill -9 after the raw text is stored and before anything is filed: the text is there and
    found, nothing half done is, and saying it again under its id files it, once."""
    die_after_capture(url)
    text = " ".join(text for text, _ in SAID)
    with opened(url) as memory:
        assert memory.items().items == ()
        assert memory.recall("mortgage", include=("messages",)).hits
        assert [one.kind for one in memory.jobs.list()] == ["extract"]
        memory.remember(text, subject="ellen", source="note")
    check_once(url)
    with opened(url) as memory:
        before = head(memory)
        memory.remember(text, subject="ellen", source="note")
        assert head(memory) == before


def test_remembering_may_be_killed_at_any_statement(url: str) -> None:
    """Whoever remembers may die at any statement and be asked again: all is filed once.

    The soak tries every statement; here it is every two hundredth."""
    assert die_at_statements(url, stride=200) > 40
    check_once(url)
