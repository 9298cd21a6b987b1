"""Restoring a space over one that was moved away: it is told that there are two now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.mark.parametrize("only", [(), ("--space", "northgate")], ids=["store", "space"])
def test_a_space_that_was_moved_is_told_of(
    rmb: Program, tmp_path: Path, only: tuple[str, ...]
) -> None:
    """It is in use in both places then, and the restore says where the other one is."""
    store, away, backup = (str(tmp_path / f"{name}.db") for name in ("here", "away", "backup"))
    here = ("--url", store, "--space", "northgate")
    rmb.done("remember", "Ellen keeps bees.", "--as-is", "--preset", "adviser", *here)
    rmb.done("backup", backup, *here)
    rmb.done("move", "northgate", "--to", away, "--url", store)
    restored = rmb.done("restore", backup, "--url", store, "--force", *only)
    told = " ".join((restored.out + restored.err).split())
    assert f"had been moved to {away}, and is in use there" in told
