"""Public fakes: a clock that stands still, a model that says its lines, vectors from words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt

from remembrancer.errors import InvalidInput
from remembrancer.rules.language import language


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
    """A language model that answers from a script and remembers what it was asked."""

    def __init__(self, answers: Iterable[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self._answers:
            raise InvalidInput(
                f"The script has no answer left for question {len(self.asked)}. Add one."
            )
        return self._answers.pop(0)


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
