"""Nobody reads another agent's memory: a tenth of the proof, and the wall behind the queries."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from remembrancer.store.schema import agent_entry, agent_update
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, Engine
from tests.people import ADA, KARIN
from tests.proofs import debate_isolation
from tests.proofs.desk_isolation import Desk
from tests.team.desk import RISK, agent, caller, opened

CALLS = 250  # on each engine; the soak makes 10,000
DEBATE_CALLS = 100  # likewise


@ON_EITHER_SORT
def test_random_calls_leak_nothing(memory: MemoryFactory) -> None:
    """Callers of all roles get no word of what another agent keeps for itself."""
    desk = Desk(memory("desk"), memory("desk"), seed=7)
    for _ in range(CALLS):
        desk.call()


@ON_EITHER_SORT
def test_random_calls_on_debates_leak_nothing(memory: MemoryFactory) -> None:
    """Callers of all roles get no word of debates for other groups and in other spaces, and scores
    count what the caller may see."""
    desk = debate_isolation.Desk(memory("desk"), memory("desk"), seed=7)
    for _ in range(DEBATE_CALLS):
        desk.call()


def test_the_wall_holds_alone(memory: MemoryFactory, engine: Engine) -> None:
    """On a server, a query without any condition shows an agent its own rows, and an admin none."""
    if not engine.is_server:
        pytest.skip("a file has no row-level security")
    desk = opened(memory("desk"))
    for name in ("financial", RISK):
        agent(desk, name).put("k", f"retail margins of {name}", kind="risk_note")
    agent(desk, "financial").push()

    def seen(of: Any, table: Any) -> list[str]:
        def look(reader: Any, _: Any) -> list[str]:
            return [row[0] for row in reader.all(lambda: select(table.c.agent), table.name)]

        found: list[str] = of._session.read(look)
        return found

    assert seen(caller(desk, RISK), agent_entry) == [RISK]
    assert seen(caller(desk, RISK), agent_update) == [RISK]
    assert seen(caller(desk, "financial"), agent_update) == []
    for admin in (ADA, KARIN):
        assert seen(desk.acting_as(admin), agent_entry) == []
        assert seen(desk.acting_as(admin), agent_update) == []
