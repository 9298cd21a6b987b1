"""Notes without a subject, and facts by rule or habit: of what sort they are."""

from __future__ import annotations

import pytest

from remembrancer.core.kinds import Brief, Family
from remembrancer.reading.offline.offline_extractor import extract
from tests.reading.talks import AT, turn

KINDS = {
    Family.DECISION: "decision",
    Family.PREFERENCE: "preference",
    Family.FACT: "knowledge",
    Family.ACTION: "unresolved",
    Family.UNRESOLVED: "unresolved",
}
SYSTEMS = ("data_analysis", "api_integration", "business_logic")


def kinds(text: str, **given: object) -> list[str | None]:
    brief = Brief.model_validate({"kinds": KINDS, "now": AT, **given})
    return [one.kind for one in extract([turn("erik", text)], brief).proposals]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Chose K2 over K3 for annual report", "decision"),
        ("Set up quarterly VAT reporting", "decision"),
        ("Hired employee Anna Svensson, started 2025-11-01", "decision"),
        ("Valde K3 framför K2", "decision"),
        ("Wants proactive reminders for deadlines", "preference"),
        ("Asks about tax implications before every decision", "preference"),
        ("Frågar om skatten före varje beslut", "preference"),
        ("Has 2 employees, considering a third", "knowledge"),
        ("Main revenue from consulting (konto 3010)", "knowledge"),
        ("Huvudsaklig intäkt från konsulting (konto 3010)", "knowledge"),
        ("Mentioned wanting to understand K10 better", "unresolved"),
        ("Discussed selling the company but hasn't decided", "unresolved"),
    ],
)
def test_a_note_may_leave_its_subject_out(text: str, kind: str) -> None:
    """S1-17: a line that begins with its verb is of the same sort as one with a subject."""
    assert kinds(text, skips_figures=True) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "Set up the account first, please.",
        "Put the kettle on",
        "Took the bus",
        "Har du tid imorgon?",
    ],
)
def test_an_order_and_a_question_are_no_note(text: str) -> None:
    """What begins with the same verb and asks for something is nothing to remember."""
    assert kinds(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Påminn mig gärna i god tid före deadlines.",
        "Jag föredrar att ni ringer.",
        "Please only text me, I never pick up the phone.",
        "Could you write rather than phone?",
        "Kan ni mejla i stället för att ringa?",
    ],
)
def test_how_somebody_wants_to_be_reached_is_a_preference(text: str) -> None:
    """Asked or told, it is no task and no question."""
    assert kinds(text) == ["preference"]


def test_what_is_not_wanted_is_not_the_value() -> None:
    """Who asks to be rung instead of written to wants the phone."""
    brief = Brief(kinds=KINDS, now=AT)
    said = "Could you please ring instead of writing?"
    (found,) = extract([turn("erik", said)], brief).proposals
    assert (found.data["slot"], found.data["value"]) == ("preferred contact", "phone")


@pytest.mark.parametrize(
    "text",
    [
        "The payments API allows at most 50 requests per second.",
        "Tabellen orders uppdateras varje natt klockan tre.",
        "Refunds land in the ledger one day after the sale is reversed.",
        "The customers view hides test accounts, so counts differ.",
        "The BI team signs off every new metric.",
        "Kunden Acme betalar alltid för sent.",
    ],
)
def test_what_holds_by_rule_or_by_habit_is_a_fact(text: str) -> None:
    """How a system, a team or a customer behaves is worth knowing, and no task."""
    assert kinds(text, categories=SYSTEMS) == ["knowledge"]


@pytest.mark.parametrize(
    "text",
    [
        "The report shows an error now",
        "the job skips my row again, why?",
        "Just text me the address",
    ],
)
def test_what_happens_just_now_is_none(text: str) -> None:
    """Trouble at hand and a thing asked for once are gone tomorrow."""
    assert kinds(text, categories=SYSTEMS) == []


def test_a_laugh_takes_back_no_illness() -> None:
    """An allergy is meant, however lightly it is told; a joke about Mondays is not."""
    assert kinds("I'm allergic to peanuts so careful with snacks haha") == ["knowledge"]
    assert kinds("I'm allergic to Mondays haha") == []


def test_two_things_behind_each_other_are_two() -> None:
    """A sentence that goes on with another subject says two things."""
    said = "We bought a house in Ripon in November, the mortgage is £240,000 over 25 years."
    assert kinds(said) == ["decision", "knowledge"]
