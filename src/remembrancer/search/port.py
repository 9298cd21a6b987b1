"""What is asked of the store about searching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Item
from remembrancer.items.relation import Relation
from remembrancer.ports.space_parts import LedgerPoint
from remembrancer.search.bm25 import Statistics


class QueryVector(NamedTuple):
    """A question as an embedder sees it."""

    model: str
    vector: tuple[float, ...]


class Candidate(NamedTuple):
    """A text that may be what a question is about."""

    key: int  # of the item or message, for `items_by_key` and `messages_by_key`
    text: int  # the store's number of the text
    tokens: str  # its stems, joined by blanks
    length: int  # how many stems
    at: str  # when it was said or true, as ISO 8601 in UTC
    place: int | None = None  # of a message: its conversation
    author: str | None = None
    said: str = ""  # of a message: its words


class VectorMatch(NamedTuple):
    """A text near in meaning."""

    candidate: Candidate
    likeness: float  # by the angle between the vectors: 1 for the same, -1 for the opposite


class MessageContext(NamedTuple):
    """Messages and what was said around them."""

    candidates: dict[int, Candidate]  # by key, those asked about included
    after: dict[int, int]  # of a message that has one: the next


class ComparisonScope(NamedTuple):
    """Where something belongs. Only what is in the same place is compared with it.

    What is shared is held against what is for everybody as well, and what is for everybody against
    all that is shared: the one may contradict the other, and is never replaced by it.
    """

    subject: str | None
    domain: str | None  # None: it may belong to any, and is compared with every domain
    audience: str | None
    is_personal: bool


class CachedMessages(Protocol):
    """Messages that a caller may recall, in the order of their conversations, as columns.

    Each column is a NumPy array with one entry for each message.
    """

    count: int

    def column(self, name: str) -> Any:
        """key, place, length, words, asking, author (its number), at (microseconds since 1970)."""

    def counts(self, terms: Sequence[str]) -> Any:
        """How often each word stands in each message: one row for each word."""

    def authors(self) -> Mapping[int, str]:
        """Those who said them, by number."""

    def likeness(self, meaning: QueryVector) -> tuple[Any, Any]:
        """How near each is as a whole, and in its nearest part; 0 where it has no vector."""


class UnembeddedText(NamedTuple):
    number: int
    content: str | None
    is_personal: bool
    tokens: str


class Unembedded(NamedTuple):
    """The oldest texts of a space that have no vector of a model."""

    after: int  # how far the texts were embedded before
    upto: int  # and after these
    left: int  # how many texts come after, these included
    texts: tuple[UnembeddedText, ...]


class NewVector(NamedTuple):
    """What a part of a text means."""

    text: int
    part: int
    values: Sequence[float]


class TextSearch(Protocol):
    """Search by words."""

    def statistics(self, terms: Sequence[str]) -> Statistics: ...

    def items(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
    ) -> list[Candidate]: ...

    def messages(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
    ) -> list[Candidate]: ...


class VectorSearch(Protocol):
    """Search by vectors."""

    def items(
        self, meaning: QueryVector, filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[VectorMatch]:
        """The nearest first. Vectors of another model are never compared."""

    def messages(
        self, meaning: QueryVector, filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[VectorMatch]: ...

    def similarity(
        self, meaning: QueryVector, texts: Sequence[int]
    ) -> dict[int, tuple[float, float]]:
        """How near these texts are as a whole and in their nearest part, of those with vectors."""

    def cached_messages(
        self, filter: RecallFilter, *, at: LedgerPoint | None
    ) -> CachedMessages | None:
        """Every message that passes; None: they are too many to hold, or the engine searches."""

    def has_vectors(self, model: str) -> bool: ...


class ContextWindow(Protocol):
    """Messages around others, and items that relations link to."""

    def linked_items(
        self, names: Sequence[str], filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[Candidate]:
        """Items that a relation links to an entity of one of these names."""

    def around(
        self, keys: Sequence[int], filter: RecallFilter, *, steps: int, at: LedgerPoint | None
    ) -> MessageContext:
        """Messages with those that the caller may recall right before and after them."""


class Candidates(Protocol):
    """Existing items that something new is compared with."""

    def similar(
        self, terms: Sequence[str], statistics: Statistics, place: ComparisonScope, *, limit: int
    ) -> tuple[Item, ...]:
        """Items of a place that share words, in use or turned down, without evidence."""

    def unconfirmed(
        self, place: ComparisonScope, *, since: datetime, limit: int
    ) -> tuple[tuple[str, str], ...]:
        """Ids and words of active items of a place, of whatever domain, which nobody has put in
        or confirmed since then; those that run out next come first."""

    def links(self, types: Sequence[str], ends: Sequence[str] | None) -> tuple[Relation, ...]:
        """Relations of these types between items that can be seen; of these items, or of all."""


class EmbeddingsReader(Protocol):
    """Vectors of texts, and the backlog of texts without one."""

    def counts(self) -> dict[str, tuple[int, int]]:
        """By model: how many vectors there are, and how many texts are still to be embedded."""

    def backlog(self, model: str, *, limit: int) -> Unembedded: ...

    def is_complete(self, model: str) -> bool: ...


class EmbeddingsWriter(EmbeddingsReader, Protocol):
    """The same, and changes to them."""

    def put(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that are still there; False: another worker was faster."""

    def drop(self, model: str) -> int:
        """Removes the vectors of an embedder that is not used any more; how many there were."""

    def has_texts(self) -> bool: ...
