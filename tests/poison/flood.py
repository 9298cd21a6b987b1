"""One hostile source of which thousands of items are derived, and what was there before it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from remembrancer import Item, Lifecycle, Memory, Review
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.people import ADA
from tests.poison.hostile import SUBJECT
from tests.poison.world import everything
from tests.scenarios.stage import Extractor

SOURCE = "mail-666"
NAMES = ("Alma", "Britta", "Cecilia", "David", "Elsa", "Fredrik", "Gustav", "Hanna")

_MESSAGES_AT_ONCE = 500
_SYLLABLES = tuple(first + then for first in "bdfgklmnprstvz" for then in "aeiou")


class Stood(NamedTuple):
    """What was in use before the flood came, by id."""

    items: dict[str, Item]
    told: frozenset[str]  # ids of the contradictions that were open


def open_flooded(path: Path, clock: FrozenClock) -> Memory:
    return Memory.open(
        path,
        space="northgate",
        preset="adviser",
        principal=ADA,
        clock=clock,
        extractor=Extractor(),
        background=False,
    )


def before(store: Memory, clock: FrozenClock) -> Stood:
    """Half of what is known was said by outsiders, and can be replaced by other outsiders; the
    other half by a person, and can only be contradicted."""
    for trust, names in (("outside", NAMES[::2]), ("person", NAMES[1::2])):
        store.remember(
            [{"author_id": "anna", "content": age(name, 60)} for name in names],
            subject=SUBJECT,
            source={"id": f"known {trust}", "trust": trust},
        )
    clock.advance(timedelta(days=1))
    return stands(store)


def flood(store: Memory, count: int) -> int:
    """One source says so many things: it replaces, contradicts, and adds. How many were stored."""
    said = _said(count)
    stored = 0
    for first in range(0, count, _MESSAGES_AT_ONCE):
        part = said[first : first + _MESSAGES_AT_ONCE]
        made = store.remember(
            [
                {"id": f"m{number}", "author_id": "eve", "content": text}
                for number, text in enumerate(part, first)
            ],
            subject=SUBJECT,
            source={"id": SOURCE, "trust": "outside"},
        )
        stored += len(made.items)
    return stored


def age(name: str, years: int) -> str:
    return f"The retirement age of {name} is {years}."


def in_use(store: Memory) -> dict[str, Item]:
    withdrawn = (Review.REVOKED, Review.REJECTED)
    return {
        one.id: one
        for one in everything(store)
        if one.lifecycle is Lifecycle.ACTIVE and one.review not in withdrawn
    }


def stands(store: Memory) -> Stood:
    return Stood(in_use(store), frozenset(one.id for one in store.review.contradictions()))


def check_rolled_back(store: Memory, stood: Stood) -> None:
    """All that was in use is in use again, with the same words, and nothing else is."""
    now = stands(store)
    assert now.items.keys() == stood.items.keys()
    for id, one in stood.items.items():
        again = now.items[id]
        assert (again.content, again.trust, again.review, again.superseded_by) == (
            one.content,
            one.trust,
            one.review,
            None,
        )
        assert [(proof.quote, proof.message_id) for proof in again.evidence] == [
            (proof.quote, proof.message_id) for proof in one.evidence
        ]
    assert now.told == stood.told


def _said(count: int) -> list[str]:
    chance = random.Random(66)
    listed = [age(name, 70) for name in NAMES]
    invented = _invented(chance)
    while len(listed) < count:
        listed.append(" ".join(next(invented) for _ in range(4)).capitalize() + ".")
    return listed


def _invented(chance: random.Random) -> Iterator[str]:
    """Words that mean nothing, so that no two sentences are about the same thing."""
    while True:
        yield "".join(chance.choices(_SYLLABLES, k=4))


def start() -> FrozenClock:
    return FrozenClock(START)
