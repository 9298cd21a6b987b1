"""On a server the wall hides what is personal from every program but its owner, whatever its role.

Revision ID: 0011
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return  # there is no wall in a file: every query hides it
    script = Path(__file__).with_name("v0011_personal.postgresql.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            # Without parameters a percent sign is one.
            options = {"no_parameters": True}
            connection.exec_driver_sql(statement, execution_options=options)
