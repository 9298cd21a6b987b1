"""How each provider speaks of tools, and a server that takes nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from remembrancer.core.model_turns import ToolSpec
from tests.llm.embedding_server import Answer, Asked, failed, told
from tests.llm.wires import ANTHROPIC, OPENAI, TOKENS_IN, TOKENS_OUT, Wire

FIND = ToolSpec(
    name="find_birds",
    description="Finds birds by their song.",
    parameters={
        "type": "object",
        "properties": {"song": {"type": "string"}},
        "required": ["song"],
    },
)
COUNT = ToolSpec(name="count_birds", description="Counts all birds.", parameters={"type": "object"})

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class Call(NamedTuple):
    """A tool call as a model writes it."""

    name: object = FIND.name
    arguments: object = {"song": "trill"}
    id: object = "call_a"
    more: Mapping[str, Any] = {}


class SentResult(NamedTuple):
    call_id: str
    content: str
    is_error: bool


class ToolWire(NamedTuple):
    """One provider's way with tools."""

    wire: Wire
    turn: Callable[..., Answer]  # a turn of the model: text, calls
    problem: Callable[[dict[str, Any]], str | None]  # what is wrong with a request
    tools: Callable[[Asked], list[ToolSpec]]  # in a request
    results: Callable[[Asked], list[SentResult]]  # in a request

    def strict(self, answer: Answer) -> Callable[[Asked], Answer]:
        """The answer of a server that first looks at the request, as the real ones do."""

        def answered(asked: Asked) -> Answer:
            problem = self.problem(asked.body)
            return failed(400, None, problem) if problem else answer

        return answered


def _openai_turn(
    text: str | None = None, *calls: Call, end: str | None = None, usage: object = None
) -> Answer:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(call.arguments)
                    if isinstance(call.arguments, dict)
                    else call.arguments,
                },
                **call.more,
            }
            for call in calls
        ]
    counted = {
        "prompt_tokens": TOKENS_IN,
        "completion_tokens": TOKENS_OUT,
        "total_tokens": TOKENS_IN + TOKENS_OUT,
    }
    choice = {
        "index": 0,
        "finish_reason": end or ("tool_calls" if calls else "stop"),
        "message": message,
    }
    return told(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "small",
            "choices": [choice],
            "usage": counted if usage is None else usage,
        }
    )


def _anthropic_turn(
    text: str | None = None,
    *calls: Call,
    end: str | None = None,
    usage: object = None,
    before: Sequence[dict[str, Any]] = (),
) -> Answer:
    words = [{"type": "text", "text": text}] if text else []
    uses = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments, **call.more}
        for call in calls
    ]
    counted = {"input_tokens": TOKENS_IN, "output_tokens": TOKENS_OUT}
    return told(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "small",
            "content": [*before, *words, *uses],
            "stop_reason": end or ("tool_use" if calls else "end_turn"),
            "stop_sequence": None,
            "usage": counted if usage is None else usage,
        }
    )


def _openai_problem(body: dict[str, Any]) -> str | None:
    """As OpenAI's server: calls are answered by messages of the role tool, right after them."""
    waiting: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting or not isinstance(message["content"], str):
                return "tool message without its call"
            waiting.remove(message["tool_call_id"])
        elif waiting:
            return "an assistant message with tool_calls must be followed by tool messages"
        for call in message.get("tool_calls", ()):
            waiting.append(call["id"])
            if not _NAME.fullmatch(call["function"]["name"]):
                return "invalid function name"
            if not isinstance(json.loads(call["function"]["arguments"]), dict):
                return "invalid arguments"
        if message["role"] == "assistant" and not message.keys() & {"content", "tool_calls"}:
            return "empty message"
    return "calls without results" if waiting or len(set(waiting)) != len(waiting) else None


def _anthropic_problem(body: dict[str, Any]) -> str | None:
    """As Anthropic's server: results stand in the very next message, and no text is blank."""
    waiting: set[str] = set()
    seen: set[str] = set()
    for message in body["messages"]:
        content = message["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        given = {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
        if given != waiting or not blocks:
            return "tool_use ids were found without tool_result blocks immediately after"
        waiting = {block["id"] for block in blocks if block["type"] == "tool_use"}
        uses = [block for block in blocks if block["type"] == "tool_use"]
        if len(uses) != len(waiting) or waiting & seen:
            return "tool_use ids must be unique"
        seen |= waiting
        for block in blocks:
            if block["type"] == "text" and not block["text"].strip():
                return "text content blocks must contain non-whitespace text"
            if block["type"] == "tool_use" and not (
                _NAME.fullmatch(block["name"]) and isinstance(block["input"], dict)
            ):
                return "tool_use name or input is invalid"
    return "tool_use without tool_result" if waiting else None


def _openai_tools(asked: Asked) -> list[ToolSpec]:
    functions = [tool["function"] for tool in asked.body["tools"]]
    return [
        ToolSpec(name=one["name"], description=one["description"], parameters=one["parameters"])
        for one in functions
    ]


def _anthropic_tools(asked: Asked) -> list[ToolSpec]:
    return [
        ToolSpec(name=one["name"], description=one["description"], parameters=one["input_schema"])
        for one in asked.body["tools"]
    ]


def _openai_results(asked: Asked) -> list[SentResult]:
    return [
        SentResult(one["tool_call_id"], one["content"], "rror" in one["content"])
        for one in asked.body["messages"]
        if one["role"] == "tool"
    ]


def _anthropic_results(asked: Asked) -> list[SentResult]:
    blocks = [
        block
        for message in asked.body["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
    ]
    return [
        SentResult(one["tool_use_id"], _words(one["content"]), one.get("is_error", False))
        for one in blocks
        if one["type"] == "tool_result"
    ]


def _words(content: str | list[dict[str, str]]) -> str:
    return content if isinstance(content, str) else "".join(one["text"] for one in content)


OPENAI_TOOLS = ToolWire(OPENAI, _openai_turn, _openai_problem, _openai_tools, _openai_results)
ANTHROPIC_TOOLS = ToolWire(
    ANTHROPIC, _anthropic_turn, _anthropic_problem, _anthropic_tools, _anthropic_results
)
TOOL_WIRES = {"openai": OPENAI_TOOLS, "anthropic": ANTHROPIC_TOOLS}
