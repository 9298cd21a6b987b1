"""Sessions of inquiries: what was asked, how it was looked for, and what came up."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, Table, Text, text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import (
    metadata,
    number,
    optional_reference,
    reference,
    space,
    space_key,
)
from remembrancer.store.tables.description import (
    Erasure,
    Planner,
    RowPolicy,
    TableDescription,
)

# Inquiries and who made them. They are written after the answer and are not part of the ledger.
inquiry = Table(
    "inquiry",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("owner", Text, nullable=False),  # who asked
    Column("at", Text, nullable=False),  # when it began
    Column("strategy", Text, nullable=False),
    Column("prompt_version", Text),
    Column("tokens_in", Integer, nullable=False),
    Column("tokens_out", Integer, nullable=False),
    Column("iterations", Integer, nullable=False),
    Column("milliseconds", Float, nullable=False),
    Column("is_limited", Integer, nullable=False),
    Column("confidence", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("rating", Integer),  # from 1 to 5
    Column("rated_by", Text),
    Column("note", Text),  # what the one who rated it says of it
    Column("body", Text),  # conversation, thoughts and queries; None: it saw something personal
    Index("inquiry_public", "space_n", "id", unique=True),
    Index("inquiry_order", "space_n", "number"),
)
INQUIRY = TableDescription(
    table=inquiry,
    erasure=Erasure(removed="an inquiry that saw what was erased, or was about it"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("owner")
        )
    ),
    planner=Planner(
        few_values="owner strategy confidence",
        rows={"inquiry_public": "5000 5000 1", "inquiry_order": "5000 5000 1"},
    ),
)

# What an inquiry saw, in order, and whom it was about: one reference in each row.
inquiry_hit = Table(
    "inquiry_hit",
    metadata,
    space_key(),
    reference("inquiry_n", "inquiry", is_key=True),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    optional_reference("item_n", "item"),
    optional_reference("message_n", "message"),
    optional_reference("entity_n", "entity"),
    Column("edge", Text),  # the id of a relation
    Column("subject", Text),  # somebody who took part, or was named
    Column("is_answer", Integer, nullable=False),  # it is a fact of the answer
    Index("inquiry_hit_item", "item_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("inquiry_hit_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    Index("inquiry_hit_entity", "entity_n", sqlite_where=text("entity_n IS NOT NULL")),
    Index("inquiry_hit_edge", "space_n", "edge", sqlite_where=text("edge IS NOT NULL")),
    Index("inquiry_hit_subject", "space_n", "subject", sqlite_where=text("subject IS NOT NULL")),
)
INQUIRY_HIT = TableDescription(
    table=inquiry_hit,
    erasure=Erasure(removed="what such an inquiry saw"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.belongs_to("inquiry_hit", "inquiry_n", "inquiry"),
        )
    ),
    planner=Planner(
        mostly_empty="item_n message_n entity_n edge subject",
        rows={
            "sqlite_autoindex_inquiry_hit_1": "300000 300000 60 1",
            "inquiry_hit_item": "100000 10",
            "inquiry_hit_message": "50000 10",
            "inquiry_hit_entity": "50000 20",
            "inquiry_hit_edge": "80000 80000 10",
            "inquiry_hit_subject": "20000 20000 20",
        },
    ),
)
