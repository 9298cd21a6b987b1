"""How much fits into one delivery."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.preset import Budget, MandatoryPolicy
from remembrancer.core.token_budget import BudgetSelection, bundle_score, fill, token_estimate
from remembrancer.presets import preset_files

Piece = tuple[str, int]  # its kind, and its size in tokens

pieces = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 40)), max_size=30)
limits = st.none() | st.integers(0, 100)
budgets = st.builds(
    Budget,
    tokens=limits,
    items=limits,
    per_group=limits,
    mandatory=st.sampled_from(MandatoryPolicy),
)


def filled(budget: Budget, mandatory: list[Piece], others: list[Piece]) -> BudgetSelection[Piece]:
    return fill(
        budget,
        mandatory=mandatory,
        others=others,
        tokens=lambda piece: piece[1],
        group=lambda piece: piece[0],
    )


@pytest.mark.parametrize(("characters", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2), (4_000, 1_000)])
def test_token_estimate(characters: int, tokens: int) -> None:
    """S4-27: four characters per token, rounded up; 4,000 are 1,000."""
    assert token_estimate("x" * characters) == tokens


@pytest.mark.parametrize(
    ("confidence", "age_days", "score"),
    [(0.8, 73, 0.64), (0.8, 0, 0.8), (0.5, 365, 0.0), (1.0, 900, 0.0), (0.8, -20, 0.8)],
)
def test_bundle_score(confidence: float, age_days: float, score: float) -> None:
    """S4-25: 0.8 at 73 days is 0.64; at 365 days and beyond it is 0."""
    assert bundle_score(confidence, age_days) == score


def test_mandatory_items_bypass_the_budget() -> None:
    """S4-26: 50 mandatory items of 500 tokens are all there, and 6,000 tokens of others too."""
    corporate = preset_files.load("corporate").budget
    result = filled(corporate, [("fact", 500)] * 50, [("fact", 500)] * 20)
    assert len(result.mandatory) == 50
    assert result.tokens_mandatory == 25_000
    assert len(result.chosen) == 12
    assert result.tokens_chosen == 6_000
    assert len(result.left_out) == 8
    assert not result.over_ceiling


def test_mandatory_items_within_the_ceiling_come_first() -> None:
    """C-06: mandatory first, then filled up to 3,000 tokens."""
    companion = preset_files.load("companion").budget
    result = filled(companion, [("decision", 500)] * 4, [("knowledge", 400)] * 5)
    assert result.tokens_mandatory == 2_000
    assert result.tokens_chosen == 800
    assert len(result.left_out) == 3
    assert not result.over_ceiling


def test_too_much_that_is_mandatory_is_told() -> None:
    """C-06: the ceiling holds even for mandatory items, and the overflow is flagged."""
    companion = preset_files.load("companion").budget
    result = filled(companion, [("decision", 500)] * 7, [("knowledge", 1)])
    assert result.tokens_mandatory == 3_000
    assert result.chosen == ()
    assert result.left_out == (("decision", 500), ("knowledge", 1))
    assert result.over_ceiling


def test_rows_are_limited_too() -> None:
    """S1-33: 40 small memories give 30 rows."""
    companion = preset_files.load("companion").budget
    result = filled(companion, [], [("knowledge", n) for n in range(40)])
    assert result.chosen == tuple(("knowledge", n) for n in range(30))


def test_each_group_is_limited() -> None:
    """S0-17: with a cap of 10 no kind shows more, and the others are not crowded out."""
    adviser = preset_files.load("adviser").budget
    result = filled(adviser, [], [("fact", 1)] * 50 + [("life_goal", 1)] * 2)
    assert result.chosen == (("fact", 1),) * 10 + (("life_goal", 1),) * 2


def test_what_does_not_fit_is_skipped() -> None:
    """A long item does not keep out the short ones behind it."""
    result = filled(Budget(tokens=100), [], [("a", 60), ("b", 50), ("c", 40)])
    assert result.chosen == (("a", 60), ("c", 40))
    assert result.left_out == (("b", 50),)


def test_no_budget_is_no_limit() -> None:
    """Without ceilings everything is delivered."""
    result = filled(Budget(), [("a", 10**9)], [("b", 10**9)] * 1_000)
    assert len(result.chosen) == 1_000
    assert result.left_out == ()


def test_a_budget_of_nothing_delivers_nothing() -> None:
    """Zero is a ceiling like any other, even for items without text."""
    budget = Budget(items=0, mandatory=MandatoryPolicy.WITHIN_CEILING)
    result = filled(budget, [("a", 0)], [("b", 0)])
    assert (result.mandatory, result.chosen) == ((), ())


@given(budgets, pieces, pieces, st.integers(0, 40))
def test_asking_quickly_first_changes_nothing(
    budget: Budget, mandatory: list[Piece], others: list[Piece], known: int
) -> None:
    """What is known of an item's size before it is measured spares work, and decides nothing."""
    quick = fill(
        budget,
        mandatory=mandatory,
        others=others,
        tokens=lambda piece: piece[1],
        group=lambda piece: piece[0],
        at_least=lambda piece: min(piece[1], known),
    )
    assert quick == filled(budget, mandatory, others)


@given(budgets, pieces, pieces)
def test_nothing_is_lost_and_nothing_exceeds_the_budget(
    budget: Budget, mandatory: list[Piece], others: list[Piece]
) -> None:
    """Every item is delivered or left out once, in rank order, and the ceilings hold."""
    result = filled(budget, mandatory, others)
    delivered = [*result.mandatory, *result.chosen]
    assert sorted([*delivered, *result.left_out]) == sorted(mandatory + others)
    assert result.tokens_mandatory == sum(size for _, size in result.mandatory)
    assert result.tokens_chosen == sum(size for _, size in result.chosen)
    order = iter(others)
    assert all(piece in order for piece in result.chosen)

    if budget.mandatory is MandatoryPolicy.BYPASS:
        assert list(result.mandatory) == mandatory
        limited = list(result.chosen)
    else:
        limited = delivered
        assert result.over_ceiling == (len(result.mandatory) < len(mandatory))
    if budget.tokens is not None:
        assert sum(size for _, size in limited) <= budget.tokens
    if budget.items is not None:
        assert len(limited) <= budget.items
    if budget.per_group is not None:
        groups = [kind for kind, _ in limited]
        assert all(groups.count(kind) <= budget.per_group for kind in groups)
