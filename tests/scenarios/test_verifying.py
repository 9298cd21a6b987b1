"""A person's confirmation or correction counts for what is known, in a session and in a chat."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Item, Memory, Principal
from remembrancer.testing import FrozenClock
from tests.people import ADA, ANNA, BERT, BOT, CARL, COLLECTOR
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
LAG = "Card orders settle after 3 days."


def talk(who: Principal, stated: str, reply: str) -> list[dict[str, Any]]:
    return [
        {"author_id": "assistant", "role": "assistant", "content": stated},
        {"author_id": who.name, "role": "user", "content": reply},
    ]


def detected(store: Memory, folder: Path, name: str, said: list[dict[str, Any]]) -> None:
    """A session of the caller's, read and drawn out."""
    folder.mkdir(parents=True, exist_ok=True)
    records = [
        {"type": one["role"], "uuid": f"{name}{at}", "message": {k: one[k] for k in one}}
        for at, one in enumerate(said)
    ]
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    store.sources.detect(folder)
    store.jobs.wait()


def approved(stage: Stage, content: str = LAG, **fields: Any) -> tuple[Memory, str]:
    store = stage.open("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(content=content, **fields)
    store.review.approve(item.id)
    return store, item.id


def test_confirmations_in_sessions_add_up(stage: Stage, tmp_path: Path) -> None:
    """S4-22: approved 0.70, confirmed in a session 0.90, by two more 1.00; nobody counts twice,
    and no second item waits for review."""
    store, id = approved(stage, domain="finance")
    worth = [store.get(id).confidence]
    for number, who in enumerate((BERT, BERT, CARL, ANNA, Principal("dora"))):
        said = talk(who, LAG, "Yes, that's right.")
        detected(store.acting_as(who), tmp_path / f"{number}", f"s{number}", said)
        worth.append(store.get(id).confidence)
    assert worth == [0.70, 0.90, 0.90, 0.95, 0.95, 1.00]
    assert [one.id for one in store.items()] == [id]
    stances = [(one.stance.value, one.principal) for one in store.get(id).evidence]
    assert ("confirms", BERT.name) in stances
    assert ("supports", "assistant") in stances


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("known", "reply"),
    [
        (LAG, "Yes, that's right."),
        ("Refunds are paid within 14 days.", "Correct."),
        ("Kortorder avräknas efter 3 dagar.", "Ja, det stämmer."),
        ("The warehouse closes at 18:00.", "Yes, it does."),
        ("Lagret stänger klockan 18.", "Ja, så är det."),
        ("The churn table excludes trials.", "I can confirm that."),
        ("The ledger runs on Postgres.", "Yes, that still holds, thanks."),
    ],
)
def test_a_chat_confirms_what_is_known(
    alone: Stage, clock: FrozenClock, preset: str, known: str, reply: str
) -> None:
    """In every preset a person's plain yes to what the assistant says confirms the known item."""
    store = alone.open(preset).acting_as(ADA)
    item = store.add(content=known)
    clock.advance(timedelta(days=1))
    made = store.acting_as(BERT).remember(talk(BERT, known, reply))
    assert ([one.id for one in made.reconfirmed], made.items) == ([item.id], ())
    again = store.get(item.id)
    assert (again.live_confirmed, again.last_confirmed_at) == (True, clock())


@pytest.mark.parametrize(
    "reply",
    ["Is that right?", "Yes, but only for Visa.", "No.", "I can confirm that it fails.", "Yes."],
)
def test_what_is_no_confirmation(alone: Stage, reply: str) -> None:
    """A question, a yes with a but, a no and talk of something else confirm nothing."""
    store, id = approved(alone)
    store.acting_as(BERT).remember(talk(BERT, LAG, reply))
    assert store.get(id).confidence == 0.70


def test_only_a_person_confirms(stage: Stage) -> None:
    """S4-22: neither an agent nor a service confirms, whoever it says has spoken; a person speaks
    for nobody else on record, and only an admin brings the words of others."""
    store, id = approved(stage)
    store.admin.add_person(BERT.name, roles=["CONTRIBUTOR"])
    store.admin.add_person(BOT.name, kind="agent")
    yes = "Yes, that's right."
    for caller, author in ((BOT, BERT), (COLLECTOR, BERT), (CARL, BERT), (ADA, BOT), (ANNA, ANNA)):
        store.acting_as(caller).remember(talk(author, LAG, yes))
        assert store.get(id).live_confirmed is False, (caller, author)
    words = [{**one, "role": "assistant"} for one in talk(CARL, LAG, yes)]
    store.acting_as(CARL).remember(words)
    store.acting_as(CARL).remember(talk(CARL, LAG, yes), source={"trust": "outside"})
    assert store.get(id).confidence == 0.70
    store.remember(talk(BERT, LAG, yes))
    assert store.get(id).confidence == 0.90
    assert {one.source_user for one in store.items() if one.id != id} <= {BOT.name, COLLECTOR.name}


@pytest.mark.parametrize(("ours", "theirs"), [("finance", None), (None, "finance"), (None, None)])
def test_without_a_domain_it_meets_every_domain(
    stage: Stage, ours: str | None, theirs: str | None
) -> None:
    """S4-66: what has a domain meets what has none, whichever of the two comes first."""
    store, id = approved(stage, domain=ours)
    other = store.acting_as(BERT).add(content="Card orders settle after 5 days.", domain=theirs)
    assert [(one.a.id, one.b.id) for one in store.review.contradictions()] == [(id, other.id)]


@pytest.mark.parametrize("domain", [None, "finance", "data"])
def test_a_correction_meets_what_was_approved(
    stage: Stage, tmp_path: Path, domain: str | None
) -> None:
    """S4-66: "No, it's 5 days" in a session contradicts the approved fact, whatever its domain."""
    store, id = approved(stage, "Invoices are paid after 3 days.", domain=domain)
    said = talk(BERT, "Invoices are paid after 3 days.", "No, it's 5 days.")
    detected(store.acting_as(BERT), tmp_path, "s", said)
    (found,) = store.review.contradictions()
    assert isinstance(found.b, Item)
    assert (found.a.id, found.b.content) == (id, "Invoices are paid after 5 days.")
    assert (found.b.confidence, found.b.domain) == (0.90, "finance")  # by the words of it


def test_a_replacement_keeps_the_domain(alone: Stage) -> None:
    """What takes the place of an item with a domain, and says none, stays in that domain."""
    store = alone.open("companion").acting_as(ADA)
    old = store.remember("The rent for the office is 12,000 kr per month.", domain="product")
    made = store.remember("The rent for the office is 14,000 kr per month.")
    assert [one.id for one in made.superseded] == [old.items[0].id]
    assert [one.domain for one in made.items] == ["product"]
