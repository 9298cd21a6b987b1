"""Agents of a desk: their memories, what is on its way to them, and how it went.

Revision ID: 0006
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
