"""What a model is given to read: the conversation and results as JSON, which is quoted data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from remembrancer.core.limits import INQUIRY_RESULTS_CHARACTERS
from remembrancer.inquiry.inquiry import ConversationMessage, InquiryRequest

_LEFT_OUT: Final = "(left out: look again if you need it)"


def conversation(request: InquiryRequest) -> str:
    """The conversation as one JSON object."""
    return document(
        conversation=lines(request.messages),
        channel_id=request.channel_id,
        max_facts=request.max_facts,
    )


def lines(messages: Sequence[ConversationMessage]) -> list[dict[str, Any]]:
    """The messages of a conversation, as JSON can hold them."""
    return [one.model_dump(mode="json", exclude_none=True) for one in messages]


def document(**parts: Any) -> str:
    """The parts as one JSON object: no text in it can end the quotation."""
    told = {name: value for name, value in parts.items() if value is not None}
    return json.dumps(told, ensure_ascii=False, indent=1, default=str)


def within_room(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results of looks, the newest whole; older ones without their content once it is full."""
    room = INQUIRY_RESULTS_CHARACTERS
    kept: list[dict[str, Any]] = []
    for one in reversed(results):
        room -= len(str(one.get("result", "")))
        kept.append(one if room >= 0 else {**one, "result": _LEFT_OUT})
    return kept[::-1]
