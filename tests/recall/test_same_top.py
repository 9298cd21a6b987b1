"""The same question has the same answer on every engine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.engines import ENGINES
from tests.meaning import EMBEDDER
from tests.plain_arrivals import unchecked_arrivals

QUESTIONS = 60
SAME_SHARE_MIN = 0.95
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = ("Ellen", "Tom", "Omar")
_TEXT = """
pension fund risk boat lake school garden salary mortgage gift loan rent lease tax estate will
trust bond share cash rate fee cover claim policy premium saving budget
"""
WORDS = _TEXT.split()


def told(store: Memory) -> Memory:
    """Talks and items of many words, the same each time."""
    random = Random(5)
    for n in range(6):
        name = f"talk-{n}"
        store.conversations.start(name, subject=("ellen", "tom")[n % 2])
        store.conversations.append(
            name,
            [
                {
                    "id": f"{name}-{place}",
                    "author_id": random.choice(PEOPLE),
                    "content": _sentence(random),
                    "timestamp": BEGIN + timedelta(days=7 * n, minutes=place),
                }
                for place in range(20)
            ],
        )
    with unchecked_arrivals():
        store.add_many({"content": _sentence(random)} for _ in range(40))
    store.jobs.wait()
    return store


def _sentence(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(2, 14))
    return " ".join(words) + random.choice((".", "?", "!"))


def question(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(1, 4))
    who = random.choice((*PEOPLE, "", ""))
    when = random.choice(("", "", " in January", " on 8 January 2026"))
    return f"What did {who} say about {' '.join(words)}{when}?"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Memory]]:
    opened = [
        Memory.open(
            engine.fresh_url(tmp_path_factory.mktemp("same")),
            space="northgate",
            clock=FrozenClock(START),
            embedder=EMBEDDER,
            background=False,
        )
        for engine in ENGINES
    ]
    yield [told(store) for store in opened]
    for store in opened:
        store.close()


def test_the_top_ten_are_the_same_on_every_engine(stores: list[Memory]) -> None:
    """In 95 of 100 random questions the ten best texts are the same, one by one."""
    random, differing = Random(17), []
    for _ in range(QUESTIONS):
        asked = question(random)
        first, *others = ([hit.text for hit in store.recall(asked).hits] for store in stores)
        assert len(first) == 10
        if any(other != first for other in others):
            differing.append(asked)
    assert len(differing) <= (1 - SAME_SHARE_MIN) * QUESTIONS, differing
