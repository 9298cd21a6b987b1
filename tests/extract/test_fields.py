"""Fields: the people, the times, the owner and the value that a clause names."""

from __future__ import annotations

import pytest

from remembrancer.extract.clock import times
from remembrancer.extract.offline import draw
from remembrancer.extract.people import people
from remembrancer.model.brief import Brief, Family
from tests.extract.talks import AT, turn

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
    ],
)
def test_only_people_are_people(text: str, expected: tuple[str, ...]) -> None:
    """Places, firms, forms and the first word of a sentence are nobody."""
    assert people(text, ("Tunde Ade",)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we start at half past three", ("03:30",)),
        ("never complete before twenty to three", ("02:40",)),
        ("träningen börjar halv sju", ("06:30",)),
        ("kl. 18.30 i klubbstugan", ("18:30",)),
        ("doors at 7pm", ("19:00",)),
        ("the rate is 2.30 and the ratio 2 to 1", ()),
    ],
)
def test_times_of_day(text: str, expected: tuple[str, ...]) -> None:
    """A time of day is read in digits and in words, in both languages; a figure is none."""
    assert times(text) == expected


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
    found = draw([turn("anna", text)], Brief(kinds=KINDS, now=AT))
    assert [one.data.get(field) for one in found.proposals] == [value]
