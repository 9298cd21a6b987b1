"""Fixtures: the example world with a model whose script each test brings along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from remembrancer import Memory
from remembrancer.bench import retrieval_worlds
from remembrancer.bench.retrieval_worlds import World
from remembrancer.inquiry.inquiry import Inquiry
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import START
from tests.engines import Engine
from tests.inquiry.scripted import BorrowedModel


class ExampleServer(NamedTuple):
    """The example world in a store, and the model that looks through it."""

    memory: Memory
    world: World
    keys: dict[str, str]  # ids in the store by the keys of the world
    model: BorrowedModel

    def ask(
        self, model: ScriptedModel | None, conversation: str = "google", **options: Any
    ) -> Inquiry:
        """What is found for a conversation of the world with this model."""
        self.model.lender = ScriptedModel() if model is None else model
        found = next(one for one in self.world.conversations if one.key == conversation)
        return self.memory.inquire(**self.world.request(found), **options)


@pytest.fixture(scope="module")
def example(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExampleServer]:
    """The example world, for all tests of a module: an inquiry changes nothing."""
    (world,) = retrieval_worlds.read_worlds(retrieval_worlds.EXAMPLE)
    model = BorrowedModel()
    with Memory.open(
        engine.fresh_url(tmp_path_factory.mktemp("example")),
        preset="community",
        clock=FrozenClock(START),
        llm=model,
        background=False,
    ) as memory:
        yield ExampleServer(memory, world, retrieval_worlds.fill(memory, world), model)
