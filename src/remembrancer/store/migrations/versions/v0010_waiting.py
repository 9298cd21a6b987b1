"""Indexes for what waits for a person, and for what says more than its text.

Revision ID: 0010
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    script = Path(__file__).with_name(f"v0010_waiting.{connection.dialect.name}.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            # Without parameters a percent sign is one.
            options = {"no_parameters": True}
            connection.exec_driver_sql(statement, execution_options=options)
