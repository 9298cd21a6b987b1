"""How a bundle is filled: within its budget, by rank, with no text read for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Item
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.agent_rules import block
from remembrancer.delivery.bundle import bundle_text as bundles
from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.delivery.bundle.port import Accepted, AllAccepted
from remembrancer.items.delivered_text import delivered
from remembrancer.items.item import Review, Trust
from remembrancer.items.port import ItemKey
from remembrancer.items.titles import shown_title
from remembrancer.presets import preset_files
from remembrancer.testing import FrozenClock

CORPORATE = preset_files.load("corporate")
COMPANION = preset_files.load("companion")
NOW = FrozenClock("2026-01-05T09:00:00+00:00")()

words = st.text(st.sampled_from("ab \n\r\u2028é"), min_size=1, max_size=300)
names = st.none() | st.text("nm ", min_size=1, max_size=120)


def as_item(**fields: Any) -> Item:
    """As much of an item as a text is made of."""
    return Item.model_construct(**fields)


def as_bundled(item: Item, score: float) -> BundledItem:
    title = shown_title(item.title, item.content, item.id)
    return BundledItem.trusted({**item.__dict__, "title": title, "score": score})


def says(item: Item) -> int:
    """The tokens of its title and its content."""
    return token_estimate(f"{item.title or ''}{item.content}")


def tokens_in_text(item: Item) -> int:
    return bundles.tokens_in_text(item, None if item.title is None else len(item.title))


def score(item: Item) -> float:
    """S4-26: its confidence, fading over a year."""
    freshness = 1 - (NOW - item.created_at).days / 365
    return round(item.confidence * min(1.0, max(0.0, freshness)), 6)


@st.composite
def items(draw: st.DrawFn) -> Item:
    return as_item(
        id=f"km_{draw(st.integers(0, 2**48 - 1)):012x}",
        kind=draw(st.sampled_from(["fact", "decision"])),
        title=draw(names),
        content=draw(words),
        domain=draw(names),
        category=draw(names),
        source_type=draw(st.sampled_from(["manual", "admin_mandate"])),
        trust=draw(st.sampled_from(Trust)),
        confidence=draw(st.floats(0, 1)),
        created_at=NOW - timedelta(days=draw(st.integers(-5, 900))),
        last_confirmed_at=None,
    )


class Shelf:
    """A reader that has these items and no others, and counts how many it reads as a whole."""

    def __init__(self, mandatory: Iterable[Item], others: Iterable[Item]) -> None:
        self._kept = [(Review.MANDATORY, one) for one in mandatory]
        self._kept += [(Review.APPROVED, one) for one in others]
        self.read = 0

    @property
    def approved(self) -> Shelf:
        return self

    def all_ranked(self, **_: Any) -> AllAccepted:
        return AllAccepted(0, self._accepted(Review.MANDATORY), self._accepted(Review.APPROVED))

    def _accepted(self, review: Review) -> list[Accepted]:
        return [
            Accepted(
                key,
                one.kind,
                None if one.title is None else len(one.title),
                len(one.content),
                one.confidence,
                score(one),
            )
            for key, (kept, one) in enumerate(self._kept)
            if kept is review
        ]

    def bundled(self, listed: Sequence[Accepted]) -> dict[int, tuple[ItemKey, BundledItem]]:
        self.read += len(listed)
        return {
            one.key: ((one.key, one.key), as_bundled(self._kept[one.key][1], one.score))
            for one in listed
        }


@given(
    st.lists(items(), max_size=3),
    st.lists(items(), max_size=8, unique_by=lambda one: one.id),
    st.integers(1, 400),
)
def test_no_input_exceeds_the_budget(
    mandatory: list[Item], others: list[Item], budget: int
) -> None:
    """S4-35: whatever was accepted, titles and contents of the approved facts never take more than
    the budget, their order is that of their score, and every mandatory fact is there."""
    tokens = bundles.budget_for(CORPORATE, budget)
    told = bundles.chosen(Shelf(mandatory, others), tokens, None)  # type: ignore[arg-type]
    given = {one.id: one for one in others}
    assert sum(says(delivered(given[item.id])) for item in told.approved) == told.tokens_approved
    assert told.tokens_approved <= budget
    whole = bundles.text(bundles.rendering(told, NOW))
    assert token_estimate(whole) >= told.tokens
    for item in told.approved:
        text = block(item, "approved", with_confidence=True) + "\n\n"
        assert token_estimate(text) <= tokens_in_text(given[item.id])
    assert len(told.mandatory) == len(mandatory)
    assert len(told.approved) + told.left_out == len(others)
    scores = [item.score for item in told.approved]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(items(), max_size=3), st.lists(items(), max_size=8), st.integers(210, 900))
def test_no_input_exceeds_a_ceiling(mandatory: list[Item], others: list[Item], budget: int) -> None:
    """Where mandatory facts are within the ceiling, so is the whole text with its rules."""
    tokens = bundles.budget_for(COMPANION, budget)
    told = bundles.chosen(Shelf(mandatory, others), tokens, None)  # type: ignore[arg-type]
    assert token_estimate(bundles.text(bundles.rendering(told, NOW))) <= budget
    assert len(told.mandatory) + len(told.approved) + told.left_out == len(mandatory) + len(others)


@given(st.lists(items(), max_size=60), st.integers(1, 400))
def test_a_bundle_is_filled_as_if_all_were_read(others: list[Item], budget: int) -> None:
    """What is read of an item before its texts never decides what a bundle holds. Of those that
    rank the same, what changed last comes first."""
    tokens = bundles.budget_for(CORPORATE, budget)
    told = bundles.chosen(Shelf((), others), tokens, None)  # type: ignore[arg-type]
    left, expected = budget, []
    newest_first = reversed(others)
    for one in sorted(newest_first, key=lambda one: (-score(one), -one.confidence)):
        if says(one) <= left:
            left -= says(one)
            expected.append(one.id)
    assert [one.id for one in told.approved] == expected


@pytest.mark.parametrize(("name", "told"), [("corporate", 171), ("companion", 30), ("adviser", 10)])
def test_what_is_not_told_is_not_read(name: str, told: int) -> None:
    """Of a thousand accepted facts, hardly more are read as a whole than are told, whether it is
    the tokens, the items or those of one kind that are limited."""
    others = [
        as_item(
            id=f"km_{number:012x}",
            kind="fact",
            title=None,
            content="x" * 140,
            domain=None,
            category=None,
            source_type="manual",
            trust=Trust.PERSON,
            confidence=0.7,
            created_at=NOW,
            last_confirmed_at=None,
        )
        for number in range(1_000)
    ]
    shelf = Shelf((), others)
    budget = bundles.budget_for(preset_files.load(name), None)
    chosen = bundles.chosen(shelf, budget, None)  # type: ignore[arg-type]
    assert len(chosen.approved) == told
    assert shelf.read < told + 20
