"""A walk: one question to the memory, its hits, and which of them were used."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, overload

from remembrancer.core.base import Value


class WalkHit(Value):
    """Something that a question brought up, as far as the reader may see it now."""

    type: Literal["item", "message"]
    id: str  # id of the item or message
    rank: int  # its rank in the answer, from 1
    is_used: bool = False  # reported by the caller
    conversation_id: str | None = None  # for messages
    kind: str | None = None  # for items, as the fields below
    category: str | None = None
    title: str | None = None
    subject: str | None = None  # its subject


class Walk(Value):
    """One question: who asked what, when, with which tool, and what it led to."""

    id: str  # walk_ and 16 hex digits
    at: datetime
    principal: str  # who asked
    tool: str  # recall, summary, or the name of an agent's tool
    session: str | None = None  # the caller's own id of the session it was asked in
    subject: str | None = None  # its subject, if the caller named one
    query: str | None = None  # None: no question in words, or hidden from the reader
    shape: str | None = None  # the form of the question, without its topic
    returned: tuple[WalkHit, ...] = ()  # in order
    used: tuple[str, ...] = ()  # ids of used hits
    is_reported: bool = False  # the use was reported; it may be empty
    is_partial: bool = False  # it had more hits than the reader may see now


class WalkPage(Value):
    """Walks in order, newest first. Iterate it, index it, or follow `next`."""

    walks: tuple[Walk, ...]
    next: str | None = None  # opaque; list(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.walks)

    def __iter__(self) -> Iterator[Walk]:  # type: ignore[override]
        return iter(self.walks)

    @overload
    def __getitem__(self, index: int) -> Walk: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Walk, ...]: ...
    def __getitem__(self, index: int | slice) -> Walk | tuple[Walk, ...]:
        return self.walks[index]


class CategoryPair(Value):
    """Two categories that were looked up together."""

    categories: tuple[str, str]  # in alphabetical order
    times: int  # questions with hits in both, and sessions with both in different questions


class CitedItem(Value):
    """An item, and how often it helped."""

    id: str
    used: int  # number of uses
    returned: int  # number of times it was a hit
    kind: str | None = None
    category: str | None = None
    title: str | None = None


class TellingAttribute(Value):
    """An attribute of what came back, and how well it foretells that it is used."""

    attribute: str  # category or kind
    value: str
    used: int
    returned: int
    lift: float  # use rate relative to the average hit


class TellingClient(Value):
    """An attribute of clients, and how well it predicts that items about them are used."""

    attribute: str  # category, kind, or a field in the data of their items
    value: str
    clients: int  # clients with it, among those with hits
    walks: int  # questions with a hit about them
    used: int  # their items that were used
    returned: int
    lift: float  # use rate relative to clients without it


class LearnedWeight(Value):
    """What walks taught of a category, for `recall(learned=True)`."""

    category: str  # declared or not; of a decision without one, its type
    weight: float  # the factor for an item's score
    walks: int = 0  # questions that taught it
    callers: int = 0  # who asked them
    returned: int = 0  # items of the category in their answers
    used: int = 0  # those that were used


class QueryShape(Value):
    """A form of question."""

    shape: str  # as in: when does <name> want to <thing>
    times: int


class Unanswered(Value):
    """A question that found nothing."""

    query: str
    times: int


class WalkReport(Value):
    """What walks tell of how the memory is used, over what the reader may see of them."""

    walks: int  # number of questions
    reported: int  # questions with reported use
    found_nothing: int  # questions without hits
    pairs: tuple[CategoryPair, ...] = ()  # most frequent first, as in all lists here
    cited: tuple[CitedItem, ...] = ()
    telling: tuple[TellingAttribute, ...] = ()  # the best predictors of use
    clients: tuple[TellingClient, ...] = ()  # attributes of clients that predict use
    learned: tuple[LearnedWeight, ...] = ()  # the furthest from 1 first; the same for everybody
    shapes: tuple[QueryShape, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    is_cut: bool = False  # there are more than were read; the newest are included

    @property
    def reported_share(self) -> float:
        """The share of questions with reported use, from 0 to 1."""
        return self.reported / self.walks if self.walks else 0.0
