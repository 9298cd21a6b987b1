"""The engines that the store contract runs on. A new engine joins by a line in `ENGINES`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

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
