"""The messages of a request for a chat model, and the text that its receipt replays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from remembrancer.conversations.digest_lines import CLOSING, LEAD, OPENING
from remembrancer.conversations.window import role_of, turn_of
from remembrancer.core.texts import envelopes
from remembrancer.core.texts.plain_line import shortened
from remembrancer.core.texts.text import WITHHELD
from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.delivery import legacy_templates
from remembrancer.delivery.compose import memory_block
from remembrancer.delivery.templates import Rendering
from remembrancer.items.item import Item
from remembrancer.items.message import Message

TEMPLATE: Final = "compose/2"
GAP: Final = "\n\n"  # between two parts

LIVE_OPENING: Final = envelopes.LIVE_STATE.opening
LIVE_LEAD: Final = "As it is now. Where memory says otherwise, this counts."
LIVE_CLOSING: Final = envelopes.LIVE_STATE.closing


def text(rendering: Rendering) -> str:
    """The template `compose/2`: the messages for a chat model, one line of JSON each."""
    return "".join(
        json.dumps(message, ensure_ascii=False) + "\n" for message in messages(rendering)
    )


def messages(rendering: Rendering) -> list[dict[str, str]]:
    """The input of a chat model: one system message, the last messages, and the user's message."""
    arguments = rendering.given
    opening = [
        arguments["system"],
        memory_text(rendering),
        live_block(arguments["live"]),
        summary_text(rendering),
    ]
    system = GAP.join(value for value in opening if value)
    told = [{"role": "system", "content": without_unseen(system)}] if system else []
    return [*told, *last_messages(rendering), {"role": "user", "content": arguments["message"]}]


def memory_text(rendering: Rendering) -> str:
    arguments = rendering.given
    if not arguments["has_memory"]:
        return ""
    lines: dict[str, list[memory_block.MemoryLine]] = {}
    place = 0
    for heading, items in rendering.parts.items():
        for item in items:
            line = memory_block.MemoryLine(
                item,
                is_hedged=bool(arguments["hedged"] >> place & 1),
                is_marked=bool(arguments["marked"] >> place & 1),
                is_gone=item.id in rendering.gone,
                is_earlier=heading == memory_block.EARLIER,
                is_decision=_is_decision(rendering, place, item),
            )
            lines.setdefault(heading, []).append(line)
            place += 1
    return memory_block.text(lines, arguments["language"])


def _is_decision(rendering: Rendering, place: int, item: Item) -> bool:
    """Whether the receipt calls the item a decision. The first receipts of this form do not say."""
    decisions = rendering.given.get("decisions")
    if decisions is None:
        return legacy_templates.is_decision(item)
    return bool(decisions >> place & 1)


def summary_text(rendering: Rendering) -> str:
    """The summary, unless the reader may no longer see the messages that it stands for."""
    arguments = rendering.given
    earlier = rendering.messages[: len(rendering.messages) - arguments["said"]]
    is_withheld = any(not message.conversation_id for message in earlier)
    return summary_block([WITHHELD if is_withheld else line for line in arguments["summary"]])


def last_messages(rendering: Rendering) -> list[dict[str, str]]:
    arguments = rendering.given
    every = rendering.messages
    last = every[max(0, len(every) - arguments["said"]) :]
    cuts = [arguments["said_characters"], *([None] * len(last))]
    return [
        {"role": _role(one), "content": cut(turn_of(one), characters)}
        for one, characters in zip(last, cuts, strict=False)
    ]


def _role(message: Message) -> str:
    """The role of the speaker. Stored text never gets the role system: it is only data."""
    return "assistant" if role_of(message) == "assistant" else "user"


def live_block(lines: Sequence[str]) -> str:
    return "\n".join((LIVE_OPENING, LIVE_LEAD, *lines, LIVE_CLOSING)) if lines else ""


def summary_block(lines: Sequence[str]) -> str:
    if not lines:
        return ""
    told = [f"- {line}" for line in lines]
    return "\n".join((OPENING, LEAD, *told, CLOSING))


def cut(text: str, characters: int | None) -> str:
    """The text, or its start if it is cut to a number of characters."""
    return text if characters is None else shortened(text, characters)
