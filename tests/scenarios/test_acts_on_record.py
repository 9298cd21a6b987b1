"""Who decided what, when and why: every act of review is in the ledger, and nobody vouches for
himself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from remembrancer import Forbidden, InvalidInput, Item, Memory, NotFound, Principal, Review
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.people import ADA, ANNA, BERT, BOT
from tests.scenarios.stage import Stage

GATE = Principal("gate", kind="service", roles=["ADMIN"])
LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."


def two(store: Memory) -> tuple[Item, Item]:
    """Two items that contradict each other, one of them approved."""
    known = store.review.approve(store.acting_as(ANNA).add(content=LAG_3, domain="data").id)
    return known, store.acting_as(BERT).add(content=LAG_5, domain="data")


# -- S4-79: mandates in one step


def test_only_a_mandate_takes_a_reason(alone: Stage) -> None:
    """S4-79: why an admin makes something binding is kept, of one and of many; whoever else gives
    a reason is told where it goes, and nothing is stored."""
    store = alone.open("corporate", principal=ADA)
    listed = [
        {"content": "Use net.", "source_type": "admin_mandate", "reason": "Audit of May."},
        {"content": "Use UTC.", "source_type": "admin_mandate"},
    ]
    net, utc = store.add_many(listed)
    whys = {one.target: one.reason for one in store.admin.audit() if one.action == "review.mandate"}
    assert whys == {net.id: "Audit of May.", utc.id: None}
    for given in ({"content": "Use net."}, {"content": "Use net.", "source_type": "manual"}):
        with pytest.raises(InvalidInput, match="admin_mandate") as refused:
            store.add(**given, reason="Because.")
        assert refused.value.field == "reason"
    with pytest.raises(InvalidInput, match="reason"):
        store.add(content="Use net.", source_type="admin_mandate", reason=7)
    assert len(store.items()) == 2


# -- S4-20, S4-81: contradictions


@pytest.mark.parametrize("action", ["kept_a", "kept_b", "merge", "both_valid"])
def test_a_resolution_is_an_act_of_its_own(alone: Stage, clock: FrozenClock, action: str) -> None:
    """S4-20, S4-81: whichever way, one row says who settled it, when, how and why; the log of
    either item and the contradiction itself say so too."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    clock.advance(timedelta(hours=1))
    (found,) = store.review.contradictions()
    merged = "Three days, five in May." if action == "merge" else None
    store.review.resolve(found.id, action, merged_content=merged, reason="Asked finance.")
    (act,) = [one for one in store.admin.audit() if one.action == "contradiction.resolve"]
    assert (act.actor, act.at, act.target) == (ADA.name, clock(), found.id)
    assert (act.detail["resolution"], act.reason) == (action, "Asked finance.")
    for item in (known, new):
        assert act in store.admin.audit(item_id=item.id)
    assert act not in store.admin.audit(item_id=store.add(content="Else.").id)
    (settled,) = store.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert settled.resolution.reason == "Asked finance."
    assert store.verify().ok


def test_the_reason_of_a_resolution_tells_nothing_of_what_became_personal(alone: Stage) -> None:
    """S4-53: an admin who may not see one side any more does not read there why it was settled,
    and who sees one of the two alone does not learn of the other."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    (found,) = store.review.contradictions()
    store.review.resolve(found.id, "both_valid", reason="Bert's five days are in May.")
    (seen,) = store.acting_as(ANNA).review.contradictions(include_resolved=True)
    assert seen.resolution is not None
    assert seen.resolution.reason == "Bert's five days are in May."
    store.acting_as(BERT).update(new.id, is_personal=True)
    (hidden,) = store.review.contradictions(include_resolved=True)
    assert hidden.resolution is not None
    assert hidden.resolution.reason is None
    told = store.acting_as(ANNA).provenance(known.id).changes
    assert "contradiction.resolve" not in {one.action for one in told}


def test_the_reason_of_a_resolution_goes_with_an_erasure(alone: Stage) -> None:
    """What was said of an item that is erased is nowhere any more; that it was settled is."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    (found,) = store.review.contradictions()
    store.review.resolve(found.id, "both_valid", reason="Five days, says Bert.")
    store.erase(new.id, reason="request 7")
    (act,) = [one for one in store.admin.audit() if one.action == "contradiction.resolve"]
    assert (act.actor, act.reason) == (ADA.name, None)
    assert act in store.admin.audit(item_id=known.id)
    assert store.verify().ok


@pytest.mark.parametrize("reason", ["Finance moved to five.", None])
@pytest.mark.parametrize("preset", ["corporate", "community"])
def test_what_takes_the_place_of_a_mandate_is_one(
    alone: Stage, preset: str, reason: str | None
) -> None:
    """S4-60: agents stay bound when the new one of two is kept over a mandatory one, and the
    ledger says by whom and why."""
    store = alone.open(preset, principal=ADA)
    known = store.add(content=LAG_3, domain="data")
    store.review.mandate(known.id, reason="Two decks.")
    new = store.acting_as(BERT).add(content=LAG_5, domain="data")
    (found,) = store.review.contradictions()
    settled = store.review.resolve(found.id, "kept_b", reason=reason)
    assert [one.review for one in settled.items if one.id == new.id] == [Review.MANDATORY]
    assert [one.id for one in store.acting_as(BOT).bundle().mandatory] == [new.id]
    (act,) = [one for one in store.admin.audit(item_id=new.id) if one.action == "review.mandate"]
    assert act.actor == ADA.name
    assert act.reason == reason or (reason is None and known.id in (act.reason or ""))


# -- S4-43 to S4-45: programs that govern


@pytest.mark.parametrize("kind", ["service", "agent"])
@pytest.mark.parametrize("role", ["KM_ADMIN", "ADMIN"])
def test_a_program_with_the_role_reviews_what_others_brought(
    alone: Stage, kind: str, role: str
) -> None:
    """S4-43 to S4-45: it sees the queue and approves, rejects, mandates and revokes, one by one or
    many at once; what it is told stays what was reviewed."""
    store = alone.open("corporate", principal=ADA)
    anna = store.acting_as(ANNA)
    first, second, third = (anna.add(content=f"{LAG_3} Case {one}.").id for one in "abc")
    gate = store.acting_as(Principal("gate", kind=kind, roles=[role]))
    assert {one.id for one in gate.review.queue()} == {first, second, third}
    assert gate.recall("settlement lag").hits == ()
    assert gate.review.case(first).item.id == first
    gate.review.reject(first, reason="Twice.")
    batch = gate.review.batch([second, third], "approve", reason="Import of May.")
    assert [one.error for one in batch.results] == [None, None]
    gate.review.mandate(second, reason="Policy 7.")
    gate.review.revoke(third, reason="Wrong after all.")
    assert [one.id for one in gate.bundle().mandatory] == [second]
    acts = [one for one in store.admin.audit() if one.actor == "gate"]
    assert {one.action for one in acts} == {
        "review.reject",
        "review.approve",
        "review.mandate",
        "review.revoke",
    }
    assert all(one.reason for one in acts)


def test_a_program_never_sees_what_is_personal_to_others(alone: Stage) -> None:
    """S4-54: the role of an admin opens it to no program, by id or in a list."""
    store = alone.open("corporate", principal=ADA)
    note = store.acting_as(ANNA).add(content=LAG_3, is_personal=True)
    gate = store.acting_as(GATE)
    assert not gate.review.queue(is_personal=True).items
    with pytest.raises(NotFound):
        gate.get(note.id)


@pytest.mark.parametrize("preset", ["corporate", "community"])
def test_no_program_decides_on_what_it_brought(alone: Stage, preset: str) -> None:
    """A program that is an admin neither approves nor mandates its own, by whatever way; another
    admin does, and the program may withdraw it."""
    store = alone.open(preset, principal=ADA)
    gate = store.acting_as(GATE)
    own = gate.add(content=LAG_3)
    with pytest.raises(Forbidden, match="contributed"):
        gate.review.mandate(own.id, reason="I say so.")
    with pytest.raises(Forbidden, match="contributed"):
        gate.add(content=LAG_5, source_type="admin_mandate", reason="I say so.")
    if preset == "corporate":
        with pytest.raises(Forbidden, match="contributed"):
            gate.review.approve(own.id)
        other = Principal("other", kind="agent", roles=["KM_ADMIN"])
        store.acting_as(other).review.approve(own.id)
        with pytest.raises(Forbidden, match="only a person"):
            gate.update(own.id, content=LAG_5)
        assert gate.review.revoke(own.id, reason="Wrong.").review == "revoked"


def test_no_program_brings_its_words_in_through_those_of_others(alone: Stage) -> None:
    """It edits no text that it then could approve, and settles nothing in its own favour."""
    store = alone.open("corporate", principal=ADA)
    gate, bot = store.acting_as(GATE), store.acting_as(BOT)
    waiting = bot.add(content="The refunds table has no lag.")
    with pytest.raises(Forbidden, match="only a person"):
        gate.review.edit(waiting.id, content="The refunds table is not used.")
    assert gate.review.edit(waiting.id, tags=["lag"]).tags == ("lag",)
    store.review.approve(bot.add(content=LAG_3, domain="data").id)
    gate.add(content=LAG_5, domain="data")
    (found,) = store.review.contradictions()
    for action in ("kept_a", "kept_b", "both_valid"):
        with pytest.raises(Forbidden, match="contributed"):
            gate.review.resolve(found.id, action)
    other = store.acting_as(Principal("other", kind="agent", roles=["ADMIN"]))
    with pytest.raises(Forbidden, match="merged text"):
        other.review.resolve(found.id, "merge", merged_content="Three or five days.")
    settled = other.review.resolve(found.id, "kept_a", reason="Measured.")
    assert settled.resolution is not None
    assert settled.resolution.by == "other"


# -- S4-43: whom a mandate reaches


def test_a_group_that_nobody_knows_is_refused(alone: Stage) -> None:
    """S4-43: what would reach nobody is not addressed in silence: the refusal names the groups
    that are meant, whichever verb it is."""
    store = alone.open("corporate", principal=ADA)
    store.admin.add_person("fay", groups=["finance", "audit"])
    item = store.add(content=LAG_3)
    wrong = "group:finanse"
    acts: list[Callable[[], object]] = [
        lambda: store.review.mandate(item.id, reason="Two decks.", audience=wrong),
        lambda: store.review.edit(item.id, audience=wrong),
        lambda: store.update(item.id, audience=wrong),
        lambda: store.supersede(item.id, content=LAG_5, audience=wrong),
        lambda: store.add(content=LAG_5, audience=wrong),
        lambda: store.add_many([{"content": LAG_5, "audience": wrong}]),
        lambda: store.remember(LAG_5, audience=wrong),
        lambda: store.remember(LAG_5, audience=wrong, infer=False),
        lambda: store.conversations.start(audience=wrong),
        lambda: store.sources.meeting("m-1", transcript="Ann: Hi.", audience=wrong),
    ]
    for act in acts:
        with pytest.raises(InvalidInput, match="Did you mean 'finance'") as refused:
            act()
        assert refused.value.field == "audience"
    assert [one.version for one in store.items()] == [1]
    with pytest.raises(InvalidInput, match="There is 'audit', 'finance'"):
        store.add(content=LAG_5, audience="group:x")
    done = store.review.mandate(item.id, reason="Two decks.", audience="group:finance")
    assert done.audience == "group:finance"


def test_where_no_group_is_on_record_callers_bring_theirs(alone: Stage) -> None:
    """Principals that are given in Python need nobody on record, and a caller's own group is
    always known."""
    store = alone.open("corporate", principal=ADA)
    item = store.add(content=LAG_3)
    done = store.review.mandate(item.id, reason="Two decks.", audience="group:finance")
    assert done.audience == "group:finance"
    store.admin.add_person("fay", groups=["audit"])
    ops = store.acting_as(Principal("olle", roles=["KM_ADMIN"], groups=["ops"]))
    assert ops.add(content=LAG_5, audience="group:ops").audience == "group:ops"


# -- S4-58: a judge that fails


@pytest.mark.parametrize("failure", [TimeoutError("k-7"), KeyError("k-7"), RuntimeError("k-7")])
def test_whatever_a_judge_fails_with_loses_nothing(
    alone: Stage, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """S4-58: the item is stored and rules judge it, whatever somebody's own model raises; the log
    has the type of it and none of its words."""
    model = ScriptedModel([failure, failure])
    store = alone.open("corporate", principal=ADA, llm=model)
    store.add(content=LAG_3, domain="data")
    with caplog.at_level("WARNING", logger="remembrancer.work"):
        new = store.acting_as(BERT).add(content=LAG_5, domain="data")
    assert model.asked
    (found,) = store.review.contradictions()
    assert found.b.id == new.id
    assert f"failed with {type(failure).__name__}" in caplog.text
    assert "k-7" not in caplog.text
