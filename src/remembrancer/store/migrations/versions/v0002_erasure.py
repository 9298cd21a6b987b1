"""Erasure: items say when they were erased, and what lost its text is listed.

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
    engine = op.get_bind().dialect.name
    script = Path(__file__).with_name(f"v0002_erasure.{engine}.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            op.get_bind().exec_driver_sql(statement)
