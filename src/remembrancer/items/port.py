"""Store interfaces for items, their evidence and sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, Protocol, runtime_checkable

from remembrancer.core.grounds import Judged
from remembrancer.core.ledger import Action
from remembrancer.items.added import AddedItems
from remembrancer.items.evidence import Stance
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.page import Page
from remembrancer.items.proposal import Proposal
from remembrancer.items.source import Source
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.vote import Votes
from remembrancer.ports.space_parts import LedgerPoint

Said = tuple[str, str]  # a message: conversation id and message id


SaidBy = tuple[str, str, str]  # and its owner: several may use the same id


ItemKey = tuple[int, int]  # the store's numbers of an item and its current version


class NewEvidence(NamedTuple):
    """Evidence to be stored with an item."""

    source: str | None  # id of a captured source
    message: tuple[str, str] | None  # conversation id and message id
    quote: str | None
    start: int | None
    end: int | None
    stance: Stance
    said_by: str | None = None  # None: the caller


class NewItem(NamedTuple):
    """An item to store. `same` is its deduplication key when a source is captured twice."""

    state: ItemState
    evidence: tuple[NewEvidence, ...] = ()
    same: tuple[Any, ...] | None = None
    action: Action = Action.ITEM_ADD
    reason: str | None = None  # of a mandate that an admin enters in one step
    is_drawn: bool = False  # from stored messages: erased messages give no items
    rests_on: tuple[int, ...] = ()  # numbers of items whose evidence it takes over
    owner: str | None = None  # the contributor, if others had it composed; None: the caller


class NewSource(NamedTuple):
    """A raw source to be stored."""

    type: str
    external_id: str | None
    content: str
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: str
    occurred_at: datetime
    metadata: Mapping[str, Any]
    same: tuple[Any, ...] | None


@runtime_checkable
class Extractor(Protocol):
    """Extracts items from a conversation. Its proposals are checked before they are stored."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so the extractor never gets personal text."""

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]: ...


class ItemsReader(Protocol):
    """Items that the caller may read."""

    def get(self, id: str, *, at: LedgerPoint | None = None) -> Item | None: ...

    def named(self, ids: Collection[str]) -> dict[str, Item]:
        """Items by their ids, limited to those that the caller may see."""

    def stored(self, id: str, *, at: LedgerPoint | None = None) -> StoredItem | None: ...

    def stored_many(self, ids: Collection[str]) -> dict[str, StoredItem]:
        """Items to be changed by their ids, limited to those that the caller may see."""

    def superseding(self, ids: Collection[str]) -> frozenset[str]:
        """Those of these ids whose items superseded others, erased since or not."""

    def page(
        self,
        filter: ItemFilter,
        *,
        limit: int,
        after: str | None = None,
        at: LedgerPoint | None = None,
        is_bare: bool = False,
    ) -> Page:
        """A page, newest first. Bare items have neither evidence nor the ids that they replaced."""

    def has_withdrawn(self) -> bool:
        """Whether the space holds dismissed, rejected or revoked items, whoever may see them.

        What the unit of work changed itself does not count.
        """

    def count_active(self, *, limit: int) -> int:
        """The number of items in use in the space, personal ones included, up to the limit."""

    def chain(self, id: str, *, limit: int) -> tuple[Item, ...]: ...

    def confirmers(self, id: str) -> frozenset[str]: ...

    def from_source(self, source: str) -> tuple[str, ...]: ...

    def by_key(
        self, keys: Sequence[int], *, at: LedgerPoint | None = None, is_bare: bool = False
    ) -> dict[int, Item]: ...

    def newest_by_kind(
        self, subject: str, *, per_kind: int, at: LedgerPoint | None
    ) -> tuple[tuple[Item, ...], dict[str, int]]: ...


class ItemsWriter(ItemsReader, Protocol):
    """Reads and changes items."""

    def expect(self, new: Sequence[NewItem]) -> None: ...

    def add(self, new: Sequence[NewItem]) -> AddedItems: ...

    def change(
        self,
        stored: StoredItem,
        state: ItemState,
        *,
        action: Action,
        reason: str | None = None,
        evidence: Sequence[NewEvidence] = (),
        judged: Judged | None = None,
        withdrawn_seq: int | None = None,
    ) -> Item:
        """A new version of an item.

        `judged` says that the engine does it by itself, and on what grounds. The evidence that was
        added at the position `withdrawn_seq` no longer counts.
        """
        ...

    def change_many(
        self,
        changes: Sequence[tuple[StoredItem, ItemState]],
        *,
        action: Action,
        reason: str | None = None,
    ) -> list[Item]:
        """A new version of each of these different items, by the same act."""

    def replace(
        self,
        old: StoredItem,
        old_state: ItemState,
        new: NewItem,
        *,
        reason: str | None = None,
        judged: Judged | None = None,
    ) -> Item: ...


class Tasks(Protocol):
    """Items that have a deadline or stay open."""

    def due(
        self, kinds: Collection[str], *, subject: str | None, until: date, limit: int
    ) -> tuple[Item, ...]:
        """Items in use of these kinds that may have a deadline up to a day."""

    def marked(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        since: date,
        until: date,
        tags: Collection[str],
        limit: int,
    ) -> tuple[Item, ...]:
        """Bare items that may have a deadline in this span, need a follow-up, or name others."""

    def tagged(
        self, kinds: Collection[str], *, subjects: Collection[str | None], limit: int
    ) -> tuple[Item, ...]:
        """Bare items with a tag, about these subjects or about none."""

    def longest_open(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        before: datetime,
        scanned: int,
        limit: int,
    ) -> tuple[tuple[Item, ...], bool]:
        """Bare items unchanged since then, longest first; and whether these are all.

        Over all subjects, only the `scanned` most recently changed items are searched.
        """


class ItemVotesReader(Protocol):
    """Votes on items."""

    def of_item(self, id: str) -> Votes: ...

    def of_items(self, ids: Sequence[str]) -> tuple[Votes, ...]:
        """One result for each id, in order. Unknown and hidden items have no votes."""


class ItemVotesWriter(ItemVotesReader, Protocol):
    """Reads and changes votes."""

    def put(self, stored: StoredItem, value: int) -> Votes: ...


class ComparedItemsReader(Protocol):
    """Items that need not be compared again before they are approved."""

    def unopposed(self, ids: Collection[str]) -> frozenset[str]:
        """Those of these items that say otherwise than no other item that any member may see.

        For callers who see everything that is shared.
        """


class ComparedItems(ComparedItemsReader, Protocol):
    """Notes which items were compared."""

    def put(self, ids: Collection[str], opposed: Collection[str], upto: int) -> None:
        """These were compared as they were at this ledger position; those in `opposed` say
        otherwise than another item."""

    def keep(self, items: Collection[int]) -> None:
        """The last change of these items, by their numbers, left what they say as it was."""


class EvidenceLookup(Protocol):
    """Finds items by their evidence."""

    def resting_on(self, messages: Collection[Said], sources: Collection[str]) -> tuple[Item, ...]:
        """Items, in use or not, that quote one of these messages or texts."""

    def replacements(self, messages: Collection[int]) -> dict[int, tuple[str, ...]]:
        """By number of a message whose items were replaced, the ids of those that came last."""

    def withdrawn(self, messages: Collection[Said]) -> frozenset[Said]:
        """The messages that were said before their conversation was revoked."""


class RelyingItems(Protocol):
    """Finds items that rely on another item."""

    def sharing_words(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items based on the same words as this one, without items personal to others."""

    def naming(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items that name this one or are linked with it, without items personal to others."""


class SourcesReader(Protocol):
    """Raw sources."""

    def named(self, ids: Iterable[str]) -> tuple[Source, ...]: ...

    def of_type(self, type: str, value: str) -> tuple[Source, ...]:
        """Sources by their own id or the caller's id, newest first."""


class SourcesWriter(SourcesReader, Protocol):
    """Reads and changes sources."""

    def add(self, new: NewSource) -> Source: ...
