"""Fixtures: a fresh memory on every engine, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import settings
from remembrancer import Memory
from remembrancer.testing import FrozenClock

from tests.engines import ENGINES, Engine

# How long an example takes says nothing about whether it is right.
settings.register_profile("house", deadline=None, max_examples=50)
settings.load_profile("house")

START = "2026-03-02T09:00:00+00:00"


class MemoryFactory(Protocol):
    """Opens a fresh memory; `options` are those of `Memory.open`."""

    def __call__(
        self, preset: str = "adviser", *, space: str = "northgate", **options: Any
    ) -> Memory: ...


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture(params=ENGINES, ids=lambda engine: str(engine.name))
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def memory(engine: Engine, clock: FrozenClock, tmp_path: Path) -> Iterator[MemoryFactory]:
    """A fresh memory for each call, on each engine in turn."""
    with ExitStack() as opened:
        yield _factory(engine.fresh_url, clock, tmp_path, opened)


@pytest.fixture
def file_memory(clock: FrozenClock, tmp_path: Path) -> Iterator[MemoryFactory]:
    """The same for what concerns SQLite files alone; the file is `memory.db` in its folder."""
    with ExitStack() as opened:
        yield _factory(lambda folder: str(folder / "memory.db"), clock, tmp_path, opened)


def _factory(
    fresh_url: Callable[[Path], str], clock: FrozenClock, folder: Path, opened: ExitStack
) -> MemoryFactory:
    count = 0

    def open_memory(
        preset: str = "adviser", *, space: str = "northgate", **options: Any
    ) -> Memory:
        nonlocal count
        count += 1
        place = folder / f"store-{count}"
        place.mkdir()
        options.setdefault("clock", clock)
        made = Memory.open(fresh_url(place), space=space, preset=preset, **options)
        return opened.enter_context(made)

    return open_memory
