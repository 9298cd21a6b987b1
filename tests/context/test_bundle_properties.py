"""Properties of the bundle: whatever people accepted, no budget is exceeded."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.context import bundle as bundles
from remembrancer.context.agent_rules import block
from remembrancer.model.item import Item, Review
from remembrancer.ports import Accepted
from remembrancer.rules import preset
from remembrancer.rules.budget import token_estimate
from remembrancer.testing import FrozenClock

NOW = FrozenClock("2026-01-05T09:00:00+00:00")()
CORPORATE = preset.load("corporate")
COMPANION = preset.load("companion")

words = st.text(st.sampled_from("ab \n\r\u2028é"), min_size=1, max_size=300)
names = st.none() | st.text("nm ", min_size=1, max_size=120)


@st.composite
def accepted(draw: st.DrawFn, key: int = 0) -> Accepted:
    return Accepted(
        key,
        f"km_{draw(st.integers(0, 2**48 - 1)):012x}",
        draw(st.sampled_from(["fact", "decision"])),
        draw(names),
        draw(words),
        draw(names),
        draw(names),
        draw(st.sampled_from(["manual", "admin_mandate"])),
        draw(st.floats(0, 1)),
        NOW - timedelta(days=draw(st.integers(-5, 900))),
    )


def as_item(one: Accepted) -> Item:
    """As much of an item as a text is made of."""
    told = one._asdict() | {"created_at": one.since, "last_confirmed_at": None}
    return Item.model_construct(**told)


class Shelf:
    """A reader that has these items and no others."""

    def __init__(self, mandatory: Iterable[Accepted], others: Iterable[Accepted]) -> None:
        listed = [(Review.MANDATORY, one) for one in mandatory]
        listed += [(Review.APPROVED, one) for one in others]
        self._listed = [(review, one._replace(key=n)) for n, (review, one) in enumerate(listed)]

    def accepted(self, review: Review, **_: Any) -> list[Accepted]:
        return [one for kept, one in self._listed if kept is review]

    def items_by_key(self, keys: Iterable[int], **_: Any) -> dict[int, Item]:
        return {key: as_item(self._listed[key][1]) for key in keys}


@given(st.lists(accepted(), max_size=3), st.lists(accepted(), max_size=8), st.integers(1, 400))
def test_no_input_exceeds_the_budget(
    mandatory: list[Accepted], others: list[Accepted], budget: int
) -> None:
    """S4-35: whatever was accepted, the words of the approved facts never take more than the
    budget, their order is that of their score, and every mandatory fact is there."""
    tokens = bundles.budget_for(CORPORATE, budget)
    told = bundles.chosen(Shelf(mandatory, others), tokens, None, NOW)  # type: ignore[arg-type]
    texts = [block(item, "approved", with_confidence=True) + "\n\n" for item in told.approved]
    assert sum(token_estimate(text) for text in texts) <= told.tokens_approved <= budget
    whole = bundles.text(bundles.rendering(told, NOW))
    items = told.tokens_mandatory + told.tokens_approved
    assert token_estimate(whole) <= bundles.TOKENS_RULES + items
    assert len(told.mandatory) == len(mandatory)
    assert len(told.approved) + told.left_out == len(others)
    scores = [bundles.score(item, NOW) for item in told.approved]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(accepted(), max_size=3), st.lists(accepted(), max_size=8), st.integers(210, 900))
def test_no_input_exceeds_a_ceiling(
    mandatory: list[Accepted], others: list[Accepted], budget: int
) -> None:
    """Where mandatory facts are within the ceiling, so is the whole text with its rules."""
    tokens = bundles.budget_for(COMPANION, budget)
    told = bundles.chosen(Shelf(mandatory, others), tokens, None, NOW)  # type: ignore[arg-type]
    assert token_estimate(bundles.text(bundles.rendering(told, NOW))) <= budget
    assert len(told.mandatory) + len(told.approved) + told.left_out == len(mandatory) + len(others)
