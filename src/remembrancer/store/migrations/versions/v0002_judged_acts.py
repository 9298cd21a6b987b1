"""An index of what the engine did by itself.

Revision ID: 0002
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
