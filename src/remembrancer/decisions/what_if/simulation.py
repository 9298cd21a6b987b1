"""What earlier decisions tell of a choice: concerns, how many were revisited, and outcomes."""

from __future__ import annotations

from remembrancer.core.base import Value


class CountedText(Value):
    """Something that was said of several decisions."""

    text: str  # as most of them spell it
    count: int  # decisions of which it was said


class RevisitRate(Value):
    """How likely a decision is looked at again within the months asked about."""

    probability: float | None  # None: there are too few decisions
    low: float | None  # of its 90 % interval
    high: float | None
    n: int  # decisions
    revisited: int  # of them, in time
    followed_up: int  # of them, that were watched for the whole time


class ValueDistribution(Value):
    """The figures that were told as outcomes, the last one of each decision."""

    n: int  # decisions that have one
    min: float
    lower_quartile: float
    median: float
    upper_quartile: float
    max: float


class Simulation(Value):
    """What came of the decisions that chose something, as far as every member may know."""

    recommendation: str  # the choice that was asked for
    months: int
    n: int  # decisions that it rests on
    decisions: tuple[str, ...]  # their ids, the newest first, up to a limit
    is_enough: bool  # False: too few for a probability and for distributions
    why: str | None  # why nothing more is told, or why to be careful; None: neither
    revisit: RevisitRate
    concerns: tuple[CountedText, ...] = ()  # the most frequent first
    concerned: int = 0  # decisions that had one at least
    outcomes: tuple[CountedText, ...] = ()  # what came of them, else what was agreed
    with_outcome: int = 0  # decisions that have one
    values: ValueDistribution | None = None  # None: too few figures were told


class RateDifference(Value):
    """The probability of the choice minus that of the alternative."""

    difference: float
    low: float  # of its 90 % interval
    high: float


class ChoiceComparison(Value):
    """What came of a choice and of an alternative, side by side."""

    choice: Simulation
    alternative: Simulation
    left_out: int  # decisions that chose both, and count for neither
    difference: RateDifference | None  # of being revisited; None: too few decisions on a side
    can_tell: bool  # True: the interval of the difference lies on one side of zero
    why: str  # what can be told, and what cannot
