"""A model that proposes harm: its judgement has to pass the same grounds as every other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from remembrancer.core.grounds import Grade
from remembrancer.language.statement_reader import read_statement
from remembrancer.reading.judging.judge import verdict_from_model
from remembrancer.reading.judging.judgement import (
    Judgement,
    Severity,
    StatementRelation,
    Suggestion,
)
from tests.judging.act_examples import LOOK_ALIKE, NOT_DONE, SIDE_BY_SIDE, Story

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
HARMS = [StatementRelation.UPDATE, StatementRelation.CONTRADICTION, StatementRelation.CLOSES]


@pytest.mark.parametrize("relation", HARMS)
@pytest.mark.parametrize(
    "story",
    [pytest.param(one, id=one.name) for one in SIDE_BY_SIDE + LOOK_ALIKE + NOT_DONE],
)
def test_no_harm_is_done_on_a_models_word_alone(story: Story, relation: StatementRelation) -> None:
    """Where the rules see two things, nothing is replaced or closed, whatever the model says."""
    for number, (earlier, later) in enumerate(pairwise(story.said)):
        at = NOW + timedelta(days=number)
        known = read_statement(earlier, language=story.language, at=at)
        new = read_statement(later, language=story.language, at=at + timedelta(days=1))
        given = Judgement(
            candidate_id="km_000000000001",
            relation=relation,
            severity=Severity.HIGH,
            suggestion=Suggestion.KEPT_B,
            reason="The new one is right.",
        )
        verdict = verdict_from_model(given, new, known)
        acts = verdict.replaces and verdict.grade.reaches(Grade.LIKELY)
        assert not (acts and verdict.relation is not StatementRelation.UNRELATED), verdict
