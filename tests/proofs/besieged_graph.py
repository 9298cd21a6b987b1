"""A graph that people and programs build, beside a plain model of who may see what of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from remembrancer import Memory, Principal, RemembrancerError
from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.testing import FrozenClock
from tests.proofs.random_calls import START

PEOPLE = (
    Principal("anna", roles=("CONTRIBUTOR",), groups=("red",)),
    Principal("ben", groups=("blue",)),
    Principal("carl", groups=("red", "blue")),
    Principal("eve"),
    Principal("kim", roles=("KM_ADMIN",)),
    Principal("bot", kind="agent", groups=("red",)),
    Principal("feed", kind="service", roles=("KM_ADMIN",)),
)
NAMES = ("Ellen", "Omar", "ellen", "Bo", "Wen")  # few, so that there are namesakes
SPACES = ("north", "south")
WHY = "so"
INVENTED = {"ent": "ent_0123456789ab", "rel": "rel_0123456789ab", "km": "km_0123456789ab"}
_AUDIENCES = (None, None, "all", "group:red", "group:blue")
_TOKEN = re.compile(r"(?:ent|rel|km)_[0-9a-f]{12}|zq[0-9a-f]{6}")


@dataclass
class Thing:
    """An entity, an item or a relation."""

    id: str
    owner: str
    audience: str | None
    is_personal: bool
    name: str = ""
    mark: str = ""
    merged_into: Thing | None = None
    ends: tuple[Thing, ...] = ()
    has_ended: bool = False

    @property
    def root(self) -> Thing:
        return self if self.merged_into is None else self.merged_into.root

    @property
    def readers(self) -> tuple[str, bool]:
        return (self.audience or "all", self.is_personal)


@dataclass
class Space:
    """All that was put into one space, in the order in which it came."""

    entities: list[Thing] = field(default_factory=list)
    items: list[Thing] = field(default_factory=list)
    edges: list[Thing] = field(default_factory=list)


def may_see(who: Principal, thing: Thing) -> bool:
    """The rule in a few lines: itself, what stands for it, and both ends of a relation."""
    is_admin = bool(who.roles & {"KM_ADMIN", "ADMIN"})
    is_own = who.name == thing.owner or (is_admin and who.kind == "user")
    group = (thing.audience or "all").removeprefix("group:")
    is_shared = not thing.is_personal and (is_admin or group == "all" or group in who.groups)
    if not (is_own or is_shared):
        return False
    if thing.merged_into is not None and not may_see(who, thing.root):
        return False
    return all(may_see(who, end) for end in thing.ends)


class BesiegedGraph:
    """Makes random calls, and compares each answer with what the rule gives."""

    def __init__(self, seed: int, url: str = ":memory:") -> None:
        self.random = Random(seed)
        self.calls = self.with_rows = self.compared = 0
        self._marks = 0
        clock = FrozenClock(START)
        self._opened = Memory.open(url, space="lobby", clock=clock, background=False)
        self.spaces = {name: Space() for name in SPACES}
        self._memories = {name: self._opened.in_space(name, "community") for name in SPACES}
        self._people = {who.name: who for who in PEOPLE}

    def close(self) -> None:
        for memory in self._memories.values():
            assert memory.verify().ok
        self._opened.close()

    def besiege(self, calls: int) -> None:
        acts = (self._add, self._add, self._relate, self._relate, self._merge, self._unmerge)
        rare = (self._end, self._regroup)
        looks = (self._get, self._list, self._around, self._path, self._person, self._hidden)
        while self.calls < calls:
            draw = self.random.random()
            self.random.choice(rare if draw < 0.04 else acts if draw < 0.4 else looks)()
        assert self.with_rows > calls / 4
        assert self.compared > calls / 50

    # -- drawing

    def _drawn(self) -> tuple[str, Principal, Memory]:
        space = self.random.choice(SPACES)
        who = self._people[self.random.choice(PEOPLE).name]
        return space, who, self._memories[space].acting_as(who)

    def _place(self, who: Principal) -> dict[str, Any]:
        is_admin = bool(who.roles & {"KM_ADMIN"})
        able = [
            one
            for one in _AUDIENCES
            if one in (None, "all") or is_admin or str(one).removeprefix("group:") in who.groups
        ]
        return {
            "audience": self.random.choice(able),
            "is_personal": self.random.random() < 0.25,
        }

    def _node(self, space: str) -> Thing | None:
        """Mostly of this space; now and then one of another, which must not be found."""
        if self.random.random() < 0.05:
            space = self.random.choice(SPACES)
        nodes = [*self.spaces[space].entities, *self.spaces[space].items]
        return self.random.choice(nodes) if nodes else None

    def _is_here(self, space: str, who: Principal, thing: Thing) -> bool:
        known = self.spaces[space]
        return thing in (*known.entities, *known.items, *known.edges) and may_see(who, thing)

    # -- calling

    def _call(self, space: str, who: Principal, verb: Callable[[], Any], *asked: str) -> Any:
        """The answer or the error, in which nothing is told that the caller may not see."""
        self.calls += 1
        try:
            answer: Any = verb()
        except RemembrancerError as error:
            answer = error
        told = repr(answer) + (repr(vars(answer)) if isinstance(answer, Exception) else "")
        tokens = set(_TOKEN.findall(told)) - set(asked)
        known = self.spaces[space]
        seen: set[str] = set()
        for one in (*known.entities, *known.items, *known.edges):
            if may_see(who, one):
                seen |= {one.id, one.mark}
        new = {answer.id} if hasattr(answer, "id") else set()
        hidden = {one for one in tokens - seen - new if self._is_known(one)}
        assert not hidden, f"{who.name} in {space} is told of {hidden}: {told[:800]}"
        self.with_rows += bool(tokens)
        return answer

    def _is_known(self, token: str) -> bool:
        return any(
            token in (one.id, one.mark)
            for known in self.spaces.values()
            for one in (*known.entities, *known.items, *known.edges)
        )

    # -- putting in

    def _add(self) -> None:
        space, who, memory = self._drawn()
        place = self._place(who)
        known = self.spaces[space]
        if self.random.random() < 0.2:
            made = memory.add(content=f"Note {len(known.items)}.", **place)
            known.items.append(Thing(made.id, who.name, name="", **place))
            return
        name = self.random.choice(NAMES)
        expected = self._found(space, who, name, place)
        made = self._call(space, who, lambda: memory.graph.entity("Person", name, **place))
        if expected is None:
            assert not self._is_known(made.id), f"{who.name} was given one that is not theirs"
            known.entities.append(Thing(made.id, who.name, name=name, **place))
        else:
            assert made.id == expected.id

    def _found(self, space: str, who: Principal, name: str, place: dict[str, Any]) -> Thing | None:
        """The one that this caller means by the name, if there is one."""
        wanted = ((place["audience"] or "all"), place["is_personal"])
        is_open = place["audience"] is None and not place["is_personal"]
        able = [
            one.root
            for one in self.spaces[space].entities
            if one.name.casefold() == name.casefold() and may_see(who, one)
            if not one.root.is_personal or one.root.owner == who.name
        ]
        same = [one for one in able if one.readers == wanted]
        return next(iter(same or (able if is_open else ())), None)

    def _relate(self) -> None:
        space, who, memory = self._drawn()
        source, target = self._node(space), self._node(space)
        if source is None or target is None:
            return
        self._marks += 1
        mark, place = f"zq{self._marks:06x}", self._place(who)
        answer = self._call(
            space,
            who,
            lambda: memory.graph.relate(
                source.id, "KNOWS", target.id, attrs={"why": mark}, **place
            ),
            source.id,
            target.id,
            mark,
        )
        seen = [self._is_here(space, who, one) for one in (source, target)]
        if all(seen) and source.root is target.root:
            assert isinstance(answer, InvalidInput)
        elif not all(seen):
            assert isinstance(answer, NotFound | InvalidInput), answer
            assert isinstance(answer, NotFound) or source is target
        else:
            place["audience"] = None if place["is_personal"] else place["audience"]
            edge = Thing(answer.id, who.name, mark=mark, ends=(source.root, target.root), **place)
            self.spaces[space].edges.append(edge)

    def _merge(self) -> None:
        space, who, memory = self._drawn()
        keep, other = self._node(space), self._node(space)
        if keep is None or other is None:
            return
        answer = self._call(
            space,
            who,
            lambda: memory.graph.merge(keep.id, other.id, reason=WHY),
            keep.id,
            other.id,
        )
        entities = self.spaces[space].entities
        if not all(one in entities and may_see(who, one) for one in (keep, other)):
            assert isinstance(answer, NotFound), answer
            return
        kept, merged = keep.root, other.root
        is_able = all(self._may_change(who, one) for one in (kept, merged))
        is_same = kept.readers == merged.readers and (
            not kept.is_personal or kept.owner == merged.owner
        )
        if not is_able:
            assert isinstance(answer, Forbidden), answer
        elif kept is merged or not is_same:
            assert isinstance(answer, Conflict), answer
        else:
            assert answer.id == kept.id
            merged.merged_into = kept

    def _unmerge(self) -> None:
        space, who, memory = self._drawn()
        one = self._node(space)
        if one is None:
            return
        answer = self._call(space, who, lambda: memory.graph.unmerge(one.id, reason=WHY), one.id)
        if one not in self.spaces[space].entities or not may_see(who, one):
            assert isinstance(answer, NotFound), answer
        elif not self._may_change(who, one.root):
            assert isinstance(answer, Forbidden), answer
        elif one.merged_into is None:
            assert isinstance(answer, Conflict), answer
        else:
            one.merged_into = None
            assert answer.id == one.id

    def _may_change(self, who: Principal, one: Thing) -> bool:
        return who.name == one.owner or bool(who.roles & {"KM_ADMIN"})

    def _end(self) -> None:
        space, who, memory = self._drawn()
        edges = self.spaces[space].edges
        if not edges:
            return
        edge = self.random.choice(edges)
        answer = self._call(space, who, lambda: memory.graph.end(edge.id), edge.id)
        if not may_see(who, edge):
            assert isinstance(answer, NotFound), answer
        elif not self._may_change(who, edge):
            assert isinstance(answer, Forbidden), answer
        elif edge.has_ended:
            assert isinstance(answer, Conflict), answer
        else:
            edge.has_ended = True

    def _regroup(self) -> None:
        """Somebody joins or leaves a group: what they made for it stays theirs."""
        name = self.random.choice(("anna", "ben", "bot"))
        before = self._people[name]
        groups = set(before.groups) ^ {self.random.choice(("red", "blue"))}
        self._people[name] = Principal(
            name, kind=before.kind, roles=before.roles, groups=sorted(groups)
        )

    # -- looking

    def _edges(self, space: str, who: Principal) -> list[Thing]:
        return [
            one
            for one in self.spaces[space].edges
            if may_see(who, one) and not one.has_ended and one.ends[0].root is not one.ends[1].root
        ]

    def _roots(self, space: str, who: Principal) -> list[Thing]:
        known = self.spaces[space].entities
        return [one for one in known if one.merged_into is None and may_see(who, one)]

    def _get(self) -> None:
        space, who, memory = self._drawn()
        one = self._node(space)
        if one is None:
            return
        answer = self._call(space, who, lambda: memory.graph.get(one.id), one.id)
        entities = self.spaces[space].entities
        if one not in entities or not may_see(who, one):
            assert isinstance(answer, NotFound), answer
            return
        root = one.root
        merged = [two for two in entities if two.root is root and two is not root]
        assert answer.id == root.id
        assert answer.merged == tuple(two.id for two in merged if may_see(who, two))

    def _list(self) -> None:
        space, who, memory = self._drawn()
        name = self.random.choice((None, *NAMES))
        limit = self.random.choice((1, 3, 500))
        found: list[str] = []
        cursor: str | None = None
        for _ in range(40):
            page = self._call(
                space,
                who,
                lambda cursor=cursor: memory.graph.entities(  # type: ignore[misc]
                    name=name, limit=limit, cursor=cursor
                ),
            )
            found += [one.id for one in page]
            cursor = page.next
            if cursor is None:
                break
        called = {
            one.root.id
            for one in self.spaces[space].entities
            if may_see(who, one) and (name is None or name.casefold() in one.name.casefold())
        }
        expected = [one.id for one in self._roots(space, who) if one.id in called]
        assert found == (expected if cursor is None else expected[: len(found)])
        page = self._call(space, who, lambda: memory.graph.relations(limit=500))
        assert {(one.id, one.source, one.target) for one in page} == {
            (one.id, one.ends[0].root.id, one.ends[1].root.id) for one in self._edges(space, who)
        }

    def _depths(self, space: str, who: Principal, start: Thing, depth: int) -> dict[str, int]:
        """How many steps it is to each node."""
        depths = {start.root.id: 0}
        for step in range(1, depth + 1):
            for edge in self._edges(space, who):
                ends = [end.root.id for end in edge.ends]
                for one, two in (ends, ends[::-1]):
                    if depths.get(one) == step - 1 and two not in depths:
                        depths[two] = step
        return depths

    def _around(self) -> None:
        space, who, memory = self._drawn()
        one, depth = self._node(space), self.random.choice((1, 1, 2, 4))
        if one is None:
            return
        answer = self._call(
            space, who, lambda: memory.graph.neighbours(one.id, depth=depth), one.id
        )
        if not self._is_here(space, who, one):
            assert isinstance(answer, NotFound), answer
            return
        depths = self._depths(space, who, one, depth)
        assert {two.id: two.depth for two in (answer.center, *answer)} == depths

    def _path(self) -> None:
        space, who, memory = self._drawn()
        one, two = self._node(space), self._node(space)
        if one is None or two is None:
            return
        answer = self._call(space, who, lambda: memory.graph.path(one.id, two.id), one.id, two.id)
        if not all(self._is_here(space, who, end) for end in (one, two)):
            assert isinstance(answer, NotFound), answer
            return
        depth = self._depths(space, who, one, 5).get(two.root.id)
        assert bool(answer) is (depth is not None)
        assert depth is None or len(answer) == depth

    def _person(self) -> None:
        space, who, memory = self._drawn()
        one = self._node(space)
        if one is None:
            return
        answer = self._call(space, who, lambda: memory.graph.person(one.id), one.id)
        if one not in self.spaces[space].entities or not may_see(who, one):
            assert isinstance(answer, NotFound), answer
            return
        edges = [edge for edge in self.spaces[space].edges if may_see(who, edge)]
        ends = [{end.root.id for end in edge.ends} for edge in edges]
        assert answer.count == sum(one.root.id in pair and len(pair) == 2 for pair in ends)

    def _hidden(self) -> None:
        """Whoever may not see it gets, word for word, what an id out of the air gets."""
        space, who, memory = self._drawn()
        known = self.spaces[space]
        things = [*known.entities, *known.edges, *known.items]
        hidden = [one for one in things if not may_see(who, one)]
        roots = self._roots(space, who)
        if not hidden or not roots:
            return
        own = roots[0].id
        one = self.random.choice(hidden)
        graph = memory.graph
        verb: Callable[[str], Any] = self.random.choice(
            (
                graph.get,
                graph.relation,
                graph.end,
                graph.neighbours,
                graph.person,
                lambda id: graph.relations(of=id),
                lambda id: graph.path(own, id),
                lambda id: graph.relate(own, "KNOWS", id),
                lambda id: graph.relate(id, "KNOWS", own),
                lambda id: graph.merge(own, id, reason=WHY),
                lambda id: graph.unmerge(id, reason=WHY),
                lambda id: graph.entities(cursor=id),
                lambda id: graph.relations(cursor=id),
            )
        )
        invented = INVENTED[one.id.partition("_")[0]]
        told = [
            repr(answer if not isinstance(answer, Exception) else (answer, vars(answer))).replace(
                id, "<id>"
            )
            for id in (one.id, invented)
            for answer in (self._call(space, who, lambda id=id: verb(id), id, own),)  # type: ignore[misc]
        ]
        self.compared += 1
        assert told[0] == told[1], f"{who.name} in {space} learns that {one.id} exists: {told}"


def besiege(calls: int, seed: int, url: str = ":memory:") -> None:
    """Makes so many calls; the rights were never overstepped if it returns."""
    world = BesiegedGraph(seed, url)
    try:
        world.besiege(calls)
    finally:
        world.close()
