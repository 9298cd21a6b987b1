"""A language model behind an address: it is asked, and asked once more where its answer is wrong.

What providers do differently stands in `openai_chat.py` and `anthropic.py`.
"""

from __future__ import annotations

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidSettings, ModelFailed
from remembrancer.core.limits import (
    MODEL_ANSWER_BYTES_MAX,
    MODEL_ANSWER_TOKENS_MAX,
    MODEL_TIMEOUT_SECONDS,
)
from remembrancer.core.model_call import CallOutcome
from remembrancer.llm.answers import Problem, Said, read
from remembrancer.llm.budget import Account, Call, guessed_tokens
from remembrancer.llm.schema import Form, form_of
from remembrancer.llm.transport import Refusal, Server, Setup, readable
from remembrancer.ports import Answer

EARLIER_CHARACTERS_MAX = 4_000  # of a wrong answer that the model is shown again

_ANSWERS_MAX = 2  # a model that errs is shown its mistake once
_ROOM_TOKENS_MIN = 1_000  # that an answer is given where the server has not so much room
_ANSWER_TOO_LONG = re.compile(r"max.{0,12}tokens")
_ALL_TOO_LONG = re.compile(r"context.?(length|window|size)|maximum context")


class Turn(NamedTuple):
    """What one side says."""

    role: str  # user, assistant
    text: str


class ChatModel(ABC):
    """A language model that answers in a form, over HTTP.

    Many threads may use one. Nothing is sent before the first question.
    """

    path: str  # where it is asked, under the address

    def __init__(
        self,
        setup: Setup,
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
        self._server = Server(setup, model.strip(), base_url, api_key, is_local=is_local)
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._room_tokens = MODEL_ANSWER_TOKENS_MAX  # less where the server has not so much
        self.base_url = self._server.base_url
        self.is_local = self._server.is_local
        self.name = model.strip()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._server.model!r}, {self.base_url!r})"

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """An answer of that type, or `ModelFailed`. It costs no more than a whole task may."""
        return self.ask_within(Account(), instructions, text, answer)

    def ask_within(
        self, account: Account, instructions: str, text: str, answer: type[Answer]
    ) -> Answer:
        """The same, within what is left in the account."""
        form = form_of(answer)
        instructions, text = readable(instructions), readable(text)
        turns = [Turn("user", text)]
        for _ in range(_ANSWERS_MAX):
            call, said = self._exchange(account, instructions, turns, form)
            given = read(said, answer, form)
            outcome = given.outcome if isinstance(given, Problem) else CallOutcome.ANSWERED
            account.end(call, outcome, *_cost(call, said))
            if not isinstance(given, Problem):
                return given
            problem = given
            turns = _again(text, said, problem, form)
        raise ModelFailed(
            f"{self._server} gave no answer that can be used, asked twice: {problem.told}. Try "
            "again later, give it less to read, or choose another model."
        )

    @abstractmethod
    def _headers(self, key: str) -> Mapping[str, str]:
        """How the key is shown."""

    @abstractmethod
    def _asked(
        self, instructions: str, turns: Sequence[Turn], form: Form, tokens_max: int
    ) -> dict[str, Any]:
        """The body of a request."""

    @abstractmethod
    def _said(self, told: Mapping[str, Any]) -> Said | None:
        """What the server's answer holds; None: it is no answer."""

    @abstractmethod
    def _yields(self, refusal: Refusal, asked: Mapping[str, Any]) -> bool:
        """Whether there is another way to ask, where the server does not know this one."""

    def _makes_room(self, refusal: Refusal, tokens_max: int) -> int | None:
        """How long an answer may be, where a shorter one may be what the server can give."""
        told = refusal.sentences
        is_all = _ALL_TOO_LONG.search(told) is not None
        is_known = is_all or _ANSWER_TOO_LONG.search(told)
        room = tokens_max // 2
        if refusal.status not in (400, 422) or not is_known or room < _ROOM_TOKENS_MIN:
            return None
        if not is_all:  # this text is not to blame, so it is the same with the next one
            self._room_tokens = min(self._room_tokens, room)
        return room

    def _exchange(
        self, account: Account, instructions: str, turns: Sequence[Turn], form: Form
    ) -> tuple[Call, Said]:
        """What the server says in the end. A busy one is waited for, a simple one asked simply."""
        server = self._server
        # With the form, which is sent along in one way or another.
        texts = [instructions, json.dumps(form.schema), *(turn.text for turn in turns)]
        tokens_in = guessed_tokens(*texts)
        tried = 1
        room = self._room_tokens
        while True:
            call = account.begin(self.name, tokens_in)
            tokens_max = min(call.tokens_out_max, room)
            asked = self._asked(instructions, turns, form, tokens_max)
            answer = self._post(account, call, asked)
            if not isinstance(answer, Refusal):
                return call, answer
            is_changed = self._yields(answer, asked)
            if not is_changed and (less := self._makes_room(answer, tokens_max)) is not None:
                is_changed, room = True, less
            wait = None if is_changed else server.patience(answer, tried)
            account.end(call, CallOutcome.FAILED if wait is None else CallOutcome.BUSY, 0, 0)
            if is_changed:
                continue
            if wait is None:
                raise server.refused(answer, tried)
            account.wait(self.name, wait)
            self._sleep(wait)
            tried += 1

    def _post(self, account: Account, call: Call, asked: Mapping[str, Any]) -> Said | Refusal:
        headers = self._headers(self._server.key)
        timeout_seconds = min(self._timeout_seconds, call.seconds_max)
        try:
            answer = self._server.post(
                self.path, asked, headers, timeout_seconds, MODEL_ANSWER_BYTES_MAX
            )
            return answer if isinstance(answer, Refusal) else self._heard(answer)
        except ModelFailed:
            # What it has read it may have counted, whether or not we heard of it.
            account.end(call, CallOutcome.FAILED, call.tokens_in, 0)
            raise

    def _heard(self, answer: bytes) -> Said:
        try:
            told = json.loads(answer)
        except (ValueError, RecursionError):
            raise self._server.nonsense("it is no JSON") from None
        said = self._said(told) if isinstance(told, dict) else None
        if said is None:
            raise self._server.nonsense("it holds no message of a model")
        return said


def count(told: object) -> int | None:
    """A number of tokens, where it is one."""
    return told if type(told) is int and told > 0 else None


def schema_text(form: Form) -> str:
    """The form in words, for servers and models that have no other way to be told."""
    schema = json.dumps(form.schema, ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object that follows this JSON Schema, and nothing else:\n{schema}"


def _cost(call: Call, said: Said) -> tuple[int, int]:
    return (
        said.tokens_in if said.tokens_in is not None else call.tokens_in,
        said.tokens_out if said.tokens_out is not None else guessed_tokens(said.text),
    )


def _again(text: str, said: Said, problem: Problem, form: Form) -> list[Turn]:
    """The same question, with what was wrong with the answer to it."""
    complaint = f"Your answer could not be used: {problem.shown}. {schema_text(form)}"
    if not problem.shows_answer:
        return [Turn("user", f"{text}\n\n{complaint}")]
    earlier = readable(said.text.strip())[:EARLIER_CHARACTERS_MAX].rstrip()
    return [Turn("user", text), Turn("assistant", earlier), Turn("user", complaint)]
