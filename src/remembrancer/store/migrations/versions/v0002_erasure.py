"""Erasure: items say when they were erased, and what lost its text is listed.

On PostgreSQL this is the first schema, and makes all tables.

Revision ID: 0002
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    script = Path(__file__).with_name(f"v0002_erasure.{connection.dialect.name}.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            # Without parameters a percent sign is one.
            options = {"no_parameters": True}
            connection.exec_driver_sql(statement, execution_options=options)
