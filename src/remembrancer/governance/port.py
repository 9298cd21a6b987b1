"""What is asked of the store about tokens, erasures and deliveries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.principal import Person
from remembrancer.governance.erasure.certificate import Certificate, ErasureTarget
from remembrancer.governance.token import Token
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.port import ItemKey, SaidBy


class TokenBearer(NamedTuple):
    """A token as it stands, and whose it is."""

    kid: str  # the key that signed it
    expires_at: datetime
    revoked_at: datetime | None
    person: Person  # as registered now


class ErasureScope(NamedTuple):
    """What an erasure reaches, by the store's own numbers."""

    asked: ErasureTarget
    items: tuple[int, ...]
    sources: tuple[int, ...]
    conversations: tuple[int, ...]
    messages: tuple[int, ...]
    entities: tuple[int, ...]
    owners: frozenset[str]  # whose they are
    subjects: tuple[str, ...] = ()  # whom questions are about that go as well


class DerivedFromSource(NamedTuple):
    """What was made of a source."""

    items: tuple[str, ...] = ()  # ids, whoever may see them
    conversations: tuple[int, ...] = ()  # where it was said, by the store's own numbers
    is_known: bool = False  # the caller may see a source or a conversation of that name


class DeliveredEntry(NamedTuple):
    """One thing that a delivery holds."""

    part: str  # of the delivery: mandatory, approved, preference, …
    why: str  # why it is in it; it goes when the thing is erased
    item_id: str | None = None
    message: SaidBy | None = None
    is_message: bool = False  # of what the reader may not see now, and which has no id
    key: ItemKey | None = None  # of the item, where the look at the store that chose it told it


class NewDelivery(NamedTuple):
    """Context that is handed to somebody, to be kept as a receipt."""

    kind: str  # bundle, compose, briefing, summary, pull
    template: str  # the form of its text, with its version: "bundle/2"
    subject: str | None
    token_estimate: int
    token_budget: int
    told: Sequence[DeliveredEntry]
    withheld: Mapping[str, int]  # reason: how many, of what the caller may know of
    # What the caller gave that stands in the text, as JSON can hold it. An erasure leaves its keys,
    # numbers and flags, and of its texts only `language` and `locale`.
    given: Mapping[str, Any]
    text: str  # as delivered; its hash is kept, not the text
    position: int | None = None  # of the ledger when its items were read; None: as it is now
    at: datetime | None = None  # when they were read; None: now


class StoredDelivery(NamedTuple):
    """A delivery as it was kept. Of what was erased since, only that it was there."""

    id: str
    kind: str
    template: str
    owner: str  # whom it was made for
    at: datetime
    position: int  # of the ledger when it was made
    subject: str | None
    token_estimate: int
    token_budget: int
    told: tuple[DeliveredEntry, ...]  # with no id: what the reader may not see now
    withheld: dict[str, int]
    given: dict[str, Any]  # with an erasure, its texts read as erased
    text_hash: str  # SHA-256; empty once something of it was erased


class StoredDeliveries(NamedTuple):
    """A page of deliveries, newest first; what they told is not in it."""

    deliveries: tuple[StoredDelivery, ...]
    next: str | None  # opaque; None: that was all


class DeliveredContents(NamedTuple):
    """What a delivery held, as it was known then, as far as the reader may see it now."""

    items: dict[str, Item]
    messages: dict[SaidBy, Message]
    erased: frozenset[str | SaidBy]  # those of which only a husk is left


class TokensReader(Protocol):
    """Bearer tokens."""

    def get(self, id: str) -> Token | None: ...

    def page(self, *, limit: int, good_at: datetime | None = None) -> tuple[Token, ...]:
        """The newest first; all of them, or those that are good at a time."""

    def borne(self, id: str) -> TokenBearer | None:
        """Who calls with a token of the viewer's."""


class TokensWriter(TokensReader, Protocol):
    """The same, and changes to them."""

    def add(self, principal: str, *, kid: str, expires_at: datetime, note: str | None) -> str:
        """Puts a token on record; its id."""

    def revoke(self, id: str, reason: str | None) -> None: ...

    def note_rotation(self, kid: str) -> None: ...


class Erasures(Protocol):
    """Certificates of erasures."""

    def certificates(self) -> tuple[Certificate, ...]: ...


class AffectedRows(Protocol):
    """What an erasure or a revocation concerns."""

    def reach_item(self, id: str) -> ErasureScope | None: ...

    def derived_from(self, given: str) -> DerivedFromSource:
        """What rests on a source and on what was said in it."""
        ...

    def ids_of(self, items: Sequence[int]) -> tuple[str, ...]:
        """The ids of items by the store's own numbers."""

    def reach_source(self, given: str) -> ErasureScope | None: ...

    def reach_subject(self, subject: str) -> ErasureScope | None: ...

    def replaced_by(self, items: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Other items that these took the place of, each with the one that did."""

    def reach_again(self, rows: Iterable[tuple[str, str]]) -> ErasureScope | None: ...


class Eraser(Protocol):
    """Erases."""

    def erase(self, reach: ErasureScope, *, why: str) -> Certificate: ...


class DeliveriesReader(Protocol):
    """What was handed over, and to whom."""

    def get(self, id: str) -> StoredDelivery | None: ...

    def contents(self, id: str) -> DeliveredContents:
        """What a delivery held, as it was known then."""

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        kind: str | None = None,
        owner: str | None = None,
        subject: str | None = None,
    ) -> StoredDeliveries:
        """Deliveries, newest first: to admins all, to others their own."""

    def of_item(self, item_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held an item, newest first: to admins all, to others their own.

        Of what they told, each names this item alone.
        """

    def of_conversation(self, conversation_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held words of a conversation, newest first: to admins all, to others
        their own."""


class DeliveriesWriter(DeliveriesReader, Protocol):
    """The same, and changes to them."""

    def add(self, new: NewDelivery) -> str:
        """Keeps what is handed to the caller; the id of its receipt."""
