"""What a relation is stands in the index of where it starts: those of one type are found without
reading the others.

Revision ID: 0009
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
