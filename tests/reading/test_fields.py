"""Fields: the people, the times, the owner and the value that a clause names."""

from __future__ import annotations

import pytest

from remembrancer.core.kinds import Brief, Family
from remembrancer.language.statement_reader import mask_statement
from remembrancer.language.times.times_of_day import find_times
from remembrancer.reading.offline.fields import fields_of
from remembrancer.reading.offline.offline_extractor import extract
from remembrancer.reading.offline.people import find_people
from remembrancer.reading.offline.values import find_value
from tests.reading.talks import AT, turn

KINDS = {family: family.value for family in Family}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ellen lives in Leeds and has a SIPP with Aviva.", ("Ellen",)),
        ("We use K2, and Anna will send the P60 by Friday.", ("Anna",)),
        ("Needs a P60 from Northgate.", ()),
        ("My brother Karim owes me money.", ("Karim",)),
        ("Min dotter Alma fyller tolv.", ("Alma",)),
        ("It was agreed with Tunde in Lagos.", ("Tunde",)),
        ("We switch from Jenkins to Buildkite, on Python 3.12.", ()),
    ],
)
def test_only_people_are_people(text: str, expected: tuple[str, ...]) -> None:
    """Places, firms, forms and the first word of a sentence are nobody."""
    assert find_people(text, ("Tunde Ade",)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we start at half past three", ("15:30",)),
        ("never complete before twenty to three", ("14:40",)),
        ("every night at a quarter past two", ("02:15",)),
        ("träningen börjar halv sju", ("18:30",)),
        ("kvart i åtta på kvällen", ("19:45",)),
        ("kl. 18.30 i klubbstugan", ("18:30",)),
        ("03.15, inte 01.00", ("03:15", "01:00")),
        ("doors at 7pm", ("19:00",)),
        ("fridays at 4", ("16:00",)),
        ("done by noon", ("12:00",)),
        ("the rate is 2.30 and the ratio 2 to 1", ()),
        ("ten to twelve people came", ()),
    ],
)
def test_times_of_day(text: str, expected: tuple[str, ...]) -> None:
    """A time of day is read in digits and in words, in both languages; a figure is none.

    Of the twelve hours small ones are meant after noon, unless a night or a morning is spoken of.
    """
    assert find_times(text) == expected


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("Fine, Bert will send the signed lease by Friday.", "owner", "Bert"),
        ("I'll send the signed lease to the landlord by Friday.", "owner", "Anna"),
        ("We decided to go with Kafka because nobody can run Pulsar.", "value", "Kafka"),
    ],
)
def test_what_is_said_stands_in_fields(text: str, field: str, value: str) -> None:
    """Who has to do something, and what was chosen, can be compared."""
    found = extract([turn("anna", text)], Brief(kinds=KINDS, now=AT))
    assert [one.data.get(field) for one in found.proposals] == [value]


def _value(text: str, family: Family) -> str | None:
    return find_value(mask_statement(text, language="english", at=AT), family)


@pytest.mark.parametrize(
    ("text", "family", "expected"),
    [
        ("We switch from Jenkins to Buildkite.", Family.DECISION, "Buildkite"),
        ("Vi byter från Jira till Linear i maj.", Family.FACT, "Linear"),
        ("We're replacing Slack with Mattermost.", Family.FACT, "Mattermost"),
        ("We picked Kafka over RabbitMQ.", Family.DECISION, "Kafka"),
        ("We use tabs, not spaces, in the Go code.", Family.FACT, "tabs"),
        ("pnpm instead of npm in this repo", Family.PREFERENCE, "pnpm"),
        ("Vi fakturerar i euro från i år.", Family.FACT, "euro"),
        ("They'd rather invest in funds than single shares.", Family.PREFERENCE, "invest in funds"),
        ("Vi bestämde oss för att leasa bilen.", Family.DECISION, "leasa bilen"),
        ("I'm a cautious investor.", Family.FACT, "cautious investor"),
        ("Anders Wik takes over as product owner after Jonas.", Family.FACT, "Anders Wik"),
        ("The numbers come from Looker, not the spreadsheet.", Family.FACT, "Looker"),
        ("Skicka fakturorna som pdf, inte som brev.", Family.PREFERENCE, "pdf"),
        ("Tabellen dim_kund laddas varje natt.", Family.FACT, "varje natt"),
        ("I'm so sorry.", Family.FACT, None),
    ],
)
def test_what_is_chosen_is_the_value(text: str, family: Family, expected: str | None) -> None:
    """Of two things the one that is taken is the value, and not the one that is left."""
    assert _value(text, family) == expected


@pytest.mark.parametrize(
    ("text", "family", "expected"),
    [
        ("The rota changes every other Friday.", Family.FACT, "every other Friday"),
        ("Let's say twice a year instead of quarterly.", Family.DECISION, "twice a year"),
        ("We meet every Sunday at half six.", Family.FACT, "every Sunday, 18:30 (half six)"),
        ("inte på fredagar, ta måndag morgon", Family.PREFERENCE, "måndag morgon"),
        ("It goes to s3://acme/nightly now.", Family.FACT, "s3://acme/nightly"),
    ],
)
def test_how_often_and_where_are_values(text: str, family: Family, expected: str) -> None:
    """How often, at what time and at what address stand as they were said."""
    assert _value(text, family) == expected


def test_a_weak_slot_is_filled_in_what_is_kept() -> None:
    """A slot that keeps nothing by itself is told of what is kept for other reasons."""
    said = mask_statement("I'm vegan these days.", language="english", at=AT)
    data = fields_of(said, None, Family.FACT, ())
    assert (data["slot"], data["value"]) == ("diet", "vegan")


def test_a_term_is_told_as_a_day_and_as_a_stretch() -> None:
    """Of "within three years" both the day and the three years stand in the fields."""
    said = mask_statement("They'd like to downsize within three years.", language="english", at=AT)
    data = fields_of(said, None, Family.GOAL, ())
    assert data["amounts"] == [{"value": 3, "unit": "years"}]
    assert len(data["dates"]) == 1  # type: ignore[arg-type]  # a list of days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I bought the flat yesterday.", "2026-02-26"),
        ("Vi tecknade hyresavtalet den 3 februari.", "2026-02-03"),
        ("We decided to sell the house on 1 June.", "2026-02-27"),
    ],
)
def test_world_time_is_the_day_of_what_has_been(text: str, day: str) -> None:
    """A thing done is true from its day on; what is only decided, from when it was said."""
    (found,) = extract([turn("anna", text)], Brief(kinds=KINDS, now=AT)).proposals
    assert found.valid_from is not None
    assert found.valid_from.date().isoformat() == day
