"""A receipt: what was handed to whom as context, why, and what was withheld."""

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
    ERASED = "erased"  # [erased]: it was removed for good since
    WITHHELD = "withheld"  # [withheld]: the reader may not see it any more


class Included(Value):
    """One thing that a delivery held."""

    part: str  # of the delivery: mandatory, approved, preference, …
    why: str  # why it was in it
    item_id: str | None = None  # None: it was a message, or the reader may not see it any more
    message_id: str | None = None
    conversation_id: str | None = None  # of the message
    owner: str | None = None  # who brought the message: several may use the same id
    shown: Shown = Shown.WHOLE


class ReceiptHead(Value):
    """That something was delivered: to whom, when, and what of it was asked for."""

    id: str  # rcp_ and 12 hex digits
    kind: str  # bundle, compose, briefing, summary, pull, …
    template: str  # the form of its text, with its version
    at: datetime
    position: int | None  # of the ledger when it was made; for admins alone
    delivered_to: str  # the principal it was made for
    subject: str | None  # whom it was about
    token_estimate: int
    token_budget: int
    counted_by: str = ESTIMATE  # what counted both: the estimate, or a tokenizer by its name
    included: tuple[Included, ...]  # in order; of a head, what was asked about


class Receipt(ReceiptHead):
    """A delivery as it was, made again of what was known then."""

    withheld: dict[str, int]  # reason: how many, of what whom it was made for may know of
    text: str | None  # None: its form is of another version of Remembrancer
    text_hash: str | None  # SHA-256 of the text as delivered; None: something of it was erased
    is_intact: bool  # the text is the one that was delivered, byte for byte


class ReceiptPage(Value):
    """Receipts in order, newest first. Iterate it, index it, or follow `next`."""

    receipts: tuple[ReceiptHead, ...]  # of each that it was made; `receipt(id)` tells what it held
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
