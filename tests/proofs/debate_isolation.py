"""Isolation of debates: random calls of all roles on debates of other audiences and spaces."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from remembrancer import Conflict, Forbidden, InvalidInput, Memory, NotFound, Principal
from tests.people import ADA

AUDIENCES = ("all", "group:red", "group:blue")
DOMAIN = "margins"
_AGENTS = {"all": ("ann", "ben"), "group:red": ("rex", "rob"), "group:blue": ("bea", "bob")}
_REFUSED = (Forbidden, NotFound, InvalidInput, Conflict)


def callers() -> list[Principal]:
    """Agents and people of each group and of none, and admins."""
    made = [Principal(name, kind="agent") for name in _AGENTS["all"]]
    for group in ("red", "blue"):
        names = _AGENTS[f"group:{group}"]
        made += [Principal(name, kind="agent", groups=[group]) for name in names]
        made.append(Principal(f"user of {group}", groups=[group]))
    made += [Principal("nobody"), Principal("stranger", kind="agent")]
    return [*made, Principal("kim", roles=["KM_ADMIN"]), ADA]


class Desk:
    """Two spaces with debates for everybody and for each group, and calls on them."""

    def __init__(self, memory: Memory, other: Memory, seed: int) -> None:
        self._random = Random(seed)
        self._spaces = [memory.acting_as(ADA), other.acting_as(ADA)]
        self._ids: list[str] = []
        self._outcomes: dict[tuple[int, str], int] = {}  # known, by space and audience
        for place, space in enumerate(self._spaces):
            for group in ("red", "blue"):
                names = _AGENTS[f"group:{group}"]
                for name in names:
                    space.admin.add_person(name, kind="agent", groups=[group])
            for audience in AUDIENCES:
                for number in range(2):
                    self._settle(place, audience, is_known=number == 0)
                self._open(place, audience)

    def _open(self, place: int, audience: str) -> str:
        mark = _mark(place, audience)
        challenger, challenged = _AGENTS[audience]
        opened = self._spaces[place].debates.open(
            f"Do margins hold? {mark}",
            challenger=challenger,
            challenged=challenged,
            disputed_finding=f"They hold. {mark}",
            challenge_basis=f"Prices fell. {mark}",
            domain=DOMAIN,
            audience=audience,
        )
        self._ids.append(opened.id)
        return opened.id

    def _settle(self, place: int, audience: str, *, is_known: bool) -> None:
        id, mark = self._open(place, audience), _mark(place, audience)
        for name in _AGENTS[audience]:
            self._spaces[place].debates.position(id, agent=name, text=f"They fall. {mark}")
        if is_known:
            self._spaces[place].credibility.record_outcome(id, correctness=1.0, note=mark)
            self._outcomes[place, audience] = 1

    def call(self) -> None:
        """One call of somebody, on some debate, in one of the spaces."""
        random = self._random
        place = random.randrange(2)
        principal = random.choice(callers())
        memory = self._spaces[place].acting_as(principal)
        debates, credibility = memory.debates, memory.credibility
        id, said = random.choice(self._ids), "They hold."
        name = random.choice([name for names in _AGENTS.values() for name in names])
        acts: list[Callable[[], Any]] = [
            lambda: debates.get(id),
            lambda: debates.resolution(id),
            lambda: debates.similar(id),
            lambda: debates.context(id),
            lambda: debates.history(id),
            lambda: debates.snapshot(id).items(),
            lambda: debates.snapshot(id).recall("margins"),
            lambda: debates.position(id, agent=name, text=said),
            lambda: debates.advance(id),
            lambda: debates.decide(id, position=said, reason="so"),
            lambda: debates.override(id, position=said, rationale="so"),
            debates.list,
            lambda: debates.list(topic="margins"),
            lambda: credibility.score(name, DOMAIN),
            credibility.list,
            credibility.history,
            credibility.due,
            credibility.facilitator,
            lambda: memory.tools.call("my_credibility", {"domain": DOMAIN}),
            lambda: memory.recall("do margins hold", k=20),
            memory.items,
            memory.notifications.list,
            lambda: memory.graph.entities(kind="Agent"),
            lambda: memory.graph.relations(type="HAS_RESOLUTION"),
        ]
        act = random.choice(acts)
        try:
            answer = repr(act())
        except _REFUSED as error:
            answer = str(error)
        self._check(answer, principal, place)
        if random.random() < 0.1:
            self._check_counts(memory, principal, place)

    def _check(self, answer: str, principal: Principal, place: int) -> None:
        """Nobody is told of a debate of another space or for a group that is not theirs."""
        for other in range(2):
            for audience in AUDIENCES:
                if other != place or not _may_see(principal, audience):
                    assert _mark(other, audience) not in answer, (principal, answer)

    def _check_counts(self, memory: Memory, principal: Principal, place: int) -> None:
        """A score counts exactly the outcomes that the caller may see."""
        for audience, names in _AGENTS.items():
            known = self._outcomes[place, audience] if _may_see(principal, audience) else 0
            assert memory.credibility.score(names[0], DOMAIN).sample_size == known, principal


def _mark(place: int, audience: str) -> str:
    return f"mark{place}{audience.replace(':', '')}"


def _may_see(principal: Principal, audience: str) -> bool:
    return (
        audience == "all"
        or principal.is_admin
        or audience.removeprefix("group:") in principal.groups
    )
