"""The tool that finds the community of a decision, or of a topic."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.texts.text import Body, Name
from remembrancer.decisions.shapes.community import COMMUNITY, DecisionCommunity
from remembrancer.delivery.tool_rule import QUOTED_ANSWER
from remembrancer.tools.decision_answers import ToolDecision, decision_told
from remembrancer.tools.tool import read_only
from remembrancer.tools.tool_results import LEFT_OUT, TEXT, shortened, within

if TYPE_CHECKING:
    from remembrancer.memory import Memory

_LISTED_MAX: Final = 10  # drivers, attributes, people or outcomes
_CLIENTS_MAX: Final = 50
_CHARACTERS: Final = 200  # of a name or an outcome


class FindDecisionCommunity(Value):
    decision_id: Name | None = Field(
        default=None, description="id of a decision that is in it: km_ and 12 hex digits"
    )
    topic: Body | None = Field(default=None, description="or what it is about, in a few words")


class ToolClient(Value):
    """A client whom decisions of the community concern."""

    name: str
    decisions: int
    is_reviewed: bool = Field(description="false: nobody looked at it since the last decision")


class ToolDriver(Value):
    """What many of the decisions were caused by or are about."""

    name: str = Field(description=TEXT)
    kind: str
    how: str = Field(description="caused, influenced or about")
    decisions: int


class ToolOutcome(Value):
    """What came of some of the decisions."""

    text: str = Field(description=TEXT)
    decisions: int


class CommunityAnswer(Value):
    id: str | None = Field(description="of its earliest decision; null: nothing was found")
    label: str | None = Field(default=None, description="what its decisions have in common")
    size: int = Field(default=0, description="decisions")
    client_count: int = 0
    reviewed: int = Field(default=0, description="clients that somebody looked at again")
    outstanding: int = Field(default=0, description="clients that still need attention")
    first_at: datetime | None = None
    last_at: datetime | None = None
    first_by: tuple[str, ...] = Field(default=(), description="who decided first")
    clients: tuple[ToolClient, ...] = Field(default=(), description="outstanding ones first")
    drivers: tuple[ToolDriver, ...] = ()
    attributes: tuple[str, ...] = Field(default=(), description="what is typical of them")
    outcomes: tuple[ToolOutcome, ...] = Field(default=(), description="what came of them")
    decisions: tuple[ToolDecision, ...] = Field(default=(), description="in the order of time")
    left_out: int = Field(default=0, description=LEFT_OUT)
    note: str = QUOTED_ANSWER


def _find(memory: Memory, given: FindDecisionCommunity, _: str | None) -> CommunityAnswer:
    if (given.decision_id is None) == (given.topic is None):
        raise InvalidInput("Give either decision_id or topic.", field="decision_id")
    id = given.decision_id
    if id is None:
        found = memory.decisions.communities(topic=given.topic, limit=1)
        if not found:
            return CommunityAnswer(id=None)
        id = found[0].id
    try:
        return _told(memory.decisions.community(id))
    except NotFound as error:
        if error.what != COMMUNITY:
            raise
        return CommunityAnswer(id=None)  # the decision is in none, which is an answer


def _told(found: DecisionCommunity) -> CommunityAnswer:
    kept, left_out = within(decision_told(one.decision) for one in found.members)
    return CommunityAnswer(
        id=found.id,
        label=found.label,
        size=found.size,
        client_count=found.client_count,
        reviewed=found.reviewed_count,
        outstanding=found.outstanding_count,
        first_at=found.first_at,
        last_at=found.last_at,
        first_by=found.first_by[:_LISTED_MAX],
        clients=tuple(
            ToolClient(
                name=_short(one.name), decisions=len(one.decisions), is_reviewed=one.is_reviewed
            )
            for one in found.clients[:_CLIENTS_MAX]
        ),
        drivers=tuple(
            ToolDriver(name=_short(one.name), kind=one.kind, how=one.how, decisions=one.count)
            for one in found.drivers[:_LISTED_MAX]
        ),
        attributes=tuple(
            _short(f"{one.name} {one.value}") for one in found.attributes if one.is_typical
        )[:_LISTED_MAX],
        outcomes=tuple(
            ToolOutcome(text=_short(one.text), decisions=one.count)
            for one in found.outcomes[:_LISTED_MAX]
        ),
        decisions=kept,
        left_out=left_out + len(found.member_ids) - len(found.members),
    )


def _short(text: str) -> str:
    return shortened(text, _CHARACTERS)[0]


COMMUNITY_TOOL: Final = read_only(
    "find_decision_community",
    "Find a community of decisions",
    FindDecisionCommunity,
    CommunityAnswer,
    _find,
    "Finds the decisions that hang together with one, or with a topic, by causes and influences: "
    "what drove them, which clients they concern, and who still needs attention. Use it to see "
    "whether a case is one of many. Only what everybody may see takes part.",
)
