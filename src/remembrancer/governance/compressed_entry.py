"""A compressed entry: a list that quotes each of its member items on one line.

No value is merged and no date is invented, so each line can be replaced or removed separately.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from remembrancer.core.limits import COMPRESSED_PARTS_MAX
from remembrancer.items.retention import COMPRESSION

_MARK: Final = "- "


class CompressedPart(NamedTuple):
    """The quote of one member item."""

    item_id: str  # the quoted item
    text: str  # its exact words, on one line
    on: date  # when it was true: sets the order of lines, is not shown

    def export(self) -> dict[str, Any]:
        """As JSON values."""
        return {"item_id": self.item_id, "text": self.text, "on": self.on.isoformat()}


def quoted(content: str) -> str:
    """The words of an item on one line."""
    return " ".join(content.split())


def text(
    parts: Sequence[CompressedPart], *, heading: str | None = None, newest_first: bool = True
) -> str:
    """The text of the entry: one line for each part, without duplicate lines."""
    ordered = sorted(parts, key=lambda one: one.on, reverse=newest_first)
    lines = [_MARK + one for one in dict.fromkeys(part.text for part in ordered)]
    return "\n".join(lines if heading is None else [f"{heading}:", *lines])


def size(parts: Iterable[CompressedPart]) -> int:
    """The maximum number of characters that the parts take."""
    return sum(len(one.text) + len(_MARK) + 1 for one in parts)


def data(parts: Sequence[CompressedPart], content: str, *, heading: str | None) -> dict[str, Any]:
    """The parts of the entry, stored next to its text."""
    told: dict[str, Any] = {
        "parts": [part.export() for part in parts],
        "text_hash": text_hash(content),
    }
    return told if heading is None else told | {"heading": heading}


def parts_of(source_type: str, content: str, kept: Mapping[str, Any]) -> tuple[CompressedPart, ...]:
    """The items that an entry quotes; empty if it is no list or somebody edited it.

    Whoever edits the text means the new text, not the parts it was made from.
    """
    listed = kept.get("parts")
    if source_type != COMPRESSION or kept.get("text_hash") != text_hash(content):
        return ()
    if not isinstance(listed, list) or not 0 < len(listed) <= COMPRESSED_PARTS_MAX:
        return ()
    parts = []
    for one in listed:
        if not isinstance(one, dict):
            return ()
        item_id, said = one.get("item_id"), one.get("text")
        if not isinstance(item_id, str) or not isinstance(said, str):
            return ()  # written by an earlier version: plain text
        try:
            parts.append(CompressedPart(item_id, said, date.fromisoformat(str(one.get("on")))))
        except ValueError:
            return ()
    return tuple(parts)


def text_hash(content: str) -> str:
    """A hash that shows whether somebody edited the text."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
