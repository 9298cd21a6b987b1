"""Figures: numbers in words, ranges, rhythms, codes and feasts."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from remembrancer.language.amounts import find_amounts
from remembrancer.language.codes import find_codes
from remembrancer.language.numerals import parse_number_word
from remembrancer.language.places import is_place
from remembrancer.language.statement_reader import read_statement
from remembrancer.language.times.dates import find_dates
from remembrancer.language.times.holidays import easter, holiday_date
from remembrancer.language.times.recurrence import find_recurrences, find_weekdays

AT = datetime(2026, 3, 12, 9, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("five and a half thousand a month", [(5500, None)]),
        ("two and a half million", [(2_500_000, None)]),
        ("två och ett halvt tusen kr", [(2500, "SEK")]),
        ("3 and a half years", [(3.5, "years")]),
        ("under en halv procent", [(0.5, "%")]),
        ("two thousand five hundred", [(2500, None)]),
        ("tvåhundrafemtio tusen kr", [(250_000, "SEK")]),
        ("femtiotusen kronor", [(50_000, "SEK")]),
        ("fem miljoner", [(5_000_000, None)]),
        ("12 per cent", [(12, "%")]),
        ("a fifth of the pot", [(20, "%")]),
        ("cut by a third this year", [(33.33, "%")]),
        ("min del är en tredjedel", [(33.33, "%")]),
        ("the second half of the year", []),
        ("klockan halv tre", []),
        ("Fridays at half past five", []),
    ],
)
def test_figures_of_several_words(text: str, expected: list[tuple[float, str | None]]) -> None:
    """Halves, hundreds and thousands make one figure; a time of day is none."""
    assert [(one.value, one.unit) for one in find_amounts(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("between 20 and 30 thousand", [(20_000, None), (30_000, None)]),
        ("1.2 to 1.4 billion", [(1.2e9, None), (1.4e9, None)]),
        ("6 till 8 procent", [(6, "%"), (8, "%")]),
        ("£20-30k", [(20_000, "GBP"), (30_000, "GBP")]),
        ("two or three weeks", [(2, "weeks"), (3, "weeks")]),
        ("20 and 30 thousand", [(20, None), (30_000, None)]),
    ],
)
def test_both_ends_of_a_range_count_the_same(
    text: str, expected: list[tuple[float, str | None]]
) -> None:
    """What is said once of a range is meant of both its ends."""
    assert [(one.value, one.unit) for one in find_amounts(text)] == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("tjugotre", 23), ("trehundra", 300), ("tusentals", None)]
)
def test_number_of(word: str, expected: float | None) -> None:
    """A number that is written as one word is read as one."""
    assert parse_number_word(word) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the rota changes every other friday", ["every other friday"]),
        ("varannan torsdag och var tredje vecka", ["varannan torsdag", "var tredje vecka"]),
        ("en gång om året", ["en gång om året"]),
        ("wages on the 25th of each month", ["25th of each month"]),
        ("sista fredagen i månaden", ["sista fredagen i månaden"]),
        ("varje söndagskväll", ["varje söndagskväll"]),
        ("reported monthly now", ["monthly"]),
        ("the monthly report is late", []),
        ("on friday", []),
    ],
)
def test_rhythms(text: str, expected: list[str]) -> None:
    """How often is told in the words of the text; a name such as "monthly report" says nothing."""
    assert [text[one.start : one.end] for one in find_recurrences(text)] == expected


def test_weekdays() -> None:
    """A single day of the week is found with its part of the day."""
    text = "take monday morning"
    assert [text[one.start : one.end] for one in find_weekdays(text)] == ["monday morning"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it lives in /etc/relay/config.toml.", ("/etc/relay/config.toml",)),
        ("see kv/payments/live or `make lint`", ("kv/payments/live", "make lint")),
        ("moved to play.oakfold.net, colour #1A7F5A", ("play.oakfold.net", "#1A7F5A")),
        ("policy LV-220914 in eu-north-1", ("LV-220914", "eu-north-1")),
        ("the key is org_id, version 2.14.3", ("org_id", "2.14.3")),
        ("and/or £5/month for a 3-year fix, e.g. a P60", ()),
    ],
)
def test_codes(text: str, expected: tuple[str, ...]) -> None:
    """Paths, addresses, colours, versions and ids are codes; words with strokes are none."""
    assert find_codes(text) == expected


@pytest.mark.parametrize(
    ("year", "expected"), [(2024, "2024-03-31"), (2026, "2026-04-05"), (2038, "2038-04-25")]
)
def test_easter(year: int, expected: str) -> None:
    """Easter falls on another day each year."""
    assert easter(year).isoformat() == expected


def test_midsummer_is_a_friday() -> None:
    """The eve of midsummer is the Friday from the 19th of June on."""
    assert holiday_date("midsommar", 2026) == date(2026, 6, 19)
    assert holiday_date("midsommar", 2027) == date(2027, 6, 25)


@pytest.mark.parametrize(
    ("text", "direction", "expected"),
    [
        ("signed before Easter", 0, ["2026-04-05"]),
        ("klart till påsk", 0, ["2026-04-05"]),
        ("sold since last Easter", -1, ["2025-04-20"]),
        ("klart efter jul", 0, ["2026-12-24"]),
        ("by Jul 20", 0, ["2026-07-20"]),
        ("the release was moved to 21 April", -1, ["2026-04-21"]),
        ("on 3 March it was moved to 21 April", -1, ["2026-03-03", "2026-04-21"]),
        ("the demo was pushed to Friday", -1, ["2026-03-13"]),
        ("Helen retires on 31 July, that was confirmed", -1, ["2026-07-31"]),
        ("dad passed away on the 4th, probate will take long", 1, ["2026-03-04"]),
        ("the meeting got moved, now on 14 April", -1, ["2026-04-14"]),
        ("file by the 12th of next month", 0, ["2026-04-12"]),
        ("a letter by Mon 11 May", 0, ["2026-05-11"]),
        ("klart på torsdag den 19:e", 0, ["2026-03-19"]),
        ("on Friday 2 people came", 0, ["2026-03-13"]),
        ("tisdag nästa vecka", 0, ["2026-03-17"]),
        ("pay them by Fri", 0, ["2026-03-13"]),
        ("klart till helgen", 0, ["2026-03-15"]),
        ("senast den 5:e varje månad", 0, ["2026-04-05"]),
        ("i andra kvartalet", 0, ["2026-04-01"]),
        ("i juni nästa år", 0, ["2027-06-01"]),
        ("sedan årsskiftet", -1, ["2025-12-31"]),
        ("52 000 kr i månaden", 0, []),
        ("every other Friday, and the 25th of each month", 0, []),
    ],
)
def test_days_with_names_and_days_ahead(text: str, direction: int, expected: list[str]) -> None:
    """Feasts have their day. What was moved lies ahead, and a habit is no day."""
    found = find_dates(text, AT, direction=direction)
    assert [one.day.isoformat() for one in found] == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("Leeds", True), ("New York", True), ("Malmö", True), ("Grafana", False)]
)
def test_places(name: str, expected: bool) -> None:
    """Towns and countries are places, tools are not."""
    assert is_place(name) is expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The lease is renewed on 1 November", "2026-11-01"),
        ("The old portal is closed in November", "2026-11-01"),
        ("Avgiften är i Svartved densamma den 2 november", "2026-11-02"),
        ("Jag har fått det godkänt från 1 november", "2026-11-01"),
        ("I've been given the keys from 1 November", "2026-11-01"),
        ("The lease was renewed on 1 November", "2025-11-01"),
        ("We closed the old portal in November", "2025-11-01"),
        ("Jag flyttade in den 1 november", "2025-11-01"),
        ("Zara signed her will on 1 November", "2025-11-01"),
        ("my cousin became chair in November", "2025-11-01"),
        ("Båten såldes i november", "2025-11-01"),
        ("The limit was 300 until November", "2025-11-01"),
        ("The bonus gets paid in November", "2026-11-01"),
        ("Fixed term comes to an end in November", "2026-11-01"),
        ("I talked to the bank on 2 November", "2025-11-02"),
    ],
)
def test_a_participle_of_the_present_is_not_past(text: str, day: str) -> None:
    """What "is renewed" in November lies ahead, and what "was renewed" lies behind."""
    language = "swedish" if text.startswith(("Jag", "Avgiften", "Båten")) else "english"
    (found,) = read_statement(text, language=language, at=AT).dates
    assert found.isoformat() == day


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Lånet är en miljon fyrahundra kronor", 1_400_000),
        ("Lånet är två miljoner sexhundrafemtio", 2_650_000),
        ("a million two hundred pounds", 1_200_000),
        ("en miljon femtio kronor", 1_000_050),
        ("one million two hundred thousand pounds", 1_200_000),
    ],
)
def test_thousands_that_are_left_out_after_a_million(text: str, value: float) -> None:
    (found,) = find_amounts(text)
    assert found.value == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by mid-May", ["2026-05-15"]),
        ("i v2 eller v. 14", ["2026-01-05", "2026-03-30"]),
        ("the move to v2 is done", []),
        ("senast v14", ["2026-03-30"]),
    ],
)
def test_weeks_and_the_middle_of_a_month(text: str, expected: list[str]) -> None:
    """ "v2" is a version, unless the words before it tell a week."""
    assert [one.first.isoformat() for one in find_dates(text, AT)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("within 30 days of 2 March", ["2026-04-01"]),
        ("inom 14 dagar efter den 2 mars", ["2026-03-16"]),
        ("from June 5 000 a month", ["2026-06-01"]),
        ("we met in summer 2031", ["2031-06-01"]),
        ("hösten 2018", ["2018-09-01"]),
        ("June has the key", []),
        ("June and I count the votes", []),
        ("June was warm", ["2026-06-01"]),
        ("The firm reports Q4 soon", ["2025-10-01"]),
        ("We launch in Q4", ["2026-10-01"]),
    ],
)
def test_days_that_other_words_place(text: str, expected: list[str]) -> None:
    """Counted from a day, of a season of a year, of a person called June, of a reported quarter."""
    found = find_dates(text, AT)
    assert [one.first.isoformat() for one in found] == expected


def test_a_span_of_months_is_no_deadline() -> None:
    assert not any(one.is_due for one in find_dates("räkenskapsåret är maj till april", AT))
