"""`rmb decisions fingerprint` and its like: what the shapes of decisions tell, and the phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions import cards
from remembrancer.doors.cli.decisions.what_if import decisions
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.decisions.decision import Decision
    from remembrancer.decisions.phases import Phase
    from remembrancer.decisions.shapes.fingerprint import Anomalies, Fingerprint

__all__ = ["decisions"]


@decisions.command("fingerprint", cls=VerbCommand)
@from_verb("decisions.fingerprint", id=argument("A decision.", "ID"))
def fingerprint(found: Fingerprint) -> None:
    """Show how complex a decision is, to whom it goes, whether its pattern is known, and labels of
    decisions like it.

    \b
    Example:
      rmb decisions fingerprint km_5d0c77a1e2b9
    """
    counted = found.complexity
    kinds = ", ".join(f"{kind} {count}" for kind, count in counted.by_kind.items())
    rows = [
        ["complexity", str(counted.score)],
        ["goes to", found.routed_to or ""],
        ["touches", kinds],
        ["causes, effects", f"{counted.causes}, {counted.effects}"],
        ["types of decisions", str(counted.decision_types)],
        ["label", found.label or ""],
        *(
            [
                "label, inferred",
                f"{one.label} ({one.similarity:.2f}, {', '.join(one.decision_ids)})",
            ]
            for one in found.inferred_labels
        ),
        ["pattern", _PATTERNS[found.is_anomaly]],
    ]
    terminal.table([row for row in rows if row[1]])
    for reason in found.why:
        terminal.line((reason, "faint"), indent=2)


_PATTERNS: dict[Any, str] = {True: "not known", False: "known", None: "cannot be told"}


@decisions.command("anomalies", cls=VerbCommand)
@from_verb("decisions.anomalies", limit=option("How many at most."))
def anomalies(found: Anomalies) -> None:
    """List decisions of no known pattern, the most unusual first. Nothing is done to them.

    \b
    Example:
      rmb decisions anomalies
    """
    for one in found.anomalies:
        cards.decision(one.decision)
        terminal.line((one.why, "faint"), indent=4)
    terminal.line(found.why)


@decisions.command("label", cls=VerbCommand)
@from_verb(
    "decisions.label",
    id=argument("A decision.", "ID"),
    text=argument("What it is called.", "TEXT"),
)
def label(found: Decision) -> None:
    """Say what a decision of this sort is called.

    \b
    Example:
      rmb decisions label km_5d0c77a1e2b9 "high-complexity retirement transition"
    """
    cards.whole(found)


@decisions.command("phases", cls=VerbCommand)
@from_verb("decisions.phases")
def phases(found: tuple[Phase, ...]) -> None:
    """Show what each phase of the memory needs, what there is of it, and what is switched on.

    \b
    Example:
      rmb decisions phases
    """
    for phase in found:
        terminal.heading(f"{phase.number}. {phase.title}")
        for one in phase.capabilities:
            state = "" if one.name is None else one.state.value.replace("_", " ")
            terminal.line((one.title, "name"), f"  {state}", indent=2)
            for need in one.needs:
                mark = "✓" if need.is_met else "–" if need.is_optional else "✗"
                terminal.line((f"{mark} {need.what}: {need.has}", "faint"), indent=4)
