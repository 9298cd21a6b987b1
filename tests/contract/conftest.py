"""Fixtures of the store contract: a memory that also finds by meaning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import BorrowedClock, MemoryFactory
from tests.engines import Engine
from tests.meaning import EMBEDDER

_numbers = count(1)


@pytest.fixture(scope="module")
def embedding_store(
    engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Memory, BorrowedClock]]:
    """One store with an embedder for the spaces of a whole module."""
    clock = BorrowedClock()
    url = engine.fresh_url(tmp_path_factory.mktemp("embedding"))
    with Memory.open(
        url, space="lobby", clock=clock, embedder=EMBEDDER, background=False
    ) as opened:
        yield opened, clock


@pytest.fixture
def meaning_memory(
    embedding_store: tuple[Memory, BorrowedClock], clock: FrozenClock
) -> MemoryFactory:
    """A new space for each call, the texts of which `jobs.wait()` embeds."""
    opened, borrowed = embedding_store
    borrowed.lender = clock

    def open_memory(preset: str = "adviser", **options: Any) -> Memory:
        assert not options, "options need a store of their own: use `fresh_store`"
        return opened.in_space(f"meaning {next(_numbers)}", preset)

    return open_memory
