"""An act: what the engine did by itself, on what grounds, and whether somebody undid it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import overload

from remembrancer.core.base import Value
from remembrancer.core.grounds import ActKind, Grade, Ground
from remembrancer.items.item import Item


class Act(Value):
    """Seen by who may see all of its items."""

    id: str  # act_ and an opaque place in the ledger
    act: ActKind
    at: datetime
    actor: str  # whose words or call led to it
    item: Item  # what stands afterwards: the new one, or the one that was confirmed or closed
    others: tuple[Item, ...] = ()  # what it replaced, lists or contradicts
    quote: str | None = None  # the words that confirmed it, if the caller may read them
    grounds: tuple[Ground, ...] = ()  # on what it rests
    grade: Grade | None = None  # how sure the engine was; None: nothing was compared
    reason: str | None = None  # the engine's sentence
    contradiction: str | None = None  # the id of the contradiction that was flagged
    is_undone: bool = False  # somebody said that it was wrong


class Acts(Value):
    """Acts in order, newest first. Iterate it, index it, or follow `next`."""

    acts: tuple[Act, ...]
    next: str | None = None  # opaque; acts(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.acts)

    def __iter__(self) -> Iterator[Act]:  # type: ignore[override]
        return iter(self.acts)

    @overload
    def __getitem__(self, index: int) -> Act: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Act, ...]: ...
    def __getitem__(self, index: int | slice) -> Act | tuple[Act, ...]:
        return self.acts[index]
