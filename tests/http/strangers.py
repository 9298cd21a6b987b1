"""Two spaces behind one server, with a mark in every text, and who may be told of each mark."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import Any

from remembrancer import Item, Memory, Principal, Review
from tests.http.conftest import Site

MARK = re.compile(r"zq[0-9a-f]{8}")
ITEM_ID = re.compile(r"km_[0-9a-f]{12}")
NODE_ID = re.compile(r"(?:ent|rel)_[0-9a-f]{12}")
ADMINS = frozenset({"KM_ADMIN", "ADMIN"})
WORDS = ("pension", "audit", "invoice", "churn", "ledger")
_numbers = count(1)
_Sight = Callable[["Caller"], bool]


@dataclass(frozen=True)
class Caller:
    """Somebody with a token of one space."""

    space: str
    name: str
    token: str = field(repr=False)
    kind: str = "user"
    roles: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()

    @property
    def is_admin(self) -> bool:
        return bool(self.roles & ADMINS)

    @property
    def sees_personal(self) -> bool:
        """An admin who is a person; no program."""
        return self.is_admin and self.kind == "user"


_PEOPLE: tuple[dict[str, Any], ...] = (
    {"name": "anna", "roles": ["CONTRIBUTOR"], "groups": ["finance"]},
    {"name": "ben", "roles": ["CONTRIBUTOR"], "groups": ["sales"]},
    {"name": "eve"},
    {"name": "bot", "kind": "agent", "groups": ["finance"]},
    {"name": "feed", "kind": "service"},
    {"name": "kim", "roles": ["KM_ADMIN"]},
    {"name": "gate", "kind": "agent", "roles": ["KM_ADMIN"]},
    {"name": "steward", "kind": "service", "roles": ["ADMIN"]},
)
# An admin in one space, and nobody in particular in the other.
_ZOE = {"corporate": ["ADMIN"], "companion": []}


class World:
    """Everything there is to find out, and who may know it."""

    def __init__(self, memory: Memory, site: Site, seed: int) -> None:
        self.site = site
        self.random = Random(seed)
        self.ids: dict[str, list[str]] = {}  # by what they are of
        self.callers: list[Caller] = []
        self._may_know: dict[str, Callable[[Caller], bool]] = {}
        self._memories: dict[str, Memory] = {}
        self._known: dict[str, list[tuple[Item, str]]] = {}
        self._last_seen: dict[str, tuple[str, Item]] = {}  # by id, with its space
        for preset in ("corporate", "companion"):
            space = f"{preset} {next(_numbers)}"
            self._memories[space] = memory.in_space(space, preset)
            self._people(space, preset)
            self._furnish(space, preset)

    # -- making it

    def _mark(self, may_know: Callable[[Caller], bool]) -> str:
        made = f"zq{self.random.getrandbits(32):08x}"
        self._may_know[made] = may_know
        return made

    def _people(self, space: str, preset: str) -> None:
        admin = self._memories[space].admin
        for one in (*_PEOPLE, {"name": "zoe", "roles": _ZOE[preset]}):
            own = self._mark(partial(_may_know_address, space, one))
            admin.add_person(**one, email=f"{own}@firm.example")
            token = admin.issue_token(one["name"], note=f"for {own}").token
            self.callers.append(
                Caller(
                    space,
                    one["name"],
                    token,
                    one.get("kind", "user"),
                    frozenset(one.get("roles", ())),
                    frozenset(one.get("groups", ())),
                )
            )
            (newest, *_) = admin.tokens()
            self._keep("token", newest.id, may_know=lambda who: _in(who, space, "ADMIN"))

    def _keep(self, what: str, *ids: str, may_know: Callable[[Caller], bool]) -> None:
        self.ids.setdefault(what, []).extend(ids)
        self._may_know.update(dict.fromkeys(ids, may_know))

    def may_know(self, who: Caller, id: str) -> bool:
        """Whether they may know that something of this id is there."""
        return self._may_know[id](who)

    def memory_of(self, caller: Caller) -> Memory:
        principal = Principal(
            caller.name, kind=caller.kind, roles=caller.roles, groups=caller.groups
        )
        return self._memories[caller.space].acting_as(principal)

    def _furnish(self, space: str, preset: str) -> None:
        here = [one for one in self.callers if one.space == space]
        for number in range(24):
            self._item(self.random.choice(here), number, preset)
        nodes: list[tuple[str, _Sight]] = []
        for number in range(12):
            self._node(self.random.choice(here), number, nodes)
        owner = self._memories[space]
        if preset == "corporate":
            waiting = [one.id for one in owner.review.queue().items]
            owner.review.batch(waiting[::2], "approve")
        for number, caller in enumerate(here):
            self._talk(caller, number, preset)
            self._ask(caller)
        for one in owner.review.contradictions():
            self._keep(
                "contradiction",
                one.id,
                may_know=lambda who, ids=(one.a.id, one.b.id): all(  # type: ignore[misc]
                    self.may_know_item(who, id) for id in ids
                ),
            )
        for job in owner.jobs.list():
            self._keep(
                "job",
                job.id,
                may_know=lambda who, own=job.owner: (  # type: ignore[misc]
                    who.space == space and (who.sees_personal or who.name == own)
                ),
            )

    def _ask(self, caller: Caller) -> None:
        """A question with a mark, and what the answer to it is known by."""

        def may_know(who: Caller) -> bool:
            return _is_own_or_seen(who, caller)

        memory, mark = self.memory_of(caller), self._mark(may_know)
        found = memory.recall(f"{' '.join(WORDS)} {mark}")
        assert found.walk is not None
        self._keep("walk", found.walk, may_know=may_know)
        asked = memory.inquire([{"author_id": caller.name, "content": f"{mark} {WORDS[0]}?"}])
        self._keep("inquiry", asked.session_id, may_know=may_know)
        self._keep("receipt", memory.bundle().receipt, may_know=may_know)

    def _item(self, caller: Caller, number: int, preset: str) -> None:
        mark = self._mark(lambda who: self._sees_item(who, mark))
        audiences = [None, "all", *(f"group:{name}" for name in sorted(caller.groups))]
        if caller.is_admin:
            audiences += ["group:finance", "group:sales"]
        word, year = self.random.choice(WORDS), 50 + number
        made = self.memory_of(caller).add(
            content=f"The {word} age of Ellen is {year}. {mark}",
            title=f"{word} {mark}",
            tags=[f"tag {mark}"],
            entities=[mark],
            data={"in": [mark]},
            metadata={"note": mark},
            subject=self.random.choice(("ellen", "omar")),
            audience=self.random.choice(audiences),
            is_personal=number % 4 == 0,
        )
        self._keep("item", made.id, may_know=lambda who: self.may_know_item(who, made.id))
        if number % 5 == 0:
            happened = self.memory_of(caller).sources.event(
                "transfer",
                reason=f"because of {mark}",
                decisions=[made.id],
                audience=made.audience,
                is_personal=made.is_personal,
            )
            self._keep(
                "event", happened.event.id, may_know=lambda who: self.may_know_item(who, made.id)
            )

    def _node(self, caller: Caller, number: int, before: list[tuple[str, _Sight]]) -> None:
        """An entity, and relations that lead from it to one of others."""
        audiences = [None, *(f"group:{name}" for name in sorted(caller.groups))]
        place: dict[str, Any] = {
            "audience": self.random.choice(audiences),
            "is_personal": number % 3 == 0,
        }

        def sees_it(who: Caller) -> bool:
            return _sees(who, caller, **place)

        mark, memory = self._mark(sees_it), self.memory_of(caller)
        made = memory.graph.entity(
            "Topic",
            f"{self.random.choice(WORDS)} {mark}",
            external_id=f"ext {mark}",
            aliases=[f"alias {mark}"],
            attrs={mark: [mark]},
            **place,
        )
        self._keep("entity", made.id, may_know=sees_it)
        for other, sees_other in before:
            if sees_other(caller) and self.random.random() < 0.5:

                def sees_all(who: Caller, ends: tuple[_Sight, ...] = (sees_it, sees_other)) -> bool:
                    return all(sees(who) for sees in ends)

                linked = memory.graph.relate(
                    made.id, "RELATED_TO", other, attrs={"why": self._mark(sees_all)}, **place
                )
                self._keep("relation", linked.id, may_know=sees_all)
        before.append((made.id, sees_it))

    def _talk(self, caller: Caller, number: int, preset: str) -> None:
        is_personal = number % 2 == 0

        def may_know(who: Caller) -> bool:
            return _is_own_or_seen(who, caller) or (who.space == caller.space and not is_personal)

        def may_read(who: Caller) -> bool:
            return _is_own_or_seen(who, caller) or (may_know(who) and preset != "corporate")

        mark, title = self._mark(may_read), self._mark(may_know)
        memory = self.memory_of(caller)
        talk = memory.conversations.start(
            f"talk-{number}-{self.random.getrandbits(32):08x}",
            title=f"About {title}",
            channel_id="general",
            is_personal=is_personal,
        )
        said = {"author_id": caller.name, "content": f"I wonder about the {WORDS[0]} and {mark}."}
        memory.conversations.append(talk.id, [said])
        self._keep("conversation", talk.id, may_know=may_know)

    # -- who may know what

    def changed(self) -> None:
        """Something may be another than it was."""
        self._known.clear()

    def forget(self, text: str) -> None:
        """From now on, ids in this text are not aimed at: they name more than one thing."""
        for what in ("conversation", "event"):
            self.ids[what] = [id for id in self.ids[what] if id not in text]

    def _items(self, space: str) -> list[tuple[Item, str]]:
        """All that the space holds by now, and all that each says."""
        if space not in self._known:
            found: list[Item] = []
            cursor: str | None = None
            while True:
                page = self._memories[space].items(limit=500, cursor=cursor)
                found += page.items
                cursor = page.next
                if cursor is None:
                    break
            self._known[space] = [(one, one.model_dump_json()) for one in found]
            self._last_seen |= {one.id: (space, one) for one in found}
        return self._known[space]

    def _sees_item(self, who: Caller, mark: str) -> bool:
        """Whether they may see what carries the mark: the item, or what replaced it since."""
        return any(sees(who, one) for one, told in self._items(who.space) if mark in told)

    def hidden_marks(self, who: Caller, told: str) -> set[str]:
        """Marks in it that the caller must not be told of."""
        return {
            mark
            for mark in set(MARK.findall(told))
            if not self._may_know[mark](who) and not self._sees_item(who, mark)
        }

    def hidden_ids(self, who: Caller, told: str, asked: str) -> set[str]:
        """Ids of items and of the graph in it that the caller did not name, and must not know."""
        new = set(ITEM_ID.findall(told)) - set(ITEM_ID.findall(asked))
        hidden = {id for id in new & set(self.ids["item"]) if not self.may_know_item(who, id)}
        nodes = set(NODE_ID.findall(told)) - set(NODE_ID.findall(asked))
        known = {*self.ids["entity"], *self.ids["relation"]}
        return hidden | {id for id in nodes & known if not self.may_know(who, id)}

    def may_know_item(self, who: Caller, id: str) -> bool:
        """Whether they see it, or could when it was erased: that it was there they still know."""
        self._items(who.space)
        space, item = self._last_seen.get(id, (None, None))
        return item is not None and space == who.space and sees(who, item)

    def before_erasing(self, who: Caller) -> None:
        """Nobody sees afterwards who could see it."""
        self._items(who.space)

    def check(self) -> None:
        assert all(memory.verify().ok for memory in self._memories.values())


def _may_know_address(space: str, person: Mapping[str, Any], who: Caller) -> bool:
    """Admins know the addresses of all, and people their own."""
    is_own = (who.space, who.name) == (space, person["name"])
    return _in(who, space, "ADMIN") or (is_own and person.get("kind", "user") == "user")


def _in(who: Caller, space: str, role: str) -> bool:
    return who.space == space and role in who.roles


def _is_own_or_seen(who: Caller, own: Caller) -> bool:
    return who.space == own.space and (who.name == own.name or who.sees_personal)


def _sees(who: Caller, own: Caller, *, audience: str | None, is_personal: bool) -> bool:
    """Whether they may see what somebody keeps for these readers."""
    if _is_own_or_seen(who, own):
        return True
    if who.space != own.space or is_personal:
        return False
    return who.is_admin or audience is None or audience.removeprefix("group:") in who.groups


def sees(who: Caller, item: Item) -> bool:
    """The rules in a few lines. The space is the one that the item was looked up in."""
    if item.source_user == who.name:
        return True
    if item.is_personal:
        return who.sees_personal
    group = (item.audience or "all").removeprefix("group:")
    if not (group == "all" or group in who.groups or who.is_admin):
        return False
    if who.kind == "user" or who.is_admin or not who.space.startswith("corporate"):
        return True
    return item.review in (Review.APPROVED, Review.MANDATORY)
