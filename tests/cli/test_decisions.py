"""`rmb decisions` and `rmb policies`, from the first record to the report."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import Program


def test_a_story_on_the_command_line(rmb: Program, tmp_path: Path) -> None:
    """Policies, two decisions, their chain, context, outcome, compliance and a report."""
    rmb.done("init", "--preset", "adviser")
    listed = json.loads(
        rmb.done("policies", "defaults", "--effective-from", "2020-01-01", "--json").out
    )
    rule = listed[0]["id"]
    first = json.loads(
        rmb.done(
            *("decisions", "record", "Capacity for Loss", "--subject", "ellen"),
            *("--recommend", "Raise it", "--why", "She inherited.", "--at", "2025-09-20", "--json"),
        ).out
    )["id"]
    then = json.loads(
        rmb.done(
            *("decisions", "record", "switch transfer", "--subject", "ellen", "--cause", first),
            *("--recommend", "Move", "--at", "2025-10-03", "--alternative", "stay"),
            *("--policy", f"{rule}=skipped:She declined", "--exception", "Once", "--json"),
        ).out
    )["id"]
    shown = rmb.done("decisions", "show", then).out
    assert "She declined" in shown
    assert "stay" in shown
    chain = rmb.done("decisions", "chain", then, "--direction", "backward").out
    assert "Raise it" in chain
    assert first in chain
    assert "Known on" in rmb.done("decisions", "context", then).out
    assert "It grew." in rmb.done("decisions", "outcome", then, "It grew.").out
    assert first in rmb.done("decisions", "list", "--category", "compliance").out
    span = ("--since", "2025-07-01", "--until", "2026-01-01")
    told = rmb.done("policies", "compliance", rule, *span).out
    assert "Skipped in 100%" in told
    assert "2 of 25 types" in rmb.done("decisions", "coverage").out
    page = tmp_path / "why.html"
    rmb.done("decisions", "report", then, "--out", str(page))
    assert "Raise it" in page.read_text(encoding="utf-8")


def test_mistakes_are_named(rmb: Program) -> None:
    """A misspelt type, a link against time and an empty list are answered with what to do."""
    rmb.done("init", "--preset", "adviser")
    assert "There is no such decision" in rmb.done("decisions", "list").out
    refused = rmb.failed("decisions", "record", "Swich transfer")
    assert "Did you mean 'switch_transfer'?" in refused
    early, late = (
        json.loads(rmb.done("decisions", "record", "fee negotiation", "--at", at, "--json").out)[
            "id"
        ]
        for at in ("2024-01-01", "2025-01-01")
    )
    assert "is later than" in rmb.failed("decisions", "link", late, "caused", early)
    assert "It has no links" in rmb.done("decisions", "chain", late).out
