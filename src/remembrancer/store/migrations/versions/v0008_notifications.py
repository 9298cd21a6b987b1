"""Notifications, and where people are told.

Revision ID: 0008
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
