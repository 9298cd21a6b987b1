"""The vectors of what is around decisions.

Revision ID: 0004
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
