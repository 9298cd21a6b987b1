"""Evidence: the words that an item is based on, and their position."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from remembrancer.core.base import Value


class Stance(StrEnum):
    SUPPORTS = "supports"  # the words state it
    CORRECTS = "corrects"  # the words correct it
    CONFIRMS = "confirms"  # the words say that it still holds
    WITHDRAWN = "withdrawn"  # the words were taken for it by mistake; no item shows them


class Evidence(Value):
    """A verbatim quote with its place in the source."""

    source_id: str | None = None  # the captured source, or the message's conversation
    message_id: str | None = None  # set if it comes from a message
    conversation_id: str | None = None  # the conversation of that message
    quote: str | None = None  # verbatim; None: a person confirmed without words
    start: int | None = None  # first character in the source
    end: int | None = None  # one past the last character
    stance: Stance = Stance.SUPPORTS
    principal: str | None = None  # who said it, if known
    at: datetime | None = None  # when it was recorded
    handed_in_by: str | None = None  # whose call submitted the words; they are responsible

    @property
    def is_claimed(self) -> bool:
        """Whether the speaker is only claimed: somebody else submitted the words."""
        return None not in (self.principal, self.handed_in_by) and (
            self.principal != self.handed_in_by
        )
