"""A cascade report: what relied on an item that was withdrawn, replaced or dismissed."""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.receipt import ReceiptHead
from remembrancer.items.item import Item


class Reliance(StrEnum):
    """In which way one item relies on another."""

    REPLACED = "replaced"  # it replaced the item, directly or along the chain
    SAME_WORDS = "same_words"  # it was made from the same words of the same source
    NAMED = "named"  # it names the item or is linked with it


class Reliant(Value):
    """An item that relies on another."""

    item: Item
    how: Reliance


class Cascade(Value):
    """What relied on one item, in use or not. Nothing in it is changed by itself."""

    item_id: str
    items: tuple[Reliant, ...]  # derived from the item, oldest first
    decisions: tuple[Reliant, ...]  # based on the item, oldest first
    deliveries: tuple[ReceiptHead, ...]  # that contained the item, newest first
    is_cut: bool = False  # True: there are more than the listed ones

    @property
    def is_told_beyond(self) -> bool:
        """Whether more than its successors relied on the item."""
        others = any(one.how is not Reliance.REPLACED for one in self.items)
        return others or bool(self.decisions or self.deliveries)

    @property
    def is_empty(self) -> bool:
        return not (self.items or self.decisions or self.deliveries)


class Reported(Item):
    """An item as an act left it, with what relied on what the act took out of use.

    It equals the item as `get` gives it: the report is said beside it.
    """

    relied_on: Cascade | None  # None: the caller is no admin and may not see it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and all(
            getattr(self, name) == getattr(other, name) for name in Item.model_fields
        )

    def __hash__(self) -> int:
        return hash((self.id, self.version))


class Settled(Contradiction):
    """A contradiction as settling left it, with what relied on what was taken out of use.

    It equals the contradiction as it is listed: the report is said beside it.
    """

    relied_on: tuple[Cascade, ...]  # for each losing side; empty if both hold

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contradiction) and all(
            getattr(self, name) == getattr(other, name) for name in Contradiction.model_fields
        )

    def __hash__(self) -> int:
        return hash(self.id)
