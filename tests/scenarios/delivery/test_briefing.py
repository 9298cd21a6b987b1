"""Briefings, reminders and insights: what people are told before they ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import InvalidInput, Item, Memory, Principal
from remembrancer.testing import FrozenClock
from tests.people import ADA, ANNA, BERT, BOT
from tests.scenarios.stage import Stage, texts

DAY = timedelta(days=1)
RETIRE = "Ellen wants to retire at 58."


def practice(memory: Memory) -> dict[str, Item]:
    """Ellen with something of each sort, and Omar, who is somebody else's business."""
    told: dict[str, dict[str, Any]] = {
        "fact": {"content": "Ellen earns 40,000 a year."},
        "late": {"content": "Send the forms.", "metadata": {"deadline": "2026-03-20"}},
        "soon": {"content": "Call the bank.", "data": {"deadline": "2026-03-04", "owner": "Karin"}},
        "done": {"content": "Book the room.", "metadata": {"status": "done"}},
        "preference": {"content": "Ellen wants letters on paper."},
        "life_goal": {"content": RETIRE},
        "decision": {"content": "Drawdown.", "data": {"reasoning": "Income may vary."}},
    }
    kinds = {"late": "action_item", "soon": "action_item", "done": "action_item"}
    found: dict[str, Item] = {
        name: memory.add(subject="ellen", kind=kinds.get(name, name), **fields)
        for name, fields in told.items()
    }
    memory.add(content="Omar earns 90,000.", subject="omar")
    return found


def test_a_briefing_holds_what_is_known_of_one_client(stage: Stage) -> None:
    """S0-38: for a meeting tomorrow it has facts, open actions, preferences, goals and decisions
    with their reasons, of that client only, and a receipt."""
    memory = stage.open("adviser")
    items = practice(memory)
    found = memory.briefing("ellen", meeting_at="2026-03-03T10:00:00+00:00")
    assert found.facts == (items["fact"],)
    assert found.actions == (items["soon"], items["late"])  # the nearest deadline first
    assert found.preferences == (items["preference"],)
    assert found.goals == (items["life_goal"],)
    assert found.decisions == (items["decision"],)
    assert "Omar" not in found.text
    assert "Book the room" not in found.text
    assert "due 4 March 2026" in found.text
    assert 'Why: "Income may vary."' in found.text
    assert "3 March 2026 10:00 UTC" in found.text
    assert found.token_estimate <= found.token_budget == 2000
    receipt = memory.receipt(found.receipt)
    assert (receipt.text, receipt.is_intact) == (found.text, True)


def test_a_receipt_outlives_what_it_was_made_of(stage: Stage, clock: FrozenClock) -> None:
    """A briefing replays as it was after items changed, and an erased one shows as erased."""
    memory = stage.open("adviser")
    items = practice(memory)
    found = memory.briefing("ellen")
    clock.advance(DAY)
    memory.supersede(items["fact"].id, content="Ellen earns 50,000 a year.")
    memory.dismiss(items["soon"].id)
    assert memory.receipt(found.receipt).text == found.text
    memory.erase(items["life_goal"].id, reason="asked for")
    replayed = memory.receipt(found.receipt)
    assert replayed.text is not None
    assert RETIRE not in replayed.text
    assert "[erased]" in replayed.text
    assert not replayed.is_intact


def test_a_briefing_is_for_who_asks(stage: Stage) -> None:
    """What is personal to somebody else, for another group or not reviewed is in nobody's
    briefing who may not see it; not even an admin is told what is personal unasked."""
    memory = stage.open("corporate")
    anna = memory.acting_as(ANNA)
    own = anna.add(content="Anna's own note.", subject="margin", is_personal=True)
    group = anna.add(content="For finance.", subject="margin", audience="group:finance")
    waiting = anna.add(content="Not reviewed.", subject="margin")
    admin = memory.acting_as(ADA)
    admin.review.approve(group.id)
    assert {one.id for one in anna.briefing("margin").facts} == {own.id, group.id, waiting.id}
    assert {one.id for one in admin.briefing("margin").facts} == {group.id}
    for stranger in (BERT, BOT):
        found = memory.acting_as(stranger).briefing("margin")
        assert found.facts == ()
        assert found.left_out == {}
        assert "Nothing is known that you may see." in found.text
    acts = {entry.action for entry in admin.admin.audit(item_id=own.id)}
    assert acts == {"item.add"}  # nobody looked at it


def test_open_contradictions_are_told_until_they_are_settled(alone: Stage) -> None:
    """What contradicts itself stands as such in the briefing, and not among the facts."""
    memory = alone.open("community")
    memory.remember("Ellen's salary is 40,000 kr a month.", subject="ellen")
    memory.remember("Ellen's salary is 55,000 kr a month.", subject="ellen")
    (open_one,) = memory.review.contradictions()
    found = memory.briefing("ellen")
    assert [one.id for one in found.contradictions] == [open_one.id]
    assert "against" in found.text
    assert found.facts == ()
    assert memory.receipt(found.receipt).text == found.text
    memory.review.resolve(open_one.id, "kept_b")
    settled = memory.briefing("ellen")
    assert settled.contradictions == ()
    assert [one.id for one in settled.facts] == [open_one.b.id]


def test_what_is_unsure_is_told_so(alone: Stage, clock: FrozenClock) -> None:
    """In Swedish where the space speaks it, with a mark below the preset's threshold; as it was
    then, when the receipt is read after confidence has faded."""
    memory = alone.open("companion")
    memory.add(content="Hyran höjs.", subject="bolaget", kind="knowledge", confidence=0.4)
    memory.add(content="Banken är SEB.", subject="bolaget", kind="knowledge", confidence=0.7)
    memory.add(content="Fråga revisorn.", subject="bolaget", kind="unresolved")
    found = memory.briefing("bolaget")
    assert "Underlag om" in found.text
    assert "osäkert" in found.text
    assert texts(found.unresolved) == {"Fråga revisorn."}
    assert "Briefing on" in memory.briefing("bolaget", locale="en-GB").text
    clock.advance(300 * DAY)
    assert memory.receipt(found.receipt).text == found.text


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"token_budget": 0}, "token_budget"),
        ({"token_budget": -5}, "token_budget"),
        ({"token_budget": "many"}, "token_budget"),
        ({"locale": "fi"}, "locale"),
        ({"meeting_at": "tomorrow"}, "meeting_at"),
        ({"subject": ""}, "subject"),
    ],
)
def test_what_cannot_be_is_refused(alone: Stage, fields: dict[str, object], named: str) -> None:
    """A wrong budget, locale, time or subject is named in the error."""
    memory = alone.open("adviser")
    with pytest.raises(InvalidInput) as refusal:
        memory.briefing(**{"subject": "ellen", **fields})  # type: ignore[arg-type]
    assert refusal.value.field == named


# -- reminders


def test_a_reminder_is_emitted_once(stage: Stage, clock: FrozenClock) -> None:
    """S0-33: an action item that is due soon is handed out once; one that is dismissed or done
    never is, and a new deadline is a new reminder."""
    memory = stage.open("adviser")
    fields = {"kind": "action_item", "subject": "ellen"}
    due = memory.add(content="Call.", metadata={"deadline": "2026-03-12"}, **fields)
    put_aside = memory.add(content="Write.", metadata={"deadline": "2026-03-12"}, **fields)
    memory.add(content="Read.", metadata={"deadline": "2026-03-12", "done": True}, **fields)
    memory.add(content="Some day.", metadata={"deadline": "soon"}, **fields)
    memory.dismiss(put_aside.id)
    assert memory.reminders() == ()  # ten days away
    clock.advance(6 * DAY)
    (one,) = memory.reminders(within_days=7)
    assert (one.item.id, one.days, one.receipt) == (due.id, 4, None)
    assert memory.reminders() == ()  # G-05: three days ahead, where nothing else is said
    clock.advance(DAY)
    (emitted,) = memory.reminders(new=True)
    assert emitted.receipt is not None
    assert "Call." in (memory.receipt(emitted.receipt).text or "")
    assert memory.reminders(new=True) == ()
    assert len(memory.reminders()) == 1  # it is still to be done
    memory.update(due.id, metadata={"deadline": "2026-03-11"})
    assert len(memory.reminders(new=True)) == 1
    memory.update(due.id, metadata={"deadline": "2026-03-11", "done": True})
    assert memory.reminders() == ()


def test_the_scan_is_scheduled(stage: Stage, clock: FrozenClock) -> None:
    """S0-33: a schedule emits what is due, once, however often it runs."""
    memory = stage.open("adviser")
    due = memory.add(
        content="Call.", kind="action_item", subject="ellen", data={"deadline": "2026-03-05"}
    )
    memory.jobs.schedule("remind", every="1d")
    for done in (2, 1, 1):  # the first one also has somebody told
        assert memory.jobs.wait().done == done
        clock.advance(DAY)
    assert [one.kind for one in memory.told(due.id)] == ["reminder"]
    assert memory.reminders(new=True) == ()


def test_everybody_is_reminded_of_what_they_may_see(stage: Stage) -> None:
    """What one was reminded of, another is reminded of too, if it is theirs to see."""
    memory = stage.open("adviser")
    fields: dict[str, Any] = {"kind": "action_item", "metadata": {"deadline": "2026-03-03"}}
    anna = memory.acting_as(ANNA)
    anna.add(content="For everybody.", **fields)
    anna.add(content="For Anna.", is_personal=True, **fields)
    assert texts(one.item for one in anna.reminders(new=True)) == {"For everybody.", "For Anna."}
    assert texts(one.item for one in memory.reminders(new=True)) == {"For everybody."}
    assert texts(one.item for one in memory.acting_as(BERT).reminders(new=True)) == {
        "For everybody."
    }


# -- insights


def test_five_clients_share_a_risk(stage: Stage) -> None:
    """S0-39: the insight names the factor, counts 5 and lists the clients, and counts nothing that
    the caller may not see."""
    memory = stage.open("adviser")
    clients = [f"client-{number}" for number in range(5)]
    for name in clients:
        memory.add(content=f"{name} has a loan.", subject=name, category="interest_rate_risk")
        memory.add(content=f"{name} again.", subject=name, category="interest_rate_risk")
    memory.add(content="Rates.", category="interest_rate_risk")  # of nobody
    for name in ("client-7", "client-8"):
        hidden = {"audience": "group:finance"} if name == "client-7" else {"is_personal": True}
        memory.acting_as(ANNA).add(
            content="Loan.", subject=name, category="interest_rate_risk", **hidden
        )
    (found,) = memory.acting_as(BERT).insights()
    assert (found.attribute, found.value, found.count) == ("category", "interest_rate_risk", 5)
    assert found.subjects == tuple(clients)
    assert len(found.item_ids) == 5
    assert memory.acting_as(ANNA).insights()[0].count == 6
    assert memory.acting_as(Principal("carl")).insights(min_subjects=6) == ()
    with pytest.raises(InvalidInput, match="min_subjects"):
        memory.insights(min_subjects=1)


def test_the_same_answer_is_shared(alone: Stage) -> None:
    """Tags, entities and fields count like categories; what is done or due does not."""
    memory = alone.open("adviser")
    for name in ("a", "b", "c"):
        memory.add(
            content=f"{name} rents.",
            subject=name,
            tags=["landlord"],
            entities=["Northgate Homes"],
            data={"slot": "employer", "value": "Volvo", "risk_factor": "housing"},
            metadata={"deadline": "2026-05-01", "priority": "high"},
        )
    assert {(one.attribute, one.value) for one in memory.insights()} == {
        ("tag", "landlord"),
        ("entity", "Northgate Homes"),
        ("employer", "Volvo"),
        ("risk_factor", "housing"),
    }
