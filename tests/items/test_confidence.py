"""Confidence: the exact numbers, through the front door and a moving clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Item, Memory, Principal
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL, COLLECTOR, KARIN

DORA = Principal("dora@northgate.example", roles=["CONTRIBUTOR"])


def years_later(clock: FrozenClock, years: int) -> None:
    clock.now = clock.now.replace(year=clock.now.year + years)


def worth(store: Memory, item: Item) -> float:
    return store.acting_as(ADA).get(item.id).confidence


BASELINES: list[tuple[Principal, dict[str, Any], float]] = [
    (ADA, {"source_type": "admin_mandate"}, 1.0),
    (COLLECTOR, {"source_type": "user_verification", "confidence_subtype": "correction"}, 0.9),
    (
        COLLECTOR,
        {"source_type": "user_verification", "confidence_subtype": "unprompted_definition"},
        0.9,
    ),
    (COLLECTOR, {"source_type": "user_verification", "confidence_subtype": "confirmation"}, 0.6),
    (ANNA, {"source_type": "claude_local_md"}, 0.5),
    (ANNA, {"source_type": "session_transcript"}, 0.5),
]


@pytest.mark.parametrize(("who", "fields", "expected"), BASELINES)
def test_the_source_sets_the_baseline(
    memory: MemoryFactory, who: Principal, fields: dict[str, Any], expected: float
) -> None:
    """S4-21: six creations, six values; what the caller claims is ignored."""
    store = memory("corporate").acting_as(who)
    item = store.add(content="x", confidence=0.123, **fields)
    assert (item.confidence, item.confidence_base) == (expected, expected)


def test_modifiers_add_up(memory: MemoryFactory) -> None:
    """S4-22: 0.50, approved 0.70, confirmed 0.90, two further verifiers 1.00, and no more."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x", source_type="claude_local_md")
    told = [item.confidence]
    told.append(store.acting_as(KARIN).review.approve(item.id).confidence)
    told += [store.acting_as(who).confirm(item.id).confidence for who in (BERT, CARL, DORA, ADA)]
    assert told == [0.5, 0.7, 0.9, 0.95, 1.0, 1.0]
    read = store.acting_as(ADA).get(item.id)
    assert (read.verifier_count, read.live_confirmed, read.admin_approved) == (3, True, True)


def test_nobody_verifies_twice(memory: MemoryFactory) -> None:
    """A person's second confirmation renews the clock and adds nothing."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x")
    for _ in range(3):
        store.acting_as(BERT).confirm(item.id)
    assert worth(store, item) == 0.7
    store.acting_as(CARL).confirm(item.id)
    store.acting_as(CARL).confirm(item.id)
    store.acting_as(BERT).confirm(item.id)
    assert worth(store, item) == 0.75


def test_a_contributor_is_no_independent_verifier(memory: MemoryFactory) -> None:
    """S4-22: confirming one's own item renews its clock and adds nothing, before others have
    confirmed it or after."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x")
    assert store.acting_as(ANNA).confirm(item.id).last_confirmed_at is not None
    assert worth(store, item) == 0.5
    store.acting_as(BERT).confirm(item.id)
    assert worth(store, item) == 0.7
    store.acting_as(ANNA).confirm(item.id)
    assert worth(store, item) == 0.7


def test_programs_vouch_for_nothing(memory: MemoryFactory) -> None:
    """An agent's or a service's confirmation adds no confidence, whatever its role."""
    store = memory("corporate")
    item = store.acting_as(ADA).add(content="x")
    store.acting_as(ADA).review.approve(item.id)
    for who in (BOT, COLLECTOR, Principal("boss-bot", kind="agent", roles=["ADMIN"])):
        assert store.acting_as(who).confirm(item.id).confidence == 0.7
    read = store.acting_as(ADA).get(item.id)
    assert (read.live_confirmed, read.verifier_count) == (False, 0)


@pytest.mark.parametrize(("half_life", "expected"), [(12, 0.4), (6, 0.2), (24, 0.565685)])
def test_half_is_lost_in_a_half_life(
    fresh_store: MemoryFactory, clock: FrozenClock, half_life: int, expected: float
) -> None:
    """S4-23: 0.80 is 0.40 after twelve months, and the half-life is a setting."""
    store = fresh_store("corporate")
    store.admin.configure(
        {"confidence": {"half_life_months": half_life, "baselines": {"manual": 0.8}}}
    )
    store = store.in_space("northgate")
    item = store.acting_as(ANNA).add(content="x")
    assert worth(store, item) == 0.8
    years_later(clock, 1)
    assert worth(store, item) == expected
    assert store.acting_as(ADA).items()[0].confidence == expected


def test_decay_takes_the_bonuses_along(memory: MemoryFactory, clock: FrozenClock) -> None:
    """G-21: base and modifiers together, capped at one, are what halves."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x")
    store.acting_as(ADA).review.approve(item.id)
    years_later(clock, 1)
    assert worth(store, item) == 0.35


def test_floors_hold_for_ever(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S4-24: after ten years a mandate is worth 0.50, what was verified 0.40, a note next to 0."""
    store = memory("corporate")
    mandate = store.acting_as(ADA).add(content="m", source_type="admin_mandate")
    verified = store.acting_as(COLLECTOR).add(
        content="v", source_type="user_verification", confidence_subtype="correction"
    )
    confirmed = store.acting_as(ANNA).add(content="c")
    store.acting_as(BERT).confirm(confirmed.id)
    note = store.acting_as(ANNA).add(content="n", source_type="claude_local_md")
    years_later(clock, 10)
    assert (worth(store, mandate), worth(store, verified), worth(store, confirmed)) == (
        0.5,
        0.4,
        0.4,
    )
    assert worth(store, note) == pytest.approx(0.5 * 0.5**10, abs=1e-6)


def test_a_confirmation_starts_the_clock_again(memory: MemoryFactory, clock: FrozenClock) -> None:
    """G-22: age counts from the last confirmation, by its contributor too."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x")
    store.acting_as(ADA).review.approve(item.id)
    years_later(clock, 1)
    assert store.acting_as(ANNA).confirm(item.id).confidence == 0.7
    assert store.acting_as(ADA).get(item.id).last_confirmed_at == clock.now
    years_later(clock, 1)
    assert worth(store, item) == 0.35


@pytest.mark.parametrize("decision", ["approve", "mandate"])
@pytest.mark.parametrize(
    "program", [BOT, COLLECTOR, Principal("reviewer", kind="agent", roles=["KM_ADMIN"])]
)
def test_a_program_keeps_nothing_fresh_that_people_accepted(
    memory: MemoryFactory, clock: FrozenClock, program: Principal, decision: str
) -> None:
    """However often it confirms, the item fades as if it had said nothing; its word is kept."""
    store = memory("corporate").acting_as(ADA)
    said, beside = store.add(content="x"), store.add(content="y")
    for item in (said, beside):
        store.review.batch([item.id], decision, reason="Read.")
    for _ in range(8):
        clock.advance(timedelta(days=90))
        store.acting_as(program).confirm(said.id, quote="It is so.")
    found = store.get(said.id)
    assert (found.confidence, found.last_confirmed_at) == (store.get(beside.id).confidence, None)
    assert [one.quote for one in found.evidence] == ["It is so."] * 8
    assert store.acting_as(CARL).confirm(said.id).confidence > found.confidence


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_a_program_brings_nothing_back_that_ran_out(
    fresh_store: MemoryFactory, clock: FrozenClock, preset: str
) -> None:
    """What people approved and time ended stays ended until a person says that it holds."""
    store = fresh_store(preset)
    store.admin.configure({"retention": {"decision": {"expires_after_days": 30}}})
    store = store.in_space("northgate").acting_as(ADA)
    item = store.add(content="Vi stänger klockan fem.", kind="decision")
    store.review.approve(item.id)
    clock.advance(timedelta(days=31))
    assert store.acting_as(BOT).confirm(item.id).lifecycle.value == "expired"
    assert store.acting_as(ANNA).confirm(item.id).lifecycle.value == "active"


def test_an_agent_does_not_renew_by_using_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What comes up in a talk is renewed, but an agent renews nothing that was approved."""
    store = memory("companion").acting_as(ADA)
    wish = store.add(content="Vi gillar korta svar.", kind="preference")
    store.review.approve(wish.id)
    clock.advance(timedelta(days=120))
    before = store.get(wish.id)
    store.acting_as(BOT).compose(message="Skriv korta svar, tack.")
    assert store.get(wish.id) == before
    store.acting_as(ANNA).compose(message="Skriv korta svar, tack.")
    assert store.get(wish.id).confidence > before.confidence


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_what_review_made_mandatory_does_not_fade_away(
    memory: MemoryFactory, clock: FrozenClock, preset: str
) -> None:
    """S4-24: it has the floor of a mandate, in the bundle too, until it is revoked."""
    store = memory(preset).acting_as(ADA)
    kind = "preference" if preset in ("adviser", "companion") else "decision"
    item = store.acting_as(ANNA).add(content="Round up.", kind=kind, confidence=0.2)
    store.review.mandate(item.id, reason="Two audits.")
    years_later(clock, 10)
    expected = 0.5 if preset in ("companion", "corporate") else 0.2
    (told,) = store.bundle().mandatory
    assert worth(store, item) == told.confidence == expected
    store.review.revoke(item.id, reason="Over.")
    assert worth(store, item) == pytest.approx(expected if expected == 0.2 else 0.0, abs=0.01)


def test_the_companion_forgets_slowly_and_is_reassured(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S1-21: it starts as given, decays without use, and a confirmation wins back half the rest."""
    store = memory("companion")
    item = store.add(content="Vi gillar korta svar.", kind="preference", confidence=0.95)
    assert item.confidence == 0.95
    years_later(clock, 1)
    assert worth(store, item) == 0.475
    assert store.confirm(item.id).confidence == 0.7375
    years_later(clock, 1)
    assert worth(store, item) == 0.36875


def test_an_adviser_s_value_stays_as_given(memory: MemoryFactory, clock: FrozenClock) -> None:
    """C-10: where it is taken as given, neither time nor confirmation moves it."""
    store = memory("adviser")
    item = store.add(content="58", confidence=0.7)
    years_later(clock, 30)
    assert worth(store, item) == 0.7
    assert store.confirm(item.id).confidence == 0.7


def test_a_quote_is_kept_as_evidence(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S4-18: a person's words confirm, a program's support, and both are listed with their time."""
    store = memory("corporate")
    item = store.acting_as(ADA).add(content="x")
    store.acting_as(ADA).review.approve(item.id)
    clock.advance(timedelta(days=1))
    store.acting_as(BERT).confirm(item.id, quote="Yes, that is so.", reason="in a call")
    store.acting_as(BOT).confirm(item.id, quote="The query still works.")
    evidence = store.acting_as(ADA).get(item.id).evidence
    assert [(one.quote, one.stance.value, one.principal, one.at) for one in evidence] == [
        ("Yes, that is so.", "confirms", BERT.name, datetime(2026, 3, 3, 9, tzinfo=UTC)),
        ("The query still works.", "supports", BOT.name, datetime(2026, 3, 3, 9, tzinfo=UTC)),
    ]
