"""The statements of a migration, written down beside it: one file for each engine.

They stay as they were written, whatever the tables look like later.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from alembic import op

_END = ";\n"


def run_beside(revision_file: str) -> None:
    """Runs what is written for the engine that the migration runs on."""
    connection = op.get_bind()
    script = Path(revision_file).with_suffix(f".{connection.dialect.name}.sql")
    for statement in script.read_text(encoding="utf-8").split(_END):
        # Alembic makes the table of its own.
        if statement.strip() and "CREATE TABLE alembic_version" not in statement:
            # Without parameters a percent sign is one.
            options = {"no_parameters": True}
            connection.exec_driver_sql(statement, execution_options=options)


def written(statements: Iterable[str]) -> str:
    """Statements in the form that `run_beside` reads."""
    lines = ("\n".join(map(str.rstrip, statement.strip().splitlines())) for statement in statements)
    return "".join(f"{line}{_END}" for line in lines)
