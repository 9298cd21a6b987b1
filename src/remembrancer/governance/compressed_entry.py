"""A compressed entry: a list that quotes each item it stands for, one to a line.

No value is merged and no date is made up, so that each line can be replaced or taken out by itself.
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
    """What one item says."""

    item_id: str  # the item that is quoted
    text: str  # its very words, on one line
    on: date  # when it was so: it says where the line stands, and is not told

    def export(self) -> dict[str, Any]:
        """As JSON."""
        return {"item_id": self.item_id, "text": self.text, "on": self.on.isoformat()}


def quoted(content: str) -> str:
    """The words of an item on one line."""
    return " ".join(content.split())


def text(
    parts: Sequence[CompressedPart], *, heading: str | None = None, newest_first: bool = True
) -> str:
    """The entry: a line for each, the same words once."""
    ordered = sorted(parts, key=lambda one: one.on, reverse=newest_first)
    lines = [_MARK + one for one in dict.fromkeys(part.text for part in ordered)]
    return "\n".join(lines if heading is None else [f"{heading}:", *lines])


def size(parts: Iterable[CompressedPart]) -> int:
    """Characters that parts take up at most."""
    return sum(len(one.text) + len(_MARK) + 1 for one in parts)


def data(parts: Sequence[CompressedPart], content: str, *, heading: str | None) -> dict[str, Any]:
    """What the entry is made of, kept beside its text."""
    told: dict[str, Any] = {
        "parts": [part.export() for part in parts],
        "text_hash": text_hash(content),
    }
    return told if heading is None else told | {"heading": heading}


def parts_of(source_type: str, content: str, kept: Mapping[str, Any]) -> tuple[CompressedPart, ...]:
    """The items that an entry quotes; none, where it is no list or somebody changed it since.

    Whoever edits the text means what it says now, and not what it was made of.
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
            return ()  # as earlier versions wrote it: a text of its own
        try:
            parts.append(CompressedPart(item_id, said, date.fromisoformat(str(one.get("on")))))
        except ValueError:
            return ()
    return tuple(parts)


def text_hash(content: str) -> str:
    """By which it is known whether somebody changed a text since."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
