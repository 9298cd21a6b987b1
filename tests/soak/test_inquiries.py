"""Sixteen inquiries at once, on two processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.bench.retrieval_worlds import EXAMPLE, fill, read_worlds
from tests.cli.program import environment
from tests.engines import NEEDS_KGLITE
from tests.inquiry.sessions import SESSIONS, SPACE, STRATEGIES
from tests.proofs.servers import drop, fresh_url
from tests.soak.size import Told, sized

pytestmark = [pytest.mark.soak, NEEDS_KGLITE]

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The example world, in a store that several processes open."""
    url = str(tmp_path / "store.db") if request.param == "sqlite" else fresh_url()
    (world,) = read_worlds(EXAMPLE)
    with Memory.open(url, space=SPACE, preset="community", background=False) as memory:
        fill(memory, world)
    yield url
    if request.param == "postgres":
        drop(url)


def _asked(store: str, *, rounds: int, seconds: float = 0.0) -> list[list[str]]:
    """What two processes with eight sessions each say of their inquiries."""
    command = (sys.executable, "-m", "tests.inquiry.sessions", store, str(rounds), str(seconds))
    started = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [one.communicate(timeout=570) for one in started]
    assert [one.returncode for one in started] == [0, 0], "\n".join(err for _, err in said)
    return [line.split() for out, _ in said for line in out.splitlines()]


def test_sixteen_sessions_at_once(store: str) -> None:
    """With every strategy: no error, no limit, and the three facts each time."""
    rounds = sized(ci=2, full=10)
    told = Told(f"16 inquiries at once on two processes, {rounds} rounds")
    lines = _asked(store, rounds=rounds)
    assert len(lines) == 2 * SESSIONS * rounds
    assert {strategy for strategy, _, _ in lines} == set(STRATEGIES)
    assert {(facts, limited) for _, facts, limited in lines} == {("3", "False")}
    told.result(f"{len(lines)} inquiries, no error")


def test_the_deadline_holds_for_all_of_them(store: str) -> None:
    """Sixteen models that think for ever: each inquiry ends at its deadline, with what was found
    so far."""
    lines = _asked(store, rounds=1, seconds=5.0)
    assert len(lines) == 2 * SESSIONS
    assert {limited for _, _, limited in lines} == {"True"}
