"""A cache of parsed statements: known items are compared with one new statement after another.

It holds texts. So it is bounded, forgets all of them every few minutes, and at once when something
is erased in this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from remembrancer.core.limits import STATEMENTS_KEPT_MAX, STATEMENTS_KEPT_SECONDS

if TYPE_CHECKING:  # who only forgets need not load the rules of the language
    from remembrancer.language.statement import Statement


class StatementCache:
    """Statements by text, language and the time at which they were said."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, datetime], Statement] = {}
        self._since = time.monotonic()

    def read(
        self, text: str, *, language: str, at: datetime, parse: Callable[..., Statement]
    ) -> Statement:
        """The parsed text, from `parse` the first time."""
        is_full = len(self._kept) >= STATEMENTS_KEPT_MAX
        if is_full or time.monotonic() - self._since > STATEMENTS_KEPT_SECONDS:
            self.forget()
        key = (text, language, at)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = parse(text, language=language, at=at)
        return found

    def __len__(self) -> int:
        return len(self._kept)

    def texts(self) -> tuple[str, ...]:
        """The texts that are kept."""
        return tuple(text for text, *_ in self._kept)

    def forget(self) -> None:
        """Nothing of a text stays here."""
        self._kept = {}
        self._since = time.monotonic()


STATEMENTS: Final = StatementCache()
