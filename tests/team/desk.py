"""A desk of four agents, for tests."""

from __future__ import annotations

from remembrancer import Memory, Principal
from remembrancer.front.desk.agents import AgentMemory
from tests.people import ADA

NAMES = ("financial", "strategy", "valuation")
RISK = "risk"


def opened(memory: Memory) -> Memory:
    """The three agents of the seed and a fourth one, registered by an admin."""
    admin = memory.acting_as(ADA)
    for name in NAMES:
        admin.agents.register(name)
    admin.agents.register(RISK, specializations=["retail margins"], kinds=["risk_note"])
    return admin


def caller(memory: Memory, name: str) -> Memory:
    """The memory as an agent has it."""
    return memory.acting_as(Principal(name, kind="agent"))


def agent(memory: Memory, name: str) -> AgentMemory:
    return caller(memory, name).agents.memory(name)
