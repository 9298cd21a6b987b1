"""What a user sets right, defines unasked, or confirms."""

from __future__ import annotations

import pytest

from remembrancer.core.kinds import Family
from remembrancer.items.item import ConfidenceSubtype, Trust
from remembrancer.reading.offline.confirmations import verification
from tests.reading.talks import brief, stands_where_it_says, talk

CORRECTED = [
    (
        "Churn is counted at 60 days of inactivity.",
        "No, churn is counted at 30 days, not 60.",
        "Churn is counted at 30 days, not 60.",
    ),
    (
        "Churn is counted at 60 days of inactivity.",
        "No, it's 30 days, not 60.",
        "Churn is counted at 30 days of inactivity.",
    ),
    ("Churn räknas efter 60 dagar.", "Nej, det är 30 dagar.", "Churn räknas efter 30 dagar."),
    ("The report covers 2024.", "It covers 2025, not 2024.", "The report covers 2025."),
    ("Ellen lives in Leeds.", "Not Leeds but York.", "Ellen lives in York."),
    (
        "The orders table is refreshed hourly.",
        "That's wrong. The orders table is refreshed nightly.",
        "The orders table is refreshed nightly.",
    ),
    (
        "Räkenskapsåret börjar i januari.",
        "Nej, räkenskapsåret börjar i maj.",
        "Räkenskapsåret börjar i maj.",
    ),
    ("Du är 57 år.", "Nej, jag är 58 år.", "ellen: jag är 58 år."),
    (
        "Net revenue includes refunds.",
        "No, that's wrong. Net revenue excludes refunds.",
        "Net revenue excludes refunds.",
    ),
    (
        "Omsättningen är inklusive moms.",
        "Nej, det stämmer inte, omsättningen är exklusive moms.",
        "Omsättningen är exklusive moms.",
    ),
    (
        "I filtered on created_at.",
        "Actually, it should be event_time, not created_at, on the events table.",
        "Use event_time, not created_at, on the events table.",
    ),
    (
        "The fiscal year starts in January.",
        "nope, it starts in April",
        "The fiscal year starts in April.",
    ),
    (
        "Avstämningen görs på tisdagar.",
        "Nej, det är på torsdagar.",
        "Avstämningen görs på torsdagar.",
    ),
]
DEFINED = [
    (
        "Done.",
        "By the way, ARR means annual recurring revenue without services.",
        "ARR means annual recurring revenue without services.",
    ),
    (
        "Klart.",
        "Förresten, MRR betyder månatliga återkommande intäkter.",
        "MRR betyder månatliga återkommande intäkter.",
    ),
    (
        "Here is the query.",
        "Thanks. Net revenue is defined as gross revenue minus refunds.",
        "Net revenue is defined as gross revenue minus refunds.",
    ),
    (
        "Ok.",
        "Med aktiv kund menar vi en kund som köpt de senaste 90 dagarna.",
        "Med aktiv kund menar vi en kund som köpt de senaste 90 dagarna.",
    ),
    (
        "Done.",
        "For context: an active account is one with a login in the last 30 days.",
        "An active account is one with a login in the last 30 days.",
    ),
    (
        "Done.",
        "FYI churn rate is the share of customers that cancel in a month.",
        "Churn rate is the share of customers that cancel in a month.",
    ),
]
CONFIRMED = [
    (
        "Revenue excludes refunds.",
        "Yes, exactly, revenue excludes refunds.",
        "Revenue excludes refunds.",
    ),
    ("So revenue excludes refunds, right?", "Yes", "Revenue excludes refunds."),
    (
        "I see. The fiscal year starts in May. Is that correct?",
        "Yes, that's right.",
        "The fiscal year starts in May.",
    ),
    ("Intäkterna exkluderar moms.", "Precis.", "Intäkterna exkluderar moms."),
    (
        "Stämmer det att räkenskapsåret börjar i maj?",
        "Ja, det stämmer.",
        "Räkenskapsåret börjar i maj.",
    ),
    ("You're 58, right?", "Exactly.", "ellen is 58."),
    (
        "Should I filter events on event_time?",
        "Yes, that's right, always filter events on event_time.",
        "Always filter events on event_time.",
    ),
    ("Du bor i Malmö, eller hur?", "Ja", "ellen bor i Malmö."),
]
NOT_VERIFIED = [
    ("Should I delete the file?", "No, keep it."),
    ("I made the chart.", "No, use bars."),
    ("Anything else?", "No, that's all, thanks."),
    ("The chart is red.", "No, I want it blue."),
    ("The build failed.", "No idea why."),
    ("Churn is counted at 60 days.", "No, I think it might be 30 days."),
    ("What does ARR mean?", "ARR means annual recurring revenue."),
    ("It failed.", "That means the file is missing."),
    ("It failed.", "The error means the file is missing."),
    ("Ok.", "What does ARR mean?"),
    ("Ok.", "If churn means 30 days we have a problem."),
    ("I'll send the report now.", "Exactly."),
    ("Shall I send the report?", "Yes"),
    ("Should I update the table?", "ok"),
    ("I can use bars instead.", "Thanks, that works"),
    ("Vill du att jag bokför den?", "Ja, precis"),
    ("Ska jag skicka den?", "Ja"),
    ("Revenue excludes refunds.", "Yes, but it includes shipping."),
    ("Revenue excludes refunds.", "ok"),
    ("Revenue excludes refunds. Churn is counted at 30 days.", "Exactly."),
    ("Revenue excludes refunds.", "Is that right?"),
    ("The tests are green now.", "perfect"),
    ("Done.", "nope, it starts in April"),
    ("The shop opens at 9. The bar opens at 5.", "No, it opens later in summer."),
    ("Ok.", "By the way, Anna is away when it rains."),
    ("Revenue includes refunds.", "No, revenue excludes refunds. Mark this as mandatory."),
]


@pytest.mark.parametrize(
    ("stated", "answer", "content", "subtype"),
    [(*one, ConfidenceSubtype.CORRECTION) for one in CORRECTED]
    + [(*one, ConfidenceSubtype.UNPROMPTED_DEFINITION) for one in DEFINED]
    + [(*one, ConfidenceSubtype.CONFIRMATION) for one in CONFIRMED],
)
def test_each_subtype_is_told_with_its_fact(
    stated: str, answer: str, content: str, subtype: ConfidenceSubtype
) -> None:
    """S4-67: a correction, an unprompted definition and a confirmation each give the fact that
    holds, in a sentence that stands by itself and on the user's words."""
    messages = talk(f"agent: {stated}\nellen: {answer}")
    assert verification.verification_subtype(messages, 1) is subtype
    (proposal,) = verification.extract_verifications(messages, brief())
    assert (proposal.content, proposal.confidence_subtype) == (content, subtype)
    assert proposal.kind == "fact"
    assert proposal.message_id == messages[1].id
    assert stands_where_it_says(proposal, messages)


def test_a_confirmation_quotes_what_it_confirms() -> None:
    """S4-67: the user's words come first, the agent's beside them."""
    messages = talk("agent: So revenue excludes refunds, right?\nellen: Yes")
    (proposal,) = verification.extract_verifications(messages, brief())
    assert proposal.quote == "Yes"
    assert [one.quote for one in proposal.also] == ["So revenue excludes refunds, right?"]


@pytest.mark.parametrize(("stated", "answer"), NOT_VERIFIED)
def test_what_vouches_for_nothing(stated: str, answer: str) -> None:
    """S4-67: answers to offers, wishes, doubts, questions and thanks verify no fact."""
    messages = talk(f"agent: {stated}\nellen: {answer}")
    assert verification.verification_subtype(messages, 1) is None
    assert verification.extract_verifications(messages, brief()) == ()


def test_a_definition_needs_no_agent_before_it() -> None:
    """S4-67: a user who begins with a definition defines unprompted."""
    messages = talk("ellen: FYI, active users excludes internal accounts.")
    assert verification.verification_subtype(messages, 0) is ConfidenceSubtype.UNPROMPTED_DEFINITION


def test_a_user_of_an_agent_defines_before_it_speaks() -> None:
    """S4-67: in a session the agent listens from the first word on."""
    messages = talk("ellen: ARR is defined as monthly recurring revenue times twelve.")
    assert verification.extract_verifications(messages, brief()) == ()
    (one,) = verification.extract_verifications(messages, brief(is_served=True))
    assert one.confidence_subtype is ConfidenceSubtype.UNPROMPTED_DEFINITION


def test_an_agent_verifies_nothing() -> None:
    """S4-67: only a user's words verify, and none that were read or came from outside."""
    messages = talk("ellen: The report is for 2024.\nagent: No, the report is for 2025.")
    assert verification.extract_verifications(messages, brief()) == ()
    said = talk("agent: Revenue excludes refunds.\nellen: Yes, exactly.")
    for trust in (Trust.DOCUMENT, Trust.OUTSIDE):
        outside = [said[0], said[1].model_copy(update={"trust": trust})]
        assert verification.extract_verifications(outside, brief()) == ()


def test_the_last_statement_is_the_one_that_counts() -> None:
    """S4-67: what a user says after a message of their own answers no agent."""
    messages = talk("""
        agent: Revenue excludes refunds.
        ellen: Let me check.
        ellen: Could you plot it?
        ellen: Exactly.
    """)
    assert verification.verification_subtype(messages, 3) is None


def test_no_kind_no_facts() -> None:
    """A space that keeps no facts gets none."""
    messages = talk("agent: Revenue excludes refunds.\nellen: Yes, exactly.")
    assert (
        verification.extract_verifications(messages, brief(kinds={Family.TRACE: "decision"})) == ()
    )
