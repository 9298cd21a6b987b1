"""Simulation: counts and rates over the decisions that chose something."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Final

from remembrancer.core.calendar import add_months
from remembrancer.core.limits import (
    SIMULATION_DECISIONS_MIN,
    SIMULATION_NAMED_MAX,
    SIMULATION_TEXTS_MAX,
)
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.what_if import rates
from remembrancer.decisions.what_if.basis import Basis
from remembrancer.decisions.what_if.rates import Rate, WatchedTime
from remembrancer.decisions.what_if.simulation import (
    ChoiceComparison,
    CountedText,
    RateDifference,
    RevisitRate,
    Simulation,
    ValueDistribution,
)

_DAYS_OF_A_MONTH: Final = 30.4375  # on average
_OPEN_SHARE: Final = 0.25  # of decisions not watched to the end, from which on it is said
_MARK: Final = re.compile(r"[^\w\s%+$£€<>=]|_")
_BEFORE_A_FIGURE: Final = frozenset(".,:-/−")  # "3.5", "-2": such a mark belongs to the figure


def simulation(basis: Basis, months: int, now: datetime) -> Simulation:
    """What came of the decisions of a basis, as it is known now."""
    found, n = basis.decisions, len(basis.decisions)
    is_enough = n >= SIMULATION_DECISIONS_MIN
    revisit, still_open = _revisit(found, months, now, is_enough=is_enough)
    concerns = [one.concerns for one in found]
    outcomes = [_outcomes(one) for one in found]
    values = [value for one in found if (value := _value(one)) is not None]
    return Simulation(
        recommendation=basis.choice.text,
        months=months,
        n=n,
        decisions=tuple(one.id for one in found[:SIMULATION_NAMED_MAX]),
        is_enough=is_enough,
        why=_careful(revisit, still_open, months, values) if is_enough else _too_few(basis),
        revisit=revisit,
        concerns=counted(concerns) if is_enough else (),
        concerned=sum(map(bool, concerns)),
        outcomes=counted(outcomes) if is_enough else (),
        with_outcome=sum(map(bool, outcomes)),
        values=_distribution(values),
    )


def comparison(choice: Simulation, alternative: Simulation, *, left_out: int) -> ChoiceComparison:
    """Two simulations side by side, with the difference of their rates."""
    one, other = _rate(choice.revisit), _rate(alternative.revisit)
    apart = None if one is None or other is None else rates.difference(one, other)
    can_tell = apart is not None and (apart.low > 0 or apart.high < 0)
    return ChoiceComparison(
        choice=choice,
        alternative=alternative,
        left_out=left_out,
        difference=None if apart is None else RateDifference(**apart._asdict()),
        can_tell=can_tell,
        why=_compared(choice, alternative, left_out, can_tell=can_tell),
    )


def counted(texts: Iterable[Sequence[str]]) -> tuple[CountedText, ...]:
    """In how many decisions each text was said, whatever its case and punctuation."""
    spelt: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    for of_one in texts:
        said: dict[str, str] = {}
        for text in of_one:
            said.setdefault(normal(text), " ".join(text.split()))
        counts.update(said.keys())
        for key, text in said.items():
            spelt.setdefault(key, Counter())[text] += 1
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(
        CountedText(text=min(spelt[key].items(), key=lambda one: (-one[1], one[0]))[0], count=count)
        for key, count in ordered[:SIMULATION_TEXTS_MAX]
    )


def normal(text: str) -> str:
    """A text without case and punctuation; figures and their signs stay as they are."""
    plain = unicodedata.normalize("NFKC", text).casefold()

    def mark(found: re.Match[str]) -> str:
        follows = plain[found.end() : found.end() + 1]
        return found[0] if found[0] in _BEFORE_A_FIGURE and follows.isdigit() else " "

    kept = " ".join(_MARK.sub(mark, plain).split()).replace(" %", "%")
    return kept or plain


def _revisit(
    found: Sequence[Decision], months: int, now: datetime, *, is_enough: bool
) -> tuple[RevisitRate, int]:
    """The rate, and how many are neither revisited nor watched to the end."""
    # A revisit that is told ahead of the clock says that all were watched until then.
    told = (revisit.at for one in found for revisit in one.revisits)
    until = max([now, *told])
    days = round(months * _DAYS_OF_A_MONTH)
    watched = [_watched(one, months, days, until) for one in found]
    rate = rates.rate(watched, days) if is_enough else None
    made = RevisitRate(
        probability=None if rate is None else rate.share,
        low=None if rate is None else rate.low,
        high=None if rate is None else rate.high,
        n=len(found),
        revisited=sum(one.is_revisited for one in watched),
        followed_up=sum(_due(one, months) <= until for one in found),
    )
    return made, sum(not one.is_revisited and one.days < days for one in watched)


def _watched(decision: Decision, months: int, days: int, until: datetime) -> WatchedTime:
    """For how long it is known whether a decision was revisited, in whole days.

    Whole days, as the order of things told within one day says nothing.
    """
    due = _due(decision, months)
    first = min((one.at for one in decision.revisits), default=None)
    if first is not None and first <= due:
        return WatchedTime(max(0, min((first - decision.decided_at).days, days)), True)
    if due <= until:
        return WatchedTime(days, False)
    return WatchedTime(max(0, min((until - decision.decided_at).days, days - 1)), False)


def _due(decision: Decision, months: int) -> datetime:
    """The end of the time asked about."""
    try:
        return add_months(decision.decided_at, months)
    except OverflowError:  # it lies beyond the calendar, and nothing is after it
        return datetime.max.replace(tzinfo=UTC)


def _outcomes(decision: Decision) -> tuple[str, ...]:
    """What came of a decision; else what was agreed, if that is not what was chosen."""
    if decision.outcomes:
        return tuple(one.text for one in decision.outcomes)
    is_advised = decision.recommendation is not None and decision.recommendation.strip()
    return (decision.outcome,) if is_advised and decision.outcome else ()


def _value(decision: Decision) -> float | None:
    """The last figure that was told of a decision."""
    for one in reversed(decision.outcomes):
        if isinstance(one.value, int | float) and not isinstance(one.value, bool):
            try:
                figure = float(one.value)
            except OverflowError:  # more digits than any figure has
                continue
            if isfinite(figure):
                return figure
    return None


def _distribution(values: Sequence[float]) -> ValueDistribution | None:
    if len(values) < SIMULATION_DECISIONS_MIN:
        return None
    five = rates.quartiles(values)
    return ValueDistribution(
        n=len(values),
        min=five.least,
        lower_quartile=five.lower,
        median=five.median,
        upper_quartile=five.upper,
        max=five.most,
    )


def _rate(revisit: RevisitRate) -> Rate | None:
    if revisit.probability is None or revisit.low is None or revisit.high is None:
        return None
    return Rate(revisit.probability, revisit.low, revisit.high)


def _decisions(count: int) -> str:
    return "1 decision" if count == 1 else f"{count:,} decisions" if count else "No decision"


def _too_few(basis: Basis) -> str:
    n, choice = len(basis.decisions), f"“{basis.choice.text}”"
    if n == basis.chosen:
        told = f"{_decisions(n)} that everybody may see chose {choice}."
    else:
        told = (
            f"{_decisions(basis.chosen)} that everybody may see chose {choice}, and {n or 'none'} "
            f"of them {'fits' if n < 2 else 'fit'} the filters and the situation."
        )
    return (
        f"{told} It takes {SIMULATION_DECISIONS_MIN} to tell how likely something is, so nothing "
        "is told of chances."
    )


def _careful(
    revisit: RevisitRate, still_open: int, months: int, values: Sequence[float]
) -> str | None:
    said = []
    n, span = revisit.n, f"{months} month{'s' if months > 1 else ''}"
    if still_open and not revisit.followed_up:
        said.append(
            f"None of the {n} decisions has been watched for {span} yet: the probability is that "
            "of the time so far, and can only grow."
        )
    elif still_open > _OPEN_SHARE * n:
        said.append(
            f"Only {revisit.followed_up} of {n} decisions have been watched for {span}. The others "
            "count for as long as they were watched."
        )
    if 0 < len(values) < SIMULATION_DECISIONS_MIN:
        said.append(
            f"{_decisions(len(values))} told a figure as an outcome; it takes "
            f"{SIMULATION_DECISIONS_MIN} to tell how figures are spread."
        )
    return " ".join(said) or None


def _compared(one: Simulation, other: Simulation, left_out: int, *, can_tell: bool) -> str:
    said = []
    few = [side for side in (one, other) if not side.is_enough]
    if few:
        named = " and ".join(f"“{side.recommendation}” ({side.n})" for side in few)
        said.append(
            f"There are too few decisions for {named} to compare: it takes "
            f"{SIMULATION_DECISIONS_MIN} on each side."
        )
    elif can_tell:
        first, second = one.revisit.probability or 0.0, other.revisit.probability or 0.0
        way = "more" if first > second else "less"
        said.append(
            f"“{one.recommendation}” was revisited {way} often within {one.months} months: "
            f"{first:.0%} of {one.n} against {second:.0%} of {other.n}. These clients were not "
            "chosen at random, so the choice need not be the reason."
        )
    else:
        said.append(
            f"No difference can be told between “{one.recommendation}” ({one.n}) and "
            f"“{other.recommendation}” ({other.n}): the interval of the difference holds zero."
        )
    if left_out:
        verb = "counts" if left_out == 1 else "count"
        said.append(f"{_decisions(left_out)} chose both and {verb} for neither.")
    return " ".join(said)
