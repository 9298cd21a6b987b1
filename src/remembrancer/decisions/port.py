"""Store interface for decisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from remembrancer.items.item import Item
from remembrancer.items.page import Page
from remembrancer.items.relation import Relation
from remembrancer.ports.space_parts import LedgerPoint

PROPOSED: Final = "proposed"  # attribute of a relation that nobody confirmed yet


class ChainDirection(StrEnum):
    BACKWARD = "backward"  # to what led to it
    FORWARD = "forward"  # to what it led to


@dataclass(frozen=True, kw_only=True)
class DecisionQuery:
    """Which decisions are listed. Every condition must hold; None: any."""

    kinds: tuple[str, ...]  # of items that are decisions
    types: tuple[str, ...] | None = None  # any of these
    subject: str | None = None  # about this subject, or linked to one of `about`
    about: tuple[str, ...] | None = None  # ids of entities
    ids: tuple[str, ...] | None = None  # any of these
    since: datetime | None = None  # decided at or after
    until: datetime | None = None  # decided before
    outcome_due: date | None = None  # no outcome was told, and one is due by this day


class CapturedCount(NamedTuple):
    """How many decisions of one type came from one source type."""

    type: str | None
    source_type: str
    decisions: int
    last_at: datetime | None


class AttributeState(NamedTuple):
    """What was known of an entity between two ledger positions."""

    seq: int
    until_seq: int | None  # None: it is in force
    attrs: dict[str, Any]
    at: datetime

    def holds_at(self, seq: int) -> bool:
        return self.seq <= seq and (self.until_seq is None or seq < self.until_seq)


class ChainRow(NamedTuple):
    """One step of a chain."""

    node: str  # the id of the item that it leads to
    towards: str  # the id of the item nearer to where the chain begins
    depth: int
    item: Item | None  # None: it was erased
    relation: Relation | None  # None: it was erased


class DecisionsReader(Protocol):
    """Decisions that the viewer may see."""

    def page(self, asked: DecisionQuery, *, limit: int, after: str | None) -> Page:
        """Decisions, newest first, a page at a time."""
        ...

    def captured(self, kinds: Collection[str]) -> tuple[CapturedCount, ...]:
        """How many decisions there are of each type from each source."""
        ...

    def made_at(self, ids: Collection[str]) -> dict[str, LedgerPoint]:
        """The ledger position at which each item was added, and its time."""
        ...

    def attribute_states(self, entities: Collection[str]) -> dict[str, tuple[AttributeState, ...]]:
        """All states of the attributes of these entities, oldest first."""
        ...

    def chain(
        self, id: str, *, direction: ChainDirection, types: Collection[str], depth: int, limit: int
    ) -> tuple[tuple[ChainRow, ...], bool]:
        """What is linked to an item in one direction, the nearest first, each item once; and
        whether there were more relations than the limit."""
        ...

    def links(
        self, id: str | None, *, types: Collection[str], proposed: bool | None, limit: int
    ) -> tuple[Relation, ...]:
        """Relations in force of one node or of all, newest first; `proposed`: only those that
        nobody confirmed, or only the others."""
        ...

    def leads_on(
        self,
        ids: Sequence[str],
        *,
        direction: ChainDirection,
        types: Collection[str],
        beyond: Collection[str],
    ) -> bool:
        """Whether one of these items is linked to another one, in one direction, that is none of
        `beyond`."""
        ...
