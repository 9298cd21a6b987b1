"""Language models of other providers: Pydantic AI translates, our transport sends.

The library sees neither the network nor a retry: its HTTP client ends in `provider_client.py`, so
that address, key, redirects, size, deadline, retries and errors are the same as everywhere. It
takes seconds to load, and is loaded when the model is asked for the first time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from remembrancer.core.errors import ModelFailed, NotAvailable
from remembrancer.core.limits import MODEL_TIMEOUT_SECONDS
from remembrancer.core.model_turns import ModelTurn, ToolResults, ToolSpec, Turn, UserTurn
from remembrancer.llm.answer_parsing import ModelReply, StopReason
from remembrancer.llm.chat import ChatModel, ChatReply, ChatTurn, Reply, schema_text, token_count
from remembrancer.llm.provider_client import Exchange, create_client
from remembrancer.llm.schema import AnswerSchema
from remembrancer.llm.tool_calls import RawCall, sendable_name
from remembrancer.llm.transport import Refusal, ServerSetup

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model
    from pydantic_ai.providers import Provider

EXTRA = 'pip install "remembrancer[pydantic-ai]"'

SETUP = ServerSetup(
    "language model",
    "REMEMBRANCER_LLM_MODEL",
    "REMEMBRANCER_LLM_BASE_URL",
    "REMEMBRANCER_LLM_API_KEY",
    "Check that the model is one that chats, and reads texts as long as these.",
    "the provider's own",
)

_TOOL = "answer"
_NO_KEY = "none"  # for libraries that want one; it is not sent
_KEPT = ("id", "signature", "provider_name", "provider_details")  # what a provider wants back
_ENDS = {"length": StopReason.CUT_OFF, "content_filter": StopReason.REFUSED}


class PydanticAIModel(ChatModel):
    """A language model of a provider that Pydantic AI knows, such as `google` or `mistral`.

    Texts leave this machine, so personal data is never sent. A server on this machine counts as
    local with `is_local=True`.
    """

    path = ""  # the library knows it

    def __init__(
        self,
        provider: str,
        model: str,
        base_url: str,
        api_key: str | None = None,
        *,
        is_local: bool = False,
        timeout_seconds: float = MODEL_TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
        setup: ServerSetup = SETUP,
    ) -> None:
        if find_spec("pydantic_ai") is None:
            raise NotAvailable(
                f"The language model of {provider!r} needs Pydantic AI, which is not installed. "
                f"Run `{EXTRA}`, and install the library of the provider."
            )
        super().__init__(
            setup,
            model,
            base_url,
            api_key,
            is_local=is_local,
            timeout_seconds=timeout_seconds,
            sleep=sleep,
        )
        self.provider = provider
        self._is_forced = True  # some models do not accept a forced tool call
        self._lock = Lock()
        self._library_model: Model | None = None
        self.name = f"pydantic-ai:{provider}:{self.name}"

    def _headers(self, key: str) -> Mapping[str, str]:
        return {}  # the library makes them

    def _request_body(
        self, instructions: str, turns: Sequence[ChatTurn], form: AnswerSchema, tokens_max: int
    ) -> dict[str, Any]:
        from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        if not self._is_forced:
            instructions = f"{instructions}\n\n{schema_text(form)}"
        messages = [
            ModelRequest.user_text_prompt(turn.text, instructions=instructions)
            if turn.role == "user"
            else ModelResponse(parts=[TextPart(turn.text)])
            for turn in turns
        ]
        tool = ToolDefinition(
            name=_TOOL,
            description="Takes the answer.",
            parameters_json_schema=form.schema,
            strict=False,
        )
        parameters = (
            ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
            if self._is_forced
            else ModelRequestParameters()
        )
        return {"messages": messages, "parameters": parameters, "max_tokens": tokens_max}

    def _conversation_body(
        self,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
        tokens_max: int,
    ) -> dict[str, Any]:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        messages = [_message(turn, instructions) for turn in turns]
        offered = [
            ToolDefinition(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=tool.parameters,
                strict=False,
            )
            for tool in tools
        ]
        return {
            "messages": [message for message in messages if message.parts],
            "parameters": ModelRequestParameters(function_tools=offered),
            "max_tokens": tokens_max,
        }

    def _send(
        self,
        asked: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], Reply | None],
        timeout_seconds: float,
    ) -> Reply | Refusal:
        from asyncio import run

        exchange = Exchange(timeout_seconds)
        model = self._loaded()
        # A thread of its own, since the caller may run inside an event loop.
        thread = Thread(target=lambda: run(_ask_library(exchange, model, asked)), daemon=True)
        thread.start()
        thread.join()
        if exchange.failure is not None:
            raise exchange.failure
        if exchange.refusal is not None:
            return exchange.refusal
        if not exchange.is_sent:
            raise ModelFailed(
                f"{self._server} was not asked: its library refused the request "
                f"({exchange.error}). Choose another model or provider."
            )
        said = None if exchange.response is None else read({"response": exchange.response})
        if said is None:
            raise self._server.invalid_answer("it holds no message of a model")
        return said

    def _parse_reply(self, told: Mapping[str, Any]) -> ModelReply | None:
        from pydantic_ai.messages import ToolCallPart

        reply = self._parse_turn(told)
        for part in told["response"].parts:
            if isinstance(part, ToolCallPart) and part.tool_name == _TOOL:
                given = part.args if isinstance(part.args, str) else json.dumps(part.args)
                return reply.said._replace(text=given)
        return reply.said

    def _parse_turn(self, told: Mapping[str, Any]) -> ChatReply:
        from pydantic_ai.messages import TextPart, ThinkingPart, ToolCallPart

        response: ModelResponse = told["response"]
        words, calls, thoughts = [], [], []
        for part in response.parts:
            if isinstance(part, TextPart):
                words.append(part.content)
            elif isinstance(part, ToolCallPart):
                calls.append(RawCall(part.tool_call_id, part.tool_name, part.args, _kept(part)))
            elif isinstance(part, ThinkingPart):
                thoughts.append({"content": part.content, **_kept(part)})
        said = ModelReply(
            "".join(words),
            _ENDS.get(response.finish_reason or "", StopReason.WHOLE),
            token_count(response.usage.input_tokens),
            token_count(response.usage.output_tokens),
        )
        return ChatReply(said, tuple(calls), tuple(thoughts))

    def _can_fall_back(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        knows_not = refusal.status in (400, 422) and "tool" in refusal.sentences
        if knows_not and asked["parameters"].output_tools:
            self._is_forced = False
            return True
        return False

    def _loaded(self) -> Model:
        """The model of the library, made at the first question."""
        with self._lock:
            if self._library_model is None:
                self._library_model = self._load()
            return self._library_model

    def _load(self) -> Model:
        from pydantic_ai.models import infer_model

        name = f"{self.provider}:{self._server.model}"
        try:
            return infer_model(name, provider_factory=self._make_provider)
        except ModelFailed:
            raise
        except ImportError:
            raise ModelFailed(
                f"The provider {self.provider!r} needs its own library. Run "
                f'`pip install "pydantic-ai-slim[{self.provider}]"`.'
            ) from None
        except Exception as error:  # third-party code; its message may hold a key
            raise ModelFailed(
                f"Pydantic AI has no model {name!r}, or cannot make it with our HTTP client, an "
                f"address and a key ({type(error).__name__}). Choose another provider."
            ) from None

    def _make_provider(self, name: str) -> Provider[Any]:
        from inspect import signature

        from pydantic_ai.providers import infer_provider_class

        kind: Any = infer_provider_class(name)  # each takes arguments of its own
        takes = signature(kind).parameters
        if not {"api_key", "http_client"} <= takes.keys():
            raise ModelFailed(
                f"The provider {name!r} does not let others send its requests, so they cannot be "
                "limited. Use a gateway that speaks as OpenAI's server does."
            )
        # Without an address, some look for one in the environment.
        address = {"base_url": self.base_url} if "base_url" in takes else {}
        client = create_client(self._server)
        key = self._server.key or _NO_KEY
        provider: Provider[Any] = kind(api_key=key, http_client=client, **address)
        return provider


async def _ask_library(exchange: Exchange, model: Model, asked: Mapping[str, Any]) -> None:
    from pydantic_ai.direct import model_request

    with exchange.open():
        try:
            exchange.response = await model_request(
                model,
                asked["messages"],
                model_settings={"max_tokens": asked["max_tokens"], "max_retries": 0},
                model_request_parameters=asked["parameters"],
                instrument=False,  # or the program's tracing would hold the texts
            )
        except Exception as error:  # its message may hold a text or a key; ours is made later
            exchange.error = type(error).__name__


def _message(turn: Turn, instructions: str) -> ModelMessage:
    from pydantic_ai.messages import (
        ModelRequest,
        ModelResponse,
        TextPart,
        ThinkingPart,
        ToolCallPart,
        ToolReturnPart,
    )

    match turn:
        case UserTurn():
            return ModelRequest.user_text_prompt(turn.text, instructions=instructions)
        case ToolResults():
            results = [
                ToolReturnPart(
                    sendable_name(result.name),
                    result.content,
                    result.call_id,
                    outcome="failed" if result.is_error else "success",
                )
                for result in turn.results
            ]
            return ModelRequest(results, instructions=instructions)
        case ModelTurn():
            calls = [
                ToolCallPart(
                    sendable_name(call.name),
                    call.arguments,
                    call.id,
                    **_given_back(call.echo),
                )
                for call in turn.calls
            ]
            thoughts = [
                ThinkingPart(thought["content"], **_given_back(thought))
                for thought in turn.echo
                if "content" in thought
            ]
            text = (turn.text or "").strip()
            words = [TextPart(text)] if text else []
            return ModelResponse([*thoughts, *words, *calls] if words or calls else [])


def _kept(part: Any) -> dict[str, Any]:
    kept = {name: getattr(part, name, None) for name in _KEPT}
    return {name: value for name, value in kept.items() if value is not None}


def _given_back(echo: Mapping[str, Any]) -> dict[str, Any]:
    """What this adapter kept; another one may have asked before."""
    return {name: value for name, value in echo.items() if name in _KEPT}
