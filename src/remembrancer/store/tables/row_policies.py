"""Row-level security on PostgreSQL: the predicates that decide who may see a row.

They repeat the conditions that `visibility.py` puts into every query, and read the caller's rights
from settings that end with the transaction.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.items.visibility import REVIEWED

# The settings are read again for each row, so that a plan may run on another machine. Conditions on
# plain columns come first, because they cost nothing.
_HERE: Final = "nullif(current_setting('remembrancer.space', true), '')::bigint"
_VIEWER: Final = "current_setting('remembrancer.viewer', true)"
_GROUPS: Final = "string_to_array(current_setting('remembrancer.groups', true), E'\\x1f')"
_RIGHT: Final = "strpos(current_setting('remembrancer.rights', true), '{}') > 0"  # a list of words
_READS_RAW: Final = _RIGHT.format("raw")
_REVIEWED_ONLY: Final = _RIGHT.format("reviewed")
_LET_THROUGH: Final = ", ".join(f"'{review.value}'" for review in sorted(REVIEWED))

# -- rights of the caller

SEES_ALL: Final = _RIGHT.format("all")
SEES_PERSONAL: Final = _RIGHT.format("personal")
ERASING: Final = _RIGHT.format("erasing")
SYNCING: Final = _RIGHT.format("syncing")  # the memory itself moves what agents push and pull
OUTSIDE_SPACES: Final = _RIGHT.format("door")  # before a space is entered

# -- rows

IN_SPACE: Final = f"space_n = {_HERE}"
IS_SPACE: Final = f"number = {_HERE}"
IN_SPACE_OR_OUTSIDE: Final = f"{IN_SPACE} OR {OUTSIDE_SPACES}"
IS_SPACE_OR_OUTSIDE: Final = f"{IS_SPACE} OR {OUTSIDE_SPACES}"
_IN_AUDIENCE: Final = (
    f"audience IS NULL OR audience = 'all' OR {SEES_ALL} OR audience = ANY({_GROUPS})"
)
_SHARED: Final = f"(is_personal = 0 AND ({_IN_AUDIENCE}))"
VISIBLE: Final = f"{IN_SPACE} AND ({_SHARED} OR owner = {_VIEWER} OR {SEES_PERSONAL})"
RAW_READABLE: Final = f"{VISIBLE} AND ({_READS_RAW} OR owner = {_VIEWER})"
REVIEWED_OR_OWN: Final = (
    f"{VISIBLE} AND (review IN ({_LET_THROUGH}) OR NOT {_REVIEWED_ONLY} OR owner = {_VIEWER})"
)


def in_space_if(*conditions: str) -> str:
    """Rows of the space that meet one of the conditions."""
    return f"{IN_SPACE} AND ({' OR '.join(conditions)})"


def is_viewer(column: str) -> str:
    """The column names the caller."""
    return f"{column} = {_VIEWER}"


# A look at another table, as `has_row` writes it: the name of the table, and the condition.
RELATED: Final = re.compile(r"EXISTS \(SELECT 1 FROM (\w+) WHERE (.*?) OFFSET 0\)")


def has_row(other: str, condition: str) -> str:
    """A visible row like this exists. OFFSET keeps it a lookup: without it the planner would
    collect all visible rows each time."""
    return f"EXISTS (SELECT 1 FROM {other} WHERE {condition} OFFSET 0)"


def belongs_to(table: str, column: str, other: str) -> str:
    """The row that this one belongs to is visible."""
    return is_named(table, column, other, "number")


def is_named(table: str, columns: str, other: str, other_columns: str) -> str:
    """A visible row has the same values in its columns, in the same space."""
    pairs = zip(columns.split(), other_columns.split(), strict=True)
    same = " AND ".join(f"{other}.{theirs} = {table}.{own}" for own, theirs in pairs)
    return has_row(other, f"{other}.space_n = {table}.space_n AND {same}")
