"""The input of an extraction, and the candidate items that come out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.items.message import Message
from remembrancer.items.port import NewItem

SAID_AT: Final = "said_at"  # metadata key of extracted items: when it was said


class ExtractionInput(NamedTuple):
    """Messages to extract from, and the fields that all extracted items share."""

    messages: Sequence[Message]
    source: str | None  # the captured source, if the only message is its text
    subject: str | None
    audience: str | None
    is_personal: bool
    source_type: str
    source_id: str | None
    fields: Mapping[str, Any] = {}  # fields that the caller gives for every item
    known: int = 0  # how many of the messages were stored before


class CandidateItem(NamedTuple):
    """An item that is compared with existing items before it is stored."""

    new: NewItem
    said_at: datetime
    is_by_program: bool
    vouched_by: str | None = None  # the person who verified it
    is_nod: bool = False  # the person only agreed: somebody else worded it
    is_anywhere: bool = False  # its domain is a guess, so it is compared across domains
    only_reconfirms: bool = False  # a bare yes: it may reconfirm an item and is never stored
    corrects: bool = False  # the words before it say that an earlier statement was wrong
    only_acts: bool = False  # it is stored only if it changes, corrects or closes an item
    is_noted: bool = False  # an entry of a list of notes, independent of the others
