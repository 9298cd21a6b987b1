"""Store interface for decisions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

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


class ChainRows(NamedTuple):
    """A chain as it is stored. Whoever is given it may fill it in, and keep it."""

    # By id, also where the chain begins: the fields of a decision, but for its category and links.
    # Those that were erased are missing.
    told: dict[str, dict[str, Any]]
    # The nearest first, each item once: the fields of a step, but for its decision.
    steps: dict[ChainDirection, list[dict[str, Any]]]
    is_cut: bool  # True: there are more, further away or too many


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
        self,
        id: str,
        *,
        directions: Collection[ChainDirection],
        types: Collection[str],
        depth: int,
        limit: int,
    ) -> ChainRows | None:
        """What is linked to an item, up to a limit of relations in each direction. None: there is
        no such item."""
        ...

    def told_links(self, ids: Collection[str]) -> tuple[Relation, ...]:
        """Relations in force from these decisions to policies, exceptions, escalations and to what
        they are about, in the order in which they came to be as they are."""
        ...

    def links(
        self, id: str | None, *, types: Collection[str], proposed: bool | None, limit: int
    ) -> tuple[Relation, ...]:
        """Relations in force of one node or of all, newest first; `proposed`: only those that
        nobody confirmed, or only the others."""
        ...
