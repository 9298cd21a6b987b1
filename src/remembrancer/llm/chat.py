"""The base of HTTP chat models: asks for an answer, and once more if it is invalid, or for the
next turn of a conversation with tools.

Provider differences are in `openai_chat.py` and `anthropic_chat.py`.
"""

from __future__ import annotations

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from remembrancer.core.errors import InvalidSettings, ModelFailed
from remembrancer.core.limits import (
    MODEL_ANSWER_BYTES_MAX,
    MODEL_ANSWER_TOKENS_MAX,
    MODEL_TIMEOUT_SECONDS,
)
from remembrancer.core.model_call import CallOutcome
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolSpec,
    Turn,
    check_turns,
    conversation_texts,
)
from remembrancer.llm.answer_parsing import AnswerProblem, ModelReply, parse_answer
from remembrancer.llm.budget import (
    BudgetAccount,
    BudgetedCall,
    estimate_tokens,
    turn_outcome,
)
from remembrancer.llm.schema import AnswerSchema, answer_schema
from remembrancer.llm.tool_calls import RawCall, plain_object, read_calls, turn_end
from remembrancer.llm.transport import ModelServer, Refusal, ServerSetup, readable
from remembrancer.ports import Answer

EARLIER_CHARACTERS_MAX = 4_000  # of an invalid answer that is repeated to the model

_ANSWERS_MAX = 2  # one retry after an invalid answer
_ROOM_TOKENS_MIN = 1_000  # the lowest limit for answers when the server allows less
_ANSWER_TOO_LONG = re.compile(r"max.{0,12}tokens")
_ALL_TOO_LONG = re.compile(r"context.?(length|window|size)|maximum context")


class ChatTurn(NamedTuple):
    """One message of a chat."""

    role: str  # user, assistant
    text: str


class ChatReply(NamedTuple):
    """The reply of a model in a conversation with tools."""

    said: ModelReply
    calls: tuple[RawCall, ...] = ()
    echo: tuple[dict[str, Any], ...] = ()  # what the server wants back with this turn


Reply = TypeVar("Reply", ModelReply, ChatReply)


class ChatRequest(NamedTuple, Generic[Reply]):
    """A request that may be repeated with another limit of its answer, or in a simpler form."""

    tokens_in: int  # estimated
    body: Callable[[int], dict[str, Any]]  # takes the limit of the answer in tokens
    read: Callable[[Mapping[str, Any]], Reply | None]  # None: the response holds no reply


class ChatModel(ABC):
    """A language model that answers with structured output, and calls tools, over HTTP.

    Thread-safe. Nothing is sent before the first question.
    """

    path: str  # of the endpoint, relative to the base URL
    provider: str  # whose API it speaks

    def __init__(
        self,
        setup: ServerSetup,
        model: str,
        base_url: str,
        api_key: str | None = None,
        *,
        is_local: bool = False,
        timeout_seconds: float = MODEL_TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model.strip():
            raise InvalidSettings("The name of the language model is empty.", field="model")
        self._server = ModelServer(setup, model.strip(), base_url, api_key, is_local=is_local)
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._answer_tokens_max = MODEL_ANSWER_TOKENS_MAX  # lowered if the server allows less
        self.base_url = self._server.base_url
        self.is_local = self._server.is_local
        self.name = model.strip()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._server.model!r}, {self.base_url!r})"

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """An answer of that type, within the default budget of a task, or `ModelFailed`."""
        return self.ask_within(BudgetAccount(), instructions, text, answer)

    def ask_within(
        self, account: BudgetAccount, instructions: str, text: str, answer: type[Answer]
    ) -> Answer:
        """The same, charged to an account."""
        form = answer_schema(answer)
        instructions, text = readable(instructions), readable(text)
        turns = [ChatTurn("user", text)]
        for _ in range(_ANSWERS_MAX):
            call, said = self._exchange(account, self._question(instructions, turns, form))
            given = parse_answer(said, answer, form)
            outcome = given.outcome if isinstance(given, AnswerProblem) else CallOutcome.ANSWERED
            account.end(call, outcome, *_cost(call, said))
            if not isinstance(given, AnswerProblem):
                return given
            problem = given
            turns = _retry_turns(text, said, problem, form)
        raise ModelFailed(
            f"{self._server} gave no answer that can be used, asked twice: {problem.for_user}. Try "
            "again later, give it less to read, or choose another model."
        )

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        """The next turn of the model, within the default budget of a task, or `ModelFailed`."""
        return self.converse_within(BudgetAccount(), instructions, turns, tools)

    def converse_within(
        self,
        account: BudgetAccount,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
    ) -> ModelTurn:
        """The same, charged to an account."""
        check_turns(turns)
        instructions = readable(instructions)
        request = ChatRequest(
            estimate_tokens(*conversation_texts(instructions, turns, tools)),
            lambda tokens_max: self._conversation_body(instructions, turns, tools, tokens_max),
            self._parse_turn,
        )
        call, reply = self._exchange(account, request)
        said = reply.said
        calls = read_calls(reply.calls, turns)
        tokens_in, tokens_out = _cost(call, said, *(str(raw.arguments) for raw in reply.calls))
        turn = ModelTurn(
            text=said.text or None,
            calls=calls,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            ended=turn_end(said.stop_reason, calls),
            echo=tuple(filter(None, map(plain_object, reply.echo))),
        )
        account.end(call, turn_outcome(turn), tokens_in, tokens_out)
        return turn

    @abstractmethod
    def _headers(self, key: str) -> Mapping[str, str]:
        """The authentication headers."""

    @abstractmethod
    def _request_body(
        self, instructions: str, turns: Sequence[ChatTurn], form: AnswerSchema, tokens_max: int
    ) -> dict[str, Any]:
        """The body of a question."""

    @abstractmethod
    def _conversation_body(
        self,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
        tokens_max: int,
    ) -> dict[str, Any]:
        """The body of a request for the next turn."""

    @abstractmethod
    def _parse_reply(self, told: Mapping[str, Any]) -> ModelReply | None:
        """The answer in the server's response; None: the response holds none."""

    @abstractmethod
    def _parse_turn(self, told: Mapping[str, Any]) -> ChatReply | None:
        """The turn in the server's response; None: the response holds none."""

    @abstractmethod
    def _can_fall_back(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        """Whether the request can be repeated in a simpler form after this refusal."""

    def _shorter_answer_tokens(self, refusal: Refusal, tokens_max: int) -> int | None:
        """A lower token limit for the answer, if the server refused the current one."""
        told = refusal.sentences
        is_all = _ALL_TOO_LONG.search(told) is not None
        is_known = is_all or _ANSWER_TOO_LONG.search(told)
        room = tokens_max // 2
        if refusal.status not in (400, 422) or not is_known or room < _ROOM_TOKENS_MIN:
            return None
        if not is_all:  # the limit is the server's, so it holds for later texts too
            self._answer_tokens_max = min(self._answer_tokens_max, room)
        return room

    def _question(
        self, instructions: str, turns: Sequence[ChatTurn], form: AnswerSchema
    ) -> ChatRequest[ModelReply]:
        # The schema counts too, since it is always sent.
        texts = [instructions, json.dumps(form.schema), *(turn.text for turn in turns)]
        return ChatRequest(
            estimate_tokens(*texts),
            lambda tokens_max: self._request_body(instructions, turns, form, tokens_max),
            self._parse_reply,
        )

    def _exchange(
        self, account: BudgetAccount, request: ChatRequest[Reply]
    ) -> tuple[BudgetedCall, Reply]:
        """The final reply of the server, after waiting or simplifying the request if needed."""
        server = self._server
        tried = 1
        room = self._answer_tokens_max
        while True:
            call = account.begin(self.name, request.tokens_in)
            tokens_max = min(call.tokens_out_max, room)
            asked = request.body(tokens_max)
            answer = self._post(account, call, asked, request.read)
            if not isinstance(answer, Refusal):
                return call, answer
            is_changed = self._can_fall_back(answer, asked)
            if (
                not is_changed
                and (less := self._shorter_answer_tokens(answer, tokens_max)) is not None
            ):
                is_changed, room = True, less
            wait = None if is_changed else server.retry_delay(answer, tried)
            account.end(call, CallOutcome.FAILED if wait is None else CallOutcome.BUSY, 0, 0)
            if is_changed:
                continue
            if wait is None:
                raise server.refusal_error(answer, tried)
            account.wait(self.name, wait)
            self._sleep(wait)
            tried += 1

    def _post(
        self,
        account: BudgetAccount,
        call: BudgetedCall,
        asked: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], Reply | None],
    ) -> Reply | Refusal:
        try:
            return self._send(asked, read, min(self._timeout_seconds, call.seconds_max))
        except ModelFailed:
            # The server may have charged for the input anyway.
            account.end(call, CallOutcome.FAILED, call.tokens_in, 0)
            raise

    def _send(
        self,
        asked: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], Reply | None],
        timeout_seconds: float,
    ) -> Reply | Refusal:
        headers = self._headers(self._server.key)
        answer = self._server.post(
            self.path, asked, headers, timeout_seconds, MODEL_ANSWER_BYTES_MAX
        )
        return answer if isinstance(answer, Refusal) else self._decode(answer, read)

    def _decode(self, answer: bytes, read: Callable[[Mapping[str, Any]], Reply | None]) -> Reply:
        try:
            told = json.loads(answer)
        except (ValueError, RecursionError):
            raise self._server.invalid_answer("it is no JSON") from None
        said = read(told) if isinstance(told, dict) else None
        if said is None:
            raise self._server.invalid_answer("it holds no message of a model")
        return said


def token_count(told: object) -> int | None:
    """A token count, if the value is a positive integer."""
    return told if type(told) is int and told > 0 else None


def schema_text(form: AnswerSchema) -> str:
    """The schema as text, for servers without structured output."""
    schema = json.dumps(form.schema, ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object that follows this JSON Schema, and nothing else:\n{schema}"


def _cost(call: BudgetedCall, said: ModelReply, *more: str) -> tuple[int, int]:
    return (
        said.tokens_in if said.tokens_in is not None else call.tokens_in,
        said.tokens_out if said.tokens_out is not None else estimate_tokens(said.text, *more),
    )


def _retry_turns(
    text: str, said: ModelReply, problem: AnswerProblem, form: AnswerSchema
) -> list[ChatTurn]:
    """The question again, with the problem of the first answer."""
    complaint = f"Your answer could not be used: {problem.for_model}. {schema_text(form)}"
    if not problem.shows_answer:
        return [ChatTurn("user", f"{text}\n\n{complaint}")]
    earlier = readable(said.text.strip())[:EARLIER_CHARACTERS_MAX].rstrip()
    return [ChatTurn("user", text), ChatTurn("assistant", earlier), ChatTurn("user", complaint)]
