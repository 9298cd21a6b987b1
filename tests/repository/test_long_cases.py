"""The list of cases that take long names tests that exist."""

from __future__ import annotations

from pathlib import Path

from tests.repeats import long_cases

_ROOT = Path(__file__).parents[2]


def test_what_is_left_to_the_soak_exists() -> None:
    """A test that was renamed would run in no time that anybody set aside for it."""
    tests = {name.partition("[")[0] for name in long_cases()}
    assert tests
    texts = {path: (_ROOT / path).read_text("utf-8") for path in {_path(one) for one in tests}}
    assert [one for one in sorted(tests) if f"def {_function(one)}(" not in texts[_path(one)]] == []


def test_each_says_who_leaves_it_to_whom() -> None:
    """No other word stands before a name."""
    assert set(long_cases().values()) <= {"soak", "full", "soak+full"}


def _path(test: str) -> str:
    return test.partition("::")[0]


def _function(test: str) -> str:
    return test.rpartition("::")[2]
