"""What a search in a large space compares is kept for the next process.

Revision ID: 0013
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
