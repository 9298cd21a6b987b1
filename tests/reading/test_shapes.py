"""Findings, rules and dated events are told by the shape of a sentence, whatever its nouns are."""

from __future__ import annotations

import pytest

from remembrancer.items.item import Trust
from remembrancer.reading.offline import offline_extractor
from tests.reading.readings import brief_in, read_talk
from tests.reading.talks import turn

FINDINGS = [
    ("The average plant is 22 years old, against 15 for the sector.", "english"),
    ("Maintenance spend has been under 50 percent of depreciation for three years.", "english"),
    ("Working capital consumes more cash than the business generates.", "english"),
    ("The main risk is the refinancing of the 2027 bonds.", "english"),
    ("It remains unclear whether the Polish plant is owned or leased.", "english"),
    ("Inventory days rose from 61 to 88 while sales were flat.", "english"),
    ("Management consistently guides low in the first quarter.", "english"),
    ("Gruvan har gått med förlust fyra år av fem.", "swedish"),
    ("Kapitalbindningen överstiger marginalen i den norska delen.", "swedish"),
    ("Vi vet fortfarande inte om leasingavtalet löper ut 2027 eller 2030.", "swedish"),
]
WORK = [
    ("Task 9120 is in review.", "english"),
    ("My queue is at 40 percent.", "english"),
    ("The draft is 80 percent done.", "english"),
    ("The parser found 4 tables on page 31.", "english"),
    ("The share closed at 22.15, down 0.6 percent.", "english"),
    ("If rates rose to 8 percent the cushion would disappear.", "english"),
    ("A broker told a colleague that two mines are for sale.", "english"),
    ("Consensus expects 4 percent growth.", "english"),
    ("Moved the legend to the left.", "english"),
    ("Uppgift 331 går till granskning.", "swedish"),
    ("Utkastet är klart till 80 procent.", "swedish"),
    ("Om priset stiger till 1 500 dollar blir bruket lönsamt.", "swedish"),
]


def _said_by_agents(text: str, language: str) -> list[str]:
    messages = [
        turn("facilitator", "Round two.", 0, role="assistant", trust=Trust.AGENT),
        turn("credit-agent", text, 1, role="assistant", trust=Trust.AGENT),
        turn("ingrid", "Thanks.", 2),
    ]
    brief = brief_in("desk", "ACME", language)
    return [one.quote for one in offline_extractor.extract(messages, brief).proposals]


@pytest.mark.parametrize(("text", "language"), FINDINGS)
def test_what_analysts_find_is_kept(text: str, language: str) -> None:
    """A third-person statement with a measure, a comparison, a risk or an open question is kept."""
    assert _said_by_agents(text, language) == [text]


@pytest.mark.parametrize(("text", "language"), WORK)
def test_what_agents_say_of_their_work_is_left(text: str, language: str) -> None:
    """Tasks, files, quotes of the market, scenarios and hearsay are no findings."""
    assert not _said_by_agents(text, language)


RULES = [
    ("null in `region_id` means export, not unknown", "english"),
    ("The refund feed arrives 3 days late", "english"),
    ("Legal signs off any contract above 50,000", "english"),
    ("Both services must use the same time zone", "english"),
    ("never email customer lists, not even internally", "english"),
    ("Since November everything is served from our own cluster", "english"),
    ("tomt i `org_nr` betyder privatperson", "swedish"),
    ("Bankfilen kommer två dagar sent", "swedish"),
    ("logga aldrig personnummer, inte ens i test", "swedish"),
]
PASSING = [
    ("Tom must think we are idiots", "english"),
    ("Pernille eats all the biscuits", "english"),
    ("Tom is 20 minutes late", "english"),
    ("never gonna finish this today", "english"),
    ("it means nothing to me", "english"),
    ("Erik måste hämta barnen", "swedish"),
    ("bussen kommer 20 minuter sent", "swedish"),
]


@pytest.mark.parametrize(("text", "language"), RULES)
def test_a_rule_of_a_system_is_kept(text: str, language: str) -> None:
    """What a value means, what must be alike, who approves and how late a feed is are kept."""
    found = read_talk(f"Bo: morning\nMia: {text}\nBo: ok", "corporate", "data", language)
    assert [one.quote for one in found.proposals] == [text]


@pytest.mark.parametrize(("text", "language"), PASSING)
def test_talk_with_the_same_verbs_is_left(text: str, language: str) -> None:
    """The same verbs about people in passing are no rules."""
    talk = f"Bo: morning\nMia: {text}\nBo: ok"
    assert not read_talk(talk, "corporate", "data", language).proposals


EVENTS = [
    ("We sold the shop in 2022.", "adviser", "english"),
    ("Nigel left the company in 2013.", "corporate", "english"),
    ("The fixed rate ends in October 2027.", "adviser", "english"),
    ("The trust was set up in 2015.", "adviser", "english"),
    ("Hyresavtalet förlängdes i mars 2024.", "companion", "swedish"),
    ("Bolaget fusioneras i juni 2027.", "companion", "swedish"),
    ("I've been in Lisbon since November", "community", "english"),
    ("I got a job at the bakery in Ghent", "community", "english"),
    ("Har fått jobb på vårdcentralen i Mora", "community", "swedish"),
    ("nobody has worked out who pays for the van", "community", "english"),
    ("Det är öppet om vi ska spela på torget också", "community", "swedish"),
]


@pytest.mark.parametrize(("text", "preset", "language"), EVENTS)
def test_a_dated_event_or_a_state_since_then_is_kept(text: str, preset: str, language: str) -> None:
    """A subject, a verb and a date that is not near are enough; no list of verbs is needed."""
    found = read_talk(f"Bo: morning\nMia: {text}\nBo: ok", preset, "mia", language)
    assert [one.quote for one in found.proposals] == [text]


def test_a_note_that_greets_an_agent_is_no_injection() -> None:
    """A person may speak to an agent in a note; a document from outside may not."""
    note = "Hi agent. The refund feed arrives 3 days late"
    brief = brief_in("corporate", "data", "english")
    (one,) = offline_extractor.extract([turn("mia", note)], brief).proposals
    assert one.quote == "The refund feed arrives 3 days late"
    outside = turn("mia", note, trust=Trust.OUTSIDE)
    assert not offline_extractor.extract([outside], brief).proposals
