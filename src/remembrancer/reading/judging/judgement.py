"""A judgement: how something new stands to something known."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import model_validator

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Line, Name


class StatementRelation(StrEnum):
    SAME = "same"  # both say the same, in whatever words
    UPDATE = "update"  # the new one gives a later value for what the known one says
    CONTRADICTION = "contradiction"  # they cannot both hold, and time does not explain it
    CLOSES = "closes"  # the new one says that the known task or question is done or answered
    UNRELATED = "unrelated"  # both may hold


class Severity(StrEnum):
    LOW = "low"  # it hardly matters which one is right
    MEDIUM = "medium"  # a wrong one would mislead
    HIGH = "high"  # a wrong one would do harm


class Suggestion(StrEnum):
    KEPT_A = "kept_a"  # the known one is right
    KEPT_B = "kept_b"  # the new one takes its place
    MERGE = "merge"  # one text that holds what is right in both takes the place of both
    BOTH_VALID = "both_valid"  # both stay


class Judgement(Value):
    """What a judge says of something new and one known candidate. Our rules decide."""

    candidate_id: Name
    relation: StatementRelation
    severity: Severity = Severity.LOW
    suggestion: Suggestion = Suggestion.BOTH_VALID
    merged_content: Body | None = None  # with `merge`, and only then
    reason: Line | None = None  # why, in one line

    @model_validator(mode="after")
    def _only_a_merge_has_merged_content(self) -> Self:
        if (self.suggestion is Suggestion.MERGE) != (self.merged_content is not None):
            raise ValueError("merged_content goes with the suggestion merge, and only with it.")
        return self
