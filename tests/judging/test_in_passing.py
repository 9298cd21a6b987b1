"""A change that is said in passing: after small talk, with its reason, or in another order."""

from __future__ import annotations

import pytest

from remembrancer.items.item import Lifecycle
from tests.judging.act_examples import EN, SV, Story
from tests.judging.test_acts import Told

# What is said last ends what was said first, or a person is asked.
NOTICED = [
    # A decision is taken back with its reason, or after a face.
    Story(
        "companion",
        EN,
        (
            "I've decided to rent the stall at the market.",
            "rain all month 😩 so I've decided not to rent the stall after all",
        ),
        noticed=("decided to rent", "not to rent"),
    ),
    Story(
        "desk",
        EN,
        (
            "We decided to buy Tarnbeck.",
            "We have decided not to buy Tarnbeck after all because the debt is too high.",
        ),
        noticed=("decided to buy", "not to buy"),
    ),
    Story(
        "corporate",
        SV,
        (
            "Vi har bestämt att flytta lagret till Borås.",
            "Vi har bestämt att inte flytta lagret till Borås ändå; hyran är för hög.",
        ),
        noticed=("bestämt att flytta", "inte flytta"),
    ),
    # The old value is named as wrong.
    Story(
        "companion",
        EN,
        (
            "My dentist appointment is on 3 May.",
            "sorry, wrong line of the diary, dentist is on 13 May, not 3 May",
        ),
        noticed=("on 3 May", "13 May"),
    ),
    Story(
        "adviser",
        SV,
        (
            "Jag har 90 000 kronor på kontot hos Länsbanken.",
            "Jag har inte 90 000 utan 60 000 kronor på kontot hos Länsbanken.",
        ),
        noticed=("^(?!.*60).*90", "60"),
    ),
    # A role passes on.
    Story(
        "adviser",
        EN,
        (
            "My uncle Piotr is the trustee of our fund.",
            "He is moving abroad, so my cousin Hedda is now the trustee of our fund.",
        ),
        noticed=("Piotr is", "Hedda"),
    ),
    # What somebody has is sold.
    Story(
        "adviser",
        EN,
        ("We still have the cottage in Wick.", "We've sold the cottage in Wick."),
        noticed=("still have", "sold"),
    ),
    Story(
        "companion",
        SV,
        ("Vi har båten i Öregrund kvar.", "Vi har sålt båten i Öregrund."),
        noticed=("kvar", "sålt"),
    ),
    # A value stood beside another matter.
    Story(
        "companion",
        EN,
        ("I live in Lisbon and I sing in a choir.", "I live in Porto now."),
        noticed=("Lisbon", "Porto"),
    ),
]


@pytest.mark.parametrize("story", [pytest.param(one, id=one.name) for one in NOTICED])
def test_what_is_said_in_passing_is_noticed(story: Story) -> None:
    """The old statement is replaced, or both are put before a person."""
    assert story.noticed is not None
    assert Told(story).are_noticed(*story.noticed)


# What is said last says nothing about what was said first.
APART = [
    Story(
        "companion",
        EN,
        ("I work at Aviva.", 'My brother wrote: "I have left home and I work at Fiat now."'),
        stands=("Aviva",),
    ),
    Story(
        "companion",
        SV,
        ("Jag bor i Lund.", "Min syster skrev: ”Jag bor i Rom nu. Jag är gift.”"),
        stands=("Lund",),
    ),
    Story(
        "companion",
        SV,
        (
            "Tabellen hyror uppdateras varje dag klockan 14.00.",
            "Tabellen larm uppdateras numera varje dag klockan 1.00.",
        ),
        stands=("hyror",),
    ),
    Story(
        "adviser",
        EN,
        ("I have a flat in Leeds worth £200,000.", "I have a flat in York too now worth £150,000."),
        stands=("Leeds", "York"),
    ),
    Story(
        "corporate",
        EN,
        ("We decided to hire Anna as treasurer.", "We decided to hire Anna as cook."),
        stands=("treasurer", "cook"),
    ),
    Story(
        "adviser",
        EN,
        ("I'm single.", "I'm getting married in August."),
        stands=("single",),
    ),
    Story(
        "adviser",
        EN,
        ("We have the cottage in Wick.", "We've sold the cottage in Thurso."),
        stands=("Wick",),
    ),
    Story(
        "adviser",
        EN,
        (
            "My uncle Piotr is the trustee of our fund.",
            "My uncle Piotr is the captain of the club.",
        ),
        stands=("trustee",),
    ),
]


@pytest.mark.parametrize("story", [pytest.param(one, id=one.name) for one in APART])
def test_what_is_of_others_or_to_come_changes_nothing(story: Story) -> None:
    """Quoted words, what is planned, another thing and another role replace nothing."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []
    assert told.flags == []
    assert [one.content for one in told.items if one.lifecycle is not Lifecycle.ACTIVE] == []
