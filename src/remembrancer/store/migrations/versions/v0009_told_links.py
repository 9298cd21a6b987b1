"""The policies, exceptions and clients of a decision are found without reading its other relations.

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
