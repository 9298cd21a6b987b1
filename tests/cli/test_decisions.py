"""`rmb decisions` and `rmb policies`, from the first record to the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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


def test_advice_is_in_the_words_of_the_command_line(rmb: Program) -> None:
    """What an error advises is a command that can be typed."""
    rmb.done("init", "--preset", "adviser")
    for verb in ("show", "similar", "fingerprint", "community"):
        refused = rmb.failed("decisions", verb, "km_000000000000")
        assert "List what there is: rmb decisions list." in refused
    assert "rmb policies list." in rmb.failed("policies", "show", "km_000000000000")
    assert "rmb decisions catalogue lists the types." in rmb.failed("decisions", "record", "zebra")
    made = rmb.done(
        *("decisions", "record", "fee negotiation", "--recommend", "Lower it", "--json")
    ).out
    alone = rmb.failed("decisions", "community", json.loads(made)["id"])
    assert "Link it: rmb decisions link." in alone


def test_one_is_not_told_as_several(rmb: Program) -> None:
    """One decision of one client, and one month."""
    rmb.done("init", "--preset", "adviser")
    for number in range(20):
        rmb.done(
            *("decisions", "record", "fee negotiation", "--subject", "ann", "--at", "2024-02-01"),
            *("--recommend", "Lower it" if number else "Keep it"),
        )
    assert "keep: 1 decision\n" in rmb.done("decisions", "simulate", "keep").out
    first, then = (one["id"] for one in json.loads(rmb.done("decisions", "list", "--json").out)[:2])
    rmb.done("decisions", "link", first, "caused", then)
    assert "2 decisions, 1 client: 0 reviewed" in rmb.done("decisions", "communities").out
    rmb.done("decisions", "record", "fee negotiation", "--recommend", "Lower it")
    told = rmb.done("decisions", "simulate", "lower", "--months", "1").out
    assert "Revisited within 1 month: " in told


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


def test_what_if_on_the_command_line(rmb: Program) -> None:
    """Below 20 decisions it says how many it takes; two choices are shown with what is missing, and
    what is no choice is refused."""
    rmb.done("init", "--preset", "adviser")
    told = ("drawdown vs annuity", "--recommend", "Drawdown", "--at", "2024-01-01")
    id = json.loads(rmb.done("decisions", "record", *told, "--json").out)["id"]
    shown = rmb.done("decisions", "simulate", "drawdown").out
    assert "It takes 20" in shown
    assert id in shown
    compared = rmb.done("decisions", "compare", "drawdown", "annuity", "--months", "24").out
    assert "too few decisions for “drawdown” (1) and “annuity” (0)" in " ".join(compared.split())
    found = json.loads(rmb.done("decisions", "simulate", "drawdown", "--json").out)
    assert (found["n"], found["revisit"]["probability"]) == (1, None)
    assert "has no word to look for" in rmb.failed("decisions", "simulate", "the")


def test_shapes_on_the_command_line(rmb: Program) -> None:
    """A fingerprint with an inferred label, anomalies that cannot be told yet, precedents by words
    and shape, and the phases."""
    pytest.importorskip("numpy", reason="the extra shapes is not installed")
    rmb.done("init", "--preset", "adviser")
    first, second = (
        json.loads(rmb.done("decisions", "record", "fee negotiation", "--why", why, "--json").out)[
            "id"
        ]
        for why in ("Her sister pays less.", "His sister pays less.")
    )
    assert "routine fee" in rmb.done("decisions", "label", first, "routine fee").out
    shown = rmb.done("decisions", "fingerprint", second).out
    assert "routine fee (1.00" in shown
    assert "cannot be told" in shown
    assert "It takes 20" in rmb.done("decisions", "anomalies").out
    found = rmb.done(
        *("decisions", "precedents", "A sister pays less.", "--decision", second),
        *("--weights", '{"text": 0.4, "structure": 0.6}'),
    ).out
    assert "shape 1.00 (weight 0.6)" in " ".join(found.split())
    phases = rmb.done("decisions", "phases").out
    assert "6. Shapes and simulation" in phases
    assert "on request" in phases
    assert "✓ At least 2 decisions: 2 decisions" in phases
