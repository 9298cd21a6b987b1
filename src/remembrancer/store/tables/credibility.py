"""Data points of credibility: how right an agent was, once the outcome was known."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Table, Text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, number, reference, space
from remembrancer.store.tables.description import Erasure, Planner, RowPolicy, TableDescription

# One row for each agent that an outcome concerns. It follows from the item that it belongs to and
# is written in the same unit, so that the ledger commits to that item only.
credibility_point = Table(
    "credibility_point",
    metadata,
    number(),
    space(),
    reference("item_n", "item"),  # the resolution or the decision
    Column("agent", Text, nullable=False),
    Column("domain", Text, nullable=False),
    Column("correctness", Float, nullable=False),  # from 0 to 1
    Column("estimate", Float),  # the figure that the agent held
    Column("actual", Float),  # the figure that came
    Column("evidence_quality", Float, nullable=False),  # from 0 to 1
    Column("sector", Text),
    Column("regime", Text),  # of the market
    Column("decided_at", Text, nullable=False),
    Column("outcome_at", Text, nullable=False),
    Column("recorded_at", Text, nullable=False),
    Index("credibility_point_agent", "space_n", "agent", "domain"),
    Index("credibility_point_item", "item_n"),
)
CREDIBILITY_POINT = TableDescription(
    table=credibility_point,
    erasure=Erasure(
        removed="how right an agent was in what was erased", reached_by={"item_n": "items"}
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.ERASING,
            row_policies.belongs_to("credibility_point", "item_n", "item"),
        )
    ),
    planner=Planner(
        few_values="agent domain sector regime",
        rows={
            "credibility_point_agent": "20000 20000 1000 100",
            "credibility_point_item": "20000 2",
        },
    ),
)
