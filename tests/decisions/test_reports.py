"""Reports: one decision, or all that is held about one client, as one page that needs nothing."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from remembrancer import Memory
from remembrancer.core.errors import Forbidden, InvalidInput, NotFound
from remembrancer.decisions.reports import subject_report
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.decisions.portfolio_change import EVIL, portfolio_change
from tests.people import ADA, ANNA, BERT, BOT, CARL


def _words(page: str) -> str:
    """What a person reads."""
    body = page[page.index("<body>") :]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def _needs_nothing(page: str) -> None:
    """No script, no link, no picture, no font from anywhere."""
    assert page.startswith("<!doctype html>")
    assert not re.search(r"<(script|link|img|iframe|object|embed|form|a)\b", page)
    assert not re.search(r"\b(src|href|action)\s*=|url\(|@import", page)
    assert "default-src &#x27;none&#x27;" in page


@pytest.fixture
def northgate(memory: MemoryFactory) -> Memory:
    return memory()


def test_a_report_tells_why(northgate: Memory, clock: FrozenClock) -> None:
    """It has the decision, its chain drawn and told with reasons, what was known then and what
    became of it, policies, exceptions and outcomes."""
    priya = northgate.acting_as(ANNA)
    ids = portfolio_change(priya, clock)
    priya.decisions.outcome(ids["capacity"], "She slept well.", value={"calls": 0})
    made = priya.decisions.report(ids["capacity"])
    _needs_nothing(made.html)
    words = _words(made.html)
    assert made.title == "Capacity for Loss for harriet"
    assert made.made_at == clock()
    assert '<svg class="chain' in made.html
    for said in (
        "Decided Raise her capacity for loss.",
        "Why She can bear a fall of a fifth.",
        "2 March 2026: Annual Review Outcome. Look at her position again.",
        "caused Fact: She told it there. Why: She spoke of an inheritance.",
        "caused this decision: It is what she can lose from.",
        "5 March 2026: Rebalance Decision. Rebalance to 60 % shares.",
        "caused by this decision: It follows her capacity.",
        "Gathered for it Statement of the estate",
        "capacity low 2 March 2026 medium",
        "Harriet wants to keep the house.",
        "replaced since: Harriet has sold the house.",
        "Suitability assessment required applied",
        "No cooling-off. grace",
        "A large step. helen Go ahead.",
        "She slept well. calls: 0",
    ):
        assert said in words, said


def test_sources_are_quoted(northgate: Memory) -> None:
    """What was said stands there word for word, with who said it and where."""
    priya = northgate.acting_as(ANNA)
    kept = priya.remember(
        [{"author_id": "ellen", "content": "No annuity, ever: <i>never</i>."}],
        source="talk-1",
        infer=False,
        kind="decision_trace",
        subject="ellen",
    ).items[0]
    words = _words(priya.decisions.report(kept.id).html)
    assert re.search(r"No annuity, ever: <i>never</i>\..* ellen, 2 March 2026.* in talk-1", words)


def test_the_proof_is_for_admins(northgate: Memory, clock: FrozenClock) -> None:
    """An admin's report has positions, hashes and the signed end, with which the ledger verifies;
    anybody else's has a sentence instead."""
    ids = portfolio_change(northgate.acting_as(ANNA), clock)
    admin = northgate.acting_as(ADA)
    page = admin.decisions.report(ids["rebalance"]).html
    entries = admin.provenance(ids["rebalance"]).changes
    for one in entries:
        assert f"<td>{one.seq}</td>" in page
        assert one.hash in page
    found = re.search(r"<code>(\{.*?\})</code>", page)
    assert found is not None
    head = json.loads(unescape(found[1]))
    assert admin.verify(head=json.dumps(head)).ok
    other = northgate.acting_as(BERT).decisions.report(ids["rebalance"]).html
    assert entries[0].hash not in other
    assert "An admin's report on this decision has them." in _words(other)


def test_a_chain_with_something_erased(northgate: Memory, clock: FrozenClock) -> None:
    """The report says where something was erased, and holds none of its words."""
    ids = portfolio_change(northgate.acting_as(ANNA), clock)
    northgate.acting_as(ADA).erase(ids["capacity"], reason="asked for")
    page = northgate.acting_as(ANNA).decisions.report(ids["rebalance"]).html
    assert ">erased</text>" in page
    assert "Raise her capacity" not in page
    assert "Look at her position again." in _words(page)


def test_all_that_is_held(northgate: Memory, clock: FrozenClock) -> None:
    """A subject's report has items by kind in every state, decisions, messages, entities and
    relations, and how often it was handed over."""
    priya = northgate.acting_as(ANNA)
    portfolio_change(priya, clock)
    priya.conversations.start("call-7", subject="harriet", title="A call")
    priya.conversations.append("call-7", {"author_id": "harriet", "content": "It is all true."})
    priya.add(content="Harriet likes mornings.", kind="preference", subject="harriet")
    priya.briefing("harriet")
    made = priya.decisions.subject_report("harriet")
    _needs_nothing(made.html)
    words = _words(made.html)
    assert not made.is_cut
    for said in (
        "What is held about harriet",
        "Items 4 Decisions 3 Messages 1 in 1 conversations",
        "Handed over 1 times",
        "Harriet wants to keep the house. 2 March 2026",
        "superseded",
        "Preference What Since From State Harriet likes mornings.",
        "Rebalance Decision, 5 March 2026 Decided Rebalance to 60 % shares.",
        "A call When Who What",
        "harriet It is all true.",
        "Harriet (Client)",
        "capacity medium",
        "Rebalance Decision about Harriet",
    ):
        assert said in words, said
    nothing = _words(priya.decisions.subject_report("nobody").html)
    assert "Items 0 Decisions 0" in nothing


def test_what_the_reader_may_not_see_is_in_no_report(northgate: Memory, clock: FrozenClock) -> None:
    """Somebody's own items, decisions and talk, and what is for another group, are neither in a
    report nor counted by it."""
    priya = northgate.acting_as(ANNA)
    ids = portfolio_change(priya, clock)
    before = northgate.acting_as(CARL).decisions.subject_report("harriet").html
    priya.add(content="Secret one.", kind="fact", subject="harriet", is_personal=True)
    priya.add(content="Secret two.", kind="fact", subject="harriet", audience="group:finance")
    own = priya.decisions.record(
        "fee_negotiation",
        subject="harriet",
        recommendation="Secret three.",
        causes=[ids["rebalance"]],
        is_personal=True,
    )
    priya.conversations.start("own-talk", subject="harriet", is_personal=True)
    priya.conversations.append("own-talk", {"author_id": "anna", "content": "Secret four."})
    carl = northgate.acting_as(CARL)
    assert carl.decisions.subject_report("harriet").html == before
    assert "Secret" not in carl.decisions.report(ids["rebalance"]).html
    for id in (own.id, "km_000000000000", ids["house"]):
        with pytest.raises(NotFound):
            carl.decisions.report(id)
    assert _words(priya.decisions.subject_report("harriet").html).count("Secret") == 4


def test_stored_text_is_only_text(northgate: Memory) -> None:
    """Tags and quotes in any field are shown as they are written."""
    priya = northgate.acting_as(ANNA)
    policy = priya.policies.add(EVIL, description=EVIL, category="x", effective_from="2026-01-01")
    priya.graph.entity("Client", EVIL, external_id=EVIL, attrs={EVIL: EVIL})
    fact = priya.add(content=EVIL, title=EVIL, kind="fact", subject=EVIL, data={EVIL: EVIL})
    priya.conversations.start("c", subject=EVIL, title=EVIL)
    priya.conversations.append("c", {"author_id": EVIL, "content": EVIL})
    one = priya.decisions.record(
        "capacity_for_loss",
        subject=EVIL,
        title=EVIL,
        trigger={EVIL: EVIL},
        context_gathered=[EVIL],
        alternatives_considered=[EVIL],
        recommendation=EVIL,
        reasoning=EVIL,
        participants=[EVIL],
        causes=[{"decision": fact.id, "reason": EVIL}],
        policies=[{"policy": policy.id, "how": "skipped", "justification": EVIL}],
        exception={"justification": EVIL, "granted_by": EVIL},
        escalation={"reason": EVIL, "to": EVIL, "decision": EVIL},
    )
    priya.decisions.outcome(one.id, EVIL, value=EVIL)
    for made in (priya.decisions.report(one.id), priya.decisions.subject_report(EVIL)):
        _needs_nothing(made.html)
        assert "<b>z</b>" not in made.html
        assert _words(made.html).count(EVIL) > 5


def test_reports_are_for_people(northgate: Memory, clock: FrozenClock) -> None:
    """A program is told what to read instead; a subject that is no name is refused."""
    ids = portfolio_change(northgate.acting_as(ANNA), clock)
    bot = northgate.acting_as(BOT)
    with pytest.raises(Forbidden, match="reports"):
        bot.decisions.report(ids["review"])
    with pytest.raises(Forbidden, match="reports"):
        bot.decisions.subject_report("harriet")
    with pytest.raises(InvalidInput):
        northgate.acting_as(ANNA).decisions.subject_report("")


def test_a_report_that_is_not_complete_says_so(
    northgate: Memory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where more is held than a report holds, it says of what."""
    priya = northgate.acting_as(ANNA)
    portfolio_change(priya, clock)
    priya.conversations.start("call-7", subject="harriet")
    priya.conversations.append(
        "call-7", [{"author_id": "harriet", "content": f"Word {n}."} for n in range(4)]
    )
    for name in ("_PAGE", "REPORT_ITEMS_MAX", "REPORT_MESSAGES_MAX", "REPORT_RELATIONS_MAX"):
        monkeypatch.setattr(subject_report, name, 2)
    made = priya.decisions.subject_report("harriet")
    assert made.is_cut
    words = _words(made.html)
    assert "there are more items and relations and decisions and messages than" in words
    assert "Word 1." in words
    assert "Word 2." not in words
