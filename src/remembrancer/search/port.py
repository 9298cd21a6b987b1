"""The search interfaces of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Item
from remembrancer.items.relation import Relation
from remembrancer.ports.space_parts import LedgerPoint
from remembrancer.search.bm25 import Statistics


class QueryVector(NamedTuple):
    """A query as an embedding."""

    model: str
    vector: tuple[float, ...]


class Candidate(NamedTuple):
    """A text that may match a query."""

    key: int  # of the item or message, for `items_by_key` and `messages_by_key`
    text: int  # the store's number of the text
    tokens: str  # its stems, joined by blanks
    length: int  # how many stems
    at: str  # when it was said or true, as ISO 8601 in UTC
    place: int | None = None  # for a message: its conversation
    author: str | None = None
    said: str = ""  # for a message: its text


class VectorMatch(NamedTuple):
    """A text with a similar meaning."""

    candidate: Candidate
    likeness: float  # cosine similarity: 1 for the same direction, -1 for the opposite


class MessageContext(NamedTuple):
    """Messages and the messages around them."""

    candidates: dict[int, Candidate]  # by key, the requested messages included; without known ones
    after: dict[int, int]  # from a message to the next one, if there is one


class ComparisonScope(NamedTuple):
    """The scope of an item: it is compared only with items of the same scope.

    Items for a group are also compared with items for everybody, and items for everybody with all
    shared items. One may contradict the other, but never replaces it.
    """

    subject: str | None
    domain: str | None  # None: any domain; it is compared with items of every domain
    audience: str | None
    is_personal: bool
    before: int | None = None  # only items stored before the one with this number; None: all


class CachedMessages(Protocol):
    """Messages that a caller may recall, in the order of their conversations, as columns.

    Each column is a NumPy array with one entry for each message.
    """

    count: int

    def column(self, name: str) -> Any:
        """key, place, length, words, asking, author (its number), at (microseconds since 1970)."""

    def counts(self, terms: Sequence[str]) -> Any:
        """How often each word occurs in each message: one row for each word."""

    def authors(self) -> Mapping[int, str]:
        """The authors of the messages, by number."""

    def likeness(self, meaning: QueryVector) -> tuple[Any, Any]:
        """The similarity of each whole message, and of its nearest part; 0 if it has no vector."""


class UnembeddedText(NamedTuple):
    number: int
    content: str | None
    is_personal: bool
    tokens: str


class Unembedded(NamedTuple):
    """The oldest texts of a space that have no vector of a model."""

    after: int  # the last text that was embedded before
    upto: int  # the last text of this batch
    left: int  # how many texts are left, these included
    texts: tuple[UnembeddedText, ...]


class NewVector(NamedTuple):
    """The vector of one part of a text."""

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


class PackedCodes(NamedTuple):
    """What a search in a large space of a file compares, for the next process to go on with."""

    upto: int  # the last vector that they are of
    erased: int  # the last erasure before they were made
    vectors: int  # how many
    body: bytes


class VectorSearch(Protocol):
    """Search by vectors."""

    def items(
        self, meaning: QueryVector, filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[VectorMatch]:
        """The nearest items first. Vectors of different models are never compared."""

    def messages(
        self,
        meaning: QueryVector,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
        author: str | None = None,
    ) -> list[VectorMatch]: ...

    def similarity(
        self, meaning: QueryVector, texts: Sequence[int]
    ) -> dict[int, tuple[float, float]]:
        """The similarity of each whole text and of its nearest part, for texts with vectors."""

    def cached_messages(
        self, filter: RecallFilter, *, at: LedgerPoint | None
    ) -> CachedMessages | None:
        """Every message that passes the filters; None: too many, or the engine searches."""

    def has_vectors(self, model: str) -> bool: ...

    def lacks_kept_codes(self, model: str) -> bool:
        """The next process would have to read most vectors of the space at its first question."""

    def codes_to_keep(self, model: str) -> PackedCodes: ...


class ContextWindow(Protocol):
    """Messages around others, and items that relations link to."""

    def linked_items(
        self, names: Sequence[str], filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[Candidate]:
        """Items that a relation links to an entity with one of these names."""

    def around(
        self,
        keys: Sequence[int],
        filter: RecallFilter,
        *,
        steps: int,
        at: LedgerPoint | None,
        known: Set[int] = frozenset(),
    ) -> MessageContext:
        """These messages, and the messages before and after them that the caller may recall.

        Known ones are not read again.
        """


class Candidates(Protocol):
    """Existing items that a new item is compared with."""

    def similar(
        self, terms: Sequence[str], statistics: Statistics, place: ComparisonScope, *, limit: int
    ) -> tuple[Item, ...]:
        """Items in the scope that share words, active or rejected, without their evidence."""

    def unconfirmed(
        self, place: ComparisonScope, *, since: datetime, limit: int
    ) -> tuple[tuple[str, str], ...]:
        """Ids and words of active items in the scope, in any domain, that nobody has added or
        confirmed since then. Those that expire next come first."""

    def links(self, types: Sequence[str], ends: Sequence[str] | None) -> tuple[Relation, ...]:
        """Relations of these types between visible items: those of the given items, or all."""


class EmbeddingsReader(Protocol):
    """Vectors of texts, and the backlog of texts without one."""

    def counts(self) -> dict[str, tuple[int, int]]:
        """By model: the number of vectors, and the number of texts still to be embedded."""

    def backlog(self, model: str, *, limit: int) -> Unembedded: ...

    def is_complete(self, model: str) -> bool: ...


class EmbeddingsWriter(EmbeddingsReader, Protocol):
    """The same, and changes to them."""

    def put(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that still exist; False: another worker was faster."""

    def drop(self, model: str) -> int:
        """Removes the vectors of an unused embedder. Returns how many there were."""

    def has_texts(self) -> bool: ...

    def keep_codes(self, model: str, codes: PackedCodes) -> None:
        """Stores them in the place of those that were kept before."""
