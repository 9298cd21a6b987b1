"""Isolation of agents: random calls of all roles on other agents' tiers, and no leak."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from remembrancer import Conflict, Forbidden, InvalidInput, Memory, NotFound, Principal
from tests.people import ADA, ANNA, BERT, COLLECTOR, KARIN

AGENTS = ("one", "two", "three", "four")
SECRET = "secret of {}"  # begins every private value
_REFUSED = (Forbidden, NotFound, InvalidInput, Conflict)


def callers() -> list[Principal]:
    """Agents, people and programs of all roles, and namesakes of agents that are none."""
    agents = [Principal(name, kind="agent") for name in AGENTS]
    mighty = [Principal(name, kind="agent", roles=["ADMIN"]) for name in AGENTS[:2]]
    namesakes = [Principal("one"), Principal("two", kind="service", roles=["ADMIN"])]
    return [*agents, *mighty, *namesakes, ADA, KARIN, ANNA, BERT, COLLECTOR]


class Desk:
    """Two spaces with the same agents, each of which has private entries, and calls on them."""

    def __init__(self, memory: Memory, other: Memory, seed: int) -> None:
        self._random = Random(seed)
        self._spaces = [memory.acting_as(ADA), other.acting_as(ADA)]
        for place, space in enumerate(self._spaces):
            for name in AGENTS:
                space.agents.register(name, specializations=["margins"], kinds=["note"])
                own = space.acting_as(Principal(name, kind="agent")).agents.memory(name)
                for number in range(3):
                    own.put(f"key {number}", f"{SECRET.format(name)} in {place}", is_shared=False)

    def call(self) -> None:
        """One call of somebody, on somebody's memory, in one of the spaces."""
        random = self._random
        place = random.randrange(2)
        principal, target = random.choice(callers()), random.choice(AGENTS)
        memory = self._spaces[place].acting_as(principal)
        its = memory.agents.memory(target)
        key = f"key {random.randrange(4)}"
        own = SECRET.format(principal.name)
        acts: list[Callable[[], Any]] = [
            lambda: its.get(key),
            lambda: its.get(key),
            its.pull,
            its.pending,
            lambda: its.push(key),
            its.push,
            lambda: its.put(key, own, is_shared=False),
            lambda: its.put(f"shared {random.randrange(9)}", f"margins {random.random()}"),
            lambda: memory.tools.call("pull", {}),
            lambda: memory.recall("secret margins", k=5),
            lambda: memory.items(),
            lambda: memory.agents.list(),
            memory.agents.sync.status,
            memory.agents.sync.tick,
            lambda: memory.jobs.list(),
            lambda: memory.admin.audit(),
        ]
        act = random.choice(acts)
        try:
            answer = repr(act())
        except _REFUSED as error:
            answer = str(error)
        self._check(answer, principal, place)

    def _check(self, answer: str, principal: Principal, place: int) -> None:
        """Nobody is told what another agent, or one of another space, keeps for itself."""
        is_agent = principal.name in AGENTS and principal.kind.value == "agent"
        for name in AGENTS:
            for other in range(2):
                told = f"{SECRET.format(name)} in {other}"
                is_own = is_agent and name == principal.name and other == place
                assert is_own or told not in answer, (principal, answer)
