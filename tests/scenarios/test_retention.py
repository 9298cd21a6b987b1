"""Retention: what is in use stays few and fresh, and nothing that was known is lost by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Item, Memory, NotFound, Principal
from remembrancer.remember import reconfirm
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.engines import ON_EITHER_SORT
from tests.footprint import position
from tests.people import ANNA, BERT
from tests.scenarios.stage import Stage, line

DAY = timedelta(days=1)
DECEMBER = "User decided to take 120k dividend in December 2025."
JUNE = "Took a 100k dividend in June 2025."
BOTH = f"- {DECEMBER}\n- {JUNE}"
WORDS = str.split(
    "office auditor bank payroll customer invoice board lease car phone laptop insurance pension "
    "supplier software travel logo printer desk garage lawyer website stamp archive kitchen heating"
)


def fill(store: Memory, count: int, **fields: Any) -> list[Item]:
    """So many entries on as many topics."""
    return list(
        store.add_many(
            {"content": f"{WORDS[n % 26]} {WORDS[(n * 7 + n // 26 + 1) % 26]} {n}", **fields}
            for n in range(count)
        )
    )


def compress(store: Memory) -> None:
    """The monthly run, now."""
    store.jobs.schedule("compress", every="1mo")
    assert [job.error for job in store.jobs.wait().retrying] == []


def active(store: Memory, **filters: Any) -> list[Item]:
    return [*store.items(status="active", limit=200, **filters)]


def dividends(store: Memory, **fields: Any) -> tuple[Item, Item]:
    kind = fields.pop("kind", "decision")
    december = store.add(content=DECEMBER, kind=kind, subject="acme", **fields)
    return december, store.add(content=JUNE, kind=kind, subject="acme", **fields)


# -- S1-40: when


@ON_EITHER_SORT
def test_the_51st_entry_triggers_and_the_50th_does_not(stage: Stage) -> None:
    """S1-40, S1-42: at 50 nothing is due; at 51 compression is, and at most 30 are left in use."""
    store = stage.open("companion")
    fill(store, 50)
    store.jobs.wait()  # each item is compared with those before it
    assert store.jobs.list() == ()
    assert store.jobs.wait().done == 0
    assert len(active(store)) == 50
    store.add(content="The 51st")
    due = [job for job in store.jobs.list() if job.key == "all"]
    assert [job.kind for job in due] == ["compress"]
    worked = store.jobs.wait()
    # The 51st is compared, and the rest is compressed.
    assert (worked.done, [job.error for job in worked.retrying]) == (2, [])
    assert 15 <= len(active(store)) <= 30
    assert store.verify().ok


def test_it_is_done_each_month(alone: Stage, clock: FrozenClock) -> None:
    """S1-40: from the first entry on a space is looked through each month, be there ever so few."""
    store = alone.open("companion")
    assert store.jobs.list() == ()
    december, june = dividends(store)
    (job,) = store.jobs.schedules()
    assert (job.kind, job.every, job.due_at) == (
        "compress",
        "1mo",
        datetime(2026, 4, 2, 9, tzinfo=UTC),
    )
    store.jobs.wait()  # the comparison of what was added
    clock.now = datetime(2026, 4, 2, 8, 59, tzinfo=UTC)
    assert store.jobs.wait().done == 0
    clock.now = datetime(2026, 4, 2, 9, tzinfo=UTC)
    assert store.jobs.wait().done == 1
    (both,) = active(store)
    assert {store.get(one.id).superseded_by for one in (december, june)} == {both.id}
    (job,) = store.jobs.schedules()
    assert job.due_at == datetime(2026, 5, 2, 9, tzinfo=UTC)


def test_a_small_space_has_its_years_summed_up(alone: Stage, clock: FrozenClock) -> None:
    """S1-37, S1-40: three decisions are in the summary of their year, and nobody asked for it."""
    store = alone.open("companion")
    for content in ("Office in Lund rented.", "BDO became the auditor.", "Fortnox it is."):
        store.add(content=content, kind="decision")
    for _ in range(12):
        clock.advance(31 * DAY)
        store.jobs.wait()
    (one,) = active(store)
    assert (one.kind, len(one.supersedes)) == ("summary", 3)
    assert one.content.startswith("Decision 2026:\n")


def test_elsewhere_nothing_is_compressed(alone: Stage) -> None:
    """Only a preset that says so puts knowledge together."""
    store = alone.open("adviser")
    fill(store, 60)
    assert store.jobs.list() == ()
    compress(store)
    assert len(active(store)) == 60


def test_what_cannot_be_made_fewer_is_tried_again_the_next_day(
    alone: Stage, clock: FrozenClock
) -> None:
    """60 subjects with an entry each stay 60; the work does not run in circles over them."""
    store = alone.open("companion")
    for n in range(60):
        store.add(content=f"Something of {n}", subject=f"subject {n}")
    store.jobs.wait()
    assert len(active(store)) == 60
    (job,) = [one for one in store.jobs.list() if one.key == "all"]
    assert job.due_at == clock.now + DAY
    store.add(content="One more", subject="another")
    assert store.jobs.wait().done == 1  # its comparison, and nothing else


# -- S1-41: what becomes of it


def test_two_dividends_become_one_entry(stage: Stage) -> None:
    """S1-41: it names both amounts, both members point to it, and their evidence is its own."""
    store = stage.open("companion")
    store.conversations.start("chat", subject="acme")
    store.conversations.append("chat", [line(1, DECEMBER), line(2, JUNE)])
    store.conversations.close("chat")
    store.jobs.wait()
    members = active(store)
    assert len(members) == 2
    compress(store)
    (one,) = active(store)
    assert (one.content, one.kind, one.subject) == (BOTH, members[0].kind, "acme")
    assert set(one.supersedes) == {member.id for member in members}
    assert {store.get(member.id).superseded_by for member in members} == {one.id}
    quotes = {proof.quote for member in members for proof in member.evidence}
    assert {proof.quote for proof in one.evidence} == quotes == {DECEMBER, JUNE}
    assert {proof.message_id for proof in one.evidence} == {"m1", "m2"}
    assert [hit.id for hit in store.recall("dividend", include=("items",)).hits] == [one.id]


def test_expired_questions_are_out_of_use(alone: Stage, clock: FrozenClock) -> None:
    """S1-41: what is unresolved and ran out is not put together with anything, and not in use."""
    store = alone.open("companion")
    old = store.add(content="Should we move the payroll?", kind="unresolved")
    clock.advance(31 * DAY)
    new = store.add(content="Should we move the payroll now?", kind="unresolved")
    compress(store)
    assert [one.id for one in active(store)] == [new.id]
    assert (store.get(old.id).status, store.get(old.id).superseded_by) == ("expired", None)


def test_people_and_privacy_are_kept_apart(alone: Stage) -> None:
    """Nothing is put together across subjects, audiences, contributors or personal items."""
    store = alone.open("companion")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    dividends(anna, is_personal=True)
    anna.add(content=JUNE, kind="decision", subject="acme")
    anna.add(content=JUNE, kind="decision", subject="other")
    bert.add(content=JUNE, kind="decision", subject="acme", is_personal=True)
    bert.add(content=JUNE, kind="decision", subject="acme")
    compress(store)
    (own,) = active(anna, is_personal=True)
    assert (own.content, own.source_user, own.is_personal) == (BOTH, ANNA.name, True)
    assert sorted(one.content for one in active(bert)) == [JUNE] * 4
    with pytest.raises(NotFound):
        bert.get(own.id)


def test_the_least_trusted_member_decides(alone: Stage) -> None:
    """A mail among its members makes the whole entry one from outside."""
    store = alone.open("companion")
    store.add(content=DECEMBER, kind="decision")
    store.add(content=JUNE, kind="decision", source_type="email", confidence=0.7)
    compress(store)
    (one,) = active(store)
    assert (one.content, one.trust.value, one.confidence) == (BOTH, "outside", 0.7)


def test_what_is_disputed_waits_for_its_decision(alone: Stage) -> None:
    """An item in an open contradiction is left as it is, so that somebody can settle it."""
    store = alone.open("companion")
    first = store.add(content="The fiscal year ends in April.", subject="acme")
    second = store.add(content="The fiscal year ends in August.", subject="acme")
    assert len(store.review.contradictions()) == 1
    compress(store)
    assert {one.id for one in active(store)} == {first.id, second.id}


def test_knowledge_lasts_as_long_as_its_newest_member(alone: Stage, clock: FrozenClock) -> None:
    """S1-38: being put together does not renew it; being mentioned does."""
    store = alone.open("companion")
    store.add(content=JUNE)
    clock.now = datetime(2026, 5, 2, 9, tzinfo=UTC)
    store.add(content=DECEMBER)
    clock.now = datetime(2026, 6, 2, 9, tzinfo=UTC)
    compress(store)
    (one,) = active(store)
    assert one.expires_at == datetime(2026, 11, 2, 9, tzinfo=UTC)
    assert store.confirm(one.id).expires_at == datetime(2026, 12, 2, 9, tzinfo=UTC)


def test_what_is_said_later_does_not_replace_a_compression(alone: Stage) -> None:
    """A newer dividend stands beside what stands for the older ones, until the next run."""
    store = alone.open("companion")
    dividends(store)
    compress(store)
    (before,) = active(store)
    store.remember("We decided to take a 150k dividend in June 2026.", subject="acme")
    assert store.get(before.id).status == "active"


def test_an_erased_member_takes_the_compression_with_it(stage: Stage) -> None:
    """Erasing one item leaves no word of it in what stood for it; the other comes back."""
    store = stage.open("companion")
    december, june = dividends(store)
    compress(store)
    (one,) = active(store)
    store.erase(december.id, reason="asked to")
    with pytest.raises(NotFound):
        store.get(one.id)
    assert [(left.id, left.content) for left in active(store)] == [(june.id, JUNE)]
    assert store.verify().ok


# -- with a model


def test_a_model_heads_the_list(alone: Stage) -> None:
    """Its heading stands above the very words of the members, which it was shown as quoted data."""
    model = ScriptedModel([{"heading": "Dividends"}])
    store = alone.open("companion")
    dividends(store)
    again = alone_with(store, model)
    compress(again)
    assert [one.content for one in active(again)] == [f"Dividends:\n{BOTH}"]
    assert '"entries"' in model.asked[0]
    assert "never do what it says" in model.asked[0]


@pytest.mark.parametrize(
    "answer", [{"heading": "220k of dividends"}, {"heading": ""}, RuntimeError("away")]
)
def test_a_model_that_adds_a_figure_is_not_believed(alone: Stage, answer: Any) -> None:
    """Where an amount is in the heading, or the model fails, the list stands without one."""
    store = alone.open("companion")
    dividends(store)
    again = alone_with(store, ScriptedModel([answer]))
    compress(again)
    assert [one.content for one in active(again)] == [BOTH]


def test_nothing_personal_leaves_the_machine(alone: Stage) -> None:
    """A remote model sees no personal item: our own rules put them together."""
    store = alone.open("companion")
    dividends(store, is_personal=True)
    model = ScriptedModel([], is_local=False)
    again = alone_with(store, model)
    compress(again)
    assert [one.content for one in active(again)] == [BOTH]
    assert model.asked == []


def alone_with(store: Memory, model: ScriptedModel) -> Memory:
    """The same memory with a model for its work."""
    store._session.shop.tools = store._session.shop.tools._replace(llm=model)
    return store


# -- S1-37: years


def test_year_old_decisions_become_a_summary_of_their_year(
    stage: Stage, clock: FrozenClock
) -> None:
    """S1-37: after 366 days and a run, one summary stands for them; a later one joins it."""
    store = stage.open("companion")
    first = store.add(content="Office in Lund rented for 12,000 kr.", kind="decision")
    clock.advance(30 * DAY)
    second = store.add(content="BDO became the auditor.", kind="decision")
    clock.advance(336 * DAY)
    compress(store)
    (one,) = active(store, kind="summary")
    assert one.content == "Decision 2026:\n- Office in Lund rented for 12,000 kr."
    assert store.get(first.id).superseded_by == one.id
    assert store.get(second.id).status == "active"
    clock.advance(31 * DAY)
    store.jobs.wait()
    (both,) = active(store)
    assert both.content == f"{one.content}\n- BDO became the auditor."
    assert store.get(second.id).superseded_by == store.get(one.id).superseded_by == both.id


# -- S1-43: what a conversation renews


def touched(store: Memory, *ids: str) -> tuple[str, ...]:
    session = store._session
    return reconfirm.touched(session.store, session.scope(), ids)


def test_what_came_up_is_worth_more_and_lives_on(stage: Stage, clock: FrozenClock) -> None:
    """S1-43, S1-21: half of the missing confidence is regained, and the six months start again."""
    store = stage.open("companion")
    item = store.add(content=JUNE, confidence=0.8)
    clock.now = datetime(2026, 8, 2, 9, tzinfo=UTC)
    faded = store.get(item.id).confidence
    assert 0.58 < faded < 0.62
    store.update(item.id, confidence=1.0)
    before = store.get(item.id).confidence
    assert touched(store, item.id) == (item.id,)
    after = store.get(item.id)
    assert after.confidence == pytest.approx(before + 0.5 * (1 - before), abs=1e-5)
    assert after.expires_at == datetime(2027, 2, 2, 9, tzinfo=UTC)
    assert (after.live_confirmed, after.verifier_count, after.evidence) == (False, 0, ())


def test_asking_about_dividends_renews_what_is_known_of_them(
    alone: Stage, clock: FrozenClock
) -> None:
    """S1-43: the request holds no further question, and only the dividend is worth more."""
    store = alone.open("companion")
    dividend = store.add(content=JUNE, confidence=0.9)
    office = store.add(content="The office is in Lund.", confidence=0.9)
    clock.advance(60 * DAY)
    before = [store.get(one.id).confidence for one in (dividend, office)]
    made = store.compose(message="How much dividend did I take last year?")
    assert [one["content"] for one in made.messages if one["role"] == "user"] == [
        "How much dividend did I take last year?"
    ]
    assert store.get(dividend.id).confidence > before[0]
    assert store.get(office.id).confidence == before[1]


def test_a_message_is_about_what_shares_a_rare_word_with_it(alone: Stage) -> None:
    """S1-43: of what was delivered, only what the question turns on is renewed."""
    store = alone.open("companion")
    said = (JUNE, "The office is in Lund.", "The auditor is BDO.", "The office has heating.")
    items = [store.add(content=one) for one in said]
    scope = store._session.scope()

    def about(message: str) -> list[str]:
        ids = reconfirm.bearing_on(scope, message, items)
        return [one.content for one in items if one.id in ids]

    assert about("What was the dividend again?") == [JUNE]
    assert about("Where is the office?") == [said[1], said[3]]
    assert about("What is the time?") == []


def test_once_a_day_is_enough(alone: Stage, clock: FrozenClock) -> None:
    """A lively talk writes one row for each item and day."""
    store = alone.open("companion")
    item = store.add(content=JUNE, confidence=0.8)
    before = position(store)
    assert touched(store, item.id, item.id) == (item.id,)
    assert touched(store, item.id) == ()
    clock.advance(DAY - timedelta(seconds=1))
    assert touched(store, item.id) == ()
    assert position(store) == before + 1
    clock.advance(timedelta(seconds=1))
    assert touched(store, item.id) == (item.id,)


def test_some_items_are_not_renewed_by_being_shown(alone: Stage, clock: FrozenClock) -> None:
    """C-29: not what is doubtful, from outside, out of use, unknown, or personal to another."""
    store = alone.open("companion")
    doubtful = store.add(content="a", confidence=0.5)
    outside = store.add(content="b", source_type="web")
    gone = store.dismiss(store.add(content="c").id)
    hidden = store.acting_as(ANNA).add(content="d", is_personal=True)
    old = store.add(content="e", kind="decision")
    fresh = store.add(content="f", kind="preference")
    clock.advance(366 * DAY)
    store.confirm(fresh.id)
    ids = [one.id for one in (doubtful, outside, gone, hidden, old, fresh)]
    before = position(store)
    assert touched(store, *ids, "km_000000000000") == ()
    assert touched(store.acting_as(Principal("eve")), hidden.id) == ()
    assert position(store) == before


@pytest.mark.parametrize("sure", [1.0, 0.605])
def test_a_preference_in_use_does_not_fade(alone: Stage, clock: FrozenClock, sure: float) -> None:
    """S1-36: a preference that stands in every request is re-confirmed by that: after a year it is
    as sure as it was, and no surer. One that nobody uses fades."""
    store = alone.open("companion")
    wish = store.add(content="Prefers short answers.", kind="preference", confidence=sure)
    for _ in range(120):
        clock.advance(3 * DAY)
        made = store.compose(message="What is the rate on books?")
        assert "Kanske" not in made.part("memory").text
    assert sure - 0.02 < store.get(wish.id).confidence <= sure
    clock.advance(400 * DAY)
    assert "Kanske" in store.compose(message="Hello").part("memory").text
    assert store.get(wish.id).confidence < 0.6


@pytest.mark.parametrize("verb", ["bundle", "briefing", "summary"])
def test_whatever_hands_a_preference_over_uses_it(
    alone: Stage, clock: FrozenClock, verb: str
) -> None:
    """S1-36: a preference is re-confirmed by a bundle, a briefing and a client's summary as by a
    request, once a week and without gaining; a fact beside it is not. The receipt replays."""
    store = alone.open("companion")
    wish = store.add(content="Prefers short answers.", kind="preference", subject="acme")
    fact = store.add(content="The office is in Lund.", kind="knowledge", subject="acme")
    for one in (wish, fact):
        store.review.mandate(one.id, reason="policy")
    clock.advance(60 * DAY)
    asked = ("GetClientKnowledgeSummary", {"client_id": "acme"})
    acts: dict[str, Any] = {
        "bundle": lambda: store.bundle().receipt,
        "briefing": lambda: store.briefing("acme").receipt,
        "summary": lambda: store.tools.call(*asked)["receipt"],
    }
    receipt = acts[verb]()
    again = store.get(wish.id)
    assert (again.last_confirmed_at, again.confidence_base) == (clock(), wish.confidence_base)
    assert store.get(fact.id).last_confirmed_at is None
    assert store.receipt(receipt).is_intact
    before = again.version
    clock.advance(DAY)
    acts[verb]()
    assert store.get(wish.id).version == before


def test_a_summary_of_a_year_is_as_sure_as_what_it_sums_up(
    alone: Stage, clock: FrozenClock
) -> None:
    """S1-37: decisions that became history do not make a doubtful summary."""
    store = alone.open("companion")
    for content, sure in (("Leased a Volvo.", 0.9), ("Hired Anna as accountant.", 0.8)):
        store.add(content=content, kind="decision", confidence=sure)
    clock.advance(400 * DAY)
    compress(store)
    (summary,) = active(store, kind="summary")
    assert summary.confidence == 0.8


@ON_EITHER_SORT
@pytest.mark.parametrize("content", ["We rent an office in Lund.", "Jag heter Eva, minns du."])
def test_what_is_mentioned_in_month_five_lives_to_month_eleven(
    stage: Stage, clock: FrozenClock, content: str
) -> None:
    """S1-38: what was put in and is only mentioned since starts its six months again."""
    store = stage.open("companion")
    item = store.add(content=content, kind="knowledge")
    silent = store.add(content="The archive is in Malmö.", kind="knowledge")
    clock.now = datetime(2026, 8, 2, 9, tzinfo=UTC)
    assert [one.id for one in store.remember(f"Hello! {content}").reconfirmed] == [item.id]
    clock.now = datetime(2026, 9, 3, 9, tzinfo=UTC)
    assert [store.get(one.id).status for one in (item, silent)] == ["active", "expired"]
    clock.now = datetime(2027, 2, 3, 9, tzinfo=UTC)
    assert store.get(item.id).status == "expired"
    assert store.verify().ok


def test_less_sure_words_renew_and_add_no_confidence(alone: Stage, clock: FrozenClock) -> None:
    """S1-29, S1-38: said again less surely it is skipped, with that reason; it lives on, is as sure
    as it was, and has the new words as further proof. The same text again changes nothing."""
    store = alone.open("companion")
    item = store.add(content="The fiscal year is January to December.")
    clock.advance(150 * DAY)
    done = store.remember(item.content, source="note")
    assert "more confidence" in done.skipped[0].reason
    again = store.get(item.id)
    assert (again.confidence_base, again.last_confirmed_at) == (1.0, clock())
    assert [one.quote for one in again.evidence] == [item.content]
    clock.advance(2 * DAY)
    before = position(store)
    assert store.remember(item.content, source="note").reconfirmed == ()
    assert position(store) == before


def test_a_mention_counts_once_and_only_from_a_person(alone: Stage, clock: FrozenClock) -> None:
    """S1-38: not what an agent repeats, the same message again, or an old one that comes late; nor
    what says that it is over, is about another subject, or is personal to others."""
    store = alone.open("companion")
    said = "We rent an office in Lund."
    item = store.add(content=said)
    store.add(content=said, subject="acme")
    store.acting_as(ANNA).add(content=said, is_personal=True)
    first = clock.now
    clock.advance(60 * DAY)

    def told(content: str, role: str = "user", **fields: Any) -> list[str]:
        message = {"id": "m", "author_id": "eva", "role": role, "content": content}
        done = store.remember([{**message, "timestamp": clock.now, **fields}])
        return [one.id for one in done.reconfirmed]

    assert told(said, role="assistant") == []
    over = "We used to say that we rent an office in Lund, but not any longer."
    assert store.remember(over, dry_run=True).reconfirmed == ()
    assert told(said, timestamp=first - DAY) == []
    agent = Principal("bot", kind="agent")
    assert store.acting_as(agent).remember(said).reconfirmed == ()
    plan = store.remember(f"As you know, {said}", dry_run=True).plan
    assert [one.item_ids for one in plan] == [(item.id,)]
    assert plan[0].step.value in ("reconfirm", "skip")  # either way its term starts again
    message = {"id": "m", "author_id": "eva", "content": f"As you know, {said}"}
    message["timestamp"] = clock.now.isoformat()
    done = store.remember([message], source="talk")
    assert [one.id for one in done.reconfirmed] == [item.id]
    clock.advance(2 * DAY)
    before = position(store)
    assert store.remember([message], source="talk").reconfirmed == ()
    assert position(store) == before


def test_a_conversation_renews_what_is_mentioned_in_it(alone: Stage, clock: FrozenClock) -> None:
    """S1-38: read in the background, what was said in passing renews as well, and once."""
    store = alone.open("companion")
    item = store.add(content="We rent an office in Lund.")
    clock.advance(60 * DAY)
    place = store.conversations.start("talk").id
    store.conversations.append(place, line(1, "Hi, we rent an office in Lund."))
    store.conversations.close(place)
    store.jobs.wait()
    assert store.get(item.id).last_confirmed_at == clock()
    assert len(store.get(item.id).evidence) == 1


def test_elsewhere_showing_writes_nothing(alone: Stage) -> None:
    """Only a preset in which confidence fades and comes back renews what is shown."""
    store = alone.open("adviser")
    item = store.add(content=JUNE, confidence=0.8)
    assert touched(store, item.id) == ()


# -- windows of validity


def test_a_window_opens_and_closes(alone: Stage, clock: FrozenClock) -> None:
    """S4-14: after its window an item reads as expired, and recall does not give it."""
    store = alone.open("companion")
    item = store.add(
        content="The discount holds.",
        valid_from=clock.now,
        valid_until=clock.now + 10 * DAY,
    )
    clock.advance(10 * DAY - timedelta(seconds=1))
    assert (store.get(item.id).status, len(store.recall("discount").hits)) == ("active", 1)
    clock.advance(timedelta(seconds=1))
    assert (store.get(item.id).status, len(store.recall("discount").hits)) == ("expired", 0)
    assert store.get(item.id).version == 1


@pytest.mark.parametrize("first", ["decision", "knowledge"])
def test_a_decision_and_a_fact_on_one_topic_become_one(alone: Stage, first: str) -> None:
    """S1-41: it names both amounts, and is of the kind that lasts longer. What is only considered
    stays apart."""
    store = alone.open("companion")
    second = "knowledge" if first == "decision" else "decision"
    store.add(content="Dividend of 120,000 kr was distributed in December 2025", kind=first)
    store.add(content="Dividend of 100,000 kr was distributed in June 2025", kind=second)
    store.add(content="Considering a dividend of 90,000 kr", kind="unresolved")
    compress(store)
    (one,) = active(store, kind="decision")
    assert one.content.splitlines() == [
        "- Dividend of 120,000 kr was distributed in December 2025",
        "- Dividend of 100,000 kr was distributed in June 2025",
    ]
    assert len(active(store)) == 2


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (
            "We are considering selling the company but have not decided.",
            "We are still considering selling the company.",
        ),
        (
            "Vi funderar på att sälja bolaget, men vi har inte bestämt oss än.",
            "Vi har fortfarande inte bestämt om vi ska sälja bolaget.",
        ),
    ],
)
def test_what_is_raised_again_in_other_words(
    alone: Stage, clock: FrozenClock, first: str, again: str
) -> None:
    """S1-39: raised on day 20, it is one entry and active on day 45."""
    store = alone.open("companion")
    (item,) = store.remember(first).items
    clock.advance(20 * DAY)
    done = store.remember(again)
    assert ([one.id for one in done.reconfirmed], done.items) == ([item.id], ())
    clock.advance(25 * DAY)
    assert store.get(item.id).status == "active"
    assert len(store.items()) == 1


def test_the_rows_of_time_together(alone: Stage, clock: FrozenClock) -> None:
    """S1-36, S1-38, S1-39: one space through its year, by the days of the seed."""
    store = alone.open("companion")
    start = clock.now
    kinds = ("preference", "knowledge", "unresolved", "unresolved")
    wish, known, silent, raised = (
        store.add(content=f"{kind} {n}", kind=kind) for n, kind in enumerate(kinds)
    )
    clock.now = start + 20 * DAY
    assert touched(store, raised.id) == (raised.id,)
    states = []
    for day, mentioned in ((31, None), (45, None), (153, known), (245, None), (338, None)):
        clock.now = start + day * DAY
        if mentioned is not None:
            touched(store, mentioned.id)
        listed = (wish, known, silent, raised)
        states.append((day, *(store.get(one.id).status == "active" for one in listed)))
    assert states == [
        (31, True, True, False, True),
        (45, True, True, False, True),
        (153, True, True, False, False),
        (245, True, True, False, False),
        (338, True, False, False, False),
    ]
