"""A verdict: how something new stands to one thing that is known, and whether it takes its place."""

from __future__ import annotations

from typing import NamedTuple

from remembrancer.model.judgement import Relation, Severity, Suggestion


class Verdict(NamedTuple):
    relation: Relation
    because: str = ""
    severity: Severity = Severity.LOW
    suggestion: Suggestion = Suggestion.BOTH_VALID
    merged_content: str | None = None
    replaces: bool = False  # the new one truly says what takes the place of the known one
    is_told: bool = False  # its own words say that something changed: "switched to", "no longer"


UNRELATED = Verdict(Relation.UNRELATED)
