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


@pytest.mark.parametrize(
    "text",
    [
        "I voted for the blue one in March but I take it back.",
        "Forget what I said about the caterer.",
        "Jag röstade för tisdagar men det tar jag tillbaka.",
        "Example only, not real: HOST=db.example.test",
        "She is convinced the shop in Bath will triple.",
        "Hon är övertygad om att butiken i Umeå dubblas.",
        "Hyr vi ut stugan får vi renovera taket först.",
        "What I'd like to know is whether the trust has to be registered.",
        "who signed off on the new logo",
        "A woman at the choir sold hers in the spring and swears it paid for the roof.",
        "Min kusin som är rörmokare säger att alla byter till bergvärme.",
        "Forget what I said about Zara retiring at 57 next year.",
        "Strunta i det jag sa om att byta bank.",
        "I take back what I said about leaving the board.",
        "Zara jokes that she will retire at 41.",
        'The mail says "Bo will pay £90 by Friday" but that is not true.',
        "What if rents doubled? Then the yield is 9%.",
    ],
)
def test_what_nobody_stands_by_is_not_kept(text: str) -> None:
    """Taken back, made up, believed by others, asked or only imagined."""
    assert extract([turn("ellen", text)], BRIEF).proposals == ()


@pytest.mark.parametrize(
    "text",
    [
        "Forget what I said about Thursday, the meeting is on Friday.",
        "Vi bor i Visby och hyr ut stugan på Öland.",
        "We are certain that the roof needs new tiles.",
    ],
)
def test_what_is_put_in_its_place_is_kept(text: str) -> None:
    assert extract([turn("ellen", text)], BRIEF).proposals
