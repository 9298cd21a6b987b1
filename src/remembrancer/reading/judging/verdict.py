"""A verdict: how something new stands to one known thing, and whether it takes its place."""

from __future__ import annotations

from typing import Final, NamedTuple

from remembrancer.reading.judging.judgement import Relation, Severity, Suggestion


class Verdict(NamedTuple):
    relation: Relation
    because: str = ""
    severity: Severity = Severity.LOW
    suggestion: Suggestion = Suggestion.BOTH_VALID
    merged_content: str | None = None
    # The one that was said later truly says what takes the place of the other.
    replaces: bool = False
    is_told: bool = False  # its own words say that something changed: "switched to", "no longer"
    is_raised: bool = False  # it is left open again, which keeps it open however sure one is

    def turned(self) -> Verdict:
        """The same, seen from the other side: what was new is the known one."""
        return self._replace(suggestion=_TURNED.get(self.suggestion, self.suggestion))


_TURNED: Final = {Suggestion.KEPT_A: Suggestion.KEPT_B, Suggestion.KEPT_B: Suggestion.KEPT_A}
UNRELATED = Verdict(Relation.UNRELATED)
