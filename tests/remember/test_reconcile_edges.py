"""The edges of reconciling: what must not be replaced, and what settling a conflict may not do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Contradiction,
    Forbidden,
    InvalidInput,
    Item,
    Lifecycle,
    Memory,
    NotFound,
    Trust,
)
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import START, MemoryFactory
from tests.footprint import refused, untouched
from tests.people import ADA, ANNA, BERT, BOT, CARL

K2, K3 = "We use K2 for the annual report.", "We use K3 for the annual report."
LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."


class Solo:
    """One store on one engine, with a space of its own for each test."""

    def __init__(self) -> None:
        self.clock = FrozenClock(START)
        self._memory = Memory.open(
            ":memory:", principal=ADA, clock=self.clock, background=False, space="lobby"
        )
        self._count = 0

    def __call__(self, preset: str) -> Memory:
        self._count += 1
        return self._memory.in_space(f"room {self._count}", preset)

    def close(self) -> None:
        self._memory.close()


@pytest.fixture(scope="module")
def solo() -> Iterator[Solo]:
    made = Solo()
    yield made
    made.close()


def active(store: Memory) -> set[str]:
    return {one.content for one in store.items(lifecycle="active")}


# -- only what is truly replaced is replaced

# Each pair is about one client, and what is said second leaves the first as it is.
BOTH_HOLD = [
    # another time
    ("Ellen lives in Leeds.", "Ellen lived in Oslo in 2010."),
    ("Ellen is employed by Google.", "Ellen worked at Amazon until 2020."),
    ("We use K2 for the annual report.", "In 2019 we used K3."),
    ("Ellen's salary is £50,000 a year.", "Ellen's salary was £40,000 in 2019."),
    ("Vi använder K2 som regelverk.", "Vi använde K3 under 2019."),
    ("Ellen bor i Leeds.", "Ellen bodde i Oslo 2010."),
    # another thing
    ("Ellen is 57.", "Ellen's state pension age is 67."),
    ("Ellen's mortgage is £150,000.", "The mortgage on the rental flat is £90,000."),
    ("Ellen's salary is £50,000 a year.", "Ellen's bonus is £5,000 a year."),
    ("Ellen's ISA is worth £20,000.", "Ellen's pension is worth £410,000."),
    ("The orders table is refreshed nightly.", "The events table is refreshed hourly."),
    ("Our fiscal year is January to December.", "Our VAT period is quarterly."),
    # somebody else
    ("I am 57.", "I have a son, Ivar, who is 12."),
    ("I have a son, Ivar, who is 12.", "I have a daughter, Alma, who is 9."),
    ("Ellen wants to retire at 58.", "Ellen's husband Tom wants to retire at 65."),
    ("Ellen's salary is £50,000 a year.", "Her husband's salary is £30,000 a year."),
    ("Ellen prefers email.", "Tom prefers phone."),
    ("My salary is £50,000.", "My neighbour earns £90,000."),
    ("My salary is £50,000.", "Her salary is £90,000."),
    ("We have 2 employees.", "Our competitor has 40 employees."),
    ("Jag tjänar 50 000 kr i månaden.", "En kompis tjänar 90 000 kr i månaden."),
    ("Staging runs Postgres 15.", "Production runs Postgres 14."),
    # not said as so
    ("My salary is £50,000.", "My salary will be £55,000 from next April."),
    ("We have 2 employees.", "We want to have 10 employees."),
    ("Ellen wants to retire at 58.", "Ellen's pension pot could fund retirement at 60."),
    ("Ellen wants to retire at 58.", "What if Ellen retired at 65?"),
    ("Ellen wants to retire at 58.", "Ellen might retire at 62."),
    ("Ellen's salary is £50,000 a year.", "If Ellen's salary were £90,000, she would pay more."),
    # more of the same
    ("Ellen speaks Swedish.", "Ellen also speaks German."),
    ("Ellen has a dog.", "Ellen has a cat."),
]


@pytest.mark.parametrize(("one", "other"), BOTH_HOLD)
@pytest.mark.parametrize("preset", ["adviser", "companion"])
def test_nothing_is_replaced_that_still_holds(
    solo: Solo, preset: str, one: str, other: str
) -> None:
    """Another time, thing or person, or something that is only supposed, replaces nothing."""
    store = solo(preset)
    store.remember(one, subject="ellen")
    before = active(store)
    done = store.remember(other, subject="ellen")
    assert done.superseded == (), [str(planned) for planned in done.plan]
    assert before <= active(store)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The dividend was 150k, not 120k.", "The dividend was 150k."),
        ("Usually chats in casual Swedish.", "Uses BAS 2024."),
        ("ACME's gross margin was 40% in Q1.", "ACME's gross margin was 35% in Q2."),
        ("The invoice goes to Anna.", "The invoices go out on Mondays."),
    ],
)
def test_nothing_is_flagged_that_agrees(solo: Solo, one: str, other: str) -> None:
    """A person is not asked about two statements that do not speak against each other."""
    store = solo("community")
    for words in (one, other):
        store.add(content=words)
    assert [flag.reason for flag in store.review.contradictions()] == []


def test_independent_facts_come_in_any_order(solo: Solo) -> None:
    """Three facts about different things leave the same memory in whichever order they come."""
    said = (K2, "The customer prefers email.", "We took 120k in dividend on 2025-12-15.")
    found = set()
    for order in permutations(said):
        store = solo("companion")
        for words in order:
            store.remember(words)
        found.add(frozenset(active(store)))
    assert found == {frozenset(said)}


def test_a_late_arrival_goes_beneath(memory: MemoryFactory) -> None:
    """What was said before what is known, and comes after it, is kept as what was replaced."""
    store = memory("companion")
    store.remember(K3, source={"id": "b", "occurred_at": "2026-02-01T09:00:00+00:00"})
    done = store.remember(K2, source={"id": "a", "occurred_at": "2026-01-01T09:00:00+00:00"})
    assert done.superseded == ()
    assert active(store) == {K3}
    (kept,) = store.items(lifecycle="active")
    assert [one.content for one in store.history(kept.id)] == [K2, K3]


# -- who is compared with whom


def test_personal_items_meet_only_their_own(solo: Solo) -> None:
    """What is personal is held against nothing of others, not even for an admin who sees it."""
    store = solo("companion")
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    anna.remember(K2, is_personal=True)
    done = ada.remember(K3, is_personal=True)
    assert (done.superseded, done.contradictions) == ((), ())
    done = store.remember(K3)
    assert (done.superseded, done.contradictions, done.reconfirmed) == ((), (), ())
    own = anna.remember(K3, is_personal=True, source="x")
    assert [one.content for one in own.superseded] == [K2]


def test_audiences_are_kept_apart(solo: Solo) -> None:
    """What is for one group is not held against what is for another, and its conflicts are not
    shown to others."""
    store = solo("corporate")
    anna = store.acting_as(ANNA)
    store.add(content=LAG_3, audience="group:hr")
    anna.add(content=LAG_5, audience="group:finance")
    assert store.review.contradictions() == ()
    anna.add(content=LAG_3, audience="group:finance")
    assert len(anna.review.contradictions()) == 1
    for who in (BERT, CARL, BOT):
        assert store.acting_as(who).review.contradictions() == ()


# -- flags


def conflict(store: Memory) -> tuple[Contradiction, Item, Item]:
    a = store.acting_as(ANNA).add(content=LAG_3, domain="finance")
    b = store.acting_as(BERT).add(content=LAG_5, domain="finance")
    (row,) = store.review.contradictions()
    return row, a, b


def test_the_same_two_are_flagged_once(solo: Solo) -> None:
    """Said again, a conflict is no second row, and nothing is stored twice."""
    store = solo("community")
    for number in range(3):
        for words in ("The client prefers email.", "The client prefers phone."):
            store.remember(words, subject="bob", source=f"{words} {number}")
    assert len(active(store)) == 2
    assert len(store.review.contradictions()) == 1


def test_a_conflict_ends_with_one_of_its_items(memory: MemoryFactory) -> None:
    """Putting one of the two aside, or erasing it, leaves nothing to decide."""
    store = memory("corporate").acting_as(ADA)
    _, a, _ = conflict(store)
    store.review.reject(a.id)
    assert store.review.contradictions() == ()
    _, _, b = conflict(memory("corporate").acting_as(ADA))
    other = memory("corporate").acting_as(ADA)
    row, _, b = conflict(other)
    other.erase(b.id, reason="asked for")
    assert other.review.contradictions(include_resolved=True) == ()
    with pytest.raises(NotFound):
        other.review.resolve(row.id, "kept_a")


@pytest.mark.parametrize(
    ("action", "fields", "error"),
    [
        ("kept_c", {}, InvalidInput),
        (None, {}, InvalidInput),
        ("merge", {}, InvalidInput),
        ("merge", {"merged_content": " "}, InvalidInput),
        ("merge", {"merged_content": 7}, InvalidInput),
        ("kept_a", {"merged_content": "both"}, InvalidInput),
        ("kept_a", {"reason": 7}, InvalidInput),
    ],
)
def test_what_cannot_settle_it(
    solo: Solo, action: Any, fields: dict[str, Any], error: type[InvalidInput]
) -> None:
    """A wrong action or text is refused and changes nothing."""
    store = solo("corporate")
    row, _, _ = conflict(store)
    with refused(store, error):
        store.review.resolve(row.id, action, **fields)


def test_settled_is_settled(solo: Solo) -> None:
    """A second decision is refused and says what the first one was; so is one by anybody else."""
    store = solo("corporate")
    row, _, _ = conflict(store)
    with refused(store, Forbidden):
        store.acting_as(ANNA).review.resolve(row.id, "kept_a")
    with refused(store, NotFound):
        store.review.resolve("rel_000000000000", "kept_a")
    store.review.resolve(row.id, "both_valid")
    with refused(store, Conflict, "both_valid"):
        store.review.resolve(row.id, "kept_a")


def test_the_old_one_comes_back_where_it_was_replaced(memory: MemoryFactory) -> None:
    """Where the new one had taken its place, `kept_a` puts the old one in use again, with its
    evidence, and the new one is not learned again."""
    store = memory("companion")
    (old,) = store.remember(K2).items
    store.remember(K3)
    (row,) = store.review.contradictions()
    done = store.review.resolve(row.id, "kept_a")
    assert active(store) == {K2}
    (item,) = store.items(lifecycle="active")
    assert done.resolution is not None
    assert done.resolution.item_id == item.id
    assert [one.quote for one in item.evidence] == [one.quote for one in old.evidence]
    assert store.review.contradictions() == ()


def test_a_merged_text_is_as_trusted_as_the_less_trusted(solo: Solo) -> None:
    """What an admin merges out of a person's words and an e-mail is no better than the e-mail."""
    store = solo("companion")
    store.remember(K2)
    store.remember(K3, source={"type": "email", "id": "e-1"})
    (row,) = store.review.contradictions()
    done = store.review.resolve(row.id, "merge", merged_content="K2 now, K3 from next year.")
    assert done.resolution is not None
    assert done.resolution.item_id is not None
    merged = store.get(done.resolution.item_id)
    assert merged.trust is Trust.OUTSIDE
    assert {one.quote for one in merged.evidence} == {K2, K3}


# -- a model as judge


def judging(*rows: dict[str, Any]) -> ScriptedModel:
    """A model that reads nothing out of a text, and judges as it is told."""
    return ScriptedModel([{"judgements": list(rows)}])


@pytest.mark.parametrize("relation", ["update", "contradiction"])
def test_a_judge_cannot_lift_the_untrusted(clock: FrozenClock, relation: str) -> None:
    """Whatever a model says of it, an e-mail does not take the place of what a person said."""
    with Memory.open(":memory:", preset="companion", clock=clock, background=False) as store:
        (known,) = store.remember(K2).items
        model = ScriptedModel(
            [
                {"candidates": [{"family": "fact", "content": K3, "message_id": "m", "quote": K3}]},
                {
                    "judgements": [
                        {
                            "candidate_id": known.id,
                            "relation": relation,
                            "severity": "high",
                            "suggestion": "kept_b",
                        }
                    ]
                },
            ]
        )
        shop = store._session.shop
        shop.tools = shop.tools._replace(llm=model)
        done = store.remember(
            [{"id": "m", "author_id": "x", "content": K3}],
            source={"type": "email", "id": "e-1", "trust": "outside"},
        )
        assert len(model.asked) == 2
        assert done.superseded == ()
        assert store.get(known.id).lifecycle is Lifecycle.ACTIVE
        assert [flag.suggestion.value for flag in done.contradictions] == ["kept_a"]


def test_a_judge_that_fails_leaves_it_to_rules(clock: FrozenClock) -> None:
    """Where the judge does not answer, or speaks of other items, the rules decide as ever."""
    model = judging({"candidate_id": "km_000000000000", "relation": "same"})
    with Memory.open(
        ":memory:", preset="corporate", principal=ADA, clock=clock, background=False, llm=model
    ) as store:
        known = store.add(content=LAG_3, domain="finance")
        store.add(content="The finance lag of orders is watched.", domain="finance")
        assert store.review.contradictions() == ()
        store.add(content=LAG_5, domain="finance")
        assert [one.a.id for one in store.review.contradictions()] == [known.id]


def test_a_dry_run_asks_no_model(clock: FrozenClock) -> None:
    """The plan is made by rules, and neither a row nor a question is left behind."""
    model = ScriptedModel([])
    with Memory.open(
        ":memory:", preset="adviser", principal=ADA, clock=clock, background=False, llm=model
    ) as store:
        with untouched(store):
            done = store.remember(
                [{"author_id": "ellen", "content": "My salary is £50,000 a year."}], dry_run=True
            )
        assert [planned.step.value for planned in done.plan] == ["add"]
        assert model.asked == []


# -- tombstones


def test_a_tombstone_binds_for_its_audience(solo: Solo) -> None:
    """What Anna's group put aside may be said to all, and what was put aside stays so however it
    is worded."""
    store = solo("companion")
    anna = store.acting_as(ANNA)
    (item,) = anna.remember(K3, audience="group:finance").items
    anna.dismiss(item.id)
    solo.clock.advance(timedelta(days=1))
    assert anna.remember("The annual report follows K3.", audience="group:finance").items == ()
    assert len(anna.remember(K3, source="for all").items) == 1


def test_a_revoked_fact_is_not_learned_again(solo: Solo) -> None:
    """What an admin withdrew after its approval stays out when its contributor says it again."""
    store = solo("corporate")
    anna = store.acting_as(ANNA)
    (item,) = anna.remember(LAG_3).items
    store.review.approve(item.id)
    store.review.revoke(item.id, reason="no longer so")
    solo.clock.advance(timedelta(days=1))
    done = anna.remember(LAG_3, source="again")
    assert done.items == ()
    assert "revoked before" in done.skipped[0].reason
    assert "no longer so" not in done.model_dump_json()


def test_another_value_is_no_tombstone(solo: Solo) -> None:
    """Having put 3 days aside says nothing of 5 days."""
    store = solo("corporate")
    anna = store.acting_as(ANNA)
    (item,) = anna.remember(LAG_3).items
    store.review.reject(item.id)
    solo.clock.advance(timedelta(days=1))
    assert [one.content for one in anna.remember(LAG_5).items] == [LAG_5]


class Falling:
    """An embedder of somebody else's, which falls over."""

    name, is_local = "falling", True

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ZeroDivisionError


def test_a_failing_embedder_keeps_nothing_from_being_filed() -> None:
    """Words still find the neighbours: the text is kept, and its later value replaces."""
    clock = FrozenClock(START)
    with Memory.open(
        ":memory:", preset="adviser", clock=clock, background=False, embedder=Falling()
    ) as memory:
        memory.remember("Ellen prefers email.", subject="ellen")
        clock.advance(timedelta(days=1))
        (old,) = memory.remember("Ellen prefers phone.", subject="ellen").superseded
    assert old.content == "Ellen prefers email."


def test_what_waits_unseen_is_flagged_once_it_is_let_in(solo: Solo) -> None:
    """An agent cannot see what waits for review; who approves both hears of the contradiction."""
    store = solo("corporate")
    store.acting_as(BOT).add(content=LAG_3)
    bot, waiting = store.acting_as(BOT), store.acting_as(ANNA).add(content=LAG_5)
    assert bot.review.contradictions() == ()
    for one in store.items(review="pending"):
        store.review.approve(one.id)
    (found,) = store.review.contradictions()
    assert {one.content for one in found.items} == {LAG_3, LAG_5}
    assert waiting.id in (found.a.id, found.b.id)


def test_an_erased_text_does_not_live_on_in_what_it_was_merged_into(solo: Solo) -> None:
    """With one of the two that a person merged goes the text that was written for both, and the
    other one holds again."""
    store = solo("corporate")
    old, _ = (store.add(content=text) for text in (LAG_3, LAG_5))
    (found,) = store.review.contradictions()
    text = "The orders table has a lag of 3 to 5 days."
    store.review.resolve(found.id, "merge", merged_content=text)
    store.erase(old.id, reason="asked to")
    assert [one.content for one in store.items()] == [LAG_5]
    assert active(store) == {LAG_5}
    assert store.verify().ok
