"""A walk: one question to the memory, what came back, and what of it was used."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, overload

from remembrancer.core.base import Value


class WalkHit(Value):
    """Something that a question brought up, as far as the reader may see it now."""

    type: Literal["item", "message"]
    id: str  # the item's or the message's own id
    rank: int  # its place in the answer, from 1
    is_used: bool = False  # the caller said that it was
    conversation_id: str | None = None  # for messages
    kind: str | None = None  # for items, as all of these
    category: str | None = None
    title: str | None = None
    subject: str | None = None  # whom it is about


class Walk(Value):
    """One question: who asked what, when, with which tool, and what it led to."""

    id: str  # walk_ and 16 hex digits
    at: datetime
    principal: str  # who asked
    tool: str  # recall, summary, or the name of an agent's tool
    session: str | None = None  # the caller's own id of the session it was asked in
    subject: str | None = None  # whom it was about, where the caller said so
    query: str | None = None  # None: there was none, or it is not for the reader's eyes
    shape: str | None = None  # the form of the question, without what it is about
    returned: tuple[WalkHit, ...] = ()  # in order
    used: tuple[str, ...] = ()  # ids of what was used of it
    is_reported: bool = False  # somebody said what was used; it may be nothing
    is_partial: bool = False  # it returned more than the reader may see now


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
    times: int  # questions that brought up both, and sessions that did so with several questions


class CitedItem(Value):
    """An item, and how often it helped."""

    id: str
    used: int  # times that it was used
    returned: int  # times that it came back
    kind: str | None = None
    category: str | None = None
    title: str | None = None


class TellingAttribute(Value):
    """An attribute of what came back, and how well it foretells that it is used."""

    attribute: str  # category or kind
    value: str
    used: int
    returned: int
    lift: float  # how many times more often it is used than what comes back as a rule


class TellingClient(Value):
    """An attribute of clients, and how well it foretells that what is known of them is used."""

    attribute: str  # category, kind, or a field of the data of what is known of them
    value: str
    clients: int  # that have it, of those whose items came back
    walks: int  # in which something of them came back
    used: int  # items of theirs that were used
    returned: int
    lift: float  # how many times more often they are used than those of clients without it


class LearnedWeight(Value):
    """What walks taught of a category, for `recall(learned=True)`."""

    category: str  # declared or not
    weight: float  # what an item's weight is multiplied with


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

    walks: int  # how many there were
    reported: int  # those of which somebody said what was used
    found_nothing: int  # those that brought up nothing
    pairs: tuple[CategoryPair, ...] = ()  # the most frequent first, as everywhere here
    cited: tuple[CitedItem, ...] = ()
    telling: tuple[TellingAttribute, ...] = ()  # those that foretell use best
    clients: tuple[TellingClient, ...] = ()  # attributes of clients that do
    learned: tuple[LearnedWeight, ...] = ()  # the furthest from 1 first; the same for everybody
    shapes: tuple[QueryShape, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    is_cut: bool = False  # there were more than are looked at; the newest are in it

    @property
    def reported_share(self) -> float:
        """The part of the walks of which somebody said what was used, from 0 to 1."""
        return self.reported / self.walks if self.walks else 0.0
