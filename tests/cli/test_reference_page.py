"""The page about the command line."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "docs.py"


@pytest.mark.usefixtures("rmb")  # the help must not depend on the settings of who runs the tests
def test_the_page_is_up_to_date(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/cli.md is what the help of the program says today."""
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--check"])
    monkeypatch.setenv("COLUMNS", "")  # so that what the script sets does not outlive the test
    ended = runpy.run_path(str(SCRIPT))["main"]()
    assert ended == 0, capsys.readouterr().err
