"""Decisions that people and programs record, beside a plain model of who may see what of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from remembrancer import Memory, Principal, RemembrancerError
from remembrancer.testing import FrozenClock
from tests.proofs.besieged_graph import PEOPLE, Thing, may_see
from tests.proofs.random_calls import START

SPACES = ("north", "south")
SUBJECTS = ("ellen", "omar")
TYPES = ("fee_negotiation", "switch_transfer")
SPAN = {"since": START - timedelta(days=30), "until": START + timedelta(days=30)}
_AUDIENCES = (None, None, "group:red", "group:blue")
_TOKEN = re.compile(r"(?:rel|km)_[0-9a-f]{12}|zq[0-9a-f]{6}")


@dataclass
class Decided:
    """A decision, and what it was recorded with."""

    thing: Thing
    subject: str
    type: str
    how: str | None = None  # what it did with the policy


@dataclass
class Space:
    """All that was put into one space."""

    decisions: list[Decided] = field(default_factory=list)
    facts: list[tuple[Thing, str]] = field(default_factory=list)  # with their subjects
    links: list[Thing] = field(default_factory=list)
    policy: str = ""


class BesiegedDecisions:
    """Makes random calls, and compares each answer with what the rule gives."""

    def __init__(self, seed: int, url: str = ":memory:") -> None:
        self.random = Random(seed)
        self.calls = self.compared = 0
        self._marks = 0
        clock = FrozenClock(START)
        self._opened = Memory.open(url, space="lobby", clock=clock, background=False)
        self.spaces = {name: Space() for name in SPACES}
        self._memories = {name: self._opened.in_space(name, "adviser") for name in SPACES}
        for name, memory in self._memories.items():
            added = memory.policies.add(
                "Rule", description="A rule.", category="x", effective_from="2020-01-01"
            )
            self.spaces[name].policy = added.id

    def close(self) -> None:
        for memory in self._memories.values():
            assert memory.verify().ok
        self._opened.close()

    def besiege(self, calls: int) -> None:
        acts = (self._record, self._record, self._fact, self._link)
        looks = (self._list, self._chain, self._context, self._counts, self._links, self._hidden)
        while self.calls < calls:
            self.random.choice(acts if self.random.random() < 0.4 else looks)()
        assert self.compared > calls / 8

    # -- drawing and calling

    def _drawn(self) -> tuple[Space, Principal, Memory]:
        name = self.random.choice(SPACES)
        who = self.random.choice(PEOPLE)
        return self.spaces[name], who, self._memories[name].acting_as(who)

    def _place(self, who: Principal) -> dict[str, Any]:
        able = [
            one
            for one in _AUDIENCES
            if one is None
            or who.roles & {"KM_ADMIN"}
            or str(one).removeprefix("group:") in who.groups
        ]
        return {
            "audience": self.random.choice(able),
            "is_personal": self.random.random() < 0.25,
        }

    def _mark(self) -> str:
        self._marks += 1
        return f"zq{self._marks:06x}"

    def _thing(self, id: str, who: Principal, place: dict[str, Any], mark: str) -> Thing:
        return Thing(id, who.name, place["audience"], place["is_personal"], mark=mark)

    def _things(self, space: Space) -> Iterable[Thing]:
        yield from (one.thing for one in space.decisions)
        yield from (one for one, _ in space.facts)
        yield from space.links

    def _call(self, space: Space, who: Principal, verb: Callable[[], Any], *asked: str) -> Any:
        """The answer or the error, in which nothing is told that the caller may not see."""
        self.calls += 1
        try:
            answer: Any = verb()
        except RemembrancerError as error:
            answer = error
        told = repr(answer) + (repr(vars(answer)) if isinstance(answer, Exception) else "")
        tokens = set(_TOKEN.findall(told)) - {*asked, space.policy}
        hidden = {
            one.id
            for other in self.spaces.values()
            for one in self._things(other)
            if (one.id in tokens or one.mark in tokens)
            and (other is not space or not may_see(who, one))
        }
        assert not hidden, f"{who.name} is told of {hidden}: {told[:800]}"
        return answer

    # -- putting in

    def _record(self) -> None:
        space, who, memory = self._drawn()
        place, mark = self._place(who), self._mark()
        subject, type = self.random.choice(SUBJECTS), self.random.choice(TYPES)
        seen = [one.thing for one in space.decisions if may_see(who, one.thing)]
        causes = self.random.sample(seen, min(len(seen), self.random.randrange(3)))
        how = self.random.choice((None, "applied", "skipped"))
        made = self._call(
            space,
            who,
            lambda: memory.decisions.record(
                type,
                subject=subject,
                recommendation=f"{mark} is chosen.",
                causes=[one.id for one in causes],
                policies=[] if how is None else [{"policy": space.policy, "how": how}],
                **place,
            ),
        )
        assert not isinstance(made, Exception), made
        thing = self._thing(made.id, who, place, mark)
        space.decisions.append(Decided(thing, subject, type, how))
        for cause in causes:
            space.links.append(_between(who, cause, thing))

    def _fact(self) -> None:
        space, who, memory = self._drawn()
        place, mark = self._place(who), self._mark()
        subject = self.random.choice(SUBJECTS)
        made = memory.add(content=f"{mark} is so.", subject=subject, **place)
        self.calls += 1
        space.facts.append((self._thing(made.id, who, place, mark), subject))

    def _link(self) -> None:
        space, who, memory = self._drawn()
        if len(space.decisions) < 2:
            return
        one, other = (each.thing for each in self.random.sample(space.decisions, 2))
        made = self._call(
            space,
            who,
            lambda: memory.decisions.link(one.id, "influenced", other.id),
            one.id,
            other.id,
        )
        may = may_see(who, one) and may_see(who, other)
        assert isinstance(made, Exception) is not may, made
        if may:
            known = {link.id for link in space.links}
            if made.id not in known:
                link = _between(who, one, other)
                link.id = made.id
                space.links.append(link)

    # -- looking

    def _seen(self, space: Space, who: Principal) -> list[Decided]:
        return [one for one in space.decisions if may_see(who, one.thing)]

    def _list(self) -> None:
        space, who, memory = self._drawn()
        subject, type = self.random.choice(SUBJECTS), self.random.choice((None, *TYPES))
        found = self._call(
            space, who, lambda: memory.decisions.list(subject=subject, type=type, limit=500)
        )
        expected = [
            one.thing.id
            for one in self._seen(space, who)
            if one.subject == subject and type in (None, one.type)
        ]
        assert [one.id for one in found] == expected[::-1]
        self.compared += 1

    def _chain(self) -> None:
        space, who, memory = self._drawn()
        seen = self._seen(space, who)
        if not seen:
            return
        start = self.random.choice(seen).thing
        depth = self.random.randrange(1, 4)
        found = self._call(space, who, lambda: memory.decisions.chain(start.id, depth=depth))
        for steps, is_back in ((found.causes, True), (found.effects, False)):
            expected = self._depths(space, who, start, depth, is_back=is_back)
            assert {step.id: step.depth for step in steps} == expected
        beyond = [
            self._depths(space, who, start, depth + 1, is_back=is_back) for is_back in (True, False)
        ]
        assert found.is_cut is any(depth + 1 in depths.values() for depths in beyond)
        self.compared += 1

    def _depths(
        self, space: Space, who: Principal, start: Thing, depth: int, *, is_back: bool
    ) -> dict[str, int]:
        found, edge = {start.id: 0}, [start]
        for step in range(1, depth + 1):
            nearer, edge = edge, []
            for link in space.links:
                source, target = link.ends
                near, far = (target, source) if is_back else (source, target)
                if near in nearer and far.id not in found and may_see(who, link):
                    found[far.id] = step
                    edge.append(far)
        del found[start.id]
        return found

    def _context(self) -> None:
        space, who, memory = self._drawn()
        seen = self._seen(space, who)
        if not seen:
            return
        one = self.random.choice(seen)
        found = self._call(space, who, lambda: memory.decisions.context(one.thing.id))
        told = {known.id for known in found.known}
        facts = {fact.id for fact, subject in space.facts if subject == one.subject}
        visible = {fact.id for fact, _ in space.facts if may_see(who, fact)}
        assert told & {fact.id for fact, _ in space.facts} <= facts & visible
        self.compared += 1

    def _counts(self) -> None:
        space, who, memory = self._drawn()
        seen = self._seen(space, who)
        covered = self._call(space, who, memory.decisions.coverage)
        counts = {one.entry.type: one.count for one in covered.types if one.count}
        assert counts == {
            type: number for type in TYPES if (number := sum(one.type == type for one in seen))
        }
        found = self._call(space, who, lambda: memory.policies.compliance(space.policy, **SPAN))
        assert (found.applied, found.skipped) == (
            sum(one.how == "applied" for one in seen),
            sum(one.how == "skipped" for one in seen),
        )
        self.compared += 1

    def _links(self) -> None:
        space, who, memory = self._drawn()
        found = self._call(space, who, lambda: memory.decisions.links(limit=500))
        told = {(one.source, one.target) for one in found if one.type in ("caused", "influenced")}
        assert told == {
            (one.ends[0].id, one.ends[1].id) for one in space.links if may_see(who, one)
        }
        self.compared += 1

    def _hidden(self) -> None:
        """What is hidden is answered as what is not there."""
        space, who, memory = self._drawn()
        hidden = [one.thing.id for one in space.decisions if not may_see(who, one.thing)]
        if not hidden:
            return
        id = self.random.choice(hidden)
        verbs: tuple[Callable[[str], Any], ...] = (
            memory.decisions.get,
            memory.decisions.chain,
            memory.decisions.context,
            memory.decisions.links,
            lambda one: memory.decisions.outcome(one, "It went well."),
            lambda one: memory.decisions.record("fee_negotiation", causes=[one]),
            lambda one: memory.decisions.record("fee_negotiation", related_entries=[one]),
        )
        verb = self.random.choice(verbs)
        told = [
            (type(answer), str(answer).replace(asked, "ID"))
            for asked in (id, "km_0123456789ab")
            for answer in (self._call(space, who, lambda asked=asked: verb(asked), asked),)  # type: ignore[misc]
        ]
        assert told[0] == told[1], told
        self.compared += 1


def _between(who: Principal, source: Thing, target: Thing) -> Thing:
    return Thing("", who.name, None, False, ends=(source, target))


def besiege(calls: int, seed: int, url: str = ":memory:") -> None:
    """Makes so many calls; the rights were never overstepped if it returns."""
    world = BesiegedDecisions(seed, url)
    try:
        world.besiege(calls)
    finally:
        world.close()
