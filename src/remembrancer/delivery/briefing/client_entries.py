"""Search hits about one subject for an agent: as entries, and as quoted text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN
from remembrancer.delivery.briefing.summary import CLOSING, as_json, more, opening, quoted
from remembrancer.delivery.compose import memory_block
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.tool_rule import QUOTED
from remembrancer.items.item import Item
from remembrancer.recall.hit import Hit

TEMPLATE: Final = "search/2"
FOUND: Final = "found"  # the only part, best first


class Brought(NamedTuple):
    """An item that a search found."""

    item: Item
    hit: Hit


def entry(brought: Brought) -> dict[str, Any]:
    """The hit as JSON data for an agent's program, next to the text for a prompt."""
    item, hit = brought
    return {
        "id": item.id,
        "entry_type": item.kind,
        "title": item.title,
        "content": item.content,
        "score": hit.score,
        "confidence": item.confidence,
        "occurred_at": item.occurred_at.isoformat(),
        "source": item.source_type,
        "trust": item.trust.value,
        "quotes": [one.quote for one in hit.evidence if one.quote is not None],
    }


def within(
    entries: Iterable[Brought], subject: str, tokens: int, language: str
) -> tuple[Brought, ...]:
    """The hits that fit, best first: the text and the JSON entries each stay within the token
    limit. A long hit is skipped and does not block shorter ones after it."""
    listed = tuple(entries)
    frame = "\n".join([opening(subject), QUOTED, "", more(len(listed)), CLOSING])
    room = tokens * CHARACTERS_PER_TOKEN - len(frame)
    result = []
    for brought in listed:
        told = memory_block.line(
            memory_block.MemoryLine(brought.item, is_hedged=True, is_marked=False), language
        )
        size = max(len(told) + 1, len(as_json(entry(brought))) + 2)
        if size <= room:
            room -= size
            result.append(brought)
    return tuple(result)


def text(rendering: Rendering) -> str:
    """The template `search/2`: each item as a quote with its source, best first."""
    arguments = rendering.given
    lines = [opening(arguments["subject"]), QUOTED, ""]
    items = [item for listed in rendering.parts.values() for item in listed]
    lines += (quoted(rendering, place, item) for place, item in enumerate(items))
    if arguments.get("left_out"):
        lines.append(more(arguments["left_out"]))
    return "\n".join([*lines, CLOSING])
