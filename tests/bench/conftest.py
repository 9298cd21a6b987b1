from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.small_harness import write_data, write_harness
from tests.cli.program import Program


@pytest.fixture
def rmb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    """The program in an empty folder, without an embedder that would take seconds to load."""
    monkeypatch.delenv("REMEMBRANCER_EVAL", raising=False)
    monkeypatch.setenv("REMEMBRANCER_EMBEDDER", "none")
    return Program(tmp_path, monkeypatch, capsys)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of data with a harness beside it."""
    write_harness(tmp_path / "eval")
    return write_data(tmp_path / "data")
