"""Reading a statement: slots, figures, days, and how it is meant."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from remembrancer.language.amounts import find_amounts, payment_period
from remembrancer.language.names import find_names
from remembrancer.language.sentences import split_clauses, split_sentences
from remembrancer.language.statement_reader import read_statement
from remembrancer.language.times.dates import find_dates

AT = datetime(2026, 3, 11, 10, tzinfo=UTC)  # a Wednesday


def slot(text: str, language: str = "english") -> tuple[object, ...] | None:
    found = read_statement(text, language=language, at=AT).slot
    return None if found is None else (found.name, found.value, found.unit)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("User took 120k dividend", "english", ("dividend", 120_000, None)),
        ("Dividend of 120,000 kr was distributed", "english", ("dividend", 120_000, "SEK")),
        ("Vi tog utdelning på 150 000 kr", "swedish", ("dividend", 150_000, "SEK")),
        ("prefers email", "english", ("preferred contact", "email", None)),
        ("Ellen prefers phone calls", "english", ("preferred contact", "phone", None)),
        ("speaks Swedish", "english", ("language", "Swedish", None)),
        ("Hon talar tyska", "swedish", ("language", "German", None)),
        ("I switched to K3", "english", ("accounting framework", "K3", None)),
        ("Vi har bytt till K3", "swedish", ("accounting framework", "K3", None)),
        ("My salary is 50k", "english", ("salary", 50_000, None)),
        ("Lönen är 45 000 kr i månaden", "swedish", ("salary", 45_000, "SEK")),
        ("wants to retire at 58", "english", ("retirement age", 58, "years")),
        ("Jag vill gå i pension vid 62", "swedish", ("retirement age", 62, "years")),
        ("Hon jobbar på Volvo", "swedish", ("employer", "Volvo", None)),
        ("We live in Leeds", "english", ("home", "Leeds", None)),
        ("Vi har två anställda", "swedish", ("employees", 2, "employees")),
        ("Fiscal year Jan-Dec", "english", ("fiscal year", "january–december", None)),
        ("räkenskapsår maj-april", "swedish", ("fiscal year", "may–april", None)),
        ("we upgraded to Postgres 16.2", "english", ("version of postgres", "16.2", None)),
        ("the default timeout is 30 seconds", "english", ("default timeout", 30, "seconds")),
        ("Anna owns the billing service", "english", ("owner of billing service", "Anna", None)),
        ("vi har ingen revisor", "swedish", ("auditor", False, None)),
        ("skriv kort", "swedish", ("answer length", "short", None)),
        ("Retirement age: 58", "english", ("retirement age", 58, "years")),
        ("The rain in Spain stays mainly", "english", None),
        (
            "The new CEO is Helena Brodin, she starts in June",
            "english",
            ("ceo", "Helena Brodin", None),
        ),
        ("Nadia is our contact at the bank", "english", ("contact at the bank", "Nadia", None)),
        ("Ana is our new treasurer.", "english", ("treasurer", "Ana", None)),
        ("The mortgage is with Nationwide now", "english", ("mortgage with", "Nationwide", None)),
        ("The alert level was lowered to 75%", "english", ("alert level", 75, "%")),
        (
            "Backups go to s3://acme/nightly.",
            "english",
            ("backups go to", "s3://acme/nightly", None),
        ),
        ("Vi har räkenskapsår maj till april", "swedish", ("fiscal year", "may–april", None)),
        ("Vi skilde oss i februari", "swedish", ("marital status", "divorced", None)),
        ("Skriv till mig på mejl", "swedish", ("preferred contact", "email", None)),
        ("We moved to Leeds", "english", ("home", "Leeds", None)),
    ],
)
def test_slots(text: str, language: str, expected: tuple[object, ...] | None) -> None:
    """The same fact fills the same slot, whatever language and words it is told in."""
    assert slot(text, language) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We moved to Buildkite in May",
        "Rating moved from Buy to Hold",
        "We decided to put £400 a month into the junior ISA",
        "Net debt went to 3.5x net of cash",
        "The business is being sold to a trade buyer",
        "Beslut: vi kör vidare med samma bank i två år till",
        "The buybacks stop until the balance is stronger",
    ],
)
def test_a_wrong_slot_is_worse_than_none(text: str) -> None:
    """A tool is no home, a rate is no holding, and a heading or two clauses name no thing."""
    assert slot(text) is None


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("My birthday is on 4 May.", "english", ("birthday", "05-04")),
        ("Min födelsedag är den 12 juni.", "swedish", ("birthday", "06-12")),
        ("Jag är född den 4 maj.", "swedish", ("birthday", "05-04")),
        ("I was born on 4 May 1962.", "english", ("date of birth", "1962-05-04")),
        ("Our son was born on 3 February.", "english", ("date of birth", "2026-02-03")),
    ],
)
def test_a_birthday_without_a_year_is_no_date_of_birth(
    text: str, language: str, expected: tuple[str, str]
) -> None:
    """The year of a day that is told without one is nobody's year of birth."""
    found = slot(text, language)
    assert found is not None
    assert found[:2] == expected


def test_an_event_has_its_day() -> None:
    """What happened on a day is an event of that day, resolved against when it was said."""
    found = read_statement(
        "Took out a dividend of 150,000 kr on 15 December", language="english", at=AT
    ).slot
    assert found is not None
    assert (found.is_event, found.on) == (True, date(2025, 12, 15))


def test_whose_it_is() -> None:
    """What belongs to somebody who is named is not the speaker's."""
    told = ("My wife Anna earns 40k", "Tom's salary is 60k", "I earn 40k")
    holders = [
        one.slot.holder
        for text in told
        if (one := read_statement(text, language="english", at=AT)).slot
    ]
    assert holders == ["wife", "Tom", None]


def test_how_it_is_meant() -> None:
    """Denials, doubts, what is over and what changed are told apart."""
    read_ = {
        text: read_statement(text, language="english", at=AT)
        for text in (
            "We don't use K3",
            "We might sell",
            "I used to live in Leeds",
            "I switched to K3",
        )
    }
    assert [one.is_negated for one in read_.values()] == [True, False, False, False]
    assert [one.is_hedged for one in read_.values()] == [False, True, False, False]
    assert [one.is_past for one in read_.values()] == [False, False, True, False]
    assert [one.is_change for one in read_.values()] == [False, False, False, True]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("120k", "english", [(120_000, None)]),
        ("1,5 miljoner", "swedish", [(1_500_000, None)]),
        ("£1.2m and $65,000", "english", [(1_200_000, "GBP"), (65_000, "USD")]),
        ("1.250.000 kr", "swedish", [(1_250_000, "SEK")]),
        ("två hundra tusen kronor", "swedish", [(200_000, "SEK")]),
        ("sixty grand", "english", [(60_000, None)]),
        ("50-60k", "english", [(50_000, None), (60_000, None)]),
        ("fifty-two percent", "english", [(52, "%")]),
        ("K2, P60, 14:30, 070-123 45 67, v2.3.1", "english", []),
    ],
)
def test_amounts(text: str, language: str, expected: list[tuple[float, str | None]]) -> None:
    """Figures are read in digits and in words; times, phone numbers and versions are none."""
    assert [(one.value, one.unit) for one in find_amounts(text, language=language)] == expected


def test_what_an_amount_is_counted_by() -> None:
    """A sum by the month is told from a sum by the year."""
    text = "£3,200 per month, 45 000 kr om året"
    assert [payment_period(text, one) for one in find_amounts(text)] == ["month", "year"]


@pytest.mark.parametrize(
    ("text", "direction", "expected"),
    [
        ("by Friday", 1, "2026-03-13"),
        ("next Friday", 1, "2026-03-20"),
        ("i fredags", -1, "2026-03-06"),
        ("om två veckor", 1, "2026-03-25"),
        ("by end of March", 1, "2026-03-31"),
        ("in June", 0, "2026-06-01"),
        ("i fjol", 0, "2025-01-01"),
        ("on 15 December", -1, "2025-12-15"),
        ("on 15 December", 1, "2026-12-15"),
        ("ninth of july", 1, "2026-07-09"),
        ("den sista maj", 1, "2026-05-31"),
        ("senast den 15 april", 1, "2026-04-15"),
        ("in Q3", 1, "2026-07-01"),
    ],
)
def test_moments(text: str, direction: int, expected: str) -> None:
    """A day is counted from when it was named."""
    assert [one.day.isoformat() for one in find_dates(text, AT, direction=direction)] == [expected]


@pytest.mark.parametrize("text", ["on Mondays", "varje fredag", "May I ask", "på måndagar"])
def test_habits_are_no_days(text: str) -> None:
    """What comes back every week is no day."""
    assert find_dates(text, AT) == ()


def test_sentences_have_their_places() -> None:
    """Sentences stand where they say; code, quotes and tables are none; headings cover points."""
    text = "Hi.\n> quoted\n```\nx = 1\n```\n## Decisions\n- We use K2. It costs ca. 5 kr.\n- Sell"
    found = split_sentences(text)
    assert [one.text for one in found] == ["Hi.", "We use K2.", "It costs ca. 5 kr.", "Sell"]
    assert all(text[one.start : one.end] == one.text for one in found)
    assert [one.section for one in found] == [None, "decisions", "decisions", "decisions"]


def test_clauses() -> None:
    """A sentence that tells two things has two clauses."""
    text = "I live in Leeds, but we rent out the flat"
    assert [text[slice(*one)] for one in split_clauses(text)] == [
        "I live in Leeds",
        "we rent out the flat",
    ]


def test_names() -> None:
    """A capital makes a name, unless it only begins the sentence."""
    assert find_names("Yesterday Anna Berg met Karin at Volvo") == ("Anna Berg", "Karin", "Volvo")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The mortgage on the rental flat is £90,000.", ("mortgage on rental flat", 90_000, "GBP")),
        ("Ellen's state pension age is 67.", ("state pension age", 67, "years")),
        ("I have a daughter, Alma, who is 9.", ("daughter", "Alma", None)),
        ("Revenue does not include VAT.", ("vat in revenue", "excluded", None)),
        ("Billing sits with platform now.", ("billing sits with", "platform", None)),
    ],
)
def test_another_thing_is_another_slot(text: str, expected: tuple[object, ...]) -> None:
    """What is said of another thing does not answer the same question."""
    assert slot(text) == expected


def test_a_figure_of_a_quarter_is_of_that_quarter() -> None:
    """The same measure of two quarters is two events."""
    found = [
        read_statement(f"ACME's gross margin was {text}.", language="english", at=AT).slot
        for text in ("40% in Q3", "35% in Q4", "31% in Q1")
    ]
    over = [date(2025, 7, 1), date(2025, 10, 1), date(2026, 1, 1)]
    assert [one.on for one in found if one] == over


@pytest.mark.parametrize("text", ["Ellen lived in Oslo in 2010.", "In 2019 we used K3."])
def test_what_was_is_past(text: str) -> None:
    """A verb in the past tells how things were."""
    assert read_statement(text, language="english", at=AT).is_past


def test_a_contrast_denies_nothing() -> None:
    """Of "150, not 120" it is 150 that is said."""
    assert not read_statement(
        "The dividend was 150k, not 120k.", language="english", at=AT
    ).is_negated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kept for a fortnight", [(14, "days")]),
        ("a six-month notice", [(6, "months")]),
        ("one hundred and twenty rows", [(120, "rows")]),
        ("1.900 euro", [(1900, "EUR")]),
        ("two, ten", [(2, None), (10, None)]),
    ],
)
def test_figures_in_words(text: str, expected: list[tuple[float, str | None]]) -> None:
    """Figures are read as people say them."""
    assert [(one.value, one.unit) for one in find_amounts(text)] == expected


@pytest.mark.parametrize(
    ("text", "value", "is_negated"),
    [
        ("Smsa mig bara, jag läser aldrig mejl.", "text", False),
        ("Mejla mig, ring inte.", "email", False),
        ("Bara sms tack, aldrig mejl.", "text", False),
        ("Just text me, I never read email.", "text", False),
        ("Email only please, never phone.", "email", False),
        ("Don't call me, just email.", "email", False),
        ("I don't prefer email.", "email", True),
    ],
)
def test_a_choice_is_not_denied_by_what_is_turned_down_beside_it(
    text: str, value: str, is_negated: bool
) -> None:
    """Whoever wants one means of contact and never another has chosen the first."""
    language = "swedish" if "mejl" in text.lower() else "english"
    told = read_statement(text, language=language, at=AT)
    assert told.slot is not None
    assert (told.slot.name, told.slot.value) == ("preferred contact", value)
    assert told.is_negated is is_negated


@pytest.mark.parametrize("text", ["Base pay: £50,000", "Gross pay: £50,000", "Grundlön: 50 000 kr"])
def test_pay_is_read_off_a_label(text: str) -> None:
    """A line of notes tells a salary by its name."""
    slot = read_statement(text, language="english", at=AT).slot
    assert slot is not None
    assert (slot.name, slot.value) == ("salary", 50000)
