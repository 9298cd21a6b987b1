"""Public fakes: a fixed clock, a model that says its lines, vectors from words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import Any

from pydantic import BaseModel, ValidationError

from remembrancer.core.errors import InvalidInput, ModelFailed
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


class ScriptedModel:
    """A language model that answers from a script and remembers what it was asked.

    A line of the script is a text, a mapping, a typed value, or an error to be raised.
    """

    def __init__(
        self,
        answers: Iterable[str | Mapping[str, Any] | BaseModel | Exception],
        *,
        name: str = "scripted",
        is_local: bool = True,
    ) -> None:
        self._answers = list(answers)
        self.name = name
        self.is_local = is_local
        self.asked: list[str] = []

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

    def _next(self) -> str | Mapping[str, Any] | BaseModel:
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _script_ended(self) -> str:
        return f"The script has no answer left for question {len(self.asked)}. Add one."


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
