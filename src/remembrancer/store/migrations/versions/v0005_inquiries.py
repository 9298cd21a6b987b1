"""Sessions of inquiries, and what each saw.

Revision ID: 0005
"""

from __future__ import annotations

from remembrancer.store.migrations.frozen_sql import run_beside

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    run_beside(__file__)
