"""What walks teach: weights of categories for ranking, and attributes of clients that tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import InvalidInput, Item, Memory, Principal
from remembrancer.core.limits import LEARNED_BY_ONE_MAX, LEARNED_MAX
from remembrancer.recall.learned_weights import Use, learned
from tests.conftest import MemoryFactory
from tests.engines import Engine
from tests.people import ADA, ANNA, BERT
from tests.walks.trail import Trail

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
CALLERS = tuple(Principal(f"caller {number}", groups=["finance"]) for number in range(8))
QUESTION = "What do we know of the bridge loan?"


def _words(store: Memory) -> Sequence[str]:
    """Three categories: none that anybody declared, but where only declared ones are taken."""
    registry = store._session.space.preset.categories
    return registry.values[:3] if registry.strict else ("covenants", "weather", "secret")


def _known(store: Memory, category: str, count: int = 3, **fields: Any) -> list[Item]:
    """So many items of a category that nobody declared, for everybody to see."""
    found: list[Item] = [
        store.add(content=f"The bridge loan, {category}, part {n}.", category=category, **fields)
        for n in range(count)
    ]
    if found[0].review.value == "pending" and not fields.get("is_personal"):
        store.acting_as(ADA).review.batch([one.id for one in found], "approve", reason="known")
    return found


def _walk(
    store: Memory, by: Principal, found: Sequence[Item], used: Iterable[Item], times: int = 6
) -> None:
    trail = Trail(store).of(by)
    for _ in range(times):
        id = trail.ask(QUESTION, *found)
        trail.walks.used(id, [one.id for one in used])


def _weights(store: Memory) -> dict[str, float]:
    return {one.category: one.weight for one in store.walks.report(limit=100).learned}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_often_used_rises_where_the_caller_wants_it(
    memory: MemoryFactory, preset: str
) -> None:
    """S0-52: a category that nobody declared and many use appears in the learned weights; with
    `learned=True` its items rise, `explain` shows by how much, and without it nothing changes."""
    store = memory(preset).acting_as(ADA)
    liked, other, _ = _words(store)
    useful, idle = _known(store, liked), _known(store, other)
    before = store.recall(QUESTION, include=("items",))
    for caller in CALLERS:
        _walk(store, caller, [*useful, *idle], useful)
    weights = _weights(store)
    assert weights[liked] > 1.0 > weights[other]
    assert store.recall(QUESTION, include=("items",)).hits == before.hits
    found = store.recall(QUESTION, include=("items",), learned=True, explain=True)
    assert {hit.id for hit in found.hits[:3]} == {one.id for one in useful}
    for hit in found.hits:
        (leg,) = [one for one in hit.legs if one.leg == "learned"]
        category = liked if hit.id in {one.id for one in useful} else other
        assert leg.value == weights[category]
        assert (leg.share > 0) == (leg.value > 1.0)
    again = store.recall(QUESTION, include=("items",), learned=True, explain=True)
    assert again.hits == found.hits


def test_one_caller_moves_no_more_than_its_share(memory: MemoryFactory, engine: Engine) -> None:
    """A thousand walks of one caller move a weight by its ceiling at most, and take nothing away
    from what others taught."""
    store = memory("adviser").acting_as(ADA)
    useful, idle = _known(store, "covenants"), _known(store, "weather")
    for caller in CALLERS[:2]:
        _walk(store, caller, [*useful, *idle], useful)
    before = _weights(store)
    times = 1_000 if engine.name == "sqlite-memory" else 100
    _walk(store, ANNA, [*useful, *idle], idle, times=times)
    after = _weights(store)
    for category in ("covenants", "weather"):
        assert 0 < abs(after[category] - before[category]) <= LEARNED_BY_ONE_MAX
    assert after["covenants"] > 1.0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("hidden", ["personal", "group", "beside what is shared"])
def test_nothing_is_learned_from_what_is_hidden(
    memory: MemoryFactory, preset: str, hidden: str
) -> None:
    """A walk that brought up something which not every member may see changes nobody's weights,
    not even its owner's, however often it is made."""
    store = memory(preset).acting_as(ADA)
    liked, other, secret = _words(store)
    shared, idle = _known(store, liked), _known(store, other)
    mine = store.acting_as(ANNA)
    if hidden == "group":
        own = [mine.add(content="The bridge loan.", category=secret, audience="group:finance")]
    else:
        own = [mine.add(content="The bridge loan.", category=secret, is_personal=True)]
    beside = [*shared, *idle] if hidden == "beside what is shared" else []
    _walk(store, ANNA, [*own, *beside], [*own, *(shared if beside else ())], times=12)
    for caller in (ANNA, BERT, ADA):
        seen = store.acting_as(caller)
        assert _weights(seen) == {}
        plain = seen.recall(QUESTION, include=("items",))
        assert seen.recall(QUESTION, include=("items",), learned=True).hits == plain.hits


def test_nothing_is_learned_from_what_waits_for_a_review(memory: MemoryFactory) -> None:
    """Where agents are told reviewed items alone, a pending one teaches nothing until then."""
    store = memory("corporate").acting_as(ADA)
    liked, other, _ = _words(store)
    mine = store.acting_as(ANNA)
    own = [mine.add(content=f"The bridge loan {one}.", category=one) for one in (liked, other)]
    _walk(store, ANNA, own, own[:1], times=12)
    assert _weights(store) == {}
    store.review.batch([one.id for one in own], "approve", reason="known")
    assert set(_weights(store)) == {liked, other}


def test_what_was_hidden_since_is_unlearned(memory: MemoryFactory) -> None:
    """When an item is made personal or erased, what was learned from it is gone at once."""
    store = memory("adviser").acting_as(ADA)
    useful, idle = _known(store, "covenants"), _known(store, "weather")
    for caller in CALLERS:
        _walk(store, caller, [*useful, *idle], useful)
    assert _weights(store)
    store.update(useful[0].id, is_personal=True)
    assert _weights(store) == {}


def test_the_weights_are_the_same_for_all(memory: MemoryFactory) -> None:
    """Whoever asks, an admin, a member or a program, has the same weights."""
    store = memory("community").acting_as(ADA)
    useful, idle = _known(store, "covenants"), _known(store, "weather")
    for caller in CALLERS[:3]:
        _walk(store, caller, [*useful, *idle], useful)
    told = [_weights(store.acting_as(one)) for one in (ADA, BERT, Principal("b", kind="agent"))]
    assert told[0]
    assert told == [told[0]] * 3


def test_the_switch_is_true_or_false(memory: MemoryFactory) -> None:
    """Anything else is refused by name."""
    with pytest.raises(InvalidInput, match="learned is True or False"):
        memory("adviser").recall("x", learned="yes")  # type: ignore[arg-type]


_USES = st.lists(
    st.builds(
        Use,
        st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"]),
        st.integers(1, 30),
        st.sampled_from([None, "x", "y", "z"]),
        st.booleans(),
    ),
    max_size=200,
)


@given(_USES)
def test_no_caller_and_no_crowd_moves_more_than_the_ceilings(uses: list[Use]) -> None:
    """Whatever is in the walks: all together stay within the ceiling, leaving one caller out
    changes a weight by that caller's ceiling at most, and the order of walks does not matter."""

    def by_category(some: Iterable[Use]) -> dict[str, float]:
        return {one.category: one.weight for one in learned(some)}

    whole = by_category(uses)
    assert by_category(reversed(uses)) == whole
    assert all(abs(weight - 1.0) <= LEARNED_MAX + 1e-6 for weight in whole.values())
    for caller in {use.owner for use in uses}:
        rest = by_category(use for use in uses if use.owner != caller)
        for category in {*whole, *rest}:
            moved = whole.get(category, 1.0) - rest.get(category, 1.0)
            assert abs(moved) <= LEARNED_BY_ONE_MAX + 1e-5


# -- attributes of clients


def _clients(store: Memory) -> tuple[list[Item], list[Item]]:
    """Traces of six clients, of whom three are self-employed."""
    traces: tuple[list[Item], list[Item]] = ([], [])
    for number in range(6):
        is_own = number % 2 == 0
        name = f"client {number}"
        store.add(
            content=f"{name} works.",
            category="employment" if is_own else "hobby",
            subject=name,
            data={"works": "for herself" if is_own else "for others", "note": "x" * 200},
        )
        traces[not is_own].append(
            store.add(
                content=f"Drawdown for {name}.",
                kind="decision_trace",
                subject=name,
                category="case",
            )
        )
    return traces


def test_the_report_says_which_attributes_of_clients_tell(memory: MemoryFactory) -> None:
    """S0-50: where traces of clients who work for themselves are used as precedents and those of
    others are not, that attribute comes first, with its lift and its counts."""
    store = memory("adviser").acting_as(ADA)
    own, others = _clients(store)
    _walk(store, ANNA, [*own, *others], own, times=5)
    found = {(one.attribute, one.value): one for one in store.walks.report(limit=50).clients}
    first = store.walks.report(limit=1).clients[0]
    assert (first.attribute, first.value) in {("works", "for herself"), ("category", "employment")}
    told = found["works", "for herself"]
    assert (told.used, told.returned, told.walks, told.clients) == (15, 15, 5, 3)
    assert told.lift > 1.5 > 0.5 > found["works", "for others"].lift
    assert not [one for one in found if one[0] in ("note", "value")]
    assert ("category", "case") not in found  # the item says so itself, and nothing else does


def test_one_walk_and_one_client_prove_nothing(memory: MemoryFactory) -> None:
    """An attribute is told that was met in three walks and about two clients at least."""
    store = memory("adviser").acting_as(ADA)
    own, others = _clients(store)
    _walk(store, ANNA, [*own, *others], own, times=2)
    assert store.walks.report().clients == ()
    _walk(store, ANNA, own[:1], own[:1], times=9)
    assert {one.clients for one in store.walks.report(limit=50).clients} <= {2, 3, 6}


def test_attributes_that_the_reader_may_not_see_tell_nothing(memory: MemoryFactory) -> None:
    """What is known of a client for a group, or by somebody personally, is no attribute in the
    report of others."""
    store = memory("adviser").acting_as(ADA)
    own, others = _clients(store)
    for one in own:
        mine = store.acting_as(ANNA)
        mine.add(content="Ill.", subject=one.subject, category="health", is_personal=True)
        mine.add(content="Owes.", subject=one.subject, category="debt", audience="group:finance")
    _walk(store, BERT, [*own, *others], own, times=5)
    told = store.acting_as(BERT).walks.report(limit=100)
    assert told.clients
    assert not {"health", "debt"} & {one.value for one in told.clients}
