"""What to know before a meeting, and what to take up next, on the command line."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from remembrancer.memory import Memory
from remembrancer.testing import FrozenClock
from tests.cli.program import Program


def test_briefing_and_suggestions(rmb: Program) -> None:
    """Both show what memory says, for people and as JSON, and a wrong budget is told."""
    clock = FrozenClock(datetime.now(UTC) - timedelta(days=8))
    path = rmb.folder / "remembrancer.db"
    with Memory.open(path, preset="companion", clock=clock) as memory:
        memory.add(content="Byta bank?", kind="unresolved", subject="bolaget")
    said = rmb.done("briefing", "bolaget", "--locale", "en").out
    assert 'Briefing on "bolaget"' in said
    assert "Left open\n" in said
    assert '"Byta bank?"' in said
    assert "of 2,000 tokens · rcp_" in said
    told = json.loads(rmb.done("briefing", "bolaget", "--json").out)
    assert [one["content"] for one in told["unresolved"]] == ["Byta bank?"]
    assert "Fortsätt med “Byta bank?”" in rmb.done("suggestions").out
    told = json.loads(rmb.done("suggestions", "--subject", "bolaget", "--json").out)
    assert [one["trigger"] for one in told["prompts"]] == ["stale_unresolved"]
    assert "nothing to take up" in rmb.done("suggestions", "--subject", "other").out
    assert "token_budget" in rmb("briefing", "bolaget", "--budget", "0").err


def test_a_briefing_without_subjects_says_what_to_do(rmb: Program) -> None:
    """Where nothing that is known has a subject, it is told how to give one."""
    rmb.done("remember", "Bolaget ska byta bank till SEB.", "--preset", "companion")
    assert "--subject 'bolaget'" in rmb.done("briefing", "bolaget").err


def test_long_points_hang_together(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a narrow terminal the lines of a point stand below its text; in a pipe it stays whole."""
    rmb.remember("Ellen wants to keep the flat in Leeds for her daughter.", "--subject", "ellen")
    (whole,) = [one for one in rmb.done("briefing", "ellen").out.splitlines() if one[:2] == "- "]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", rmb.done("briefing", "ellen").out)
    first, *rest = shown.partition("\n- ")[2].partition("\n\n")[0].splitlines()
    assert rest
    assert all(one.startswith("   ") for one in rest)
    assert " ".join(f"- {first} {' '.join(rest)}".split()) == whole
