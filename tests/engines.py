"""The engines that the store contract runs on. A new engine joins by a line in `ENGINES`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Engine(NamedTuple):
    """An engine, and the address of a fresh store on it."""

    name: str
    fresh_url: Callable[[Path], str]  # given an empty folder of its own


ENGINES = (
    Engine("sqlite-file", lambda folder: str(folder / "memory.db")),
    Engine("sqlite-memory", lambda folder: ":memory:"),
)
