"""Runs Alembic without a configuration file."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

HERE = Path(__file__).parent


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def run(path: str, target: str) -> None:
    """Moves the store forward to the target revision, in one transaction per step."""
    directory = scripts()
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.connect() as connection:
            context = EnvironmentContext(
                directory.config if hasattr(directory, "config") else Config(), directory
            )
            context.configure(
                connection=connection,
                fn=lambda revision, _: directory._upgrade_revs(target, revision),
                transaction_per_migration=True,
            )
            with context.begin_transaction():
                context.run_migrations()
            connection.commit()
    finally:
        engine.dispose()
