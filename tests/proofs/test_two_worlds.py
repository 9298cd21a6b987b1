"""Two worlds that differ only in what is hidden look the same to those it is hidden from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.ports import Embedder
from remembrancer.testing import HashingEmbedder
from tests import postgres
from tests.answers import said
from tests.plain_arrivals import plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.plain.plain_state import PlainPerson
from tests.proofs.plain.plain_words import FAMILIES
from tests.proofs.random_calls import PEOPLE, SPACES, START, RandomCalls
from tests.proofs.side_by_side import SideBySide

pytestmark = pytest.mark.usefixtures("plain_arrivals")

_ONLOOKERS = (
    PlainPerson("eve"),
    PlainPerson("spy", kind="agent", groups=frozenset({"green"})),
)
# A program that reviews belongs to every audience: from it only what is personal is hidden.
_PROGRAMS = (
    PlainPerson("gatekeeper", kind="agent", roles=frozenset({"KM_ADMIN"})),
    PlainPerson("steward", kind="service", roles=frozenset({"ADMIN"})),
)
_HIDERS = ("anna", "kim")
_PERSONAL: dict[str, Any] = {"is_personal": True}
_FOR_A_GROUP: dict[str, Any] = {"audience": "group:red"}


def _in_memory() -> str:
    return ":memory:"


# Steps cost several times as much on a server, and make the same statements.
_ON_BOTH = [(_in_memory, 30), (postgres.fresh_url, 9)]


def compare_worlds(
    seed: int,
    steps: int,
    url: Callable[[], str] = _in_memory,
    embedder: Embedder | None = None,
    *,
    is_all_personal: bool = False,
) -> None:
    """Lives through the same open acts in two worlds, with hidden ones in the second. Where all
    of those are personal, programs that review are onlookers too."""
    onlookers = (*_ONLOOKERS, *_PROGRAMS) if is_all_personal else _ONLOOKERS
    places = (_PERSONAL,) if is_all_personal else (_PERSONAL, _FOR_A_GROUP)
    people = (*PEOPLE, *_ONLOOKERS, *_PROGRAMS)
    with ExitStack() as stack:
        worlds = [SideBySide(url(), SPACES, people, START, embedder=embedder) for _ in range(2)]
        for pair in worlds:
            stack.callback(pair.close)
        hidden, open_acts = Random(seed), Random(seed)
        for step in range(steps):
            number = open_acts.getrandbits(32)
            if step % 3 == 0:
                _hide(worlds[1], hidden, places)
            for pair in worlds:
                _act_openly(pair, Random(number))
        if embedder is not None:
            for pair in worlds:
                pair.wait()
        for space in SPACES:
            for onlooker in onlookers:
                one, other = (
                    _everything(pair.memory(space, onlooker.name), pair, space) for pair in worlds
                )
                assert one == other


@pytest.mark.parametrize(("seed", "tail"), [(0, 512), (1, 4)])
def test_what_is_hidden_changes_nothing_for_others(
    seed: int, tail: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No list, count, score, explanation, order or history shows that something hidden happened,
    whether the words of recent texts are already folded into the statistics or not."""
    monkeypatch.setattr("remembrancer.store.unit.unit_of_work.STATISTICS_TAIL_MAX", tail)
    compare_worlds(seed, steps=60)


@pytest.mark.parametrize("tail", [pytest.param(512, marks=pytest.mark.soak), 4])
def test_what_is_hidden_changes_nothing_on_a_server(
    tail: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds on PostgreSQL."""
    monkeypatch.setattr("remembrancer.store.unit.unit_of_work.STATISTICS_TAIL_MAX", tail)
    compare_worlds(tail, steps=12, url=postgres.fresh_url)


@pytest.mark.parametrize(("url", "steps"), _ON_BOTH, ids=["sqlite", "postgres"])
def test_what_is_personal_changes_nothing_for_programs_that_review(
    url: Callable[[], str], steps: int
) -> None:
    """The same holds for agents and services with the role of an admin: no list, count, score,
    order or history tells them of what is personal to others."""
    compare_worlds(5, steps=steps, url=url, embedder=HashingEmbedder(16), is_all_personal=True)


@pytest.mark.parametrize(("url", "steps"), _ON_BOTH, ids=["sqlite", "postgres"])
def test_what_is_hidden_changes_nothing_by_meaning(url: Callable[[], str], steps: int) -> None:
    """With an embedder too: no leg, score or place of an answer shows it."""
    compare_worlds(7, steps=steps, url=url, embedder=HashingEmbedder(16))


@pytest.mark.parametrize("url", [_in_memory, postgres.fresh_url], ids=["sqlite", "postgres"])
@pytest.mark.parametrize("hidden_in", ["practice", "firma"])
def test_hits_of_equal_score_keep_their_order(hidden_in: str, url: Callable[[], str]) -> None:
    """Which of two equally good hits comes first does not depend on what others hide, nor on what
    happens in another space."""
    orders = []
    for messages in (0, 5):
        pair = SideBySide(url(), SPACES, (*PEOPLE, *_ONLOOKERS), START)
        pair.start(hidden_in, "anna", "hidden talk", is_personal=True)
        hello = {"author_id": "anna", "content": "hello"}
        for _ in range(messages):
            pair.append(hidden_in, "anna", "hidden talk", [hello])
        pair.add("practice", "ben", {"content": "a mortgage"})
        pair.add("practice", "ben", {"content": "the mortgage"})
        pair.start("practice", "ben", "open talk")
        pair.append("practice", "ben", "open talk", [{**hello, "content": "mortgages"}])
        hits = pair.memory("practice", "eve").recall("mortgage").hits
        orders.append([hit.text for hit in hits])
        pair.close()
    assert orders[0] == orders[1]


def _act_openly(pair: SideBySide, random: Random) -> None:
    """An act that everybody may see, the same in both worlds."""
    space = random.choice(tuple(SPACES))
    calls = RandomCalls(pair, ("ben",))
    shared = [item for item in pair.plain[space].items if item.owner == "ben"]
    verb = random.choice(("add", "add", "approve", "update", "supersede", "confirm", "talk"))
    if verb == "talk":
        pair.start(space, "ben", "open talk")
        pair.append(space, "ben", "open talk", calls.messages(random, space, with_ids=True))
    elif verb == "add" or not shared:
        subject = random.choice((None, "ellen"))
        pair.add(space, "ben", {"content": calls.text(random, space), "subject": subject})
    else:
        item = random.choice(shared)
        if verb == "approve":
            pair.review(space, "owner", item.id, "approve")
        elif verb == "update":
            pair.update(space, "owner", item.id, {"content": calls.text(random, space)})
        elif verb == "supersede" and len(shared) > 3:
            pair.supersede(space, "ben", item.id, {"content": calls.text(random, space)})
        else:
            pair.confirm(space, "ben", item.id)


def _hide(pair: SideBySide, random: Random, places: Sequence[dict[str, Any]]) -> None:
    """Personal items and those of a group, in the very words of the open ones, or hidden again."""
    space = random.choice(tuple(SPACES))
    calls = RandomCalls(pair, _HIDERS)
    for _ in range(3):
        who = random.choice(_HIDERS)
        place = random.choice(places)
        text = calls.text(random, space)
        if random.random() < 0.3:
            pair.start(space, who, "hidden talk", **place)
            pair.append(space, who, "hidden talk", [{"author_id": who, "content": text}])
        elif random.random() < 0.5:
            pair.remember(space, who, text, subject="ellen", **place)
        else:
            item = pair.add(space, who, {"content": text, "subject": "ellen"})
            # For a moment everybody could see it. Its words must not count any more either.
            if item is not None:
                pair.update(space, who, item.id, {"is_personal": True})


def _everything(memory: Memory, pair: SideBySide, space: str) -> list[Any]:
    """All that a caller can get, with the ids replaced by their place in the caller's own list."""
    items = memory.items(limit=500)
    places = {item.id: f"item {place}" for place, item in enumerate(reversed(items.items))}
    words = [family[0] for family in FAMILIES[pair.plain[space].preset.language]]
    questions = [*words, " ".join(words)]
    then = START
    seen = [
        [item.model_dump() for item in items],
        [item.model_dump() for item in memory.items(then, limit=500)],
        memory.stats().model_dump(),
        memory.summary("ellen").model_dump(),
        [said(memory.recall(one, k=50, explain=True)).model_dump() for one in questions],
        [said(memory.recall(one, k=5, subject="ellen")).model_dump() for one in questions],
        [[one.model_dump() for one in memory.history(id)] for id in places],
        [memory.provenance(id).model_dump() for id in places],
        memory.subscribe().poll(),
        [one.model_dump() for one in memory.review.contradictions()],
        [one.model_dump() for one in memory.conversations.list()],
        [memory.conversations.messages(one.id) for one in memory.conversations.list()],
    ]
    return [_renamed(part, places) for part in seen]


def _renamed(value: Any, places: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {_renamed(key, places): _renamed(one, places) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, places) for one in value]
    return places.get(value, value) if isinstance(value, str) else value
