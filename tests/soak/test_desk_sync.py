"""A desk for longer: processes that are killed while they sync, and calls on others' memories."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from remembrancer import Memory
from tests.proofs import debate_isolation
from tests.proofs.desk_crowd import DeskCrowd, check, set_up
from tests.proofs.desk_isolation import Desk
from tests.proofs.servers import OwnServer
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

SECONDS = sized(ci=10, full=300)  # on each engine
CALLS = sized(ci=2_000, full=10_000)
DEBATE_CALLS = sized(ci=500, full=10_000)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a write is kept only once it has reached the disk, as on any real server."""
    with ExitStack() as opened:
        if request.param == "postgres":
            yield opened.enter_context(OwnServer()).fresh_url()
        else:
            yield str(tmp_path / "desk.db")


def test_kills_lose_and_double_nothing(url: str, tmp_path: Path) -> None:
    """12 agents in 6 processes, any of which is killed at any moment: every accepted finding is
    pushed once and delivered once to each other agent, in the order of its author."""
    told = Told("a desk in six processes")
    set_up(url)
    crowd = DeskCrowd(url, tmp_path, seeded(1))
    last = crowd.run(SECONDS)
    told.result(f"{check(url, last)}, {crowd.kills} killed")


def test_no_call_of_any_role_leaks(url: str) -> None:
    """Random calls by all roles on other agents' tiers and other spaces."""
    told = Told("calls on other agents' memories")
    with Memory.open(url, preset="desk", background=False, embedder="none") as memory:
        desk = Desk(memory, memory.in_space("other", "desk"), seeded(2))
        for number in range(CALLS):
            desk.call()
            told.progress(f"{number:,} calls")
    told.result(f"{CALLS:,} calls, no leak")


def test_no_call_on_debates_leaks(url: str) -> None:
    """Random calls by all roles on debates of other audiences and other spaces."""
    told = Told("calls on debates of others")
    with Memory.open(url, preset="desk", background=False, embedder="none") as memory:
        desk = debate_isolation.Desk(memory, memory.in_space("other", "desk"), seeded(3))
        for number in range(DEBATE_CALLS):
            desk.call()
            told.progress(f"{number:,} calls")
    told.result(f"{DEBATE_CALLS:,} calls, no leak")
