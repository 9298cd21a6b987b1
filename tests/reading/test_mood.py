"""Mood: what is not stated as holding now fills no slot of the subject."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_text

UNREAL = [
    ("If I got the head chef post I'd earn £61,000.", "english"),
    ("With the new contract I'd earn £70,000.", "english"),
    ("Unless we move, I would pay £1,900 a month in rent.", "english"),
    ("It would cost £4,000 to mend the roof of the Hull flat.", "english"),
    ("Vi skulle spara 40 000 kr om året om vi bytte bank.", "swedish"),
    ("Om jag fick tjänsten skulle jag tjäna 52 000 kr i månaden.", "swedish"),
]
REPORTED = [
    ("Apparently my salary is going up to £60,000.", "english"),
    ("People say the pension is worth £90,000.", "english"),
    ("According to Rupert my house is worth £400,000.", "english"),
    ("Tydligen är huset värt 4 000 000 kr.", "swedish"),
]
SEASONAL = [
    ("In the summer we live in Padstow.", "english"),
    ("Over the winter holidays I live in Truro.", "english"),
    ("For the time being I work at Calder Glass.", "english"),
    ("På somrarna bor vi i Ystad.", "swedish"),
]
PAST = [
    ("I used to earn £40,000.", "english"),
    ("We used to live in Hull.", "english"),
    ("Jag bodde tidigare i Lund.", "swedish"),
]
TOGETHER = [
    ("Together Omar and I earn £118,000 a year.", "english"),
    ("Between us we earn £95,000.", "english"),
    ("My wife and I earn £101,000 a year.", "english"),
    ("Tillsammans tjänar vi 90 000 kr i månaden.", "swedish"),
]


@pytest.mark.parametrize(("text", "language"), [*UNREAL, *REPORTED, *SEASONAL, *PAST])
def test_what_does_not_hold_now_fills_no_slot(text: str, language: str) -> None:
    """A condition, hearsay, a season and the past give no value."""
    assert all("slot" not in one.data for one in read_text(text, language=language).proposals)


@pytest.mark.parametrize(("text", "language"), TOGETHER)
def test_a_figure_of_two_people_is_the_households(text: str, language: str) -> None:
    """A figure of two people together is not the salary of one of them."""
    (one,) = read_text(text, language=language).proposals
    assert one.data["holder"] == "household"


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I'd like to retire at 62.", "retirement age", 62),
        ("I earn £54,000 a year.", "salary", 54000),
        ("My wife and I live in Ripon.", "home", "Ripon"),
        ("Jag tjänar 41 000 kr i månaden.", "salary", 41000),
    ],
)
def test_what_holds_now_fills_its_slot(text: str, slot: str, value: object) -> None:
    """A wish and a plain statement are real."""
    (one,) = read_text(text, language="swedish" if text.startswith("Jag") else "english").proposals
    assert (one.data["slot"], one.data["value"]) == (slot, value)
    assert "holder" not in one.data


@pytest.mark.parametrize(
    "text",
    [
        "Apparently Aviva is closing the Derby branch.",
        "I've heard that Brandt is raising prices to £90.",
        "My neighbour reckons the Hull office is closing in May.",
        "I suspected that Brandt had overcharged us by £400, but they had not.",
        "I worried about the Hull lease, but it is fine.",
        "Jag misstänkte att Fagerhult fakturerat 4 000 kr för mycket, men det stämde.",
        "Aviva's new portal is terrible.",
    ],
)
def test_hearsay_withdrawn_suspicions_and_gripes_are_no_facts(text: str) -> None:
    """What somebody heard, feared or feels is left raw."""
    language = "swedish" if text.startswith("Jag") else "english"
    assert not read_text(text, "companion", "bolaget", language).proposals


def test_who_thought_about_it_has_decided() -> None:
    """What somebody thought is hearsay or over; that they thought about it is neither."""
    (kept,) = read_text("We thought about it and decided to sell the boat.", "companion").proposals
    assert "sell the boat" in kept.content
    left = read_text("Tariq thought that the boat is worth £4,000.", "companion")
    assert not left.proposals
