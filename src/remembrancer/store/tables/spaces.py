"""Spaces, the end of each chain, the ledger, and erased rows."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

from remembrancer.core.ledger import Action
from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import (
    metadata,
    number,
    sealed,
    space_key,
    usually,
)
from remembrancer.store.tables.columns import space as in_space
from remembrancer.store.tables.description import (
    COMMITMENT,
    COUNT,
    IDENTITY,
    NAME,
    NUMBER,
    POSITION,
    SEAL_KEPT,
    SETTING,
    TIME,
    WORD,
    Erasure,
    Planner,
    RowPolicy,
    Seal,
    TableDescription,
)

_ORIGIN: Final = "a keyed hash of the id a source came under, not of what it says"

# As Alembic itself would create it.
revision = Table(
    "alembic_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
REVISION = TableDescription(
    table=revision,
    erasure=Erasure(kept={SETTING: "version_num"}),
    policy=None,
    not_exported="every store has its own",
    planner=Planner(unsampled=""),
)

space = Table(
    "space",
    metadata,
    number(),
    Column("uid", Text, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("preset", Text, nullable=False),
    Column("overrides", Text, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("archived_at", Text),
    *sealed(),
)
SPACE = TableDescription(
    table=space,
    seal=Seal(
        name=space.c.uid.label("label"),
        without="name key",  # a space may be renamed when it moves, and keeps its key
        rewritten_by=(Action.SPACE_CREATE, Action.SPACE_CHANGE),
    ),
    erasure=Erasure(
        kept={
            NUMBER: "number",
            IDENTITY: "uid name",
            SETTING: "preset overrides key archived_at salt",
            TIME: "created_at",
            **SEAL_KEPT,
        },
    ),
    policy=RowPolicy(
        visible=row_policies.IS_SPACE_OR_OUTSIDE, writable=row_policies.IS_SPACE_OR_OUTSIDE
    ),
    planner=Planner(unsampled="name overrides key salt", few_values="preset"),
)

# The end of each space's chain, and the counts for ranking, updated with every write.
head = Table(
    "head",
    metadata,
    space_key(),
    Column("seq", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("documents", BigInteger, nullable=False),  # texts that everybody in the space may see
    Column("tokens", BigInteger, nullable=False),  # stems in them
    Column(
        "unfolded", BigInteger, nullable=False
    ),  # texts not yet counted in `term`; -1: moved away
    Column("folded_upto", BigInteger, nullable=False),  # the last counted text
)
HEAD = TableDescription(
    table=head,
    erasure=Erasure(
        kept={
            NUMBER: "space_n",
            POSITION: "seq folded_upto",
            COMMITMENT: "hash",
            TIME: "at",
            COUNT: "documents tokens unfolded",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.IN_SPACE_OR_OUTSIDE, writable=row_policies.IN_SPACE_OR_OUTSIDE
    ),
    planner=Planner(unsampled=""),
)

ledger = Table(
    "ledger",
    metadata,
    space_key(),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("target", Text, nullable=False),
    usually("detail", Text, "{}"),
    Column("commitment", Text, nullable=False),
    Column("reason_commitment", Text),
    Column("hash", Text, nullable=False),
    Index("ledger_time", "space_n", "at", "seq"),
    Index(
        "ledger_aside",  # acts on an item that create no version
        "space_n",
        "target",
        sqlite_where=text("action IN ('item.look', 'item.vote')"),
    ),
    Index(
        "ledger_judged",  # what the engine did by itself, by the mark in its details
        "space_n",
        "seq",
        sqlite_where=text("detail <> replace(detail, '\"judged\"', '')"),
    ),
    sqlite_with_rowid=False,
)
LEDGER = TableDescription(
    table=ledger,
    erasure=Erasure(
        kept={
            NUMBER: "space_n",
            POSITION: "seq",
            TIME: "at",
            NAME: "actor",
            WORD: "action",
            IDENTITY: "target detail",
            COMMITMENT: "commitment reason_commitment hash",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.is_viewer("actor"),
            "action = 'erase'",
            row_policies.is_named("ledger", "target", "item", "id"),
            row_policies.is_named("ledger", "target", "conversation", "id"),
            row_policies.is_named("ledger", "seq", "version", "seq"),
        ),
        writable=row_policies.IN_SPACE_OR_OUTSIDE,  # while a space is being created
    ),
    planner=Planner(
        unsampled="",
        mostly_empty="reason_commitment",
        few_values="actor action",
        rows={
            "sqlite_autoindex_ledger_1": "200000 200000 1",
            "ledger_time": "200000 200000 1 1",
            "ledger_aside": "1000 1000 2",
            "ledger_judged": "10000 10000 1",
        },
    ),
)

reason = Table(
    "reason",
    metadata,
    space_key(),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text),
    Column("salt", Text),
    sqlite_with_rowid=False,
)
REASON = TableDescription(
    table=reason,
    erasure=Erasure(removed="the reasons of acts on what was erased"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_named("reason", "seq", "ledger", "seq")
        )
    ),
    planner=Planner(rows={"sqlite_autoindex_reason_1": "20000 20000 1"}),
)

# Erased rows, named by the commitment that they keep. `husk` commits to what is left of the row.
erased = Table(
    "erased",
    metadata,
    number(),
    in_space(),
    Column("place", Text, nullable=False),  # the table of the row
    Column("row_commitment", Text, nullable=False),
    Column("husk", Text),
    Column("same_origin", Text),  # recognises the same source when it comes again
    *sealed(),
    Index("erased_row", "space_n", "row_commitment", unique=True),
    Index("erased_position", "space_n", "seq"),
    Index(
        "erased_origin",
        "space_n",
        "same_origin",
        sqlite_where=text("same_origin IS NOT NULL"),
    ),
)
ERASED_ROWS = TableDescription(
    table=erased,
    seal=Seal(name=erased.c.row_commitment.label("name")),
    erasure=Erasure(
        kept={
            NUMBER: "number space_n",
            WORD: "place",
            COMMITMENT: "row_commitment husk salt commitment",
            _ORIGIN: "same_origin",
            POSITION: "seq",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.IN_SPACE
    ),  # commitments and keyed hashes, which reveal nothing
    planner=Planner(
        unsampled="salt",
        few_values="place",
        rows={
            "erased_row": "5000 5000 1",
            "erased_position": "5000 5000 50",
            "erased_origin": "500 500 5",
        },
    ),
)
