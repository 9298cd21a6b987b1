"""A proposal: an extracted item before it is checked."""

from __future__ import annotations

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Line, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import ConfidenceSubtype, Entities
from remembrancer.items.relation_proposal import RelationProposal


class Proposal(Value):
    """An item that an extractor proposes, with its quote."""

    content: Body
    message_id: Name  # the message it was extracted from
    quote: Body  # exact words of that message
    start: int | None = Field(default=None, ge=0)  # offset of the quote; None: its first occurrence
    also: tuple[Quote, ...] = ()  # further quotes as evidence
    kind: Name | None = None  # None: the preset's default kind
    category: Name | None = None
    domain: Name | None = None
    title: Line | None = None
    data: dict[str, JsonValue] = Field(default_factory=dict)  # structured fields
    entities: Entities = ()  # people, teams and metrics that it names
    valid_from: Moment | None = None  # world time; None: the time of the message
    valid_until: Moment | None = None
    confidence: float | None = None
    confidence_subtype: ConfidenceSubtype | None = None  # how a user vouched for it
    only_reconfirms: bool = False  # True: it may reconfirm an item and is never stored as new
    corrects: bool = False  # True: the words before it say that an earlier statement was wrong
    only_acts: bool = False  # True: it is stored only if it changes, corrects or closes an item


class Quote(Value):
    """A quote and its message."""

    message_id: Name
    quote: Body
    start: int | None = Field(default=None, ge=0)
    is_question: bool = False  # True: a question; the statement is in the answer


class LeftOut(Value):
    """A text that is not kept as an item. The raw message stays."""

    text: str  # the words
    reason: str  # why it was left out


class Extraction(Value):
    """The result of an extractor."""

    proposals: tuple[Proposal, ...] = ()
    left_out: tuple[LeftOut, ...] = ()  # rejected statements; small talk is not listed
    relations: tuple[RelationProposal, ...] = ()  # who and what is said to be related


Proposal.model_rebuild()
