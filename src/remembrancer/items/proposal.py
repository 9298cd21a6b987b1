"""A proposal: an item drawn out of what was said, before our rules have looked at it."""

from __future__ import annotations

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.text import Body, Line, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import ConfidenceSubtype, Entities


class Proposal(Value):
    """What an extractor says is worth keeping, and the words that say so."""

    content: Body
    message_id: Name  # the message it was drawn from
    quote: Body  # word for word from that message
    start: int | None = Field(
        default=None, ge=0
    )  # where the quote stands; None: at its first place
    also: tuple[Quote, ...] = ()  # further words that it rests on
    kind: Name | None = None  # None: the preset's default kind
    category: Name | None = None
    domain: Name | None = None
    title: Line | None = None
    data: dict[str, JsonValue] = Field(default_factory=dict)  # what it says, in fields
    entities: Entities = ()  # people, teams and metrics that it names
    valid_from: Moment | None = None  # world time; None: when it was said
    valid_until: Moment | None = None
    confidence: float | None = None
    confidence_subtype: ConfidenceSubtype | None = None  # how a user vouched for it
    only_reconfirms: bool = False  # True: it counts for what is known, and is never kept as new


class Quote(Value):
    """Words, and the message they stand in."""

    message_id: Name
    quote: Body
    start: int | None = Field(default=None, ge=0)
    is_question: bool = False  # True: it only asks; what is said stands in the answer


class LeftOut(Value):
    """Something that was said and is not kept as knowledge. The raw text stays."""

    text: str  # the words
    reason: str  # why not


class Drawn(Value):
    """What an extractor made of what was said."""

    proposals: tuple[Proposal, ...] = ()
    left_out: tuple[LeftOut, ...] = ()  # of what looked like knowledge; small talk is not listed


Proposal.model_rebuild()
