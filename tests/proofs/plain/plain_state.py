"""The nouns of the plain model: what a space holds, in lists and dicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.core.errors import RemembrancerError


class Refused(Exception):
    """The model says that the product must raise exactly this kind of error."""

    def __init__(self, kind: type[RemembrancerError], why: str) -> None:
        super().__init__(f"{kind.__name__}: {why}")
        self.kind = kind


class Point(NamedTuple):
    """A place in history: how many acts had happened, and the time to read by."""

    seq: int
    time: datetime


@dataclass(slots=True)
class PlainPerson:
    name: str
    kind: str = "user"
    roles: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()

    @property
    def is_admin(self) -> bool:
        return bool(self.roles & {"KM_ADMIN", "ADMIN"})

    @property
    def is_full_admin(self) -> bool:
        return "ADMIN" in self.roles

    @property
    def is_person(self) -> bool:
        return self.kind == "user"

    @property
    def sees_personal(self) -> bool:
        return self.is_admin and self.is_person


@dataclass(slots=True)
class PlainEvidence:
    seq: int
    source: PlainSource | None
    message: PlainMessage | None
    quote: str | None
    start: int | None
    end: int | None
    stance: str
    principal: str
    at: datetime


@dataclass(slots=True)
class PlainVersion:
    """What an item said of itself from one act to the next."""

    seq: int
    at: datetime
    number: int
    says: dict[str, Any]


@dataclass(slots=True)
class PlainItem:
    id: str
    number: int  # in the order of adding
    owner: str
    created_at: datetime
    versions: list[PlainVersion]
    evidence: list[PlainEvidence] = field(default_factory=list)
    votes: dict[str, int] = field(default_factory=dict)

    @property
    def audience(self) -> str | None:
        """As it is today, whichever version is asked for."""
        audience: str | None = self.says["audience"]
        return audience

    @property
    def is_personal(self) -> bool:
        return bool(self.says["is_personal"])

    @property
    def now(self) -> PlainVersion:
        return self.versions[-1]

    @property
    def says(self) -> dict[str, Any]:
        return self.versions[-1].says

    def at(self, point: Point | None) -> PlainVersion | None:
        """The version in force, now or at a point of history."""
        if point is None:
            return self.versions[-1]
        known = [version for version in self.versions if version.seq <= point.seq]
        return known[-1] if known else None


@dataclass(slots=True)
class PlainSource:
    id: str
    type: str
    external_id: str | None
    content: str
    owner: str
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: str
    created_at: datetime


@dataclass(slots=True)
class PlainMessage:
    seq: int
    id: str
    conversation: PlainConversation
    author_id: str
    role: str
    content: str
    timestamp: datetime
    owner: str
    trust: str


@dataclass(slots=True)
class PlainConversation:
    id: str
    number: int
    subject: str | None
    channel_id: str | None
    title: str | None
    owner: str
    audience: str | None
    is_personal: bool
    trust: str  # the most that anything said in it can have
    created_at: datetime
    messages: list[PlainMessage] = field(default_factory=list)


class Act(NamedTuple):
    """One row of the ledger."""

    seq: int
    at: datetime
    actor: str
    action: str
    target: str
    reason: str | None
    touched: tuple[str, ...]  # every item that it changed
