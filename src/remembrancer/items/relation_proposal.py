"""A proposed relation: who or what is related to whom or what, in the words that say so."""

from __future__ import annotations

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Name
from remembrancer.core.time import Moment


class EntityMention(Value):
    """Somebody or something that a text names."""

    kind: Name  # Person, Org, Place, Topic, Skill, Project, …
    name: Name
    author_id: Name | None = None  # the author of the message, if it is the speaker
    is_sure: bool = True  # the words say that it is of this kind; if not, it must be known as such


class RelationProposal(Value):
    """A relation that an extractor proposes, with its quote."""

    source: EntityMention
    type: Name  # in upper case: WORKS_AT, LIVES_IN, …
    target: EntityMention
    quote: Body  # exact words of the message
    start: int | None = Field(default=None, ge=0)  # offset of the quote; None: first occurrence
    message_id: Name | None = None  # the message that says it; None: the text was given alone
    attrs: dict[str, JsonValue] = Field(default_factory=dict)  # role, startDate, basis, …
    confidence: float = Field(default=0.8, ge=0.0, le=1.0)
    timestamp: Moment | None = None  # when it happened; None: the time of the message
    valid_from: Moment | None = None  # world time, where it is said
    valid_until: Moment | None = None
