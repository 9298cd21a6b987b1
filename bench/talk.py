"""What people say to each other: small talk, and a fact in every eighth message."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from remembrancer.bench.corpus import invented_words

FACT_EVERY = 8  # messages
TALK_MESSAGES = 100  # of one conversation, about one client
_START = datetime(2025, 1, 1, tzinfo=UTC)
_SMALL = (
    "Good morning! How are you today?",
    "Thanks, that helps a lot.",
    "Ha ha, nice one.",
    "Can you look at it again?",
    "Sure, give me a minute.",
    "How was your weekend with the {word}?",
    "Let me think about it and come back to you.",
    "Okay, sounds good.",
    "The {word} was lovely yesterday, thank you for asking.",
    "I have not seen the {other} since we talked about {word}.",
    "Did you get the mail about {word} and {other}?",
    "We looked at the {word} for a while, and then the {other} came up again.",
    "It is raining here, and the {word} is late as usual.",
    "Could you tell me more about the {word}?",
)
_FACTS = (
    "My salary is {sum} kr a month.",
    "I live in {Word}.",
    "I prefer email over phone calls.",
    "My daughter is called {Word}.",
    "We decided to go with {Word} because it is cheaper than {Other}.",
    "I work as an engineer at {Word}.",
    "I have a mortgage of {sum} kr at {Word}.",
    "I want to retire at {age}.",
    "I am allergic to {word}.",
    "I need to send the papers to {Word} by Friday.",
)


class Talk:
    """So many messages, the same at every call."""

    def __init__(self, *, seed: int = 7) -> None:
        self._seed = seed
        self._words = invented_words(seed)

    def messages(self, count: int) -> Iterator[dict[str, object]]:
        chance = random.Random(self._seed * 31)
        for number in range(count):
            yield {
                "id": f"m{number}",
                "author_id": "ellen" if number % 2 else "adviser",
                "content": self._fact(chance) if number % FACT_EVERY == 1 else self._small(chance),
                "timestamp": _START + timedelta(minutes=number),
            }

    def facts(self, count: int, *, salt: int = 0) -> Iterator[str]:
        chance = random.Random(self._seed * 37 + salt)
        for _ in range(count):
            yield self._fact(chance)

    def _small(self, chance: random.Random) -> str:
        word, other = chance.sample(self._words, 2)
        return chance.choice(_SMALL).format(word=word, other=other)

    def _fact(self, chance: random.Random) -> str:
        word, other = chance.sample(self._words, 2)
        return chance.choice(_FACTS).format(
            word=word,
            Word=word.capitalize(),
            Other=other.capitalize(),
            sum=f"{chance.randrange(20, 4_000) * 1_000:,}",
            age=chance.randrange(50, 70),
        )
