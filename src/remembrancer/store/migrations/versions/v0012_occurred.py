"""Items of a time are found by their time.

Revision ID: 0012
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
