"""Public fakes: a fixed clock, a model that says its lines, vectors from words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolCall,
    ToolSpec,
    Turn,
    TurnEnd,
    check_turns,
    conversation_texts,
    turn_texts,
    with_unique_ids,
)
from remembrancer.core.token_budget import token_estimate
from remembrancer.language.stemming import language
from remembrancer.ports import Answer


class FrozenClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime | str) -> None:
        moment = datetime.fromisoformat(start) if isinstance(start, str) else start
        self.now = moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, step: timedelta) -> datetime:
        """Moves the clock, and gives the new time."""
        self.now += step
        return self.now


TurnLine: TypeAlias = str | ToolCall | Sequence[ToolCall] | ModelTurn | Exception


class Heard(NamedTuple):
    """What a scripted model was given for one turn."""

    instructions: str
    turns: tuple[Turn, ...]
    tools: tuple[ToolSpec, ...]


class ScriptedModel:
    """A language model that answers from a script and remembers what it was asked.

    A line of `answers`, for `ask`, is a text, a mapping, a typed value, or an error to be raised.
    A line of `turns`, for `converse`, is a text, a call, several calls at once, a whole turn, or an
    error; or `turns` is a function of the conversation so far that gives the next turn. Calls need
    no id. Tokens that a turn does not say are counted with four characters each.
    """

    def __init__(
        self,
        answers: Iterable[str | Mapping[str, Any] | BaseModel | Exception] = (),
        *,
        turns: Iterable[TurnLine] | Callable[[Sequence[Turn]], ModelTurn] = (),
        name: str = "scripted",
        is_local: bool = True,
    ) -> None:
        self._answers = list(answers)
        self._next_turn = turns if callable(turns) else _script(turns)
        self.name = name
        self.is_local = is_local
        self.asked: list[str] = []
        self.heard: list[Heard] = []
        self.tokens_in = 0  # of all turns so far
        self.tokens_out = 0

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self._answers:
            raise InvalidInput(self._script_ended())
        answer = self._next()
        if isinstance(answer, BaseModel):
            return answer.model_dump_json()
        return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """The next answer of the script in that type; `ModelFailed` where it does not fit."""
        self.asked.append(f"{instructions}\n\n{text}")
        if not self._answers:
            raise ModelFailed(self._script_ended())
        given = self._next()
        try:
            if isinstance(given, str):
                return answer.model_validate_json(given)
            return answer.model_validate(
                given.model_dump() if isinstance(given, BaseModel) else given
            )
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the whole"
            raise ModelFailed(
                f"The answer of {self.name!r} to question {len(self.asked)} is no "
                f"{answer.__name__}: {place}: {first['msg']}. Mend that line of the script."
            ) from error

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        """The next turn of the script."""
        check_turns(turns)
        self.heard.append(Heard(instructions, tuple(turns), tuple(tools)))
        turn = self._next_turn(turns)
        given = "".join(conversation_texts(instructions, turns, tools))
        turn = turn.changed(
            calls=with_unique_ids(turn.calls, turns),
            tokens_in=turn.tokens_in or token_estimate(given),
            tokens_out=turn.tokens_out or token_estimate("".join(turn_texts([turn]))),
        )
        self.tokens_in += turn.tokens_in
        self.tokens_out += turn.tokens_out
        return turn

    def _next(self) -> str | Mapping[str, Any] | BaseModel:
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _script_ended(self) -> str:
        return f"The script has no answer left for question {len(self.asked)}. Add one."


def _script(lines: Iterable[TurnLine]) -> Callable[[Sequence[Turn]], ModelTurn]:
    waiting = list(lines)
    total = len(waiting)

    def next_turn(_: Sequence[Turn]) -> ModelTurn:
        if not waiting:
            raise ModelFailed(f"The script has no turn left after {total}. Add one.")
        line = waiting.pop(0)
        match line:
            case Exception():
                raise line
            case ModelTurn():
                return line
            case str():
                return ModelTurn(text=line)
        calls = (line,) if isinstance(line, ToolCall) else tuple(line)
        return ModelTurn(calls=calls, ended=TurnEnd.TOOL_CALLS)

    return next_turn


class HashingEmbedder:
    """Vectors made from hashed word stems: the same text gives the same vector, everywhere."""

    is_local = True

    def __init__(self, dimensions: int = 256, *, language_name: str = "english") -> None:
        if dimensions < 1:
            raise InvalidInput("A vector needs at least one dimension.", field="dimensions")
        self.dimensions = dimensions
        self.name = f"hashing-{language_name}-{dimensions}"
        self._language = language(language_name)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        values = [0.0] * self.dimensions
        for stem in self._language.stems(text):
            digest = hashlib.blake2b(stem.encode(), digest_size=8).digest()
            place = int.from_bytes(digest, "big")
            values[place % self.dimensions] += 1.0 if place >> 63 else -1.0
        length = sqrt(sum(value * value for value in values))
        return [value / length for value in values] if length else values
