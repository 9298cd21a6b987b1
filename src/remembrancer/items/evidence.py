"""Evidence: the words that an item rests on, and where they stand."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from remembrancer.core.base import Value


class Stance(StrEnum):
    SUPPORTS = "supports"  # the words state it
    CORRECTS = "corrects"  # the words set it right
    CONFIRMS = "confirms"  # the words say that it is still so


class Evidence(Value):
    """A verbatim quote with its place in the source."""

    source_id: str | None = None  # the captured source, or the conversation of the message
    message_id: str | None = None  # whenever it comes from a message
    conversation_id: str | None = None  # the conversation of that message
    quote: str | None = None  # verbatim; None where a person confirmed without words
    start: int | None = None  # first character in the source
    end: int | None = None  # one past the last character
    stance: Stance = Stance.SUPPORTS
    principal: str | None = None  # who said it, as far as was told
    at: datetime | None = None  # when it was recorded
    handed_in_by: str | None = None  # whose call brought the words; they answer for them

    @property
    def is_claimed(self) -> bool:
        """The speaker is only said to be so: somebody else handed the words in."""
        return None not in (self.principal, self.handed_in_by) and (
            self.principal != self.handed_in_by
        )
