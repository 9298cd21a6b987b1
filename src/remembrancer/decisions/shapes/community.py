"""A community: decisions that are tied to each other by causes and influences."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.decisions.decision import Decision

COMMUNITY: Final = "community"  # what is not found where a decision is in none


class CommunityTie(Value):
    """Another community that some decisions are linked to."""

    id: str
    links: int


class CommunitySummary(Value):
    """A community in short. Everybody in the space gets the same of it."""

    id: str  # of its earliest decision: it stays when later ones join
    label: str  # what many of its members have in common, and few other decisions
    size: int  # decisions
    client_count: int  # different ones that its decisions concern
    reviewed_count: int  # of the clients, those whose decisions here somebody looked at
    outstanding_count: int  # of the clients, those that nobody looked at since the last decision
    first_at: datetime  # when the first of its decisions was made
    last_at: datetime
    ties: tuple[CommunityTie, ...] = ()  # the closest first


class CommunityClient(Value):
    """A client whom decisions of a community concern."""

    id: str | None  # of the entity; None: the client is known by the name alone
    name: str
    subject: str  # what decisions.list(subject=…) takes
    decisions: tuple[str, ...]  # ids of the decisions here, in the order of time
    last_decided_at: datetime
    looked_at: datetime | None  # when somebody last looked at one of them
    is_reviewed: bool  # True: that was at or after the last decision


class CommunityDriver(Value):
    """What many decisions of a community were caused by or are about."""

    id: str
    kind: str  # of the entity or the item
    name: str
    how: str  # caused, influenced or about
    count: int  # members
    share: float  # of the members
    share_outside: float  # of all other decisions


class CommunityAttribute(Value):
    """What many members are or have, and how often others do."""

    name: str  # type, the kind of a thing, or an attribute of those concerned
    value: str
    count: int  # members
    share: float
    share_outside: float
    is_typical: bool  # True: many members have it, and few others do


class CommunityRange(Value):
    """An attribute that is a number, over those members where it is known."""

    name: str
    low: float
    middle: float  # the median
    high: float
    count: int


class CommunityPerson(Value):
    """Somebody who decided, in the order of their first decision here."""

    name: str
    first_at: datetime
    first_decision: str  # its id
    count: int  # decisions


class CommunityOutcome(Value):
    """What came of decisions here, told in the same words."""

    text: str
    count: int  # decisions
    decisions: tuple[str, ...]  # their ids
    values: tuple[Any, ...]  # figures that were told with it


class CommunityMember(Value):
    """A decision of a community."""

    decision: Decision  # with links that everybody may see, and without its evidence
    clients: tuple[str, ...]  # their names
    by: tuple[str, ...]  # who decided: participants who are no clients, else who recorded it
    looked_at: datetime | None  # when somebody last looked at it again or told what came of it

    @property
    def id(self) -> str:
        return self.decision.id


class DecisionCommunity(CommunitySummary):
    """A community with its members through time, and what they have in common."""

    member_ids: tuple[str, ...]  # of all its decisions, in the order of time
    members: tuple[CommunityMember, ...]  # in the order of time
    is_cut: bool  # True: there are more members; people and outcomes are those of the ones listed
    clients: tuple[CommunityClient, ...]  # outstanding ones first
    drivers: tuple[CommunityDriver, ...]  # the most common first
    attributes: tuple[CommunityAttribute, ...]  # the most typical first
    ranges: tuple[CommunityRange, ...]
    people: tuple[CommunityPerson, ...]  # whoever decided first is first
    outcomes: tuple[CommunityOutcome, ...]  # what worked: the most common first
    without_outcome: int  # of the members listed, those that nobody told an outcome of

    @property
    def reviewed(self) -> tuple[CommunityClient, ...]:
        return tuple(one for one in self.clients if one.is_reviewed)

    @property
    def outstanding(self) -> tuple[CommunityClient, ...]:
        return tuple(one for one in self.clients if not one.is_reviewed)

    @property
    def first_by(self) -> tuple[str, ...]:
        """Who made the first decision."""
        return self.members[0].by if self.members else ()
