"""A receipt: what was delivered as context to whom, why, and what was withheld."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import overload

from remembrancer.core.base import Value
from remembrancer.core.token_counter import ESTIMATE


class Shown(StrEnum):
    """How something that was delivered shows to who reads the receipt now."""

    WHOLE = "whole"  # as it was delivered
    ERASED = "erased"  # [erased]: permanently removed since
    WITHHELD = "withheld"  # [withheld]: the reader may no longer see it


class Included(Value):
    """One thing that a delivery held."""

    part: str  # of the delivery: mandatory, approved, preference, …
    why: str  # why it was included
    item_id: str | None = None  # None: a message, or no longer visible to the reader
    message_id: str | None = None
    conversation_id: str | None = None  # of the message
    owner: str | None = None  # who submitted the message: several may use the same id
    shown: Shown = Shown.WHOLE


class ReceiptHead(Value):
    """That something was delivered: to whom, when, and what of it was asked for."""

    id: str  # rcp_ and 12 hex digits
    kind: str  # bundle, compose, briefing, summary, pull, …
    template: str  # the text template with its version
    at: datetime
    position: int | None  # ledger position when it was made; only for admins
    delivered_to: str  # the principal it was made for
    subject: str | None  # who it was about
    token_estimate: int
    token_budget: int
    counted_by: str = ESTIMATE  # what counted both: the estimate, or the name of a tokenizer
    included: tuple[Included, ...]  # in order; a head lists only the requested entries


class Receipt(ReceiptHead):
    """A delivery as it was, made again of what was known then."""

    withheld: dict[str, int]  # count by reason, limited to what the recipient may know
    text: str | None  # None: its template is from another version of Remembrancer
    text_hash: str | None  # SHA-256 of the delivered text; None: a part was erased
    is_intact: bool  # the text equals the delivered one, byte for byte


class ReceiptPage(Value):
    """Receipts in order, newest first. Iterate it, index it, or follow `next`."""

    receipts: tuple[ReceiptHead, ...]  # heads only; `receipt(id)` has the contents
    next: str | None = None  # opaque; receipts(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.receipts)

    def __iter__(self) -> Iterator[ReceiptHead]:  # type: ignore[override]
        return iter(self.receipts)

    @overload
    def __getitem__(self, index: int) -> ReceiptHead: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ReceiptHead, ...]: ...
    def __getitem__(self, index: int | slice) -> ReceiptHead | tuple[ReceiptHead, ...]:
        return self.receipts[index]
