"""The first schema: spaces, the ledger, items and their versions, evidence, conversations.

Revision ID: 0001
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Runs the schema as it was written down then, whatever the tables look like today."""
    engine = op.get_bind().dialect.name
    if engine == "postgresql":
        return  # stores on PostgreSQL begin with the next revision
    script = Path(__file__).with_name(f"v0001_foundation.{engine}.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip() and "alembic_version" not in statement:
            op.get_bind().exec_driver_sql(statement)
