"""Store interfaces for tokens, erasures and deliveries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.principal import Person
from remembrancer.governance.access.token import Token
from remembrancer.governance.erasure.certificate import Certificate, ErasureTarget
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
    """The rows that an erasure affects, by the store's own numbers."""

    asked: ErasureTarget
    items: tuple[int, ...]
    sources: tuple[int, ...]
    conversations: tuple[int, ...]
    messages: tuple[int, ...]
    entities: tuple[int, ...]
    owners: frozenset[str]  # who owns them
    subjects: tuple[str, ...] = ()  # subjects of requests that are erased too
    edges: tuple[int, ...] = ()  # states of relations that rest on erased messages


class DerivedFromSource(NamedTuple):
    """What was derived from a source."""

    items: tuple[str, ...] = ()  # ids, regardless of who may see them
    conversations: tuple[int, ...] = ()  # the conversations of the source, by store number
    is_known: bool = False  # the caller may see a source or conversation with that name


class DeliveredEntry(NamedTuple):
    """One entry of a delivery."""

    part: str  # of the delivery: mandatory, approved, preference, …
    why: str  # why it was included; erased together with the entry
    item_id: str | None = None
    message: SaidBy | None = None
    is_message: bool = False  # a message without id, hidden from the reader now
    key: ItemKey | None = None  # of the item, if the query that chose it returned it


class NewDelivery(NamedTuple):
    """Context delivered to a caller, to be stored as a receipt."""

    kind: str  # bundle, compose, briefing, summary, pull
    template: str  # the text template with its version: "bundle/2"
    subject: str | None
    token_estimate: int
    token_budget: int
    told: Sequence[DeliveredEntry]
    withheld: Mapping[str, int]  # count by reason, limited to what the caller may know
    # Caller input that appears in the text, as JSON. An erasure keeps its keys, numbers and flags,
    # but of its texts only `language` and `locale`.
    given: Mapping[str, Any]
    text: str  # as delivered; its hash is kept, not the text
    position: int | None = None  # ledger position when its items were read; None: current
    at: datetime | None = None  # when its items were read; None: now


class StoredDelivery(NamedTuple):
    """A stored delivery. An erased entry shows only that it existed."""

    id: str
    kind: str
    template: str
    owner: str  # who it was made for
    at: datetime
    position: int  # ledger position when it was made
    subject: str | None
    token_estimate: int
    token_budget: int
    told: tuple[DeliveredEntry, ...]  # an entry without id: hidden from the reader now
    withheld: dict[str, int]
    given: dict[str, Any]  # after an erasure its texts read as erased
    text_hash: str  # SHA-256; empty after an erasure of any part


class StoredDeliveries(NamedTuple):
    """A page of deliveries, newest first, without their entries."""

    deliveries: tuple[StoredDelivery, ...]
    next: str | None  # opaque; None: last page


class DeliveredContents(NamedTuple):
    """The contents of a delivery as known then, limited to what the reader may see now."""

    items: dict[str, Item]
    messages: dict[SaidBy, Message]
    erased: frozenset[str | SaidBy]  # entries that are erased now


class TokensReader(Protocol):
    """Bearer tokens."""

    def get(self, id: str) -> Token | None: ...

    def page(self, *, limit: int, good_at: datetime | None = None) -> tuple[Token, ...]:
        """Tokens, newest first: all of them, or those valid at a time."""

    def of_person(self, principal: str, *, issued_by: str, good_at: datetime) -> tuple[Token, ...]:
        """All tokens of somebody that one principal issued and that are valid at a time."""

    def borne(self, id: str) -> TokenBearer | None:
        """A token of the viewer, with its principal as registered now."""


class TokensWriter(TokensReader, Protocol):
    """Reads and changes bearer tokens."""

    def add(
        self,
        principal: str,
        *,
        kid: str,
        expires_at: datetime,
        note: str | None,
        id: str | None = None,
    ) -> str:
        """Records a token and returns its id: a new one, or that of the same token elsewhere."""

    def revoke(self, id: str, reason: str | None) -> None: ...

    def note_rotation(self, kid: str) -> None: ...


class Erasures(Protocol):
    """Certificates of erasures."""

    def certificates(self) -> tuple[Certificate, ...]: ...


class AffectedRows(Protocol):
    """The rows that an erasure or a revocation affects."""

    def reach_item(self, id: str) -> ErasureScope | None: ...

    def derived_from(self, given: str) -> DerivedFromSource:
        """What was derived from a source and from its messages."""
        ...

    def ids_of(self, items: Sequence[int]) -> tuple[str, ...]:
        """The ids of items, by the store's own numbers."""

    def reach_source(self, given: str) -> ErasureScope | None: ...

    def reach_subject(self, subject: str) -> ErasureScope | None: ...

    def replaced_by(self, items: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Other items that these items replaced, each with its replacement."""

    def reach_again(self, rows: Iterable[tuple[str, str]]) -> ErasureScope | None: ...


class Eraser(Protocol):
    """Erases rows."""

    def erase(self, reach: ErasureScope, *, why: str) -> Certificate: ...


class DeliveriesReader(Protocol):
    """Deliveries and their recipients."""

    def get(self, id: str) -> StoredDelivery | None: ...

    def contents(self, id: str) -> DeliveredContents:
        """The contents of a delivery as known then."""

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        kind: str | None = None,
        owner: str | None = None,
        subject: str | None = None,
    ) -> StoredDeliveries:
        """Deliveries, newest first: admins get all, others their own."""

    def of_item(self, item_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that contained an item, newest first: admins get all, others their own.

        Each lists only the entry of this item.
        """

    def of_conversation(self, conversation_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that quoted a conversation, newest first: admins get all, others their own."""


class DeliveriesWriter(DeliveriesReader, Protocol):
    """Reads and changes deliveries."""

    def add(self, new: NewDelivery) -> str:
        """Stores a delivery to the caller and returns the id of its receipt."""
