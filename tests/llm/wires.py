"""Two ways to speak with a language model, and what a server says in each of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from remembrancer.llm.anthropic_chat import AnthropicModel
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.openai_chat import OpenAIModel
from tests.llm.embedding_server import Answer, Asked, told

KEY = "sk-canary-0123456789"
TOKENS_IN, TOKENS_OUT = 111, 22  # that a server says it has counted


class Wire(NamedTuple):
    """One provider's way."""

    name: str
    model: Callable[..., ChatModel]
    path: str
    said: Callable[..., Answer]  # what the model says, as text or as JSON
    cut_off: Callable[[], Answer]
    refused: Callable[[], Answer]
    instructions: Callable[[Asked], str]


def _text(given: object) -> str:
    return given if isinstance(given, str) else json.dumps(given)


def _openai(given: object, *, end: str = "stop", usage: object = None, **message: object) -> Answer:
    counted = {"prompt_tokens": TOKENS_IN, "completion_tokens": TOKENS_OUT}
    return told(
        {
            "object": "chat.completion",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": end,
                    "message": {"role": "assistant", "content": _text(given), **message},
                }
            ],
            "usage": counted if usage is None else usage,
        }
    )


def _anthropic(given: object, *, end: str = "tool_use", usage: object = None) -> Answer:
    counted = {"input_tokens": TOKENS_IN, "output_tokens": TOKENS_OUT}
    block: dict[str, Any] = {"type": "text", "text": given}
    if not isinstance(given, str):
        block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": given}
    return told(
        {
            "type": "message",
            "role": "assistant",
            "content": [block] if given else [],
            "stop_reason": end,
            "usage": counted if usage is None else usage,
        }
    )


OPENAI = Wire(
    "openai",
    OpenAIModel,
    "/v1/chat/completions",
    _openai,
    lambda: _openai('{"points": [{"ki', end="length"),
    lambda: _openai("", refusal="I cannot help with the canary."),
    lambda asked: str(asked.body["messages"][0]["content"]),
)
ANTHROPIC = Wire(
    "anthropic",
    AnthropicModel,
    "/v1/messages",
    _anthropic,
    lambda: _anthropic({}, end="max_tokens"),
    lambda: _anthropic("I cannot help with the canary.", end="refusal"),
    lambda asked: str(asked.body["system"]),
)
WIRES = (OPENAI, ANTHROPIC)


def turns(asked: Asked) -> list[tuple[str, str]]:
    """Who says what in a request, without the instructions."""
    return [
        (one["role"], one["content"]) for one in asked.body["messages"] if one["role"] != "system"
    ]
