"""A verdict: how a new statement relates to an existing one, and whether it replaces it."""

from __future__ import annotations

from typing import Final, NamedTuple

from remembrancer.core.grounds import Grade, Ground
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion


class Verdict(NamedTuple):
    relation: StatementRelation
    reason: str = ""
    severity: Severity = Severity.LOW
    suggestion: Suggestion = Suggestion.BOTH_VALID
    merged_content: str | None = None
    # The later statement gives a new value for the earlier one.
    replaces: bool = False
    states_change: bool = False  # its words say that something changed: "switched to", "no longer"
    is_reopened: bool = False  # it is left undecided again, which keeps it undecided
    is_of_part: bool = False  # one clause of the new statement says so, and the others say more
    is_in_short: bool = False  # the known one is named by its last word: "bibs" of "marshal bibs"
    grounds: tuple[Ground, ...] = ()
    grade: Grade = Grade.LIKELY

    def reversed(self) -> Verdict:
        """The same verdict with new and known swapped."""
        return self._replace(suggestion=_TURNED.get(self.suggestion, self.suggestion))


_TURNED: Final = {Suggestion.KEPT_A: Suggestion.KEPT_B, Suggestion.KEPT_B: Suggestion.KEPT_A}
UNRELATED = Verdict(StatementRelation.UNRELATED)


def update(reason: str, grounds: tuple[Ground, ...], grade: Grade) -> Verdict:
    """The new one takes the place of the known one."""
    return Verdict(
        StatementRelation.UPDATE,
        reason,
        Severity.MEDIUM,
        Suggestion.KEPT_B,
        replaces=True,
        states_change=grade is Grade.CERTAIN,
        grounds=grounds,
        grade=grade,
    )


def question(reason: str, grounds: tuple[Ground, ...]) -> Verdict:
    """A change that a person should look at: something is unknown on one side."""
    return Verdict(
        StatementRelation.CONTRADICTION,
        reason,
        Severity.MEDIUM,
        Suggestion.KEPT_B,
        grounds=grounds,
        grade=Grade.UNSURE,
    )
