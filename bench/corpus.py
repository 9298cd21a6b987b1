"""The rows that both sides store: invented, seeded, shaped like real notes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from remembrancer.bench.corpus import QUESTION_WORDS, VOCABULARY, invented_words

SUBJECT_ITEMS = 100  # items of one subject, at every size
WORDS_PER_TEXT = 18
_KINDS = ("fact", "preference", "decision", "life_goal", "action_item")
_CATEGORIES = ("income", "expense", "asset", "liability", "demographic")


class Corpus:
    """So many items over so many subjects, the same at every call."""

    def __init__(self, size: int, *, seed: int = 7) -> None:
        self.size = size
        self.subjects = max(1, size // SUBJECT_ITEMS)
        self._seed = seed
        self.words = invented_words(seed)
        # Words are used as unevenly as in a language: the tenth a tenth as often as the first.
        self._weights = [1 / (rank + 2) for rank in range(VOCABULARY)]

    def items(self, *, salt: int = 0) -> Iterator[dict[str, str]]:
        chance = random.Random(self._seed * 31 + salt)
        for number in range(self.size):
            yield {
                "content": " ".join(
                    chance.choices(self.words, weights=self._weights, k=WORDS_PER_TEXT)
                ),
                "subject": f"client-{number % self.subjects:05d}",
                "kind": _KINDS[number % len(_KINDS)],
                "category": _CATEGORIES[number % len(_CATEGORIES)],
            }

    def questions(self, count: int) -> list[tuple[str, str]]:
        """A question of middling words, and the subject it is asked about."""
        chance = random.Random(self._seed * 17)
        middling = self.words[5 : VOCABULARY // 5]
        return [
            (
                " ".join(chance.sample(middling, QUESTION_WORDS)),
                f"client-{chance.randrange(self.subjects):05d}",
            )
            for _ in range(count)
        ]
