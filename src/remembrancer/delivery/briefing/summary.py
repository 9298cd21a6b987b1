"""The summary of one subject, grouped by kind."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, Final

from remembrancer.core.scope import Scope
from remembrancer.core.texts import envelopes
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN
from remembrancer.delivery.compose import memory_block
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.tool_rule import QUOTED
from remembrancer.items.delivered_text import harmless_kind, harmless_title
from remembrancer.items.item import Item
from remembrancer.ports import LedgerPoint, Reader
from remembrancer.recall.summary import Summary

TEMPLATE: Final = "summary/2"
CLOSING: Final = envelopes.CLIENT.closing


def summary(reader: Reader, scope: Scope, subject: str, *, at: LedgerPoint | None) -> Summary:
    """Active items about the subject, newest first, limited per kind."""
    items, totals = reader.items.newest_by_kind(
        subject, per_kind=scope.space.preset.summary_per_kind, at=at
    )
    groups: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[item.kind].append(item)
    return Summary.trusted(
        {
            "subject": subject,
            "groups": {kind: tuple(listed) for kind, listed in groups.items()},
            "totals": totals,
        }
    )


def entry(item: Item) -> dict[str, Any]:
    """An item as JSON data for an agent's program, next to the text for a prompt."""
    return {
        "id": item.id,
        "title": item.title,
        "content": item.content,
        "category": item.category,
        "confidence": item.confidence,
        "occurred_at": item.occurred_at.isoformat(),
        "source": item.source_type,
        "trust": item.trust.value,
    }


def within(found: Summary, tokens: int, language: str) -> Summary:
    """The items that fit: the text and the JSON entries each stay within the token limit.

    Kinds take turns, newest first, so that none crowds out another. An item that does not fit is
    skipped, so that a long one cannot block shorter ones after it.
    """
    room = tokens * CHARACTERS_PER_TOKEN - len(_frame(found.subject, sum(found.totals.values())))
    kept: dict[str, list[Item]] = {kind: [] for kind in found.groups}
    for turn in range(max((len(items) for items in found.groups.values()), default=0)):
        for kind, items in found.groups.items():
            if turn >= len(items):
                continue
            size = _size(items[turn], language)
            if not kept[kind]:
                size += max(len(_heading(kind)), len(as_json({kind: []})))
            if size <= room:
                room -= size
                kept[kind].append(items[turn])
    groups = {kind: tuple(items) for kind, items in kept.items() if items}
    return found.model_copy(update={"groups": groups})


def _size(item: Item, language: str) -> int:
    """The length of an item in characters: in the text with a hedge, or as an entry, the longer."""
    told = memory_block.line(
        memory_block.MemoryLine(item, is_hedged=True, is_marked=False), language
    )
    return max(len(told) + 1, len(as_json(entry(item))) + 2)


def as_json(value: Any) -> str:
    """A value as JSON for an agent's program."""
    return json.dumps(value, ensure_ascii=False)


def _frame(subject: str, left_out: int) -> str:
    return "\n".join([opening(subject), QUOTED, more(left_out), CLOSING])


def opening(subject: str) -> str:
    """The first line of a summary."""
    return envelopes.CLIENT.opening_of(harmless_title(memory_block.quotable(subject)))


def _heading(kind: str) -> str:
    return f"\n\n{_named(kind)}:"


def _named(kind: str) -> str:
    return harmless_kind(memory_block.quotable(kind))


def more(count: int) -> str:
    """The line that says how many items were left out."""
    return f"\n… and {count} more. Search for what is not here."


def text(rendering: Rendering) -> str:
    """The template `summary/2`: a heading for each kind, and each item as a sourced quote."""
    arguments = rendering.given
    lines = [opening(arguments["subject"]), QUOTED]
    place = 0
    for kind, items in rendering.parts.items():
        lines += ["", f"{_named(kind)}:"]
        for item in items:
            lines.append(quoted(rendering, place, item))
            place += 1
    if arguments.get("left_out"):
        lines.append(more(arguments["left_out"]))
    return "\n".join([*lines, CLOSING])


def quoted(rendering: Rendering, place: int, item: Item) -> str:
    """One item as a quote with its source. `hedged` is a bit mask with one bit per position."""
    arguments = rendering.given
    line = memory_block.MemoryLine(
        item,
        is_hedged=bool(arguments["hedged"] >> place & 1),
        is_marked=False,
        is_gone=item.id in rendering.gone,
    )
    return memory_block.line(line, arguments["language"])
