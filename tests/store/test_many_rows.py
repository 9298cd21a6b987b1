"""Rows that are written together come back as they were given."""

from __future__ import annotations

from tests.conftest import MemoryFactory

WORDS = (
    'say "so"',
    "back\\slash",
    "{a,b}",
    "NULL",
    "null",
    "é 多 🦊",
    "two\nlines",
    "'",
    "%s $1 ::text",
)


def test_no_letter_is_lost_in_many_rows(memory: MemoryFactory) -> None:
    """Quotes, braces and signs of the engine's own in twenty rows at once, beside empty fields."""
    store = memory("adviser")
    given = [
        {"content": f"{word} {number}", "subject": None if number % 2 else word.split("\n")[0]}
        for number in range(3)
        for word in WORDS
    ]
    added = store.add_many(given)
    kept = [(one.content, one.subject) for one in map(store.get, (one.id for one in added))]
    assert kept == [(one["content"], one["subject"]) for one in given]
    assert store.verify().ok
