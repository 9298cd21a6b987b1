"""Which items were compared with everything that any member may see.

Revision ID: 0011
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
