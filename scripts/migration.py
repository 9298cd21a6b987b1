"""Write the statements of a migration from the descriptions of the tables.

python scripts/migration.py foundation      writes the first migration, until 0.1.0 is released
python scripts/migration.py table NAME ...  prints, for each engine, what makes new tables
"""

from __future__ import annotations

import sys
from pathlib import Path

from remembrancer.store.migrations import frozen_sql, run
from remembrancer.store.postgres import postgres_schema
from remembrancer.store.sqlite import sqlite_migrate
from remembrancer.store.tables import catalogue

VECTORS = "public.vector"  # where pgvector usually is


def foundation() -> None:
    for engine, statements in (
        ("sqlite", list(sqlite_migrate.creation())),
        ("postgresql", postgres_schema.creation(VECTORS)),
    ):
        file = run.VERSIONS / f"v0001_foundation.{engine}.sql"
        file.write_text(frozen_sql.written(statements), encoding="utf-8")
        print(f"{file.relative_to(Path.cwd())} is written.")


def new_tables(names: list[str]) -> None:
    for name in names:
        description = catalogue.TABLES[name]
        print(f"-- sqlite\n{frozen_sql.written(sqlite_migrate.new_table(description))}")
        statements = postgres_schema.new_table(description, VECTORS)
        print(f"-- postgresql\n{frozen_sql.written(statements)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["foundation"]:
        foundation()
    elif sys.argv[1:2] == ["table"] and len(sys.argv) > 2:
        new_tables(sys.argv[2:])
    else:
        sys.exit(__doc__)
