"""What was said in one place, and what was drawn out of it: an item to store, not yet filed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.items.message import Message
from remembrancer.items.port import NewItem

SAID_AT: Final = "said_at"  # in the metadata of what was drawn out: when it was said


class Spoken(NamedTuple):
    """What was said in one place, and what holds for all that is drawn out of it."""

    messages: Sequence[Message]
    source: str | None  # the captured source that the one message repeats
    subject: str | None
    audience: str | None
    is_personal: bool
    source_type: str
    source_id: str | None
    fields: Mapping[str, Any] = {}  # what the caller says of every item
    known: int = 0  # of the messages, those that were there before


class Candidate(NamedTuple):
    """An item to store, once it is clear how it stands to what is known."""

    new: NewItem
    said_at: datetime
    is_by_program: bool
    vouched_by: str | None = None  # whose words these are said to be, where they vouch for it
    is_nod: bool = False  # they only say that it is so: another found the words
    is_anywhere: bool = False  # its domain is a guess: it is compared with all that is known
    only_reconfirms: bool = False  # a mere yes: it counts for what is known, or for nothing
    is_noted: bool = False  # one of a list of notes, in which each stands for itself
