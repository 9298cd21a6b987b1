"""States of entities, and the relations of the graph with their evidence.

Revision ID: 0003
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
