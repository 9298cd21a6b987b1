"""Words are looked up in their index in a large store as well.

Revision ID: 0010
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
