"""An upgrade that is killed half way: the store is the old one, and upgrades the next time."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from remembrancer import Head
from remembrancer.store import schema
from tests.cli.program import environment
from tests.upgrade.released import ADA, ENGINES, FIRST, PRESETS, expected, old_store, opened
from tests.upgrade.released import revision as revision_of

pytestmark = pytest.mark.soak

# It dies inside of the migration that brings the revision, after half of its statements.
_DYING = """
import os, signal, sys
from pathlib import Path
from alembic import op
from remembrancer import Memory
from remembrancer.store.migrations import frozen_sql

url, revision = sys.argv[1:]
read_text = Path.read_text

def half(path, *given, **named):
    text = read_text(path, *given, **named)
    if path.name.startswith("v" + revision) and path.suffix == ".sql":
        statements = text.split(";\\n")
        for statement in statements[: (len(statements) + 1) // 2]:
            op.get_bind().exec_driver_sql(statement, execution_options={"no_parameters": True})
        os.kill(os.getpid(), signal.SIGKILL)
    return text

Path.read_text = half
Memory.open(url, space="adviser", background=False)
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "revision", [pytest.param("0003", marks=pytest.mark.full_soak), schema.SCHEMA_REVISION]
)
def test_a_killed_upgrade_leaves_the_old_store(engine: str, revision: str, tmp_path: Path) -> None:
    """Killed in an early or in the last migration, nothing of the upgrade is left; the next opening
    does all of it, and every ledger holds."""
    with old_store(engine, tmp_path) as url:
        died = subprocess.run(
            [sys.executable, "-c", _DYING, url, revision],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert died.returncode == -signal.SIGKILL, died.stderr
        assert revision_of(url, engine) == FIRST
        with opened(url, engine) as memory:
            for preset in PRESETS:
                head = Head.model_validate(expected(engine)["spaces"][preset]["head"])
                assert memory.in_space(preset).acting_as(ADA).verify(head).ok
        assert revision_of(url, engine) == schema.SCHEMA_REVISION
