"""Programs that review: on a server the wall hides what is personal to others from them too.

Revision ID: 0007
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return  # there is no wall in a file: every query hides it
    script = Path(__file__).with_name("v0007_programs.postgresql.sql")
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            # Without parameters a percent sign is one.
            options = {"no_parameters": True}
            connection.exec_driver_sql(statement, execution_options=options)
