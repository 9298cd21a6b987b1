"""Hostile inputs, each in a space that holds trusted knowledge of the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.poison import hostile
from tests.poison.gullible import FORGED, Gullible
from tests.poison.hostile import ATTACKS, came
from tests.poison.world import House, check_new, check_trusted

PRESETS = ("adviser", "companion", "corporate")
FROM_PEOPLE = "from_people"
SPOKEN_FOR = "spoken_for_the_user"  # by people as well: our rules know it, a model need not

# Each attack comes to all three: by rules to the first, where a newer value replaces an older one
# and nothing but trust stands in the way, and to one of the others; by a model to the third. Of
# those that come to the others, one in three is always tried, and the rest in the soak.
_BY_RULES = [pytest.param("adviser", attack) for attack in ATTACKS] + [
    pytest.param(PRESETS[1 + number % 2], attack, marks=() if number % 3 == 0 else pytest.mark.soak)
    for number, attack in enumerate(ATTACKS)
]
_TALKED_INTO = [
    pytest.param("adviser", attack) for attack in ("aimed_at_models", "supersede_attempts")
] + [
    pytest.param(PRESETS[2 - number % 2], attack, marks=() if number % 3 == 1 else pytest.mark.soak)
    for number, attack in enumerate(ATTACKS)
]


@pytest.fixture(scope="module")
def offline() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(opened)


@pytest.fixture(scope="module")
def model() -> Gullible:
    return Gullible()


@pytest.fixture(scope="module")
def talked_into(model: Gullible) -> Iterator[House]:
    with ExitStack() as opened:
        yield House(opened, llm=model)


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


@pytest.mark.parametrize(("preset", "attack"), _BY_RULES)
def test_nothing_hostile_is_promoted(
    offline: House, preset: str, attack: str, tmp_path: Path
) -> None:
    """Drawn out by rules: nothing hostile is approved, changes what is trusted, or is trusted
    more than its source; all that is stored leads to the words it rests on."""
    world = offline.world(preset)
    arrived = came(world.memory, preset, attack, tmp_path, as_talk=True)
    check_trusted(world, by_people=attack == FROM_PEOPLE)
    check_new(world, arrived)


# -- by a model that was talked into it


@pytest.mark.parametrize(("preset", "attack"), _TALKED_INTO)
def test_a_model_cannot_be_talked_into_promoting_it(
    talked_into: House, model: Gullible, preset: str, attack: str, tmp_path: Path
) -> None:
    """A model that keeps all it reads, is certain of it, and judges that it replaces all that is
    known: the same holds. What it quotes that nobody said is refused, and told."""
    world = talked_into.world(preset)
    judged = model.judged
    arrived = came(world.memory, preset, attack, tmp_path, as_talk=False)
    check_trusted(world, by_people=attack in (FROM_PEOPLE, SPOKEN_FOR))
    stored = check_new(world, arrived)
    assert stored
    assert model.judged > judged
    assert not [one for one in stored if FORGED in one.content]
    for one in arrived:
        if one.hostile.channel in ("text", "message"):
            assert any("its quote is not in the message" in why for why in one.skipped)
