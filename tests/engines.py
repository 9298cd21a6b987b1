"""The engines that the store contract runs on. A new engine joins by a line in `ENGINES`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import postgres


class Engine(NamedTuple):
    """An engine, and the address of a fresh store on it."""

    name: str
    fresh_url: Callable[[Path], str]  # given an empty folder of its own
    is_server: bool = False  # True: there is no file that holds the store


ENGINES = (
    Engine("sqlite-file", lambda folder: str(folder / "memory.db")),
    Engine("sqlite-memory", lambda folder: ":memory:"),
    Engine("postgres", postgres.fresh_url, is_server=True),
)


def _on(*names: str) -> pytest.MarkDecorator:
    chosen = [engine for engine in ENGINES if engine.name in names]
    return pytest.mark.parametrize("engine", chosen, ids=names, indirect=True, scope="module")


# For tests of what happens before a statement is made: no engine has a say in it.
ON_THE_FASTEST = _on("sqlite-memory")
# For tests of statements that take long: a file is given the same ones as a store in memory.
ON_EITHER_SORT = _on("sqlite-memory", "postgres")
# For tests of two that have the same store open: nobody else gets at a store in memory.
ON_CONNECTIONS = _on("sqlite-file", "postgres")
# For tests that ask in Cypher: the embedded engine comes with an extra.
NEEDS_KGLITE = pytest.mark.skipif(
    find_spec("kglite") is None,
    reason='questions in Cypher need kglite: pip install "remembrancer[graph]"',
)
