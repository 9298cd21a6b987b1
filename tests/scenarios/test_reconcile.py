"""Reconciling: a scenario for every requirement on what becomes of something said again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Item, Lifecycle, Memory, Remembered, Review, Trust
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import MemoryFactory
from tests.footprint import untouched
from tests.people import ADA, ANNA, BERT, BOT, KARIN
from tests.scenarios.stage import Stage, chat, items_of, texts

LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."


def active(store: Memory, **filters: Any) -> tuple[Item, ...]:
    return items_of(store, lifecycle="active", **filters)


def said(store: Memory, *texts: str, **fields: Any) -> list[Remembered]:
    """Each of these said in a note of its own."""
    return [store.remember(one, **fields) for one in texts]


# -- S1-28, S1-29, S1-31: the same fact


def test_the_same_fact_with_more_confidence_takes_its_place(memory: MemoryFactory) -> None:
    """S1-28: said with 0.8 and then with 0.95 there is one active memory with 0.95, and the chain
    has two."""
    store = memory("companion")
    store.remember("User took 120k dividend", confidence=0.8)
    done = store.remember("Dividend of 120,000 kr was distributed", confidence=0.95)
    (item,) = active(store)
    assert item.confidence_base == pytest.approx(0.95)
    assert [one.id for one in store.history(item.id)] == [done.superseded[0].id, item.id]


def test_the_same_fact_with_less_confidence_is_skipped(alone: Stage) -> None:
    """S1-29: 0.95 and then 0.8 leaves one active memory with 0.95, and says why."""
    store = alone.open("companion")
    store.remember("User took 120k dividend", confidence=0.95)
    done = store.remember("Dividend of 120,000 kr was distributed", confidence=0.8)
    (item,) = active(store)
    assert item.confidence_base == pytest.approx(0.95)
    assert (done.items, done.superseded) == ((), ())
    assert "more confidence" in done.skipped[0].reason


def test_the_same_confidence_confirms(alone: Stage, clock: FrozenClock) -> None:
    """S1-29: said again just as surely, it is confirmed, with the new words as further proof."""
    store = alone.open("companion")
    (first,) = store.remember("User took 120k dividend").items
    clock.advance(timedelta(days=90))
    done = store.remember("Dividend of 120,000 kr was distributed")
    assert [one.id for one in done.reconfirmed] == [first.id]
    again = store.get(first.id)
    assert again.last_confirmed_at == clock()
    assert len(again.evidence) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User took 120k dividend", "Dividend of 120,000 kr was distributed"),
        ("User decided to take 120k dividend", "We took a dividend of SEK 120,000."),
        ("Vi tog 120 000 kr i utdelning.", "Utdelning på 120 tkr har delats ut."),
        ("We use K2 for the annual report.", "The annual report follows K2."),
        ("The customer prefers email.", "The customer likes to be contacted by e-mail."),
    ],
)
def test_two_wordings_are_one_fact(alone: Stage, one: str, other: str) -> None:
    """S1-31: the same fact in two wordings is one active memory, in whichever order."""
    for pair in ((one, other), (other, one)):
        store = alone.open("companion")
        said(store, *pair)
        assert len(active(store)) == 1, texts(active(store))


# -- S0-37, S1-30, S1-44, S4-13: updates and contradictions


def test_a_later_meeting_updates_a_value(memory: MemoryFactory) -> None:
    """S0-37: a salary of 50k in one meeting and of 60k in a later one is one active entry of 60k
    with a chain to 50k, from notes and from transcripts alike."""
    store = memory("adviser")
    given: tuple[dict[str, Any], ...] = (
        {"notes": {"financial_facts": [{"fact": "Salary is 50k"}]}},
        {"notes": {"financial_facts": [{"fact": "Salary is 60k"}]}},
    )
    talks: tuple[dict[str, Any], ...] = tuple(
        {"transcript": f"Anna: What do you earn now?\nTom: My salary is {sum} pounds a year.\n"}
        for sum in ("50,000", "60,000")
    )
    for subject, meetings in (("ellen", given), ("tom", talks)):
        for month, words in enumerate(meetings, 1):
            at = f"2026-0{month}-10T10:00:00+00:00"
            store.sources.meeting(f"{subject}-{month}", subject=subject, occurred_at=at, **words)
        store.jobs.wait()
        (item,) = active(store, subject=subject)
        assert "60" in item.content
        old, new = store.history(item.id)
        assert "50" in old.content
        assert (old.lifecycle, old.superseded_by) == (Lifecycle.SUPERSEDED, new.id)


def test_an_earlier_meeting_that_arrives_late_changes_nothing(alone: Stage) -> None:
    """S0-37: what was said earlier and comes in later goes beneath what is known."""
    store = alone.open("adviser")
    for id, month, sum in (("b", 2, "60k"), ("a", 1, "50k")):
        notes = {"financial_facts": [{"fact": f"Salary is {sum}"}]}
        at = f"2026-0{month}-10T10:00:00+00:00"
        store.sources.meeting(id, notes, subject="ellen", occurred_at=at)
    assert texts(active(store)) == {"Salary is 60k"}
    assert len(store.history(active(store)[0].id)) == 2


def test_a_contradiction_supersedes_and_is_flagged(memory: MemoryFactory) -> None:
    """S1-30: K2 and then K3 leaves K3 active, and the contradiction is listed for review."""
    store = memory("companion")
    said(store, "We use K2 for the annual report.", "We use K3 for the annual report.")
    assert texts(active(store)) == {"We use K3 for the annual report."}
    (flag,) = store.review.contradictions()
    a, b = flag.items
    assert ("K2" in a.content, "K3" in b.content) == (True, True)
    assert flag.resolution is None


def test_a_change_that_is_told_needs_no_review(memory: MemoryFactory) -> None:
    """S1-44: "actually I switched to K3" replaces K2 with a chain, and says what changed, so that
    the reply can acknowledge it."""
    store = memory("companion")
    chat(store, "c-1", "We use K2 for the annual report.")
    done = store.remember([{"author_id": "karin", "content": "Actually I switched to K3."}])
    assert [one.content for one in done.superseded] == ["We use K2 for the annual report."]
    (item,) = active(store)
    assert [one.data["value"] for one in store.history(item.id)] == ["K2", "K3"]
    assert "K2 → K3" in done.plan[0].because
    assert store.review.contradictions() == ()


def test_an_item_names_what_it_replaced(alone: Stage) -> None:
    """S4-13: a new item points back to the fact it replaced, which leaves what agents get, and the
    chain is readable."""
    store = alone.open("corporate", principal=ADA)
    old = store.add(content=LAG_3, domain="finance")
    store.review.approve(old.id)
    new = store.supersede(old.id, content=LAG_5)
    store.review.approve(new.id)
    assert new.supersedes == (old.id,)
    bot = store.acting_as(BOT)
    assert [hit.id for hit in bot.recall("settlement lag", include=("items",)).hits] == [new.id]
    assert [one.id for one in store.history(new.id)] == [old.id, new.id]


# -- "Semantic, not textual"


def test_another_sum_for_the_same_dividend_is_an_update(alone: Stage) -> None:
    """120k and then 150k for one dividend is an update, explained by both values."""
    store = alone.open("companion")
    (first,) = store.remember("We took 120k in dividend on 2025-12-15.").items
    done = store.remember("We took 150k in dividend on 2025-12-15.")
    (planned,) = done.plan
    assert texts(active(store)) == {"We took 150k in dividend on 2025-12-15."}
    assert str(planned).startswith(f"supersede {first.id}: ")
    assert "120,000 → 150,000" in planned.because


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We took 120k in dividend in December 2025.", "We took 100k in dividend in June 2025."),
        ("We took 120k in dividend in December 2025.", "We took 120k in dividend in June 2025."),
        ("Ellen speaks Swedish.", "Ellen speaks German."),
    ],
)
@pytest.mark.parametrize("preset", ["companion", "adviser"])
def test_both_hold(alone: Stage, preset: str, one: str, other: str) -> None:
    """Two events or two languages: nothing is replaced or flagged."""
    store = alone.open(preset)
    said(store, one, other, subject="ellen")
    assert len(active(store)) == 2, texts(active(store))
    assert store.review.contradictions() == ()


@pytest.mark.parametrize(("preset", "is_hers"), [("adviser", True), ("companion", False)])
def test_who_the_client_is_depends_on_whom_it_is_about(
    alone: Stage, preset: str, is_hers: bool
) -> None:
    """To an adviser the client is the subject; to a company a client is somebody else."""
    store = alone.open(preset)
    said(store, "Our bank is Barclays.", "The client's bank is Nordea.", subject="ellen")
    assert ("Our bank is Barclays." in texts(active(store))) is not is_hers


@pytest.mark.parametrize(
    ("preset", "is_replaced", "is_flagged"),
    [
        ("adviser", True, False),
        ("companion", True, True),
        ("community", False, True),
        ("corporate", False, True),
        ("desk", False, True),
    ],
)
def test_a_conflict_ends_as_the_preset_says(
    alone: Stage, preset: str, is_replaced: bool, is_flagged: bool
) -> None:
    """Email against phone conflicts in every space; which one is in use and whether a person is
    told is up to the preset's policy."""
    store = alone.open(preset)
    for content in ("Ellen prefers email.", "Ellen prefers phone."):
        store.remember(content, subject="ellen")
    assert len(active(store)) == (1 if is_replaced else 2)
    assert len(store.review.contradictions()) == (1 if is_flagged else 0)


def test_different_subjects_never_conflict(memory: MemoryFactory) -> None:
    """What is said of one client has nothing to do with another, by subject and by name."""
    store = memory("companion")
    for who in ("ellen", "tom"):
        store.remember(f"The client prefers {'email' if who == 'tom' else 'phone'}.", subject=who)
    said(store, "Ellen's salary is 50,000 kr a month.", "Tom's salary is 60,000 kr a month.")
    assert len(active(store)) == 4
    assert store.review.contradictions() == ()


def test_only_what_is_truly_replaced_goes(alone: Stage) -> None:
    """A value of one thing leaves all others alone, however alike they look."""
    store = alone.open("adviser")
    said(
        store,
        "Ellen is 57.",
        "Ellen wants to retire at 58.",
        "Ellen's state pension age is 67.",
        "Ellen's salary is £50,000 a year.",
        "Ellen's pension is worth £410,000.",
        "Ellen's mortgage is £150,000.",
        subject="ellen",
    )
    assert len(active(store)) == 6, texts(active(store))
    store.remember("Ellen's salary is now £60,000 a year.", subject="ellen")
    gone = items_of(store, lifecycle="superseded")
    assert texts(gone) == {"Ellen's salary is £50,000 a year."}


def test_a_plan_is_shown_and_nothing_stored(memory: MemoryFactory) -> None:
    """A dry run tells what would be superseded and why, and leaves not one row behind."""
    store = memory("adviser")
    (old,) = store.remember("Ellen's salary is 50,000 kr a month.", subject="ellen").items
    with untouched(store):
        done = store.remember(
            "Ellen's salary is 60,000 kr a month.", subject="ellen", source="x", dry_run=True
        )
    (planned,) = done.plan
    assert (planned.step.value, planned.item_ids) == ("supersede", (old.id,))
    assert "the same slot, salary, has a later value: 50,000" in str(planned)
    again = store.remember("Ellen's salary is 60,000 kr a month.", subject="ellen", source="x")
    assert again.plan == done.plan


# -- tombstones


REWORDED = "The customer likes to be contacted by e-mail."


def test_what_was_dismissed_is_not_learned_again(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A fact that its owner put aside stays out, in the same words and in others, and the answer
    says so without the reason."""
    store = memory("companion")
    (item,) = store.remember("The customer prefers email.").items
    store.dismiss(item.id, "a secret reason")
    clock.advance(timedelta(days=1))
    for words in ("The customer prefers email.", REWORDED):
        done = store.remember(words)
        assert done.items == ()
        assert "dismissed before" in done.skipped[0].reason
        assert "secret" not in done.model_dump_json()
    assert active(store) == ()
    assert len(store.remember("The customer prefers phone.").items) == 1


def test_a_rejected_fact_stays_rejected_until_somebody_vouches(
    alone: Stage, clock: FrozenClock
) -> None:
    """A tombstone binds who brought the fact; an approval of the same fact, or a mandate, lifts
    it."""
    store = alone.open("corporate", principal=ADA)
    anna = store.acting_as(ANNA)
    (item,) = anna.remember(LAG_3).items
    store.review.reject(item.id, reason="wrong")
    clock.advance(timedelta(days=1))
    assert anna.remember(LAG_3).items == ()
    (other,) = store.acting_as(BERT).remember(LAG_3).items
    store.review.approve(other.id)
    clock.advance(timedelta(days=1))
    done = anna.remember(LAG_3, source="again")
    assert [one.id for one in done.reconfirmed] == [other.id]


def test_a_newer_trusted_source_lifts_a_tombstone(alone: Stage, clock: FrozenClock) -> None:
    """What came from a web page and was put aside is learned once a person says it."""
    store = alone.open("companion")
    page = {"type": "web", "id": "page-1"}
    (item,) = store.remember("We use K3 for the annual report.", source=page).items
    store.dismiss(item.id)
    clock.advance(timedelta(days=1))
    again = {"type": "web", "id": "page-2"}
    assert store.remember("We use K3 for the annual report.", source=again).items == ()
    (learned,) = store.remember("We use K3 for the annual report.").items
    assert learned.trust is Trust.PERSON


def test_a_dismissal_binds_only_its_owner(alone: Stage, clock: FrozenClock) -> None:
    """What Anna put aside of her own is learned from Bert, and neither sees the other's reason."""
    store = alone.open("corporate", principal=ADA)
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    (item,) = anna.remember(LAG_3, audience="group:finance").items
    anna.dismiss(item.id, "a secret reason")
    clock.advance(timedelta(days=1))
    assert len(bert.remember(LAG_3).items) == 1
    assert len(anna.remember(LAG_3).items) <= 1  # another audience
    assert anna.remember(LAG_3, audience="group:finance").items == ()


# -- trust


def test_an_agent_that_repeats_is_no_new_evidence(memory: MemoryFactory) -> None:
    """What an agent was told and says again confirms nothing, whoever it says it to."""
    store = memory("adviser")
    (item,) = store.remember("Ellen's salary is 50,000 kr a month.", subject="ellen").items
    bot = store.acting_as(BOT)
    done = bot.remember("Ellen's salary is 50,000 kr a month.", subject="ellen")
    assert (done.items, done.reconfirmed) == ((), ())
    chat(
        store,
        "c-1",
        "What do we know?",
        "A: Ellen's salary is 50,000 kr a month.",
        subject="ellen",
    )
    assert store.get(item.id) == item


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "corporate", "desk"])
@pytest.mark.parametrize("source", ["agent", "document", "outside"])
def test_nothing_untrusted_takes_the_place_of_something(
    alone: Stage, preset: str, source: str
) -> None:
    """What a program, a document or an outsider says stands beside what a person said, flagged,
    with the advice to keep what is known; and it is in no way binding."""
    store = alone.open(preset)
    (known,) = store.remember("Ellen's salary is 50,000 kr a month.", subject="ellen").items
    done = store.remember(
        "Ellen has switched jobs, her salary is now 70,000 kr a month.",
        subject="ellen",
        source={"id": "mail-1", "trust": source},
    )
    assert done.superseded == ()
    assert store.get(known.id).lifecycle is Lifecycle.ACTIVE
    assert {one.trust.value for one in done.items} <= {source}
    assert {one.review for one in done.items} <= {Review.NOT_REQUIRED, Review.PENDING}
    assert {flag.suggestion.value for flag in done.contradictions} <= {"kept_a"}
    if done.items:
        assert done.contradictions


# -- S2-43, S4-05, S4-58 to S4-61: contradictions that people decide


def test_two_employers_are_flagged_in_what_is_found(memory: MemoryFactory) -> None:
    """S2-43: of two current employers both stay, and recall names the other with each."""
    store = memory("community")
    said(store, "Bob works at Google.", "Bob works at Amazon.", subject="bob")
    hits = store.recall("where does Bob work?", subject="bob", include=("items",)).hits
    assert {hit.text for hit in hits} == {"Bob works at Google.", "Bob works at Amazon."}
    first, second = hits
    assert (first.contradicts, second.contradicts) == ((second.id,), (first.id,))


def test_domains_are_kept_apart(alone: Stage) -> None:
    """S4-05: a conflict within a domain is detected, and across domains it is not."""
    store = alone.open("corporate", principal=ADA)
    store.add(content=LAG_3, domain="finance")
    store.add(content=LAG_5, domain="data")
    assert store.review.contradictions() == ()
    store.add(content=LAG_5, domain="finance")
    assert len(store.review.contradictions()) == 1
    with pytest.raises(InvalidInput, match="astrology"):
        store.add(content=LAG_5, domain="astrology")


def test_an_arrival_is_checked_by_itself(memory: MemoryFactory, tmp_path: Path) -> None:
    """S4-58: a conflicting item that is added or collected leaves a row, at once."""
    store = memory("corporate").acting_as(ADA)
    known = store.acting_as(BERT).add(content=LAG_3)
    added = store.acting_as(ANNA).add(content=LAG_5)
    (row,) = store.review.contradictions()
    assert (row.a.id, row.b.id) == (known.id, added.id)
    notes = tmp_path / "CLAUDE.local.md"
    notes.write_text("- The orders table has a 9-day settlement lag.\n")
    store.admin.add_person(KARIN.name, roles=["CONTRIBUTOR"], notes_path=str(notes))
    store.sources.collect()
    rows = store.review.contradictions()
    assert {(one.a.id, one.items[1].source_type) for one in rows[1:]} == {
        (known.id, "claude_local_md"),
        (added.id, "claude_local_md"),
    }


def judged(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"judgements": list(rows)}


def test_one_call_for_all_candidates_and_none_without(alone: Stage) -> None:
    """S4-59: n candidates of the same domain cost one call, which sees nothing personal and
    nothing of other domains; without candidates there is none. What it finds is on record with
    severity and suggestion, for admins."""
    model = ScriptedModel([], is_local=False)
    store = alone.open("corporate", principal=ADA, llm=model)
    first = store.add(content="The orders table is refreshed nightly.", domain="data")
    assert model.asked == []
    anna = store.acting_as(ANNA)
    anna.add(content="The orders table is refreshed secretly.", domain="data", is_personal=True)
    store.add(content="The orders table is refreshed elsewhere.", domain="product")
    assert model.asked == []
    model._answers = [judged(), judged({"candidate_id": first.id, **FOUND})]
    store.add(content="The events table is refreshed hourly.", domain="data")
    store.add(content="The orders table is refreshed weekly.", domain="data")
    assert len(model.asked) == 2
    sent = model.asked[-1]
    assert ("nightly" in sent, "hourly" in sent) == (True, True)
    assert ("secretly" in sent, "elsewhere" in sent) == (False, False)
    (row,) = store.review.contradictions()
    assert (row.severity.value, row.suggestion.value) == ("high", "merge")
    assert row.merged_content == "The orders table is refreshed nightly, and wholly each week."


def test_what_is_worded_otherwise_is_judged_as_well(alone: Stage) -> None:
    """S4-59: what stands in the same domain is a candidate whatever its words; one call for all,
    and what the judge finds among them is on record."""
    model = ScriptedModel([judged(), judged()], is_local=False)
    store = alone.open("corporate", principal=ADA, embedder="none", llm=model)
    said = ("Fiscal year starts in July.", "VAT is excluded from revenue.", "Refunds come monthly.")
    first = [store.add(content=one, domain="finance") for one in said][1]
    store.add(content="Deploys are on Mondays.", domain="engineering")
    before = len(model.asked)
    model._answers = [judged({"candidate_id": first.id, **FOUND})]
    store.add(content="Turnover is told with all taxes.", domain="finance")
    (sent,) = model.asked[before:]
    assert all(one in sent for one in said)
    assert "Deploys" not in sent
    (row,) = store.review.contradictions()
    assert row.a.id == first.id


FOUND = {
    "relation": "contradiction",
    "severity": "high",
    "suggestion": "merge",
    "merged_content": "The orders table is refreshed nightly, and wholly each week.",
}


def conflict(stage: Stage) -> tuple[Memory, Item, Item, str]:
    """A fact that is in use, another that says otherwise and waits, and the row about both."""
    store = stage.open("corporate", principal=ADA)
    a = store.acting_as(ANNA).add(content=LAG_3, domain="finance")
    store.review.approve(a.id)
    b = store.acting_as(BERT).add(content=LAG_5, domain="finance")
    (row,) = store.review.contradictions()
    return store, store.get(a.id), store.get(b.id), row.id


def test_nothing_changes_until_an_admin_decides(alone: Stage) -> None:
    """S4-61: the suggestion alone changes nothing, and only admins settle it."""
    store, a, b, row = conflict(alone)
    assert (a.status, b.status) == ("approved", "pending")
    for who in (ANNA, BERT, BOT):
        with pytest.raises(Forbidden):
            store.acting_as(who).review.resolve(row, "kept_b")
    assert (store.get(a.id), store.get(b.id)) == (a, b)
    assert store.acting_as(KARIN).review.resolve(row, "both_valid").resolution is not None


@pytest.mark.parametrize(
    ("action", "states"),
    [
        ("kept_a", ("approved", "rejected")),
        ("kept_b", ("superseded", "approved")),
        ("merge", ("superseded", "superseded")),
        ("both_valid", ("approved", "pending")),
    ],
)
def test_each_of_the_four_suggestions_can_be_applied(
    alone: Stage, action: str, states: tuple[str, str]
) -> None:
    """S4-60: kept_a rejects the new one, kept_b supersedes the old one, merge puts one item in the
    place of both, and both_valid lets both stay; the log says who chose what, and when."""
    store, a, b, row = conflict(alone)
    merged = "Orders settle after 3 to 5 days." if action == "merge" else None
    done = store.review.resolve(row, action, merged_content=merged, reason="asked the bank")
    assert (store.get(a.id).status, store.get(b.id).status) == states
    assert done.resolution is not None
    assert (done.resolution.action.value, done.resolution.by) == (action, ADA.name)
    assert store.review.contradictions() == ()
    assert [one.id for one in store.review.contradictions(include_resolved=True)] == [row]
    if action == "kept_b":
        assert store.get(a.id).superseded_by == b.id
    if action == "merge":
        (one,) = [item for item in active(store) if item.content == merged]
        assert set(one.supersedes) == {a.id, b.id}
        assert one.status == "approved"
