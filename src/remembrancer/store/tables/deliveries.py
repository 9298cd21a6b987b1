"""The retrieval log (walks), and deliveries of context."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, text

from remembrancer.core.texts.text import ERASED
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
    COUNT,
    IDENTITY,
    NAME,
    NUMBER,
    PERMISSION,
    POSITION,
    SETTING,
    TIME,
    WORD,
    Erasure,
    Planner,
    RowPolicy,
    TableDescription,
)

_GIVEN: Final = "what a caller gave: an erasure puts [erased] in the place of its texts"

# Queries and their callers. They are written in batches and are not part of the ledger.
walk = Table(
    "walk",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("owner", Text, nullable=False),  # who asked
    Column("at", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("session", Text),
    Column("subject", Text),
    Column("query", Text),  # None: it returned something personal, or something erased since
    Column("shape", Text),  # the form of the query, without its content
    Column("is_reported", Integer, nullable=False),  # the caller has reported what was used
    Index("walk_public", "space_n", "id", unique=True),
    Index("walk_order", "space_n", "number"),
    Index("walk_session", "space_n", "session", "number", sqlite_where=text("session IS NOT NULL")),
)
WALK = TableDescription(
    table=walk,
    erasure=Erasure(removed="a question that brought up what was erased, or was about it"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("owner")
        )
    ),
    planner=Planner(
        few_values="owner",
        rows={
            "walk_public": "50000 50000 1",
            "walk_order": "50000 50000 1",
            "walk_session": "20000 20000 20 1",
        },
    ),
)

# The hits of a walk, in order, and which of them were used.
walk_hit = Table(
    "walk_hit",
    metadata,
    space_key(),
    reference("walk_n", "walk", is_key=True),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    optional_reference("item_n", "item"),
    optional_reference("message_n", "message"),
    Column("is_used", Integer, nullable=False),
    Index("walk_hit_item", "item_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("walk_hit_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
)
WALK_HIT = TableDescription(
    table=walk_hit,
    erasure=Erasure(removed="what such a question brought up"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.belongs_to("walk_hit", "walk_n", "walk")
        )
    ),
    planner=Planner(
        mostly_empty="message_n",
        rows={
            "sqlite_autoindex_walk_hit_1": "500000 500000 10 1",
            "walk_hit_item": "300000 10",
            "walk_hit_message": "200000 10",
        },
    ),
)

# Context that was delivered to a caller, so that it can be shown again. The text is not stored: it
# is rebuilt from the versions it contained.
delivery = Table(
    "delivery",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("template", Text, nullable=False),
    Column("owner", Text, nullable=False),  # the recipient
    Column("rights", Text, nullable=False),  # the recipient's kind, roles and groups then
    Column("at", Text, nullable=False),
    Column("position", BigInteger, nullable=False),  # the ledger position at that time
    Column("subject", Text),
    Column("token_estimate", Integer, nullable=False),
    Column("token_budget", Integer, nullable=False),
    Column("withheld", Text, nullable=False),  # reason: count
    Column("given", Text, nullable=False),  # the caller's arguments that are in the text
    Column("settings", Text, nullable=False),  # the space's overrides that decide effective states
    Column("text_hash", Text),  # None: part of it was erased, and a hash could confirm a guess
    Index("delivery_public", "space_n", "id", unique=True),
)
DELIVERY = TableDescription(
    table=delivery,
    erasure=Erasure(
        cleared="subject text_hash",
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "kind template withheld",
            NAME: "owner",
            PERMISSION: "rights",
            TIME: "at",
            POSITION: "position",
            COUNT: "token_estimate token_budget",
            _GIVEN: "given",
            SETTING: "settings",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("owner")
        )
    ),
    planner=Planner(few_values="kind owner", rows={"delivery_public": "50000 50000 1"}),
)

# The content of a delivery, in order.
delivered = Table(
    "delivered",
    metadata,
    space_key(),
    reference("delivery_n", "delivery", is_key=True),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    optional_reference("item_n", "item"),
    optional_reference("version_n", "version"),
    optional_reference("message_n", "message"),
    Column("part", Text, nullable=False),
    Column("why", Text, nullable=False),
    Index("delivered_item", "item_n", "delivery_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("delivered_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
)
DELIVERED = TableDescription(
    table=delivered,
    erasure=Erasure(
        replaced={"why": ERASED},
        kept={NUMBER: "delivery_n rank space_n item_n version_n message_n", WORD: "part"},
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.belongs_to("delivered", "delivery_n", "delivery"),
        )
    ),
    planner=Planner(
        mostly_empty="message_n",
        rows={
            "sqlite_autoindex_delivered_1": "1000000 1000000 20 1",
            "delivered_item": "900000 100 1",
            "delivered_message": "100000 10",
        },
    ),
)
