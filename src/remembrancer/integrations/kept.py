"""What programs keep under names of their own, as items of the memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from remembrancer.core.limits import CONTENT_CHARACTERS_MAX, PAGE_ITEMS_MAX
from remembrancer.core.validation import CONTROL_CHARACTER
from remembrancer.items.item import KEPT_FOR, Item, Lifecycle, Review
from remembrancer.memory import Memory

_IN_USE: Final = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
_TURNED_DOWN: Final = (Review.REJECTED, Review.REVOKED)
_STANDING: Final = tuple(value for value in Review if value not in _TURNED_DOWN)
_ESCAPED: Final = re.compile(r"\x7f|\\(?:[bf]|u00[01789])")  # what no stored text holds


class ProgramMemory:
    """What one program keeps in a memory, as one caller may rely on it."""

    def __init__(self, memory: Memory, program: str) -> None:
        self.memory = as_member(memory)
        self._program = program
        self._caller: str | None = None  # known once they brought something

    def mark(self, **names: Any) -> dict[str, Any]:
        """Metadata by which an item is found again."""
        return {KEPT_FOR: self._program, **names}

    def items(self, names: Mapping[str, Any], subject: str | None) -> Iterator[Item]:
        """Newest first: what is in use, turned down by nobody, and for the caller."""
        wanted: dict[str, Any] = {} if subject is None else {"subject": subject}
        cursor = None
        while True:
            page = self.memory.items(
                limit=PAGE_ITEMS_MAX,
                cursor=cursor,
                lifecycle=_IN_USE,
                review=_STANDING,
                metadata=self.mark(**names),
                **wanted,
            )
            yield from filter(self.is_for_caller, page)
            cursor = page.next
            if cursor is None:
                return

    def is_for_caller(self, item: Item) -> bool:
        """Whether it may go into a prompt of theirs. They may see more than that: admins what is
        personal to others, and everybody what others brought and nobody reviewed."""
        if item.review is not Review.PENDING and not item.is_personal:
            return True
        if self._caller is None:  # a token does not say who calls
            own = self.memory.my_contributions(limit=1)
            self._caller = own[0].source_user if own else None
        return item.source_user == self._caller


def as_member(memory: Memory) -> Memory:
    """The same memory without the rights of an admin: what an agent reads goes into a prompt.

    On a server a token says who calls, and it cannot be less.
    """
    session = getattr(memory, "_session", None)
    if session is None:
        return memory
    return memory.acting_as(session.principal.model_copy(update={"roles": frozenset()}))


def readable(text: str, otherwise: str) -> str:
    """The text as an item or a message can hold it; where nothing is left, something else."""
    whole = text.encode(errors="replace").decode()
    clean = CONTROL_CHARACTER.sub(" ", whole)[:CONTENT_CHARACTERS_MAX]
    return clean if clean.strip() else otherwise


def as_data(value: Any) -> dict[str, Any]:
    """A value for the data of an item: itself, or as JSON where it holds control characters."""
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return {"value": value}  # the memory says what is wrong with it
    return {"json": text.replace("\x7f", "\\u007f")} if _ESCAPED.search(text) else {"value": value}


def from_data(data: Mapping[str, Any]) -> Any:
    """The value as it was given."""
    return json.loads(data["json"]) if "json" in data else data["value"]
