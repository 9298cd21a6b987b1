"""Store interfaces for the graph: entities, relations and what states them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.grounds import Judged
from remembrancer.core.ledger import Action
from remembrancer.items.entity import Entity, EntityDraft
from remembrancer.items.item import Trust
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.ports.space_parts import LedgerPoint


class StatingMessage(NamedTuple):
    """A message that states a relation."""

    id: str
    number: int  # the store's own
    owner: str
    audience: str | None
    is_personal: bool
    trust: Trust
    said_at: datetime
    conversation: tuple[str, str]  # its id and owner


class EntityMember(NamedTuple):
    """An entity as a node: its name, and the one that stands for it."""

    number: int  # in the order in which they came
    id: str
    root: str  # the entity that stands for it, itself if it was not merged
    kind: str
    name: str
    external_id: str | None


class EntitiesReader(Protocol):
    """Entities of the graph."""

    def listed(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        limit: int | None = None,
        at: LedgerPoint | None = None,
    ) -> tuple[Entity, ...]:
        """Entities in the order in which they came; `name` is a part of a name or an alias."""
        ...

    def page(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        after: str | None = None,
        limit: int,
        at: LedgerPoint | None = None,
    ) -> tuple[tuple[Entity, ...], str | None]:
        """The same, and the opaque cursor of the next page if there is one."""
        ...

    def get(self, id: str, *, at: LedgerPoint | None = None) -> Entity | None:
        """The entity that stands for this id."""
        ...

    def standing(
        self, roots: Sequence[str], *, at: LedgerPoint | None = None
    ) -> tuple[Entity, ...]:
        """These entities, each with those merged into it."""
        ...

    def called(
        self,
        kind: str,
        *,
        external_id: str | None = None,
        name: str | None = None,
        or_alias: bool = True,
    ) -> tuple[Entity, ...]:
        """Entities of this kind with this external id, or else with this name or alias."""
        ...

    def aliases_among(self, names: Iterable[str]) -> set[str]:
        """Those of these names, in the form that lookups compare, that are aliases: one look for
        many names."""
        ...

    def names(self, *, limit: int) -> tuple[str, ...]:
        """The names of entities alone, in the order in which they came."""
        ...

    def with_parts(self, parts: Collection[str], *, limit: int) -> tuple[Entity, ...]:
        """Entities with one of these parts in a name or an alias, in the form that lookups
        compare, the first that came first."""
        ...

    def anyone(self, name: str) -> tuple[Entity, ...]:
        """Entities of any kind with this external id, or else with this name or alias."""
        ...

    def roots(self, ids: Collection[str], *, at: LedgerPoint | None = None) -> dict[str, str]:
        """The entity that stands for each of these ids."""
        ...

    def merged_with(
        self, ids: Collection[str], *, at: LedgerPoint | None = None, is_shown: bool = False
    ) -> tuple[EntityMember, ...]:
        """These entities and all that were merged with them, those of one root in the order in
        which they came. `is_shown`: the caller is told their names."""
        ...

    def members(self, roots: Collection[str], *, at: LedgerPoint | None = None) -> tuple[str, ...]:
        """The ids of these entities and of all that were merged into them."""
        ...

    def kinds(self, ids: Collection[str]) -> dict[str, str]:
        """The kinds of those of these ids that are entities."""
        ...


class EdgesReader(Protocol):
    """Relations of the graph."""

    def listed(
        self,
        *,
        ids: Collection[str] | None = None,
        ends: Collection[str] | None = None,
        types: Collection[str] | None = None,
        within: Collection[str] | None = None,
        sources: Collection[str] | None = None,
        limit: int | None = None,
        at: LedgerPoint | None = None,
        holds_at: datetime | None = None,
    ) -> tuple[Relation, ...]:
        """Relations by their ids, by an end, by both ends (`within`), by where they start or by
        type, in the order in which they came to be as they are. `holds_at`: only those that hold
        then in the world."""
        ...

    def page(
        self,
        *,
        ends: Collection[str] | None = None,
        types: Collection[str] | None = None,
        after: str | None = None,
        limit: int,
        at: LedgerPoint | None = None,
        holds_at: datetime | None = None,
    ) -> tuple[tuple[Relation, ...], str | None]:
        """The same, and the opaque cursor of the next page if there is one."""
        ...

    def few(
        self,
        ends: Collection[str],
        *,
        types: Collection[str] | None,
        at: LedgerPoint | None,
        holds_at: datetime | None,
        most: int,
    ) -> tuple[Relation, ...] | None:
        """All relations of these nodes; None: there are more than so many, and none is read."""
        ...


class EdgeSpan(NamedTuple):
    """The type of a relation and its times, and nothing else of it."""

    type: str  # in upper case
    valid_from: datetime | None
    valid_until: datetime | None
    created_at: datetime
    ended_at: datetime | None


class OutlineReader(Protocol):
    """The graph from afar: counted and ranked in the store, for nodes with many relations."""

    def kinds(self, *, at: LedgerPoint | None = None) -> dict[str, int]:
        """How many entities of each kind there are."""
        ...

    def connected(
        self, *, at: LedgerPoint | None, holds_at: datetime, newest: int, limit: int
    ) -> tuple[tuple[str, int], ...]:
        """The ends of most of the newest relations, each with how many."""
        ...

    def nearest(
        self,
        ends: Collection[str],
        *,
        types: Collection[str] | None,
        at: LedgerPoint | None,
        holds_at: datetime | None,
        limit: int,
    ) -> tuple[str, ...]:
        """What is related to these nodes: proven first, then confident, then observed last."""
        ...

    def spans(
        self, ends: Collection[str], *, at: LedgerPoint | None, limit: int
    ) -> tuple[EdgeSpan, ...]:
        """The types and times of the relations of these nodes."""
        ...

    def messages(self, ids: Collection[str], *, each: int) -> dict[str, tuple[int, ...]]:
        """The numbers of the last messages that state each of these relations."""
        ...


class LinksReader(Protocol):
    """Links between items that the memory itself keeps."""

    def relations(self, *, end: str | None = None) -> tuple[Relation, ...]:
        """The links of an item, or all."""
        ...


class EntitiesWriter(EntitiesReader, Protocol):
    """Reads and changes entities."""

    def add(self, draft: EntityDraft, *, trust: Trust = ...) -> Entity: ...

    def change(self, id: str, changes: dict[str, Any], *, reason: str | None = None) -> None: ...

    def merge(self, keep: str, other: str, *, reason: str) -> None: ...

    def unmerge(self, id: str, *, reason: str) -> str:
        """Returns the id of the entity that it was part of."""
        ...

    def own(self, id: str) -> Entity:
        """The entity with its own names and attributes, without those merged into it."""
        ...

    def merged_into(self, id: str) -> str | None: ...


class EdgesWriter(EdgesReader, Protocol):
    """Reads and changes relations."""

    def statements(self, ids: Sequence[str]) -> tuple[StatingMessage, ...]:
        """The messages with these ids. Raises `NotFound` for one that the caller may not read."""
        ...

    def add(
        self, draft: RelationDraft, stated: Sequence[StatingMessage], *, trust: Trust
    ) -> Relation: ...

    def change(
        self,
        id: str,
        changes: dict[str, Any],
        *,
        action: Action,
        stated: Sequence[StatingMessage] = (),
        reason: str | None = None,
    ) -> Relation: ...


class LinksWriter(LinksReader, Protocol):
    """Reads and adds links."""

    def add_relation(
        self,
        draft: RelationDraft,
        *,
        settles: str | None = None,
        undoes: str | None = None,
        judged: Judged | None = None,
        reason: str | None = None,
    ) -> Relation:
        """Adds a relation. For the ledger entry: `settles` is the contradiction that it settles,
        `undoes` the act of the engine that it undoes, `judged` says that the engine adds it."""
        ...
