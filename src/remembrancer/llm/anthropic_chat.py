"""Language models on an Anthropic-compatible server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from remembrancer.core.limits import MODEL_TIMEOUT_SECONDS
from remembrancer.core.model_turns import ModelTurn, ToolResults, ToolSpec, Turn, UserTurn
from remembrancer.llm.answer_parsing import ModelReply, StopReason
from remembrancer.llm.chat import ChatModel, ChatReply, ChatTurn, schema_text, token_count
from remembrancer.llm.schema import AnswerSchema
from remembrancer.llm.tool_calls import RawCall, sendable_name
from remembrancer.llm.transport import Refusal, ServerSetup

BASE_URL = "https://api.anthropic.com/v1"
VERSION = "2023-06-01"  # of the API

SETUP = ServerSetup(
    "language model",
    "REMEMBRANCER_LLM_MODEL",
    "REMEMBRANCER_LLM_BASE_URL",
    "REMEMBRANCER_LLM_API_KEY",
    "Check that the model reads texts as long as these.",
    "Anthropic's",
)

_TOOL = "answer"
_THOUGHTS = ("thinking", "redacted_thinking")  # signed; the server wants them back unchanged
_ENDS = {
    "max_tokens": StopReason.CUT_OFF,
    "model_context_window_exceeded": StopReason.CUT_OFF,
    "refusal": StopReason.REFUSED,
}


class AnthropicModel(ChatModel):
    """A language model behind `/messages`. It answers by a forced tool call with the schema.

    Texts leave this machine, so personal data is never sent. A server on this machine counts as
    local with `is_local=True`.
    """

    provider = "anthropic"
    path = "messages"

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        is_local: bool = False,
        timeout_seconds: float = MODEL_TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
        setup: ServerSetup = SETUP,
    ) -> None:
        super().__init__(
            setup,
            model,
            base_url or BASE_URL,
            api_key,
            is_local=is_local,
            timeout_seconds=timeout_seconds,
            sleep=sleep,
        )
        self._is_forced = True  # models with extended thinking do not accept a forced tool call
        self.name = f"anthropic:{self.name}"

    def _headers(self, key: str) -> Mapping[str, str]:
        return {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}

    def _request_body(
        self, instructions: str, turns: Sequence[ChatTurn], form: AnswerSchema, tokens_max: int
    ) -> dict[str, Any]:
        if not self._is_forced:
            instructions = f"{instructions}\n\n{schema_text(form)}"
        asked: dict[str, Any] = {
            "model": self._server.model,
            "max_tokens": tokens_max,
            "system": instructions,
            "messages": [{"role": turn.role, "content": turn.text} for turn in turns],
        }
        if self._is_forced:
            asked["tools"] = [
                {
                    "name": _TOOL,
                    "description": "Takes the answer.",
                    "input_schema": form.schema,
                }
            ]
            asked["tool_choice"] = {"type": "tool", "name": _TOOL}
        return asked

    def _conversation_body(
        self,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
        tokens_max: int,
    ) -> dict[str, Any]:
        messages = [_message(turn) for turn in turns]
        asked: dict[str, Any] = {
            "model": self._server.model,
            "max_tokens": tokens_max,
            "system": instructions,
            "messages": [message for message in messages if message["content"]],
        }
        if tools:
            asked["tools"] = [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "input_schema": tool.parameters,
                }
                for tool in tools
            ]
        return asked

    def _parse_turn(self, told: Mapping[str, Any]) -> ChatReply | None:
        said = self._parse_reply(told)
        if said is None:
            return None
        blocks = [block for block in told["content"] if isinstance(block, dict)]
        calls = (block for block in blocks if block.get("type") == "tool_use")
        return ChatReply(
            said._replace(text=_words(blocks)),
            tuple(RawCall(one.get("id"), one.get("name"), one.get("input")) for one in calls),
            tuple(block for block in blocks if block.get("type") in _THOUGHTS),
        )

    def _parse_reply(self, told: Mapping[str, Any]) -> ModelReply | None:
        content = told.get("content")
        if not isinstance(content, list):
            return None
        ended = told.get("stop_reason")
        end = _ENDS.get(ended, StopReason.WHOLE) if isinstance(ended, str) else StopReason.WHOLE
        usage = told.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        read = [
            tokens
            for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            if (tokens := token_count(usage.get(name))) is not None
        ]
        return ModelReply(
            _text(content),
            end,
            sum(read) if read else None,
            token_count(usage.get("output_tokens")),
        )

    def _can_fall_back(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        knows_not = refusal.status in (400, 422) and "tool" in refusal.sentences
        if knows_not and "tool_choice" in asked:
            self._is_forced = False
            return True
        return False


def _text(content: Sequence[Any]) -> str:
    """The input of the tool call; otherwise the text."""
    blocks = [block for block in content if isinstance(block, dict)]
    for block in blocks:
        if block.get("type") == "tool_use" and block.get("name") == _TOOL:
            return json.dumps(block.get("input"))
    return _words(blocks)


def _words(blocks: Sequence[Mapping[str, Any]]) -> str:
    words = [block.get("text") for block in blocks if block.get("type") == "text"]
    return "".join(word for word in words if isinstance(word, str))


def _message(turn: Turn) -> dict[str, Any]:
    match turn:
        case UserTurn():
            return {"role": "user", "content": turn.text}
        case ToolResults():
            results = [
                {
                    "type": "tool_result",
                    "tool_use_id": result.call_id,
                    "content": result.content,
                    **({"is_error": True} if result.is_error else {}),
                }
                for result in turn.results
            ]
            return {"role": "user", "content": results}
        case ModelTurn():
            return {"role": "assistant", "content": _own_blocks(turn)}


def _own_blocks(turn: ModelTurn) -> list[dict[str, Any]]:
    """What the model said before; nothing if it said nothing."""
    text = (turn.text or "").strip()  # a blank one is refused
    calls = [
        {
            "type": "tool_use",
            "id": call.id,
            "name": sendable_name(call.name),
            "input": call.arguments,
        }
        for call in turn.calls
    ]
    words = [{"type": "text", "text": text}] if text else []
    thoughts = [block for block in turn.echo if block.get("type") in _THOUGHTS]
    return [*thoughts, *words, *calls] if text or calls else []
