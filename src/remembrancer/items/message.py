"""A message: what one author said at one time, verbatim."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import ERASED, Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust

# The type of an entry in `tool_calls` that is no call, but the message as another program sent it.
AS_GIVEN: Final = "as_given"


class MessageDraft(Value):
    """What a caller gives."""

    id: Name | None = None  # kept unchanged; None: msg_ and 12 hex digits
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
    owner: str  # who submitted it
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: Trust  # of its content, whoever submitted it
    tool_calls: tuple[dict[str, Any], ...] = ()

    @property
    def is_calling(self) -> bool:
        """Whether the message has tool calls."""
        return any(call.get("type") != AS_GIVEN for call in self.tool_calls)

    @property
    def is_erased(self) -> bool:
        """Whether only its place is left. A real author may write the word, so both must match."""
        return self.content == self.author_id == ERASED
