"""`rmb decisions simulate` and `compare`: what came of earlier decisions that chose the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions.learning import decisions
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.verbs.command import SpokenVerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.decisions.what_if.simulation import (
        ChoiceComparison,
        CountedText,
        RevisitRate,
        Simulation,
    )

__all__ = ["decisions"]

_TEXTS: Final = 5  # concerns, and as many outcomes, on the terminal
_NAMED: Final = 5  # decisions
_SITUATION: Final = "Only decisions for a case like this one, in your own words."
_FILTERS: Final = 'What clients were like then: {"age": {"over": 70}}'
_MONTHS: Final = "Revisited within so many months."


@decisions.command("simulate", cls=SpokenVerbCommand)
@from_verb(
    "decisions.simulate",
    recommendation=argument("What you would recommend, such as drawdown.", "CHOICE"),
    situation=option(_SITUATION, "TEXT"),
    filters=option(_FILTERS),
    months=option(_MONTHS),
)
def simulate(found: Simulation) -> None:
    """Show what came of earlier decisions that chose the same: concerns, how many were revisited,
    and outcomes.

    \b
    Example:
      rmb decisions simulate drawdown --months 24
      rmb decisions simulate "phased drawdown" --situation "a widow who needs income"
    """
    _side(found)


@decisions.command("compare", cls=SpokenVerbCommand)
@from_verb(
    "decisions.compare",
    choice=argument("What you would recommend.", "CHOICE"),
    alternative=argument("What you could recommend instead.", "ALTERNATIVE"),
    situation=option(_SITUATION, "TEXT"),
    filters=option(_FILTERS),
    months=option(_MONTHS),
)
def compare(found: ChoiceComparison) -> None:
    """Compare what came of two choices.

    \b
    Example:
      rmb decisions compare drawdown annuity --filters '{"age": {"over": 70}}'
    """
    for side in (found.choice, found.alternative):
        _side(side)
    apart = found.difference
    if apart is not None:
        terminal.heading("Difference")
        terminal.line(
            f"{apart.difference:+.0%} revisited",
            (f" ({apart.low:+.0%} to {apart.high:+.0%})", "faint"),
        )
    terminal.line(found.why)


def _side(found: Simulation) -> None:
    terminal.heading(f"{found.recommendation}: {count(found.n, 'decision')}")
    if found.why is not None:
        terminal.line((found.why, "faint"))
    if found.is_enough:
        terminal.line(_revisited(found.revisit, found.months))
        _texts("Concerns", found.concerns, found.n)
        _texts("What came of it", found.outcomes, found.with_outcome)
    if (spread := found.values) is not None:
        terminal.line(
            f"Figures: half of {spread.n} lie between {spread.lower_quartile:g} and "
            f"{spread.upper_quartile:g}, the middle is {spread.median:g}, all lie between "
            f"{spread.min:g} and {spread.max:g}."
        )
    if found.decisions:
        more = found.n - min(_NAMED, len(found.decisions))
        named = ", ".join(found.decisions[:_NAMED]) + (f" and {more:,} more" if more else "")
        terminal.line((f"It rests on {named}.", "faint"))


def _revisited(found: RevisitRate, months: int) -> str:
    return (
        f"Revisited within {count(months, 'month')}: {found.probability or 0.0:.0%} "
        f"({found.low or 0.0:.0%} to {found.high or 0.0:.0%}), {found.revisited:,} of {found.n:,}."
    )


def _texts(name: str, listed: tuple[CountedText, ...], of: int) -> None:
    if listed:
        terminal.line((name, "name"))
    for one in listed[:_TEXTS]:
        terminal.line(f"{one.count:,} of {of:,}  {one.text}", indent=2)
    if len(listed) > _TEXTS:
        terminal.line((f"And {len(listed) - _TEXTS:,} others.", "faint"), indent=2)
