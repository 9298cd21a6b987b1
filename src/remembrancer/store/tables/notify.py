"""Notifications: what waits for whom, and where people are told of it."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, Text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, number, space, usually
from remembrancer.store.tables.description import (
    ACCOUNT,
    NUMBER,
    TIME,
    Erasure,
    Planner,
    RowPolicy,
    TableDescription,
)

# What waits for a person: one row for each person and cause. It quotes nothing of the thing.
notification = Table(
    "notification",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("person", Text, nullable=False),  # who is asked; empty: whoever is an admin
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),  # the id of what waits
    Column("cause", Text, nullable=False),  # a person is told once of each
    Column("text", Text, nullable=False),
    Column("at", Text, nullable=False),  # from when on it waits
    Column("seen_at", Text),
    Column("settled_at", Text),
    usually("sent", Text, "[]"),  # the channels that took it
    Column("created_at", Text, nullable=False),
    Index("notification_public", "space_n", "id", unique=True),
    Index("notification_cause", "space_n", "person", "cause", unique=True),
    Index("notification_target", "space_n", "target"),
)
NOTIFICATION = TableDescription(
    table=notification,
    erasure=Erasure(
        removed="that somebody was asked about what was erased", reached_by={"target": "nodes"}
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.is_viewer("person"),
            f"(person = '' AND {row_policies.SEES_ALL})",
        )
    ),
    not_exported="what waits is asked of people where they are",
    planner=Planner(
        mostly_empty="seen_at settled_at",
        few_values="person kind",
        rows={
            "notification_public": "2000 2000 1",
            "notification_cause": "2000 2000 100 1",
            "notification_target": "2000 2000 5",
        },
    ),
)

# Where a person is told. An empty address: none, whatever is on record elsewhere.
contact = Table(
    "contact",
    metadata,
    number(),
    space(),
    Column("person", Text, nullable=False),
    Column("email", Text),
    Column("webhook", Text),
    Column("changed_at", Text, nullable=False),
    Index("contact_person", "space_n", "person", unique=True),
)
CONTACT = TableDescription(
    table=contact,
    erasure=Erasure(
        kept={NUMBER: "number space_n", ACCOUNT: "person email webhook", TIME: "changed_at"}
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("person")
        )
    ),
    not_exported="addresses stay where they were given",
    planner=Planner(rows={"contact_person": "100 100 1"}),
)
