"""Review: people decide, everybody can see why, and what is personal stays so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    IllegalTransition,
    InvalidInput,
    Item,
    Memory,
    NotFound,
    Principal,
    Reported,
    Review,
    Stance,
)
from remembrancer.governance.cascade_report import Cascade, Reliance
from remembrancer.governance.contradiction import Hidden
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN
from tests.scenarios.stage import Stage

LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."
SECRET = "Zebrafish"
NOTES = f"Project {SECRET}: we buy the orders system in May for £9m."


def deliver(store: Memory, item: Item, times: int) -> None:
    """Tells an item to the caller so many times."""
    told = [DeliveredEntry("approved", "by rank", item.id)]
    new = NewDelivery("bundle", "bundle/1", None, 10, 6_000, told, {}, {}, item.content)

    def act(unit: Any, _: Any) -> None:
        for _number in range(times):
            unit.deliveries.add(new)

    store._session.write(act)


# -- S4-28 to S4-31, S4-43 to S4-46, S4-79: what people decide


def test_what_is_submitted_waits(alone: Stage) -> None:
    """S4-46, S4-29: a submission is pending, and no agent has it until an admin approves."""
    store = alone.open("corporate", principal=ADA)
    item = store.acting_as(ANNA).add(
        title="Settlement lag", content=LAG_3, category="data_analysis", domain="data", tags=["lag"]
    )
    assert item.review is Review.PENDING
    bot = store.acting_as(BOT)
    assert bot.recall("settlement lag").hits == ()
    assert bot.bundle().approved == ()
    store.acting_as(KARIN).review.approve(item.id, reason="Checked.")
    assert [hit.id for hit in bot.recall("settlement lag").hits] == [item.id]
    assert [one.id for one in bot.bundle().approved] == [item.id]


def test_a_mandate_has_an_audience_and_a_reason(alone: Stage) -> None:
    """S4-43: mandatory for its audience, with the reason on record; refused to non-admins."""
    store = alone.open("corporate", principal=ADA)
    item = store.acting_as(ANNA).add(content=LAG_3)
    with pytest.raises(Forbidden):
        store.acting_as(BERT).review.mandate(item.id, reason="I say so.")
    with pytest.raises(InvalidInput, match="reason"):
        store.review.mandate(item.id, reason=" ")
    done = store.review.mandate(item.id, reason="Two decks.", audience="group:finance")
    assert (done.review, done.audience) == (Review.MANDATORY, "group:finance")
    (act,) = [one for one in store.admin.audit() if one.action == "review.mandate"]
    assert (act.actor, act.target, act.reason) == (ADA.name, item.id, "Two decks.")
    with pytest.raises(NotFound):
        store.acting_as(BERT).get(item.id)
    assert store.acting_as(ANNA).get(item.id).review is Review.MANDATORY


def test_an_admin_mandates_in_one_step(alone: Stage) -> None:
    """S4-79: what an ADMIN enters as a mandate is mandatory with confidence 1.0, in the next
    bundle and in the ledger; a KM_ADMIN and everybody else are refused."""
    store = alone.open("corporate", principal=ADA)
    item = store.add(content="Use the ledger.", source_type="admin_mandate", reason="Two decks.")
    assert (item.review, item.confidence) == (Review.MANDATORY, 1.0)
    assert [one.id for one in store.acting_as(BOT).bundle().mandatory] == [item.id]
    (act,) = [one for one in store.admin.audit() if one.target == item.id]
    assert (act.actor, act.action, act.reason) == (ADA.name, "review.mandate", "Two decks.")
    for who in (KARIN, ANNA, BOT):
        with pytest.raises(Forbidden, match="admin_mandate"):
            store.acting_as(who).add(content="Obey.", source_type="admin_mandate")


def test_an_edit_is_on_record_before_and_after(memory: MemoryFactory) -> None:
    """S4-31: who changed what, when and why, and how it read before and after."""
    store = memory("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(content=LAG_3, tags=["lag"])
    store.review.approve(item.id)
    store.review.edit(item.id, content=LAG_5, reason="Finance said five.")
    added, approved, edited = store.changes_of(item.id)
    assert (added.action, added.fields) == ("item.add", ())
    assert [(one.field, one.before, one.after) for one in approved.fields] == [
        ("review", "pending", "approved"),
        ("admin_approved", False, True),
    ]
    assert (edited.actor, edited.action, edited.reason) == (
        ADA.name,
        "review.edit",
        "Finance said five.",
    )
    assert [(one.field, one.before, one.after) for one in edited.fields] == [
        ("content", LAG_3, LAG_5)
    ]
    with pytest.raises(NotFound):
        store.changes_of("km_000000000000")


def test_time_alone_changes_nothing_on_record(alone: Stage, clock: FrozenClock) -> None:
    """S4-31: that an item ran out meanwhile is no part of what somebody did to it."""
    store = alone.open("corporate", principal=ADA)
    until = clock() + timedelta(days=10)
    item = store.add(content=LAG_3, valid_until=until)
    store.review.approve(item.id)
    clock.advance(timedelta(days=20))
    store.update(item.id, tags=["old"])
    (*_, last) = store.changes_of(item.id)
    assert [one.field for one in last.fields] == ["tags"]


def test_the_changes_of_what_is_hidden_are_hidden(alone: Stage) -> None:
    """S4-54, S4-56: nobody reads in its changes what they may not read."""
    store = alone.open("corporate", principal=ADA)
    item = store.acting_as(ANNA).add(content=NOTES, is_personal=True)
    with pytest.raises(NotFound):
        store.acting_as(BERT).changes_of(item.id)


@pytest.mark.parametrize("verb", ["approve", "reject", "mandate", "revoke"])
def test_what_is_personal_is_not_up_for_review(alone: Stage, verb: str) -> None:
    """S4-57: no admin decides on it, whatever the verb."""
    store = alone.open("corporate", principal=ADA)
    item = store.acting_as(ANNA).add(content=NOTES, is_personal=True)
    with pytest.raises(Conflict, match="personal"):
        getattr(store.review, verb)(item.id, reason="because")
    (one,) = store.review.batch([item.id], verb, reason="because").results
    assert "personal" in (one.error or "")
    assert store.acting_as(ANNA).get(item.id).is_personal


def test_a_program_does_not_mandate_what_is_untrusted(alone: Stage) -> None:
    """S4-43: what came from outside becomes binding only by a person."""
    store = alone.open("corporate", principal=ADA)
    told = store.remember(LAG_3, source={"id": "mail-1", "trust": "outside"})
    store.review.approve(told.items[0].id)
    robot = Principal("robot", roles=["ADMIN"], kind="agent")
    with pytest.raises(Forbidden, match="outside"):
        store.acting_as(robot).review.mandate(told.items[0].id, reason="because")
    assert store.review.mandate(told.items[0].id, reason="I checked.").review is Review.MANDATORY


def test_what_was_rejected_is_not_mandated(alone: Stage) -> None:
    """S4-28: rejected and revoked are final, and the refusal says what is allowed."""
    store = alone.open("corporate", principal=ADA)
    item = store.acting_as(ANNA).add(content=LAG_3)
    store.review.reject(item.id)
    for verb in ("approve", "mandate", "revoke"):
        with pytest.raises(IllegalTransition):
            getattr(store.review, verb)(item.id, reason="because")


def test_a_case_holds_what_a_reviewer_asks_for(alone: Stage) -> None:
    """The item with its evidence, what contradicts it, what stands beside it, and its votes."""
    store = alone.open("corporate", principal=ADA)
    known = store.acting_as(BERT).add(content=LAG_3)
    beside = store.add(content="The refunds table has its own settlement rules.")
    item = store.acting_as(ANNA).add(content=LAG_5)
    store.acting_as(CARL).vote(item.id, 1)
    store.acting_as(BERT).vote(item.id, 1)
    store.acting_as(BERT).vote(item.id, -1)
    case = store.acting_as(KARIN).review.case(item.id)
    assert case.item == store.get(item.id)
    assert [(one.a.id, one.b.id) for one in case.contradictions] == [(known.id, item.id)]
    assert [one.id for one in case.neighbours] == [beside.id]
    assert (case.votes.up, case.votes.down) == (1, 1)  # S4-16: the last vote counts
    with pytest.raises(Forbidden):
        store.acting_as(ANNA).review.case(item.id)
    with pytest.raises(NotFound):
        store.review.case("km_000000000000")


# -- the cascade


def relied(found: Cascade) -> set[tuple[str, str]]:
    return {(one.item.id, one.how.value) for one in (*found.items, *found.decisions)}


def test_revoking_tells_what_relied_on_it(memory: MemoryFactory) -> None:
    """One fact with 3 derived items, 2 decisions and 40 deliveries: all are listed, and none of
    them changes by itself."""
    store = memory("corporate").acting_as(ADA)
    fact = store.add(content=LAG_3)
    store.review.approve(fact.id)
    derived = [store.add(content=f"Note {n}", metadata={"made_of": [fact.id]}) for n in range(3)]
    decisions = [
        store.add(content=f"Wait {n} days", kind="decision", data={"related_entries": [fact.id]})
        for n in range(2)
    ]
    deliver(store.acting_as(BOT), fact, 38)
    deliver(store, fact, 2)
    store.add(content="Nothing to do with it.", data={"related_entries": ["km_000000000000"]})
    ended = store.review.revoke(fact.id, reason="It is immediate since May.")
    found = store.acting_as(KARIN).review.relied_on(fact.id)
    assert (ended.id, ended.review, ended.relied_on) == (fact.id, Review.REVOKED, found)
    assert [one.item.id for one in found.items] == [one.id for one in derived]
    assert [one.item.id for one in found.decisions] == [one.id for one in decisions]
    assert {one.how for one in found.items} == {Reliance.NAMED}
    assert len(found.deliveries) == 40
    assert {one.delivered_to for one in found.deliveries} == {BOT.name, ADA.name}
    assert not found.is_cut
    assert {store.get(one.id).review for one in derived} == {Review.PENDING}
    assert set(found.export()) == {"item_id", "items", "decisions", "deliveries", "is_cut"}


def test_what_took_its_place_relied_on_it(memory: MemoryFactory) -> None:
    """A merged item, and what replaced that, are told of the fact that they were made of."""
    store = memory("corporate").acting_as(ADA)
    first = store.acting_as(ANNA).add(content=LAG_3)
    store.acting_as(BERT).add(content=LAG_5)
    (row,) = store.review.contradictions()
    settled = store.review.resolve(row.id, "merge", merged_content="It lags 3 to 5 days.")
    assert settled.resolution is not None
    merged = settled.resolution.item_id
    later = store.supersede(merged or "", content="It lags 4 days.")
    found = store.review.relied_on(first.id)
    assert relied(found) == {(merged, "replaced"), (later.id, "replaced")}


def test_whatever_takes_an_item_out_of_use_reports_what_relied_on_it(
    memory: MemoryFactory,
) -> None:
    """Superseding, a batch and a source that is withdrawn tell it like revoking; who is no admin
    replaces what is their own, and is not told."""
    store = memory("corporate").acting_as(ADA)

    def noted(**fields: Any) -> tuple[Item, Item]:
        fact = store.add(**{"content": LAG_3, **fields})
        store.review.approve(fact.id)
        return fact, store.add(content="A note.", metadata={"made_of": [fact.id]})

    old, note = noted()
    new = store.supersede(old.id, content=LAG_5)
    assert new.relied_on is not None
    assert relied(new.relied_on) == {(new.id, "replaced"), (note.id, "named")}
    old, note = noted(content="Margins exclude fees.")
    (done,) = store.review.batch([old.id], "revoke", reason="Gone.").results
    assert isinstance(done.item, Reported)
    assert done.item.relied_on is not None
    assert relied(done.item.relied_on) == {(note.id, "named")}
    old, note = noted(content="Refunds are monthly.", source_type="manual", source_id="wiki-44")
    (gone,) = store.review.revoke(source="wiki-44", reason="Old page.")
    assert gone.relied_on is not None
    assert relied(gone.relied_on) == {(note.id, "named")}
    anna = store.acting_as(ANNA)
    assert anna.supersede(anna.add(content="Mine.").id, content="Mine now.").relied_on is None


def test_the_same_words_count_and_the_same_page_does_not(memory: MemoryFactory) -> None:
    """Items of one message are tied together where their quotes meet, and not otherwise."""
    store = memory("adviser").acting_as(ADA)
    told = store.remember("Ellen earns £61,000 a year. Ellen wants to retire at 58.", subject="e")
    pay, _plan = told.items
    assert store.review.relied_on(pay.id).is_empty


def test_two_readings_of_the_same_words(memory: MemoryFactory) -> None:
    """What was made of the same words is listed, also where the quotes only overlap."""
    store = memory("adviser").acting_as(ADA)
    told = store.remember("Ellen earns £61,000 a year. Ellen likes hills.", subject="ellen")
    first = told.items[0]
    (proof,) = first.evidence
    assert proof.conversation_id is not None
    assert proof.message_id is not None
    place = (proof.conversation_id, proof.message_id)

    def act(unit: Any, _: Any) -> list[str]:
        """A summary of the end of that sentence, and one of the hills."""
        state = unit.items.stored(first.id).state
        made = []
        for start, end in ((12, 26), (28, 46)):
            evidence = NewEvidence(None, place, None, start, end, Stance.SUPPORTS)
            (one,) = unit.items.add([NewItem(state._replace(content="A summary."), (evidence,))])
            made.append(one.id)
        return made

    summary, other = store._session.write(act)
    found = relied(store.review.relied_on(first.id))
    assert (summary, "same_words") in found
    assert other not in {id for id, _ in found}


def test_the_cascade_names_nothing_personal(alone: Stage) -> None:
    """What is personal to somebody else is left out, and looking for it leaves no trace of it."""
    store = alone.open("corporate", principal=ADA)
    fact = store.add(content=LAG_3)
    hers = store.acting_as(ANNA)
    hers.add(content=NOTES, is_personal=True, metadata={"made_of": [fact.id]})
    assert store.review.relied_on(fact.id).is_empty
    assert "item.look" not in {one.action for one in store.admin.audit()}


def test_who_may_ask_for_the_cascade(alone: Stage) -> None:
    """Admins; and of an item that was erased they still hear whom it was told to."""
    store = alone.open("corporate", principal=ADA)
    fact = store.add(content=LAG_3)
    with pytest.raises(Forbidden):
        store.acting_as(ANNA).review.relied_on(fact.id)
    for unknown in ("km_000000000000", "%", "km_%", "", "km_" + "A" * 12):
        with pytest.raises(NotFound):
            store.review.relied_on(unknown)
    store.review.approve(fact.id)
    deliver(store.acting_as(BOT), fact, 1)
    store.erase(fact.id, reason="request 7/2026")
    (told,) = store.review.relied_on(fact.id).deliveries
    assert told.delivered_to == BOT.name


# -- S4-50 to S4-61, S4-75, S4-81: privacy and contradictions


def test_private_notes_stay_private(alone: Stage) -> None:
    """S4-75: of personal M&A notes no model, bundle, count, search or colleague learns anything;
    an admin's look is on record; once their writer shares them, they wait for review."""
    model = ScriptedModel([], is_local=False)
    store = alone.open("corporate", principal=ADA, llm=model)
    store.add(content=LAG_3, domain="data")
    before = store.stats()
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    note = anna.add(content=NOTES, domain="data", is_personal=True)
    store.jobs.wait()
    assert store.stats() == before  # S4-50
    for who in (ADA, ANNA, BOT):  # S4-51
        assert SECRET not in store.acting_as(who).bundle().text
    store.add(content="We buy the orders system in June.", domain="data")
    assert not any(SECRET in one for one in model.asked)  # S4-52
    assert store.review.contradictions() == ()
    with pytest.raises(NotFound):  # S4-54
        bert.get(note.id)
    assert SECRET not in repr((bert.items(), bert.recall("orders system"), bert.review.queue()))
    assert note.id in {one.id for one in anna.my_contributions()}  # S4-55
    assert note.id in {hit.id for hit in anna.recall("what do we buy?").hits}
    assert note.id not in {one.id for one in store.review.queue()}
    looks = [one for one in store.admin.audit() if one.action == "item.look"]
    store.acting_as(KARIN).get(note.id)
    (look,) = [one for one in store.admin.audit() if one.action == "item.look"][len(looks) :]
    assert (look.actor, look.target) == (KARIN.name, note.id)
    with pytest.raises(Forbidden):
        store.share(note.id)
    shared = anna.share(note.id, reason="The deal is public.")  # S4-57
    assert (shared.is_personal, shared.review) == (False, Review.PENDING)
    assert note.id in {one.id for one in store.review.queue()}
    assert SECRET not in store.acting_as(BOT).bundle().text
    store.review.approve(note.id)
    assert SECRET in store.acting_as(BOT).bundle().text


def disputed(stage: Stage) -> tuple[Memory, Item, Item, str]:
    """Something of Anna's, something of Bert's that speaks against it, and the row about both."""
    store = stage.open("corporate", principal=ADA)
    a = store.acting_as(ANNA).add(content=LAG_3)
    b = store.acting_as(BERT).add(content=LAG_5)
    (row,) = store.review.contradictions()
    return store, a, b, row.id


def test_a_side_made_personal_is_masked(alone: Stage) -> None:
    """S4-53: an admin is told its id and that it is hidden, and neither the reason nor a merged
    text tells what it says; that is no look at it. Who cannot see it does not see the row."""
    store, a, b, row = disputed(alone)
    store.acting_as(ANNA).update(a.id, is_personal=True)
    for include_resolved in (False, True):
        (found,) = store.review.contradictions(include_resolved=include_resolved)
        assert found.export()["a"] == {"id": a.id, "hidden": True}
        assert isinstance(found.a, Hidden)
        assert found.b == store.get(b.id)
        assert (found.reason, found.merged_content, found.suggestion.value) == (
            "",
            None,
            "both_valid",
        )
        assert "3" not in str(found.export()["reason"])
    assert "item.look" not in {one.action for one in store.admin.audit()}
    for who in (BERT, CARL, BOT):
        assert store.acting_as(who).review.contradictions(include_resolved=True) == ()
    (hers,) = store.acting_as(ANNA).review.contradictions(include_resolved=True)
    assert isinstance(hers.a, Item)
    assert store.review.case(b.id).contradictions == (found,)
    assert row == found.id


def test_what_is_masked_is_only_taken_off_the_list(alone: Stage) -> None:
    """S4-53: nothing can be decided on a hidden side; both_valid closes the row and changes
    neither item. Shared again before that, the row is whole and open."""
    store, a, b, row = disputed(alone)
    anna = store.acting_as(ANNA)
    anna.update(a.id, is_personal=True)
    for action in ("kept_a", "kept_b", "merge"):
        with pytest.raises(Conflict, match="made personal"):
            store.review.resolve(row, action)
    anna.share(a.id)
    (whole,) = store.review.contradictions()
    assert isinstance(whole.a, Item)
    anna.update(a.id, is_personal=True)
    versions = (anna.get(a.id), store.get(b.id))
    closed = store.review.resolve(row, "both_valid")
    assert isinstance(closed.a, Hidden)
    assert (anna.get(a.id), store.get(b.id)) == versions
    assert store.review.contradictions() == ()
    (logged,) = store.review.contradictions(include_resolved=True)
    assert isinstance(logged.a, Hidden)
    with pytest.raises(Conflict, match="settled before"):
        store.review.resolve(row, "both_valid")


def test_the_log_of_contradictions(alone: Stage, clock: FrozenClock) -> None:
    """S4-81, S4-17: a row for each pair: severity and suggestion, the final choice, who and when;
    settled twice is refused."""
    store, a, b, row = disputed(alone)
    clock.advance(timedelta(hours=1))
    store.acting_as(KARIN).review.resolve(row, "kept_b", reason="Asked the bank.")
    (found,) = store.review.contradictions(include_resolved=True)
    assert (found.a.id, found.b.id) == (a.id, b.id)
    assert (found.severity.value, found.suggestion.value) == ("high", "kept_b")
    assert found.resolution is not None
    assert (found.resolution.action.value, found.resolution.by, found.resolution.at) == (
        "kept_b",
        KARIN.name,
        clock(),
    )
    assert "Asked the bank." in {one.reason for one in store.admin.audit()}
    with pytest.raises(Conflict, match="settled before"):
        store.review.resolve(row, "kept_a")


def test_the_path_of_a_governed_fact(alone: Stage) -> None:
    """S4-73: from the source over the evidence and the review to the delivery."""
    store = alone.open("corporate", principal=ADA)
    told = store.acting_as(ANNA).remember(f"{LAG_3}", source="wiki-44")
    (item,) = told.items
    store.review.approve(item.id, reason="Checked.")
    store.acting_as(BOT).bundle()
    path = store.provenance(item.id)
    assert path.item.evidence
    assert [one.action for one in path.changes] == ["item.add", "review.approve"]
    assert [one.delivered_to for one in path.deliveries] == [BOT.name]
