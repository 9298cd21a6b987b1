"""Data points of credibility: how right an agent was, once the outcome was known.

Revision ID: 0007
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
