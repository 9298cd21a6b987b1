"""The description of a table.

The schema of both engines, row-level security, erasure, commitments, dump, verify, scrubbing and
the planners' statistics are derived from it. A new table needs one description and a migration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Table

from remembrancer.core.ledger import Action
from remembrancer.store.tables.row_policies import IN_SPACE

# Why erasure keeps a value.
NUMBER: Final = "the store's own number"
POSITION: Final = "a position in the ledger"
COMMITMENT: Final = "a hash that tells nothing once its salt is gone"
IDENTITY: Final = "an id: the ledger names it"
NAME: Final = "the name of a principal: the ledger names it"
PERMISSION: Final = "who may see the husk"
WORD: Final = "one of a few fixed words"
TIME: Final = "when it was recorded"
COUNT: Final = "a count or a flag, and no text"
SETTING: Final = "a setting of the space"
ACCOUNT: Final = "a person on record: no knowledge, and changed by an admin"

# Columns that most committed tables and most owned tables keep.
SEAL_KEPT: Final = {POSITION: "seq", COMMITMENT: "commitment"}
OWNED: Final = "owner audience is_personal"


@dataclass(frozen=True, slots=True)
class Like:
    """The value of another column of the row."""

    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What erasure does to affected rows.

    Either the row is removed, or each column is cleared or kept for a reason.
    """

    removed: str | None = None  # why the whole row is removed
    cleared: str = ""  # columns that are set to their default, or to null
    replaced: Mapping[str, Any] = field(default_factory=dict)  # columns that are set to this value
    kept: Mapping[str, str] = field(default_factory=dict)  # reason: the columns that are kept
    # Column: the kind of affected row that it refers to (items, sources, conversations, messages,
    # entities: by number; nodes: items and entities by id). Rows that refer to an affected row are
    # affected too. Tables without this have their own way to find affected rows.
    reached_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What the ledger entry that wrote a row commits to.

    It commits to all columns except numbers and references. References count by public id, so that
    a space keeps its chain when it moves to another store.
    """

    name: ColumnElement[Any]  # how a break report names the row
    joined: FromClause | None = None  # the table with those it refers to; None: it refers to none
    references: tuple[ColumnElement[Any], ...] = ()  # the public ids it refers to
    without: str = ""  # further columns that are not committed to
    # The acts that rewrite the row each time: only the last one can be compared with the row.
    rewritten_by: tuple[Action, ...] = ()
    # The name of the row that such an act wrote, from the entry's actor, target and detail.
    rewritten_name: Callable[[str, str, str], str] = lambda _actor, target, _detail: target


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPolicy:
    """Row-level security on PostgreSQL: predicates from `row_policies.py`."""

    visible: str  # the rows that a caller may see
    writable: str = IN_SPACE  # the rows that a caller may add, change and remove


@dataclass(frozen=True, slots=True, kw_only=True)
class Planner:
    """Statistics for the planners of both engines. Column names are in one string."""

    # PostgreSQL takes no samples of these columns, because samples would keep words that were
    # erased elsewhere; None: of no column with text or bytes.
    unsampled: str | None = None
    mostly_empty: str = ""
    mostly_zero: str = ""
    always_one: str = ""
    few_values: str = ""
    distinct: Mapping[str, float] = field(default_factory=dict)  # as PostgreSQL's n_distinct
    # For SQLite, by index: its rows, then rows per value of its first column, first two, and so on.
    rows: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableDescription:
    """One table, and everything that the store does with its rows."""

    table: Table
    erasure: Erasure
    policy: RowPolicy | None  # None: it contains no knowledge, and everybody may read it
    seal: Seal | None = None  # None: the ledger does not commit to its rows
    not_exported: str | None = None  # why its rows are not exported with their space
    is_secret: bool = False  # True: not in backups, since it grants access
    planner: Planner = field(default_factory=Planner)

    @property
    def name(self) -> str:
        return self.table.name
