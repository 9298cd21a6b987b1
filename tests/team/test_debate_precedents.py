"""Precedents: five criteria, each shown, and the text that a debate starts with."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from remembrancer.core.desk_rules import DebateRules
from remembrancer.team.debates import precedent_criteria
from remembrancer.team.debates.debate import Debate
from remembrancer.team.debates.precedent_criteria import DebateTraits
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.team.debating import (
    DOMAIN,
    FINANCIAL,
    STRATEGY,
    VALUATION,
    for_a_person,
    opened,
    track_record,
)

TRAITS = DebateRules().company_traits
BASE = DebateTraits(
    stems=frozenset({"margin", "fall"}),
    agents=("a", "b"),
    domain="retail_margins",
    patterns=frozenset({"compression"}),
    company={"sector": "retail", "size": "large", "maturity": "old"},
)
APART = DebateTraits(
    stems=frozenset({"board"}), agents=("c", "d"), domain="growth", patterns=frozenset(), company={}
)


@pytest.mark.parametrize("criterion", precedent_criteria.CRITERIA)
def test_each_criterion_alone_raises_the_rank(criterion: str) -> None:
    """Two debates with one thing in common are more alike than two with nothing (S3-41)."""
    field = "stems" if criterion == "topic" else criterion
    near = APART._replace(**{field: getattr(BASE, field)})
    weights = DebateRules().precedents
    apart = precedent_criteria.scores(BASE, APART, traits=TRAITS)
    alike = precedent_criteria.scores(BASE, near, traits=TRAITS)
    assert set(apart.values()) == {0.0}
    assert alike[criterion] == pytest.approx(1.0)
    assert precedent_criteria.total(alike, weights) > precedent_criteria.total(apart, weights)


def test_similar_domains_count_in_part() -> None:
    """retail_margins and tech_margins share a word; who challenged does not matter."""
    assert precedent_criteria.domain("retail_margins", "tech_margins") == pytest.approx(1 / 3)
    assert precedent_criteria.agents(("a", "b"), ("b", "a")) == 1.0
    assert precedent_criteria.agents(("a", "b"), ("b", "c")) == 0.5


@ON_EITHER_SORT
def test_a_debate_starts_with_its_precedents(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Opening one brings up the three debates of the seed as the seed shows them, with success
    rates of patterns and both track records (S3-40 to S3-44)."""
    store = memory("desk")

    def on(day: str, **fields: Any) -> Debate:
        clock.advance(datetime.fromisoformat(f"{day}T09:00:00+00:00") - clock())
        return for_a_person(store, **fields)

    tech = {"domain": "tech_margins"}
    third = on("2027-03-10", topic="Gross margin expansion potential", **tech)
    clock.advance(timedelta(days=6))
    store.credibility.record_outcome(
        third.id, correctness=1.0, lesson="Conservative defaults effective for margin debates"
    )
    first = on(
        "2027-06-15",
        topic="Tech margin sustainability in competitive markets",
        challenger=FINANCIAL,
        challenged=STRATEGY,
        **tech,
    )
    store.debates.decide(first.id, position=FINANCIAL, reason="They defended it before.")
    store.credibility.record_outcome(
        first.id,
        correctness=0.92,
        note="margins held",
        lesson="Financial analyst credibility higher in margin defense",
    )
    track_record(store, VALUATION, [0.9] * 5, domain="leverage")
    track_record(store, FINANCIAL, [0.5555555] * 5, domain="leverage")
    second = on(
        "2027-08-22",
        topic="Operating leverage margin assumptions",
        challenger=FINANCIAL,
        challenged=VALUATION,
        domain="leverage",
    )
    store.credibility.record_outcome(second.id, correctness=0.88)
    for name, rate, count in (
        ("Margin compression in competitive markets", 0.73, 12),
        ("Operating leverage benefits", 0.68, 8),
    ):
        store.graph.entity("Pattern", name, attrs={"success_rate": rate, "occurrence_count": count})
    track_record(store, FINANCIAL, [0.8] * 15)
    track_record(store, STRATEGY, [0.7] * 12)
    debate = opened(
        store,
        topic="Margin sustainability in competitive retail markets",
        challenger=FINANCIAL,
        challenged=STRATEGY,
        patterns=["Margin compression in competitive markets", "Operating leverage benefits"],
    )
    assert debate.context == CONTEXT
    assert [one.debate_id for one in debate.precedents] == [first.id, third.id, second.id]
    assert set(debate.precedents[0].criteria) == set(precedent_criteria.CRITERIA)
    assert [one.success_rate for one in debate.pattern_rates] == [0.73, 0.68]
    assert [one.debate.id for one in store.debates.similar(debate.id, k=1)] == [first.id]
    later = store.debates.context(debate.id)
    assert later.text == CONTEXT
    assert later.comparison.differential == pytest.approx(0.09)


CONTEXT = """\
Historical Precedent Context:

Similar Debates (3 found):
  1. Topic: "Tech margin sustainability in competitive markets"
     Date: 2027-06-15
     Agents: Financial Analyst vs Strategy Analyst
     Resolution: Human arbitration → Financial Analyst position
     Outcome: Correct (margins held, accuracy: 0.92)
     Lesson: Financial analyst credibility higher in margin defense
  2. Topic: "Gross margin expansion potential"
     Date: 2027-03-10
     Agents: Strategy Analyst vs Financial Analyst
     Resolution: Conservative default (human unavailable)
     Outcome: Conservative position correct (accuracy: 1.0)
     Lesson: Conservative defaults effective for margin debates
  3. Topic: "Operating leverage margin assumptions"
     Date: 2027-08-22
     Agents: Financial Analyst vs Valuation Agent
     Resolution: Credibility-weighted → Valuation Agent (diff: 0.31)
     Outcome: Correct (accuracy: 0.88)

Pattern Success Rates:
  - "Margin compression in competitive markets": 0.73 (12 occurrences)
  - "Operating leverage benefits": 0.68 (8 occurrences)

Agent Track Records in This Domain (retail margins):
  - Financial Analyst: 0.82 (15 decisions)
  - Strategy Analyst: 0.73 (12 decisions)
  - Credibility differential: 0.09 (below auto-resolution threshold)"""


@ON_THE_FASTEST
def test_companies_alike_are_found(memory: MemoryFactory) -> None:
    """The sector, size and maturity of the company count, as they were when it was opened."""
    store = memory("desk")
    for name, sector in (("ACME", "retail"), ("Bolt", "retail"), ("Core", "tech")):
        store.graph.entity(
            "Company", name, attrs={"sector": sector, "size": "large", "maturity": "old"}
        )
    for subject in ("Bolt", "Core"):
        debate = for_a_person(store, subject=subject, topic=f"{subject} outlook")
        store.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
    asked = opened(store, subject="ACME", topic="The view on margins")
    found = store.debates.similar(asked.id)
    assert [one.debate.subject for one in found] == ["Bolt", "Core"]
    assert [round(one.criteria["company"], 2) for one in found] == [1.0, 0.67]
    assert [one.debate.domain for one in found] == [DOMAIN, DOMAIN]
