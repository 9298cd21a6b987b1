"""A message: what one author said at one time, word for word."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.text import ERASED, Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust

# The type of an entry beside the calls: not a call, but the message as another program gave it.
AS_GIVEN: Final = "as_given"


class MessageDraft(Value):
    """What a caller gives."""

    id: Name | None = None  # kept as given; None: msg_ and 12 hex digits
    author_id: Name  # who said it
    role: Name = "user"  # user, assistant, system, tool
    content: Body
    timestamp: Moment | None = None  # None: now
    tool_calls: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=1000)] = ()
    trust: Trust | None = None  # may lower the trust of the conversation, never raise it


class Message(Value):
    """A message as stored."""

    id: str
    conversation_id: str
    channel_id: str | None
    author_id: str
    role: str
    content: str
    timestamp: datetime
    owner: str  # who brought it
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: Trust  # of what is said here, whoever brought it
    tool_calls: tuple[dict[str, Any], ...] = ()

    @property
    def is_calling(self) -> bool:
        """Whether tools are called beside what is said."""
        return any(call.get("type") != AS_GIVEN for call in self.tool_calls)

    @property
    def is_erased(self) -> bool:
        """Only its place is left. Somebody may have said the word itself, under a name."""
        return self.content == self.author_id == ERASED
