"""The sets that precedents are measured by are whole, fair and not to be won by words alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import mean, median

import pytest

from tests.decisions.precedent_sets import (
    PrecedentSet,
    SetName,
    content_words,
    is_met,
    load,
    word_overlap,
)

NAMES: tuple[SetName, ...] = ("first", "second")

# The catalogue's 25 types, in its five categories.
CATALOGUE_TYPES = {
    "product_recommendation",
    "risk_profile_override",
    "asset_allocation_decision",
    "drawdown_vs_annuity",
    "fund_provider_selection",
    "contribution_level",
    "protection_recommendation",
    "rebalance_decision",
    "rebalance_rule_change",
    "drift_tolerance_override",
    "model_portfolio_assignment",
    "switch_transfer",
    "onboarding_acceptance",
    "annual_review_outcome",
    "client_offboarding",
    "fee_negotiation",
    "referral_decision",
    "kyc_determination",
    "suitability_assessment",
    "capacity_for_loss",
    "vulnerable_client_flag",
    "complaint_resolution",
    "tool_call_chain",
    "fact_find_interpretation",
    "meeting_note_extraction_confidence",
}


@pytest.fixture(params=NAMES)
def precedents(request: pytest.FixtureRequest) -> PrecedentSet:
    return load(request.param)


def test_the_size_of_a_set(precedents: PrecedentSet) -> None:
    """A set holds 200 decisions about 60 clients, and asks at least 80 cases, 15 with filters."""
    assert len(precedents.clients) == 60
    assert len(precedents.decisions) == 200
    assert len(precedents.queries) >= 80
    assert sum(query.filters is not None for query in precedents.queries) >= 15


def test_ids_resolve(precedents: PrecedentSet) -> None:
    """Each decision is about a client of the set, and each query names decisions of the set."""
    assert {one.client for one in precedents.decisions.values()} == precedents.clients.keys()
    named = {key for query in precedents.queries for key in (query.right, *query.also)}
    assert named <= precedents.decisions.keys()
    assert all(query.right not in query.also for query in precedents.queries)


def test_decisions_are_told_in_full(precedents: PrecedentSet) -> None:
    """Each decision is of a catalogue type and tells all that a trace holds, in a paragraph."""
    for decision in precedents.decisions.values():
        assert decision.type in CATALOGUE_TYPES, decision.key
        told = (decision.trigger, decision.recommendation, decision.reasoning)
        listed = decision.context_gathered + decision.alternatives_considered
        assert all(part.strip() for part in told + listed), decision.key
        assert decision.context_gathered, decision.key
        assert len(decision.alternatives_considered) >= 2, decision.key
        assert 40 <= len(decision.text.split()) <= 100, decision.key


def test_all_types_of_the_catalogue_stand_in_the_sets() -> None:
    """The two sets together hold decisions of all 25 types."""
    decisions = [one for name in NAMES for one in load(name).decisions.values()]
    assert {one.type for one in decisions} == CATALOGUE_TYPES


def test_the_right_decision_passes_the_filters(precedents: PrecedentSet) -> None:
    """Filters let the right decisions through, and shut out most of the others."""
    for query in precedents.queries:
        if query.filters is None:
            continue
        passing = {
            decision.key
            for decision in precedents.decisions.values()
            if is_met(query.filters, precedents.clients[decision.client].attrs)
        }
        assert {query.right, *query.also} <= passing, query.situation
        assert 2 <= len(passing) <= 120, query.situation


def test_filters_compare_as_they_are_read() -> None:
    """Over and under are strict, other conditions are equality, and what is missing meets none."""
    attrs: dict[str, str | int] = {"age": 71, "capacity_for_loss": "low"}
    assert is_met({"age": {"over": 70}, "capacity_for_loss": "low"}, attrs)
    assert is_met({"age": {"over": 70, "under": 72}}, attrs)
    assert not is_met({"age": {"over": 71}}, attrs)
    assert not is_met({"age": {"under": 71}}, attrs)
    assert not is_met({"capacity_for_loss": "high"}, attrs)
    assert not is_met({"employees": {"over": 0}}, attrs)
    assert is_met(None, attrs)


def test_filters_of_an_unknown_form_are_refused() -> None:
    """A condition that nobody defined is an error, and not silently met or unmet."""
    with pytest.raises(ValueError, match="use over or under"):
        is_met({"age": {"above": 70}}, {"age": 71})
    with pytest.raises(ValueError, match="use over or under"):
        is_met({"country": {"over": 70}}, {"country": "UK"})


def test_right_decisions_have_neighbours_of_their_kind(precedents: PrecedentSet) -> None:
    """For at least half of the cases, three other decisions of the same type pass the filters."""
    rivals = [
        sum(
            decision.type == precedents.decisions[query.right].type
            and decision.key not in {query.right, *query.also}
            and is_met(query.filters, precedents.clients[decision.client].attrs)
            for decision in precedents.decisions.values()
        )
        for query in precedents.queries
    ]
    assert sum(count >= 3 for count in rivals) >= len(rivals) / 2


def test_queries_share_few_words_with_the_right_decision(precedents: PrecedentSet) -> None:
    """A case is told in words of its own: of its content words, few stand in the right decision."""
    shares = [
        word_overlap(query, precedents.decisions[query.right]) for query in precedents.queries
    ]
    assert mean(shares) <= 0.15
    assert median(shares) <= 0.12
    assert max(shares) <= 0.4


def test_queries_are_not_asked_twice(precedents: PrecedentSet) -> None:
    """Each case is told once, in at least seven content words."""
    situations = Counter(query.situation for query in precedents.queries)
    assert max(situations.values()) == 1
    assert min(len(content_words(situation)) for situation in situations) >= 7


def test_no_two_decisions_are_alike() -> None:
    """No decision is another one with other figures, within a set or across the two."""
    words = [
        content_words(decision.text) for name in NAMES for decision in load(name).decisions.values()
    ]
    alike = max(len(one & other) / len(one | other) for one, other in combinations(words, 2))
    assert alike <= 0.3


def test_the_second_set_is_another_world() -> None:
    """No client, no query and no trigger of the second set stands in the first."""
    first, second = load("first"), load("second")
    assert not {one.name for one in first.clients.values()} & {
        one.name for one in second.clients.values()
    }
    assert not {one.situation for one in first.queries} & {one.situation for one in second.queries}
    assert not {one.trigger for one in first.decisions.values()} & {
        one.trigger for one in second.decisions.values()
    }
