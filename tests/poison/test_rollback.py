"""Rolling back: one source goes, and everything that was derived from it goes along."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from remembrancer import Erased, Memory, NotFound, Review, Trust
from remembrancer.testing import FrozenClock
from tests.footprint import rows
from tests.people import BOT
from tests.poison.flood import (
    NAMES,
    SOURCE,
    Stood,
    age,
    before,
    check_rolled_back,
    flood,
    in_use,
    open_flooded,
    stands,
    start,
)
from tests.poison.hostile import SUBJECT
from tests.poison.world import House, everything
from tests.scenarios.stage import Extractor

ITEMS = 1_000
AGE = "The retirement age of Erik is {}."


class Flooded(NamedTuple):
    """A store on disk that one source has flooded."""

    path: Path
    stood: Stood
    derived: int


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Flooded:
    clock, path = start(), tmp_path_factory.mktemp("flooded") / "memory.db"
    with open_flooded(path, clock) as store:
        stood = before(store, clock)
        return Flooded(path, stood, flood(store, ITEMS))


@pytest.fixture
def store(flooded: Flooded, tmp_path: Path) -> Iterator[Memory]:
    """A copy of it for each test."""
    path = Path(shutil.copy(flooded.path, tmp_path / "memory.db"))
    clock = FrozenClock(start().now + timedelta(days=2))
    with open_flooded(path, clock) as opened:
        yield opened


@pytest.fixture
def house() -> Iterator[House]:
    with ExitStack() as opened:
        yield House(opened, extractor=Extractor())


# -- a thousand items


def test_the_flood_did_harm(flooded: Flooded, store: Memory) -> None:
    """It replaced what other outsiders had said, and contradicts what a person said."""
    assert flooded.derived == ITEMS
    now = stands(store)
    assert len(flooded.stood.items.keys() - now.items.keys()) == len(NAMES[::2])
    assert len(now.told - flooded.stood.told) == len(NAMES[1::2])


def test_revoking_a_source_rolls_back_all_of_it(flooded: Flooded, store: Memory) -> None:
    """Everything derived from it is out of use, what it had replaced is back, and what it
    contradicted is contradicted no more. What went stays on record."""
    revoked = store.review.revoke(source=SOURCE, reason="poison")
    assert len(revoked) == flooded.derived
    check_rolled_back(store, flooded.stood)
    assert store.get(revoked[0].id).review is Review.REVOKED
    assert not [
        hit for hit in store.recall(age(NAMES[0], 70), include=["items"]).hits if "70" in hit.text
    ]
    assert flood(store, ITEMS // 10) == 0  # said again, it is not learned again
    check_rolled_back(store, flooded.stood)


def test_erasing_a_source_rolls_back_all_of_it(flooded: Flooded, store: Memory) -> None:
    """The same, and no row holds a word of it any more."""
    certificate = store.erase(source=SOURCE, reason="poison")
    assert len(certificate.items) == flooded.derived
    check_rolled_back(store, flooded.stood)
    held = " ".join(text for _, text in rows(store))
    assert age(NAMES[0], 70) not in held
    with pytest.raises(Erased):
        flood(store, 10)
    check_rolled_back(store, flooded.stood)


# -- each way of being derived


def mail(store: Memory, *texts: str, id: str = "mail", trust: str = "outside") -> None:
    """A talk of that trust."""
    store.remember(
        [{"author_id": "eve", "content": text} for text in texts],
        subject=SUBJECT,
        source={"id": id, "trust": trust},
    )


@pytest.mark.parametrize(
    "act",
    [
        "revoke",
        "erase",
    ],
)
def test_a_source_that_corrects_itself_gives_back_what_it_replaced(house: House, act: str) -> None:
    """However often a source replaced its own words, what others said before it comes back."""
    store = house.space("adviser")
    mail(store, AGE.format(58), id="known")
    for years in (61, 62, 63):
        house.clock.advance(timedelta(days=1))
        mail(store, AGE.format(years))
    undo(store, act, "mail")
    assert {one.content for one in in_use(store).values()} == {AGE.format(58)}


def undo(store: Memory, act: str, source: str) -> None:
    if act == "revoke":
        store.review.revoke(source=source, reason="poison")
    else:
        store.erase(source=source, reason="poison")


@pytest.mark.parametrize(
    ("act", "decision"),
    [
        ("revoke", "kept_b"),
        ("revoke", "merge"),
        ("erase", "kept_b"),
        ("erase", "merge"),
    ],
)
def test_what_an_admin_made_of_it_goes_along(house: House, act: str, decision: str) -> None:
    """An admin who let a hostile text win, or merged it with what a person said, gets back what
    the person said."""
    store = house.space("adviser")
    mail(store, AGE.format(58), id="known", trust="person")
    house.clock.advance(timedelta(days=1))
    mail(store, AGE.format(70))
    (open_one,) = store.review.contradictions()
    merged = AGE.format("58, or 70") if decision == "merge" else None
    store.review.resolve(open_one.id, decision, merged_content=merged)
    assert not [one for one in in_use(store).values() if one.trust is Trust.PERSON]
    undo(store, act, "mail")
    (now,) = in_use(store).values()
    assert (now.content, now.trust) == (AGE.format(58), Trust.PERSON)
    assert store.review.contradictions() == ()


def test_a_person_s_words_survive_the_merge_with_poison(house: House) -> None:
    """Erasing a hostile source leaves the words that a person said, and the proof of them."""
    store = house.space("adviser")
    mail(store, AGE.format(58), id="known", trust="person")
    house.clock.advance(timedelta(days=1))
    mail(store, AGE.format(70))
    (open_one,) = store.review.contradictions()
    store.review.resolve(open_one.id, "merge", merged_content=AGE.format("58, or 70"))
    store.erase(source="mail", reason="poison")
    (now,) = in_use(store).values()
    assert [proof.quote for proof in now.evidence] == [AGE.format(58)]
    assert [one.content for one in store.conversations.messages("known")] == [AGE.format(58)]


@pytest.mark.parametrize(
    "act",
    [
        "revoke",
        "erase",
    ],
)
def test_a_meeting_takes_along_what_was_said_in_it(house: House, act: str) -> None:
    """The items of its notes and those drawn out of its transcript go together."""
    store = house.space("adviser")
    made = store.sources.meeting(
        "m-58",
        {"financial_facts": ["The fee is 5 %."]},
        transcript=f"Broker: {AGE.format(70)}\nAnna: Well.\n",
        outside=["Broker"],
    )
    assert made.conversation_id is not None
    store.conversations.close(made.conversation_id)
    store.jobs.wait()
    assert len(in_use(store)) == 3
    undo(store, act, "m-58")
    assert in_use(store) == {}


@pytest.mark.parametrize("act", ["revoke", "erase"])
def test_what_another_source_says_as_well_stays(house: House, act: str) -> None:
    """An item that a person said twice, in two places, still stands on the one when the other
    goes."""
    store = house.space("adviser")
    mail(store, AGE.format(58), id="known", trust="person")
    house.clock.advance(timedelta(days=1))
    mail(store, AGE.format(58), id="again", trust="person")
    undo(store, act, "again")
    (now,) = in_use(store).values()
    assert now.evidence[0].conversation_id == "known"
    assert now.evidence[0].quote == AGE.format(58)


def test_revoking_an_agent_s_event_leaves_the_decision_it_named(house: House) -> None:
    """What a person approved does not fall with an event that an agent linked to it."""
    store = house.space("corporate")
    approved = store.review.approve(store.add(content=AGE.format(58), subject=SUBJECT).id)
    store.acting_as(BOT).sources.event(
        "fee_change", id="e-1", subject=SUBJECT, reason="free", decisions=[approved.id]
    )
    with suppress(NotFound):  # nothing rests on it alone
        store.review.revoke(source="e-1", reason="poison")
    assert store.get(approved.id).review is Review.APPROVED


# -- it does not come back


def test_drawing_out_again_brings_nothing_back(house: House) -> None:
    """A talk that was revoked and goes on is drawn out again, and what was revoked stays so."""
    store = house.space("adviser")
    store.conversations.start("chat", subject=SUBJECT, trust="outside")
    for text in (AGE.format(70), "Good bye then."):
        store.conversations.append("chat", {"author_id": "eve", "content": text})
        store.conversations.close("chat")
        store.jobs.wait()
        store.review.revoke(source="chat", reason="poison")
    assert in_use(store) == {}
    assert [one.content for one in everything(store)] == ["Good bye then.", AGE.format(70)]


def test_the_same_words_from_elsewhere_stay_out(house: House) -> None:
    """What was revoked is not learned again from another source that is trusted no more."""
    store = house.space("adviser")
    mail(store, AGE.format(70))
    store.review.revoke(source="mail", reason="poison")
    for id in ("another mail", "and another"):
        house.clock.advance(timedelta(days=1))
        mail(store, AGE.format(70), id=id)
    assert in_use(store) == {}


def test_an_erased_source_is_not_taken_in_again(house: House) -> None:
    """Under its id nothing comes back, neither at once nor by work that was due."""
    store = house.space("adviser")
    store.conversations.start("chat", subject=SUBJECT, trust="outside")
    store.conversations.append("chat", {"author_id": "eve", "content": AGE.format(70)})
    store.conversations.close("chat")
    store.erase(source="chat", reason="poison")
    store.jobs.wait()
    with pytest.raises(Erased):
        mail(store, AGE.format(70), id="chat")
    assert everything(store) == []


def test_a_source_may_be_revoked_before_it_is_drawn_out(house: House) -> None:
    """Revoking holds for what is still to be drawn out of a source that is there."""
    store = house.space("adviser")
    store.conversations.start("chat", subject=SUBJECT, trust="outside")
    store.conversations.append("chat", {"author_id": "eve", "content": AGE.format(70)})
    store.conversations.close("chat")
    store.review.revoke(source="chat", reason="poison")
    store.jobs.wait()
    assert in_use(store) == {}


@pytest.mark.parametrize(
    "act",
    [
        "revoke",
        "erase",
    ],
)
def test_only_what_is_derived_from_it_goes(house: House, act: str) -> None:
    """What others replaced since is not brought back, and what others say stays."""
    store = told_in_turn(house)
    undo(store, act, "mail")
    assert {one.content for one in in_use(store).values()} == {AGE.format(65)}


def told_in_turn(house: House) -> Memory:
    """Something known, what a hostile source put in its place, and what others say since."""
    store = house.space("adviser")
    for id, years in (("known", 58), ("mail", 70), ("later", 65)):
        mail(store, AGE.format(years), id=id)
        house.clock.advance(timedelta(days=1))
    return store


def test_a_revoked_source_does_not_return_when_another_goes(house: House) -> None:
    """Revoking what had replaced a hostile text as well brings back what stood before both."""
    store = told_in_turn(house)
    undo(store, "revoke", "mail")
    undo(store, "revoke", "later")
    assert {one.content for one in in_use(store).values()} == {AGE.format(58)}


def test_a_source_that_is_not_there_is_named(house: House) -> None:
    """Who mistypes an id is told, and nothing is withdrawn."""
    store = told_in_turn(house)
    with pytest.raises(NotFound, match="never heard of"):
        store.review.revoke(source="never heard of", reason="poison")
    assert len(in_use(store)) == 1
