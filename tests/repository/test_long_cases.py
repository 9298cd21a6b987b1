"""The list of cases that take long names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.repeats import long_cases

_ROOT = Path(__file__).parents[2]
_AGAIN = re.compile(r"^from (tests\.[\w.]+) import \*", re.MULTILINE)


def test_what_is_left_to_the_soak_exists() -> None:
    """A test that was renamed would run in no time that anybody set aside for it."""
    tests = {name.partition("[")[0] for name in long_cases()}
    assert tests
    texts = {path: _text(_ROOT / path) for path in {_path(one) for one in tests}}
    assert [one for one in sorted(tests) if f"def {_function(one)}(" not in texts[_path(one)]] == []


def test_each_says_who_leaves_it_to_whom() -> None:
    """No other word stands before a name."""
    assert set(long_cases().values()) <= {"soak", "full", "soak+full"}


def _text(file: Path) -> str:
    """The text of a file, with that of the tests which it runs once more through a server."""
    text = file.read_text("utf-8")
    again = _AGAIN.findall(text)
    return text + "".join(
        (_ROOT / f"{one.replace('.', '/')}.py").read_text("utf-8") for one in again
    )


def _path(test: str) -> str:
    return test.partition("::")[0]


def _function(test: str) -> str:
    return test.rpartition("::")[2]
