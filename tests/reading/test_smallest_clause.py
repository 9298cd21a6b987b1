"""The smallest clause that stands alone is the content of an item."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_talk, read_text, with_words

BOTH = [
    (
        "Ellen wants to retire at 58 and keeps the Leeds flat.",
        ["Ellen wants to retire at 58", "Ellen keeps the Leeds flat."],
        "english",
    ),
    (
        "Ellen works at Calder Glass and has two children.",
        ["Ellen works at Calder Glass", "Ellen has two children."],
        "english",
    ),
    (
        "Ellen earns £54,000 a year and Tom keeps the Hull house.",
        ["Ellen earns £54,000 a year", "Tom keeps the Hull house."],
        "english",
    ),
    (
        "Ellen vill gå i pension vid 63 och behåller lägenheten i Lund.",
        ["Ellen vill gå i pension vid 63", "Ellen behåller lägenheten i Lund."],
        "swedish",
    ),
    (
        "Project Lark is led by Ida and goes live on 3 November.",
        ["Project Lark is led by Ida", "Project Lark goes live on 3 November."],
        "english",
    ),
    (
        "Norrel is rated BBB by Fitch and its payout ratio is 40 percent.",
        ["Norrel is rated BBB by Fitch", "Norrel's payout ratio is 40 percent."],
        "english",
    ),
    (
        "Projekt Lom leds av Tyra och lanseras den 4 maj.",
        ["Projekt Lom leds av Tyra", "Projekt Lom lanseras den 4 maj."],
        "swedish",
    ),
]


@pytest.mark.parametrize(("text", "contents", "language"), BOTH)
def test_two_statements_of_one_subject_are_two(
    text: str, contents: list[str], language: str
) -> None:
    """Each half that stands alone is an item, which quotes its own words."""
    found = read_text(text, subject="ellen", language=language).proposals
    assert [one.content for one in found] == contents
    assert all(one.quote in text for one in found)
    assert not with_words(read_text(text, subject="ellen", language=language), " and keeps")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ellen wants to retire at 58 and keep the Leeds flat.", "english"),
        ("Ellen prefers phone calls, except on Wednesdays.", "english"),
        ("Ellen wants to sell the Hull flat once the tenant has moved out.", "english"),
        ("Ellen wants a house that has a garden and faces the sea in Truro.", "english"),
        ("Ellen vill sälja huset i Lund eftersom trappan är brant.", "swedish"),
        ("The team is based in Leeds and sales in York are rising by 4 %.", "english"),
        ("Mötet på torsdagar leds av Anna och Bertil.", "swedish"),
    ],
)
def test_what_limits_a_statement_stays_with_it(text: str, language: str) -> None:
    """A half that does not stand alone, and what limits a statement, is not parted from it."""
    (one,) = read_text(text, subject="ellen", language=language).proposals
    assert one.content.rstrip(".") == text.rstrip(".")


@pytest.mark.parametrize(
    ("text", "content", "language"),
    [
        ("Ellen is my sister and I live in Bergen.", "Sam lives in Bergen.", "english"),
        ("We had guests all week and my salary is £50,000.", "Sam's salary is £50,000.", "english"),
        ("Det har regnat hela veckan och jag bor i Lund.", "Sam bor i Lund.", "swedish"),
    ],
)
def test_a_value_is_parted_from_another_matter(text: str, content: str, language: str) -> None:
    """What was said before "and I" is not lost, nor kept on, when the value changes."""
    found = read_talk(f"sam: {text}", subject="sam", language=language).proposals
    assert [one.content for one in found if one.data.get("slot")] == [content]
