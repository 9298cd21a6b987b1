"""Whose it is that a sentence tells of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.language.holders import CLIENT, SOMEBODY
from remembrancer.language.statement import Slot
from remembrancer.language.statement_reader import read_statement
from remembrancer.reading.offline.people import resolve_pronoun

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def slot(text: str) -> Slot:
    found = read_statement(text, language="english", at=AT).slot
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    [
        "My gross annual salary is £50,000.",
        "Earns £50,000.",
        "Wants to retire at 63.",
        "My plan is to retire at 60.",
        "Planen är att gå i pension vid 63.",
        "Our small company has 3 employees.",
        "Företaget har 3 anställda.",
        "My wife and I live in Leeds.",
        "Jag och min fru bor i Lund.",
        "I live in Leeds with my wife.",
        "After the pay rise I earn £60,000.",
        "Momsen redovisas kvartalsvis.",
        "We run Postgres 15.",
    ],
)
def test_what_is_the_speakers_own_has_no_holder(text: str) -> None:
    """Whoever speaks, or what all of it is about, needs no name."""
    assert slot(text).holder is None


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("My neighbour earns £90,000.", "neighbour"),
        ("I think my neighbour earns £90,000.", "neighbour"),
        ("My neighbour says he earns £90,000.", "neighbour"),
        ("The new guy's salary is £40,000.", "new guy"),
        ("My business partner wants to retire at 55.", "business partner"),
        ("Our head of sales is paid £120,000 a year.", "head of sales"),
        ("Our biggest customer has 200 employees.", "biggest customer"),
        ("The sister company has 12 employees.", "sister company"),
        ("My wife's company has 5 employees.", "wife's company"),
        ("My company pays £600 a month into my pension.", "employer"),
        ("Min granne tjänar 80 000 kr.", "granne"),
        ("Min systers lön är 30 000 kr.", "sister"),
        ("Dotterbolagets revisor heter Per Ek.", "dotterbolaget"),
        ("Susan now makes £75,000 a year.", "Susan"),
        ("Our neighbours have four children.", "neighbours"),
        ("The client earns £50,000.", CLIENT),
        ("The customer's bank is Nordea.", CLIENT),
        ("Kundens bank är Nordea.", CLIENT),
        ("His salary is £90,000.", "he"),
        ("Hon tjänar 30 000 kr i månaden.", "she"),
        ("My wife's email is w@example.com.", "wife"),
        ("Staging runs Postgres 15.", "staging"),
        ("On staging we run Postgres 15.", "staging"),
    ],
)
def test_what_is_anothers_names_them(text: str, holder: str) -> None:
    """A subject or an owner that is not the speaker has it."""
    assert slot(text).holder == holder


@pytest.mark.parametrize(
    "text",
    [
        "A friend of mine earns £90,000.",
        "Nurses earn £35,000.",
        "One of my colleagues earns £80,000.",
        "En kompis tjänar 90 000 kr i månaden.",
    ],
)
def test_somebody_who_is_not_told_apart_may_be_another_next_time(text: str) -> None:
    """Of any friend several things may hold."""
    assert slot(text).holder is not None
    assert slot(text).is_many


@pytest.mark.parametrize(
    ("before", "subject", "expected"),
    [
        ("", "ellen", "she"),
        ("", None, SOMEBODY),
        ("I met Ellen today. ", "ellen", None),
        ("Her sister called. ", "ellen", "sister"),
        ("Ellen works hard, and her sister called. ", "ellen", SOMEBODY),
        ("I am tired. ", "ellen", SOMEBODY),
    ],
)
def test_whom_she_stands_for(before: str, subject: str | None, expected: str | None) -> None:
    """The one who was named before; the subject where nobody was; else nobody knows."""
    assert resolve_pronoun("she", before, (), subject, speaks=False) == expected


@pytest.mark.parametrize(
    "text",
    ["The bill to pay is £120.", "VAT to pay is 34,500 kr.", "The amount we pay is £900."],
)
def test_what_is_to_be_paid_is_no_wage(text: str) -> None:
    """Only the noun is a wage."""
    assert slot(text).name != "salary"
    assert slot("My pay is £50,000.").name == "salary"


@pytest.mark.parametrize(
    ("text", "is_ahead"),
    [
        ("Next year we will have 4 employees.", True),
        ("Nästa år kommer vi att ha 4 anställda.", True),
        ("From 1 June 2026 my salary is £60,000.", True),
        ("My salary will be raised to £60,000 in June 2026.", True),
        ("We will switch to K3.", False),
        ("As of January my salary is £55,000.", False),
        ("I want to retire at 58.", False),
    ],
)
def test_what_is_to_come_is_told_from_what_is(text: str, is_ahead: bool) -> None:
    """Plans and wishes lie ahead, and what holds from a later day; a goal by itself does not."""
    assert read_statement(text, language="english", at=AT).is_ahead == is_ahead


@pytest.mark.parametrize(
    "text",
    [
        "We want to have 10 employees.",
        "Zara wants £9k of it in the pension this year.",
        "Zara plans to have a will in place by May.",
        "Zara hopes to be on a salary of £90,000 one day.",
        "Vi vill ha 10 anställda.",
        "We stopped using Quickbooks in March.",
        "Vi slutade med Bokio i mars.",
        "Zara bought a boat for £9,000 in cash.",
    ],
)
def test_what_is_only_wanted_or_over_fills_no_slot(text: str) -> None:
    """A later statement would repeat or replace a value that nobody has."""
    language = "swedish" if text.startswith("Vi") else "english"
    assert read_statement(text, language=language, at=AT).slot is None


def test_a_part_of_a_year_is_nobodys_age() -> None:
    assert slot("EPS is 3.10.").name != "age"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Zara's salary rose from £41,000 to £44,000.", 44_000),
        ("We cut our fee for Zara from 1.1% to 0.9%.", 0.9),
        ("Avgiften sänks från 1,3 till 1,1 procent i maj.", 1.1),
        ("Räntan sänktes från 4,9 till 4,2 procent.", 4.2),
    ],
)
def test_what_changed_has_its_new_value(text: str, value: float) -> None:
    language = "swedish" if "från" in text else "english"
    filled = read_statement(text, language=language, at=AT).slot
    assert filled is not None
    assert filled.value == value


def test_what_had_been_is_past() -> None:
    """ "Had" and "hade" tell how things were; "have had" does not."""
    told = ("We once had 9 employees.", "Vi hade 5 anställda.", "We have had 5 employees.")
    assert [read_statement(text, language="english", at=AT).is_past for text in told] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Net revenue excludes refunds.",
        "Net revenue does not include refunds.",
        "Refunds are excluded from net revenue.",
        "Refunds are not included in net revenue.",
    ],
)
def test_what_is_counted_in_is_told_both_ways_round(text: str) -> None:
    """Active or passive, affirmed or denied: one slot and one value."""
    found = read_statement(text, language="english", at=AT)
    assert (slot(text).name, slot(text).value) == ("refunds in net revenue", "excluded")
    assert not found.is_negated
