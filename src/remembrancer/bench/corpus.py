"""A synthetic corpus of messages with a Zipf distribution of words, seeded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

WORDS_PER_MESSAGE = 18
VOCABULARY = 5_000
QUESTION_WORDS = 4
START = datetime(2025, 1, 1, tzinfo=UTC)

_CONSONANTS, _VOWELS = "bcdfglmnprstv", "aeiou"


class CorpusMessage(NamedTuple):
    """One message."""

    id: str
    subject: str
    author: str
    text: str
    at: datetime


class Corpus:
    """A given number of messages over a number of subjects, deterministic."""

    def __init__(self, messages: int, subjects: int, *, seed: int = 7) -> None:
        self.messages = messages
        self.subjects = subjects
        self._seed = seed
        self._words = invented_words(seed)
        # Zipf: the tenth word is a tenth as frequent as the first.
        self._weights = list(accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))

    def all_messages(self) -> Iterator[CorpusMessage]:
        """All messages, subject by subject."""
        chance = random.Random(self._seed * 31)
        for number in range(self.messages):
            subject = f"client-{number * self.subjects // self.messages:06d}"
            yield CorpusMessage(
                f"message-{number:07d}",
                subject,
                subject if number % 2 else "assistant",
                " ".join(
                    chance.choices(self._words, cum_weights=self._weights, k=WORDS_PER_MESSAGE)
                ),
                START + timedelta(seconds=number),
            )

    def questions(self, count: int) -> list[tuple[str, str]]:
        """Questions of medium-frequency words, each with its subject."""
        chance = random.Random(self._seed * 17)
        middling = self._words[5 : VOCABULARY // 5]
        return [
            (
                " ".join(chance.sample(middling, QUESTION_WORDS)),
                f"client-{chance.randrange(self.subjects):06d}",
            )
            for _ in range(count)
        ]


def invented_words(seed: int) -> list[str]:
    """Distinct invented words, deterministic for a seed."""
    chance = random.Random(seed)
    return [_word(chance, number) for number in range(VOCABULARY)]


def _word(chance: random.Random, number: int) -> str:
    syllables = "".join(
        chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(chance.randint(2, 3))
    )
    return syllables + chance.choice(_CONSONANTS) + _letters(number)


def _letters(number: int) -> str:
    """A number as letters, which makes words distinct."""
    return _CONSONANTS[number % 13] + _VOWELS[number // 13 % 5] + _CONSONANTS[number // 65 % 13]
