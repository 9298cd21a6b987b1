"""The gist of a text: what two texts have in common, and which of them says more."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.delivery.compose import memory_block
from remembrancer.delivery.compose.near_duplicates import NearDuplicateFilter
from remembrancer.reading.judging.gist import compare_gists, read_gist
from tests.delivery.test_compose_properties import COMPANION, item, scope

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
TEXTS = (
    "User took 120k dividend",
    "Dividend of 120,000 kr was distributed",
    "Took a 120k dividend in Dec 2025",
    "Took a 120k dividend in Jun 2025",
    "Took a 120k dividend and hired Anna",
    "Tog utdelning 120 000 kr",
    "Prefers short answers",
    "Prefers short answers, in English",
    "Vill ha korta svar på svenska",
    "Prefers short answers by email",
    "The company has 4 employees",
    "Bolaget har fyra anställda",
    "Has 5 employees",
    "Leases a Volvo until 2028",
    "The company leases a Volvo until 2028.",
)


def alike(one: str, other: str) -> tuple[bool, bool] | None:
    first, second = (read_gist(text, language="english", at=NOW) for text in (one, other))
    found = compare_gists(first, second)
    return None if found is None else tuple(found)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("User took a 120k dividend", "Dividend of 120,000 kr was distributed", (False, False)),
        ("Took a 120k dividend in Dec 2025", "Took a 120k dividend", (True, False)),
        ("Took a 120k dividend", "Took a 100k dividend", None),
        ("Took a 120k dividend", "Did not take a 120k dividend", None),
        ("Anna's salary is 40,000 kr", "Bo's salary is 40,000 kr", None),
        ("Leases a Volvo", "Leases a Volvo until 2028", None),
    ],
)
def test_which_of_two_says_more(one: str, other: str, wanted: tuple[bool, bool] | None) -> None:
    """The same answer to the same question is one thing; a day, a name or a figure is more."""
    assert alike(one, other) == wanted


@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=8, unique=True))
def test_no_two_lines_say_the_same(texts: list[str]) -> None:
    """S1-55: whatever there is and in whatever order, no two that are chosen are judged the same,
    and each that is not says what one says that is."""
    twice = NearDuplicateFilter(COMPANION)
    items = [item(number, text, "knowledge") for number, text in enumerate(texts)]
    made = memory_block.chosen(
        items, scope(COMPANION.context), tokens_max=3_000, says_more=twice.says_more
    )
    kept = [row.item for row in made.rows]
    for one in kept:
        assert all(other is one or twice.says_more(one, other) is None for other in kept)
    for one in items:
        assert one in kept or any(twice.says_more(one, other) is not None for other in kept)
    assert sum(made.left_out.values()) == len(items) - len(kept)
