"""What is computed of a space's decisions, so that the next process need not compute it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table, Text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, space_key
from remembrancer.store.tables.description import Erasure, RowPolicy, TableDescription

# The vectors of the decisions that everybody in the space may see. It has ids and no words.
shape = Table(
    "shape",
    metadata,
    space_key(),
    Column("part", Integer, primary_key=True),  # they are cut into parts of limited size
    Column("at_seq", BigInteger, nullable=False),  # the position of the ledger they were made at
    Column("seal", Text),  # the ledger's hash there, and the settings
    Column("next_change_at", Text),  # when the clock alone changes the graph
    Column("body", LargeBinary, nullable=False),
)
SHAPE = TableDescription(
    table=shape,
    erasure=Erasure(removed="made of the graph that the erased had a part in"),
    policy=RowPolicy(visible=row_policies.IN_SPACE),
    not_exported="made anew from the graph",
)
