"""kill -9 among those who capture, work and listen, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.nursery import Nursery
from tests.proofs.servers import drop, fresh_url
from tests.proofs.working import DEADLY, Troupe, Worked, die_at_statements
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_ROUNDS_PER_STORE = 20
_STRIDES = {"meet": 10, "talk_shortly": 5}  # so that in the short soak some twenty die of each


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery(fresh_url()) as started:
        yield started


@pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])
def test_nothing_is_lost_or_done_twice(nursery: Nursery, tmp_path: Path, on_a_server: bool) -> None:
    """However often writers, workers and listeners are killed: all that was acknowledged is there
    once, all work is done once, and the listener heard each change once."""
    rounds = sized(ci=20, full=1_000)
    told = Told(f"kill -9 of writers, workers and listeners, {rounds} times")
    seen = Worked()
    for first in range(0, rounds, _ROUNDS_PER_STORE):
        url = fresh_url() if on_a_server else str(tmp_path / f"store-{first}.db")
        folder = tmp_path / f"sessions-{first}"
        with Troupe(nursery, url, folder, seed=seeded(rounds + first), seen=seen) as troupe:
            for _ in range(min(_ROUNDS_PER_STORE, rounds - first)):
                troupe.round()
                told.progress(f"{seen.rounds} rounds")
            troupe.end()
        if on_a_server:
            drop(url)
    told.result(
        f"{seen.rounds} rounds, killed: {dict(seen.killed)}; {seen.acknowledged} captures "
        f"acknowledged, none lost, {seen.unheard} messages kept whose writer died before it could "
        f"say so; {seen.items} items, none twice; {seen.heard} changes heard, each once; "
        f"{seen.given_up} pieces of work given up and retried"
    )
    assert seen.rounds == rounds


@pytest.mark.parametrize("verb", DEADLY)
@pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])
def test_a_process_may_die_at_any_statement(
    nursery: Nursery, tmp_path: Path, on_a_server: bool, verb: str
) -> None:
    """Whoever captures and works may die at any statement: what was captured is worked on, once."""
    stride = sized(ci=_STRIDES[verb], full=1)
    told = Told(f"kill -9 at every statement of {verb}, in steps of {stride}")
    url = fresh_url() if on_a_server else str(tmp_path / "store.db")
    used = die_at_statements(nursery, url, verb, stride=stride)
    if on_a_server:
        drop(url)
    told.result(f"{used} statements to live, and no bad one to die at")
