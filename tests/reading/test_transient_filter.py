"""What is of use only now is not kept, and what looks like it is."""

from __future__ import annotations

import pytest

from remembrancer.core.kinds import Brief, Family
from remembrancer.reading.offline.offline_extractor import extract
from tests.reading.talks import AT, turn

BRIEF = Brief(kinds={family: family.value for family in Family}, now=AT)


@pytest.mark.parametrize(
    "text",
    [
        "my build is failing with ModuleNotFoundError: requests",
        "I'm getting a TypeError in the parser module",
        "Appen kraschar med felkod 500 i inloggningen",
        "If I were rich I would live in Monaco and own three yachts",
        "I'd move to Spain and retire at 40 if I won the lottery.",
        "Om jag vann på lotto skulle jag köpa ett slott i Skottland",
        "Let's go with coffee.",
        "Let's take Thursday at 3pm.",
        "OK, let's go for the second one.",
        "Vi tar onsdag då.",
    ],
)
def test_what_is_of_use_only_now_is_not_kept(text: str) -> None:
    """Trouble while it lasts, daydreams and choices made on the spot leave nothing behind."""
    assert extract([turn("ellen", text)], BRIEF).proposals == ()


@pytest.mark.parametrize(
    "text",
    [
        "Let's go with Fortnox for the bookkeeping.",
        "Vi kör på K2.",
        "We decided to close the books on Tuesdays.",
    ],
)
def test_a_choice_that_lasts_is_kept(text: str) -> None:
    """What is chosen for good is a decision, in whatever words."""
    (one,) = extract([turn("ellen", text)], BRIEF).proposals
    assert one.kind == "decision"
