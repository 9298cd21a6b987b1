"""Example sessions: how a good search goes, for models to follow. All people are invented."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

WHO_WORKED_THERE: Final = "who_worked_there"  # from a company to people whom nobody named
WHO_KNOWS: Final = "who_knows"  # from a skill to the one to ask
NOTHING_TO_FIND: Final = "nothing_to_find"  # a greeting


@cache
def example(name: str) -> str:
    """The text of an example."""
    path = Path(__file__).parent / f"example_{name}.txt"
    return path.read_text(encoding="utf-8").strip()
