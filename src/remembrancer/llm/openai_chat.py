"""Language models on an OpenAI-compatible server."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from remembrancer.core.limits import MODEL_TIMEOUT_SECONDS
from remembrancer.core.model_turns import ModelTurn, ToolResults, ToolSpec, Turn, UserTurn
from remembrancer.llm.answer_parsing import ModelReply, StopReason
from remembrancer.llm.chat import ChatModel, ChatReply, ChatTurn, schema_text, token_count
from remembrancer.llm.openai_embedder import BASE_URL
from remembrancer.llm.schema import AnswerSchema
from remembrancer.llm.tool_calls import RawCall, sendable_name
from remembrancer.llm.transport import Refusal, ServerSetup

SETUP = ServerSetup(
    "language model",
    "REMEMBRANCER_LLM_MODEL",
    "REMEMBRANCER_LLM_BASE_URL",
    "REMEMBRANCER_LLM_API_KEY",
    "Check that the model is one that chats, and reads texts as long as these.",
)

# Ways to request structured output, the strictest first.
_WAYS = ("json_schema", "json_object", "text")
# Of a tool call: some models refuse a conversation without the signature of their thoughts.
_KEPT = ("extra_content",)
_LIMITS = ("max_completion_tokens", "max_tokens")  # the newer name first

_FORM_WORDS = re.compile(r"response.?format|json.?schema|json.?object|structured.?output|grammar")
_UNKNOWN_WORDS = re.compile(r"unsupported|not.supported|unrecogni|unknown|unexpected|instead|extra")
_ENDS = {
    "length": StopReason.CUT_OFF,
    "max_tokens": StopReason.CUT_OFF,
    "content_filter": StopReason.REFUSED,
}


class OpenAIModel(ChatModel):
    """A language model behind `/chat/completions`.

    Texts leave this machine, so personal data is never sent. A server on this machine counts as
    local with `is_local=True`.
    """

    provider = "openai"
    path = "chat/completions"

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
        # Features that the server refused are not tried again.
        self._way = 0
        self._limit = _LIMITS[self.base_url != BASE_URL]
        self._is_limit_settled = False
        self.name = f"openai:{self.name}"

    def _headers(self, key: str) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def _request_body(
        self, instructions: str, turns: Sequence[ChatTurn], form: AnswerSchema, tokens_max: int
    ) -> dict[str, Any]:
        way = _WAYS[self._way]
        if way != "json_schema":
            instructions = f"{instructions}\n\n{schema_text(form)}"
        asked: dict[str, Any] = {
            "model": self._server.model,
            "messages": [
                {"role": "system", "content": instructions},
                *({"role": turn.role, "content": turn.text} for turn in turns),
            ],
            self._limit: tokens_max,
        }
        if way == "json_schema":
            told = {"name": form.name, "schema": form.schema, "strict": form.is_closed}
            asked["response_format"] = {"type": way, "json_schema": told}
        elif way == "json_object":
            asked["response_format"] = {"type": way}
        return asked

    def _conversation_body(
        self,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
        tokens_max: int,
    ) -> dict[str, Any]:
        asked: dict[str, Any] = {
            "model": self._server.model,
            "messages": [
                {"role": "system", "content": instructions},
                *(message for turn in turns for message in _messages(turn)),
            ],
            self._limit: tokens_max,
        }
        if tools:
            asked["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": tool.parameters,
                    },
                }
                for tool in tools
            ]
        return asked

    def _parse_turn(self, told: Mapping[str, Any]) -> ChatReply | None:
        said = self._parse_reply(told)
        if said is None:
            return None
        calls = told["choices"][0]["message"].get("tool_calls")
        return ChatReply(said, tuple(map(_raw_call, calls if isinstance(calls, list) else ())))

    def _parse_reply(self, told: Mapping[str, Any]) -> ModelReply | None:
        choices = told.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        if not isinstance(message, dict):
            return None
        content = _text(message.get("content"))
        ended = first.get("finish_reason") if isinstance(first, dict) else None
        end = _ENDS.get(ended, StopReason.WHOLE) if isinstance(ended, str) else StopReason.WHOLE
        if isinstance(message.get("refusal"), str) and message["refusal"]:
            end = StopReason.REFUSED
        usage = told.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return ModelReply(
            content,
            end,
            token_count(usage.get("prompt_tokens")),
            token_count(usage.get("completion_tokens")),
        )

    def _can_fall_back(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        # Some servers answer 500 to unknown parameters.
        if refusal.status not in (400, 422, 500, 501):
            return False
        return self._uses_other_limit_name(refusal, asked) or self._uses_simpler_format(
            refusal, asked
        )

    def _uses_other_limit_name(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        refused = next(name for name in _LIMITS if name in asked)
        told = refusal.sentences
        if self._is_limit_settled and self._limit == refused:
            return False
        if refused not in told or not _UNKNOWN_WORDS.search(told):
            return False
        self._limit = _LIMITS[1 - _LIMITS.index(refused)]
        self._is_limit_settled = True
        return True

    def _uses_simpler_format(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        place = _WAYS.index(asked.get("response_format", {}).get("type", "text"))
        if place == len(_WAYS) - 1 or not _FORM_WORDS.search(refusal.sentences):
            return False
        # Another thread may have changed it at the same time.
        self._way = max(self._way, place + 1)
        return True


def _text(content: Any) -> str:
    """The text of a message; some servers send it in parts."""
    if isinstance(content, str):
        return content
    pieces = content if isinstance(content, list) else ()
    texts = [piece.get("text") for piece in pieces if isinstance(piece, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def _messages(turn: Turn) -> list[dict[str, Any]]:
    match turn:
        case UserTurn():
            return [{"role": "user", "content": turn.text}]
        case ToolResults():
            return [
                {
                    "role": "tool",
                    "tool_call_id": result.call_id,
                    # The protocol has no mark for errors.
                    "content": f"Error: {result.content}" if result.is_error else result.content,
                }
                for result in turn.results
            ]
        case ModelTurn():
            return _own_message(turn)


def _own_message(turn: ModelTurn) -> list[dict[str, Any]]:
    """What the model said before; nothing if it said nothing."""
    message: dict[str, Any] = {"role": "assistant", "content": turn.text}
    if turn.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": sendable_name(call.name),
                    "arguments": json.dumps(call.arguments),
                },
                **{name: call.echo[name] for name in _KEPT if name in call.echo},
            }
            for call in turn.calls
        ]
    return [message] if turn.text or turn.calls else []


def _raw_call(told: Any) -> RawCall:
    call = told if isinstance(told, dict) else {}
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    echo = {name: call[name] for name in _KEPT if isinstance(call.get(name), dict)}
    return RawCall(call.get("id"), function.get("name"), function.get("arguments"), echo)
