"""The list of cases that take long names tests that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repeats import LONG

_ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", LONG)
def test_what_is_left_to_the_soak_exists(name: str) -> None:
    """A test that was renamed would run in no time that anybody set aside for it."""
    path, _, function = name.partition("::")
    assert f"def {function}(" in (_ROOT / path).read_text(encoding="utf-8")
