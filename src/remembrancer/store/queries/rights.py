"""The rights of one caller, as the one row that the views are narrowed by.

The statement that reads the views cannot write this row: on SQLite it lies in a temporary table
of a connection that only reads, on PostgreSQL in a transaction that only reads from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from remembrancer.core.limits import SQL_SEARCHES_MAX
from remembrancer.core.scope import Scope
from remembrancer.language.stemming import language
from remembrancer.store.documents.index_words import message_prefix
from remembrancer.store.in_force import historical_before
from remembrancer.store.rows import iso
from remembrancer.store.visibility import Visibility

SEARCH_NUMBERS: Final = tuple(range(1, SQL_SEARCHES_MAX + 1))
TEXTS: Final = (
    "viewer",
    "now",
    "historical",
    *(f"search_{n}" for n in SEARCH_NUMBERS),
    *(f"match_{n}" for n in SEARCH_NUMBERS),
)
FLAGS: Final = ("sees_all", "reads_raw", "reviewed_only")
NUMBERS: Final = ("space_n", *FLAGS)
GROUPS: Final = "groups"  # a list


def rights_of(
    scope: Scope, searches: tuple[str, ...], match_all: Callable[[Sequence[str]], str]
) -> Mapping[str, Any]:
    """The values of the row. `match_all` writes the words of a search as the engine reads them."""
    rights = Visibility(scope, on_record=False)
    values: dict[str, Any] = {
        **rights.parameters,
        "now": iso(scope.now),
        "historical": historical_before(scope.space.preset, scope.now),
        "sees_all": int(rights.sees_all_audiences),
        "reads_raw": int(rights.reads_all_raw),
        "reviewed_only": int(rights.reads_reviewed_only),
    }
    stems, prefix = language(scope.space.preset.language).stems, message_prefix(scope.space.number)
    for n in SEARCH_NUMBERS:
        text = searches[n - 1] if n <= len(searches) else None
        words = [] if text is None else [prefix + stem for stem in dict.fromkeys(stems(text))]
        values[f"search_{n}"] = text
        values[f"match_{n}"] = match_all(words) if words else None
    return values
