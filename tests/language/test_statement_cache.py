"""Parsed statements are kept for a while, and not a moment longer than they may be."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.limits import STATEMENTS_KEPT_MAX, STATEMENTS_KEPT_SECONDS
from remembrancer.language.statement import Statement
from remembrancer.language.statement_cache import STATEMENTS, StatementCache

_AT = datetime(2026, 3, 2, tzinfo=UTC)


class Counted:
    """Parses, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, text: str, *, language: str, at: datetime) -> Statement:
        self.times += 1
        return Statement(f"{text} {language} {at.year}")


def _read(cache: StatementCache, parse: Counted, text: str, **fields: Any) -> Statement:
    given: dict[str, Any] = {"language": "english", "at": _AT, **fields}
    return cache.read(text, parse=parse, **given)


def test_a_text_is_parsed_once_for_a_language_and_a_time() -> None:
    cache, parse = StatementCache(), Counted()
    first = _read(cache, parse, "The shop is open.")
    assert _read(cache, parse, "The shop is open.") is first
    assert parse.times == 1
    assert _read(cache, parse, "The shop is open.", language="swedish") != first
    later = datetime(2027, 3, 2, tzinfo=UTC)  # "on Friday" is another day
    assert _read(cache, parse, "The shop is open.", at=later) != first
    assert parse.times == 3


def test_it_never_keeps_more_than_its_limit() -> None:
    cache, parse = StatementCache(), Counted()
    for number in range(STATEMENTS_KEPT_MAX + 1):
        _read(cache, parse, f"Text {number}")
    assert len(cache) <= STATEMENTS_KEPT_MAX
    _read(cache, parse, f"Text {STATEMENTS_KEPT_MAX}")
    assert parse.times == STATEMENTS_KEPT_MAX + 1  # the newest is still there


def test_it_forgets_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    cache, parse = StatementCache(), Counted()
    _read(cache, parse, "The shop is open.")
    now += STATEMENTS_KEPT_SECONDS + 1
    _read(cache, parse, "The mill is shut.")
    assert len(cache) == 1


def test_what_is_erased_is_forgotten_at_once() -> None:
    with Memory.open(
        ":memory:", space="s", preset="companion", background=False, embedder="none"
    ) as memory:
        memory.remember("My dentist is Imre Kovacs.", subject="orla")
        memory.remember("My dentist is Imre Kovacs, as I said.", subject="orla")
        assert any("Kovacs" in text for text in STATEMENTS.texts())
        memory.erase(subject="orla", reason="asked for")
        assert not any("Kovacs" in text for text in STATEMENTS.texts())
