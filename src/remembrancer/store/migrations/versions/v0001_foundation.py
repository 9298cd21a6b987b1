"""The first schema, of 0.1.0.

Revision ID: 0001
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
