"""The page about the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.program import environment

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_up_to_date() -> None:
    """docs/cli.md is what the help of the program says today."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert ran.returncode == 0, ran.stderr
