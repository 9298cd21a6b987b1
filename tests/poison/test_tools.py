"""Hostile texts that an agent is talked into remembering, word for word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from remembrancer import InvalidInput, Trust
from remembrancer.items.trust import RANK
from tests.people import ADA, BOT
from tests.poison import hostile
from tests.poison.hostile import SUBJECT
from tests.poison.world import House, check_trusted, new_ones


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(opened)


@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_what_an_agent_was_talked_into_gains_nothing(house: House, preset: str) -> None:
    """Kept as it stands or not: it replaces nothing, is trusted as an agent's words, whoever the
    agent works for, is quoted to those who ask, and reaches no bundle."""
    world = house.world(preset)
    texts = [line for one in hostile.all_of_them() for line in one.lines]
    for number, text in enumerate(texts[::8]):
        caller = world.memory.acting_as((BOT, ADA)[number % 2])
        try:
            caller.tools.call("remember", {"text": text, "subject": SUBJECT})
        except InvalidInput:
            continue  # it holds what no text may hold
    check_trusted(world)
    stored = new_ones(world)
    assert len(stored) > 10
    for item in stored:
        assert RANK[item.trust] <= RANK[Trust.AGENT], item.content
        assert not item.admin_approved
        assert item.source_type != "admin_mandate"
    bundle = world.memory.acting_as(BOT).bundle()
    assert {one.id for one in (*bundle.mandatory, *bundle.approved)} == set(world.decided)
    if preset == "corporate":
        assert {item.status for item in stored} == {"pending"}
