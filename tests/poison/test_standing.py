"""Who is trusted more stands, in whatever order things were said, dated and brought."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import pairwise

import pytest

from remembrancer import Lifecycle, Memory, Principal, Review, Trust
from tests.people import BOT
from tests.poison.hostile import SUBJECT
from tests.poison.world import House, everything
from tests.scenarios.stage import Extractor

AGE = "The retirement age of Erik is {}."
LESS = ("agent", "document", "outside")


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(opened, extractor=Extractor())


def say(store: Memory, text: str, trust: str, at: str | None = None) -> None:
    """Says it with that trust, in a talk of its own."""
    message = {"author_id": trust, "content": text} | ({} if at is None else {"timestamp": at})
    caller = store.acting_as(BOT) if trust == "agent" else store
    caller.remember([message], subject=SUBJECT, source={"trust": trust})


def in_use(store: Memory) -> dict[str, Trust]:
    return {
        one.content: one.trust for one in everything(store) if one.lifecycle is Lifecycle.ACTIVE
    }


@pytest.mark.parametrize("trust", LESS)
def test_a_date_in_the_future_wins_nothing(house: House, trust: str) -> None:
    """What is less trusted and claims to be said in a thousand years does not push down what a
    person says today."""
    store = house.space("adviser")
    say(store, AGE.format(70), trust, at="2999-01-01T00:00:00Z")
    say(store, AGE.format(58), "person")
    assert in_use(store)[AGE.format(58)] is Trust.PERSON


@pytest.mark.parametrize("trust", LESS)
def test_what_a_person_said_before_is_not_beneath_it(house: House, trust: str) -> None:
    """A person's older words that arrive late are not replaced by less trusted newer ones: the
    same as if they had come in order."""
    store = house.space("adviser")
    say(store, AGE.format(70), trust, at="2026-03-02T08:00:00Z")
    say(store, AGE.format(58), "person", at="2026-03-01T08:00:00Z")
    assert in_use(store)[AGE.format(58)] is Trust.PERSON


@pytest.mark.parametrize("preset", ["adviser", "companion"])
@pytest.mark.parametrize("trust", LESS)
def test_who_says_it_first_does_not_own_it(house: House, preset: str, trust: str) -> None:
    """What a less trusted source said first and a person says again is the person's from then on:
    the first source cannot replace it any more."""
    store = house.space(preset)
    for text, who in ((AGE.format(58), trust), (AGE.format(58), "person")):
        say(store, text, who)
        house.clock.advance(timedelta(days=1))
    assert in_use(store) == {AGE.format(58): Trust.PERSON}
    say(store, AGE.format(70), trust)
    assert in_use(store)[AGE.format(58)] is Trust.PERSON


@pytest.mark.parametrize(("more", "less"), list(pairwise(("person", *LESS))))
def test_each_class_of_trust_stands_against_the_next(house: House, more: str, less: str) -> None:
    """Nothing replaces what is trusted more, one step of trust being enough."""
    store = house.space("adviser")
    say(store, AGE.format(58), more)
    house.clock.advance(timedelta(days=1))
    say(store, AGE.format(70), less)
    assert in_use(store)[AGE.format(58)] is Trust(more)


@pytest.mark.parametrize("times", [30])
def test_saying_it_often_does_not_make_it_true(house: House, times: int) -> None:
    """However often outsiders say it, nothing is confirmed by that, and confidence stays."""
    store = house.space("companion")
    say(store, AGE.format(58), "person")
    house.clock.advance(timedelta(days=1))
    before = {one.content: one.confidence_base for one in everything(store)}
    for _ in range(times):
        say(store, AGE.format(70), "outside")
    stood = {one.content: one for one in everything(store)}
    assert len(stood) == len(everything(store)) == 2
    assert stood[AGE.format(58)].confidence_base == before[AGE.format(58)]
    poison = stood[AGE.format(70)]
    assert (poison.version, poison.verifier_count, poison.last_confirmed_at) == (1, 0, None)


def test_no_program_makes_outside_text_binding_as_it_comes_in(house: House) -> None:
    """A program with the role of an admin may not mandate untrusted text, neither by review nor
    by the type of a source."""
    program = Principal("importer", kind="service", roles=["ADMIN"])
    store = house.space("corporate")
    label = {"id": "mail", "type": "admin_mandate", "trust": "outside"}
    with pytest.raises(Exception, match="only by a person"):
        store.acting_as(program).remember(AGE.format(70), source=label)
    assert not [one for one in everything(store) if one.review is Review.MANDATORY]


def test_an_agent_s_event_leaves_the_decision_it_names_as_it_is(house: House) -> None:
    """An agent's event may name what was approved as its reason: that changes neither its text
    nor its review nor its trust."""
    store = house.space("corporate")
    approved = store.review.approve(store.add(content=AGE.format(58), subject=SUBJECT).id)
    store.acting_as(BOT).sources.event(
        "fee_change", id="e-1", subject=SUBJECT, reason="free", decisions=[approved.id]
    )
    now = store.get(approved.id)
    assert (now.content, now.review, now.trust) == (AGE.format(58), Review.APPROVED, Trust.PERSON)
