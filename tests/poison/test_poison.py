"""Hostile inputs, each in a space that holds trusted knowledge of the same things."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.rules.digest import CLOSING, LEAD, OPENING
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.poison import hostile
from tests.poison.gullible import FORGED, Gullible
from tests.poison.hostile import ATTACKS, Arrived, Hostile
from tests.poison.world import World, check_new, check_trusted, trusted

PRESETS = ("adviser", "companion", "corporate")
FROM_PEOPLE = "from_people"

# Where a newer value replaces an older one nothing but trust stands in the way, so all attacks go
# there; of the other two each takes every second attack.
_TALKED_INTO = [("adviser", attack) for attack in ATTACKS] + [
    (PRESETS[1 + number % 2], attack) for number, attack in enumerate(ATTACKS)
]

_numbers = count(1)


class House:
    """One store with a model of its own, and a space for each test."""

    def __init__(self, model: Gullible | None, opened: ExitStack) -> None:
        self.model = model
        self.clock = FrozenClock(START)
        self._memory = opened.enter_context(
            Memory.open(
                ":memory:", space="lobby", clock=self.clock, llm=model, background=False
            )
        )

    def world(self, preset: str) -> World:
        return trusted(self._memory.in_space(f"space {next(_numbers)}", preset), self.clock)


@pytest.fixture(scope="module")
def offline() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(None, opened)


@pytest.fixture(scope="module")
def talked_into() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(Gullible(), opened)


def came(world: World, preset: str, attack: str, folder: Path, *, as_talk: bool) -> list[Arrived]:
    """All of one attack, and the work that follows from it."""
    listed = [one for one in hostile.of(attack) if not one.presets or preset in one.presets]
    made = [hostile.arrive(world.memory, one, folder, as_talk=as_talk) for one in listed]
    world.memory.jobs.wait()
    assert world.memory.jobs.failed() == ()
    return [one for one in made if one is not None]


# -- the fixtures themselves


def test_there_are_hundreds_of_them() -> None:
    """There are over two hundred hostile inputs, no two alike, through every channel and with
    every trust."""
    listed = hostile.all_of_them()
    assert len(listed) > 200
    assert len({one.id for one in listed}) == len(listed)
    said = Counter((tuple(one.lines), str(one.fields), one.place) for one in listed)
    assert max(said.values()) <= 2
    assert {one.channel for one in listed} == {
        "text",
        "message",
        "note",
        "session",
        "meeting",
        "event",
    }
    assert {one.trust for one in listed} == {"person", "agent", "document", "outside"}
    assert all(one.must_not and one.attack in ATTACKS for one in listed)


# -- by our own rules


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_hostile_is_promoted(
    offline: House, preset: str, attack: str, tmp_path: Path
) -> None:
    """Drawn out by rules: nothing hostile is approved, changes what is trusted, or is trusted
    more than its source; all that is stored leads to the words it rests on."""
    world = offline.world(preset)
    arrived = came(world, preset, attack, tmp_path, as_talk=True)
    check_trusted(world, by_people=attack == FROM_PEOPLE)
    check_new(world, arrived)


# -- by a model that was talked into it


@pytest.mark.parametrize(("preset", "attack"), _TALKED_INTO)
def test_a_model_cannot_be_talked_into_promoting_it(
    talked_into: House, preset: str, attack: str, tmp_path: Path
) -> None:
    """A model that keeps all it reads, is certain of it, and judges that it replaces all that is
    known: the same holds. What it quotes that nobody said is refused, and told."""
    model = talked_into.model
    assert model is not None
    world = talked_into.world(preset)
    judged = model.judged
    arrived = came(world, preset, attack, tmp_path, as_talk=False)
    check_trusted(world, by_people=attack == FROM_PEOPLE)
    stored = check_new(world, arrived)
    assert stored
    assert model.judged > judged
    assert not [one for one in stored if FORGED in one.content]
    for one in arrived:
        if one.hostile.channel in ("text", "message"):
            assert any("its quote is not in the message" in why for why in one.skipped)
