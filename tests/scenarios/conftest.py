"""The stage of the scenarios: one store for a module, and a space of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from remembrancer.testing import FrozenClock
from tests.engines import Engine
from tests.scenarios.stage import Lobby, Stage


@pytest.fixture(scope="module")
def store_url(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> str:
    return engine.fresh_url(tmp_path_factory.mktemp("stage"))


@pytest.fixture(scope="module")
def lobby(store_url: str) -> Iterator[Lobby]:
    with closing(Lobby(store_url)) as opened:
        yield opened


@pytest.fixture
def stage(store_url: str, lobby: Lobby, clock: FrozenClock) -> Iterator[Stage]:
    """Opens memories. Those with tools of their own are closed after the test."""
    with ExitStack() as opened:
        yield Stage(store_url, clock, opened, lobby)


@pytest.fixture
def alone(clock: FrozenClock) -> Iterator[Stage]:
    """The same on one engine, each memory in a store that ends with the test."""
    with ExitStack() as opened:
        yield Stage(":memory:", clock, opened)
