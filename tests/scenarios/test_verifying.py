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
    [
        "Is that right?",
        "Yes, but only for Visa.",
        "No.",
        "I can confirm that it fails.",
        "Exactly the opposite.",
        "Correct me if I'm wrong, but they do not.",
        "Yes, that's right if the sun shines.",
        "Yes, that's right. No, wait, 5 days.",
        "Yes, they can.",
        "Yeah, right.",
    ],
)
def test_what_is_no_confirmation(alone: Stage, reply: str) -> None:
    """A question, a yes with a but, a no and talk of something else confirm nothing."""
    store, id = approved(alone)
    store.acting_as(BERT).remember(talk(BERT, LAG, reply))
    assert store.get(id).confidence == 0.70


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "reply",
    ["Stämmer inte.", "Precis tvärtom.", "Det är rätt dyrt.", "Det stämmer. Nej, vänta."],
)
def test_a_denial_confirms_nothing(alone: Stage, preset: str, reply: str) -> None:
    """In every preset a reply that begins like assent and denies confirms nothing."""
    store = alone.open(preset).acting_as(ADA)
    known = "Kassan räknas varje kväll."
    item = store.add(content=known)
    made = store.acting_as(BERT).remember(talk(BERT, known, reply))
    again = store.get(item.id)
    assert (made.reconfirmed, again.live_confirmed) == ((), False)
    assert again.confidence == item.confidence


OPENED = [
    ("The depot opens at 7.", "Noted: the depot opens at 7.", "Yes, that's right."),
    ("The depot opens at 7.", "According to our notes, the depot opens at 7.", "That's correct."),
    ("The depot opens at 7.", "From memory: the depot opens at 7.", "Yes, exactly."),
    ("The depot opens at 7.", "Earlier you told me that the depot opens at 7.", "Correct."),
    ("The depot opens at 7.", "On file: the depot opens at 7.", "Yes."),
    ("Depån öppnar klockan 7.", "Då noterar jag att depån öppnar klockan 7.", "Ja, det stämmer."),
    ("Depån öppnar klockan 7.", "Ur minnet: depån öppnar klockan 7.", "Precis."),
    ("Depån öppnar klockan 7.", "Enligt handboken öppnar depån klockan 7.", "Ja, så är det."),
    ("Depån öppnar klockan 7.", "I mina anteckningar står att depån öppnar klockan 7.", "Ja."),
]


@pytest.mark.parametrize(("known", "stated", "reply"), OPENED)
def test_an_opener_hides_no_known_fact(alone: Stage, known: str, stated: str, reply: str) -> None:
    """S4-22: words that lead up to a statement make no second item of it: the known one counts."""
    store, id = approved(alone, known)
    store.acting_as(BERT).remember(talk(BERT, stated, reply))
    assert store.get(id).confidence == 0.90
    assert [one.id for one in store.items()] == [id]


@pytest.mark.parametrize(
    "opener",
    [
        "In Norway, ",
        "Before 2020, ",
        "Until last year, ",
        "On Mondays, ",
        "Usually ",
        "Some days ",
        "If asked, ",
        "According to the old policy, ",
        "Anna denies that ",
        "It is not true that ",
    ],
)
@pytest.mark.parametrize("reply", ["Yes, that's right.", "Yes."])
def test_what_is_part_of_a_statement_is_no_opener(alone: Stage, opener: str, reply: str) -> None:
    """What holds at some place, at times, by somebody's word or not at all is another statement:
    whoever assents to that confirms nothing of what is known."""
    store, id = approved(alone, "The depot opens at 7.")
    store.acting_as(BERT).remember(talk(BERT, f"{opener}the depot opens at 7.", reply))
    assert store.get(id).confidence == 0.70


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("known", "stated", "reply"),
    [
        (LAG, LAG, "Yes."),
        (LAG, LAG, "Yep."),
        (LAG, LAG, "Right."),
        (LAG, "So card orders settle after 3 days?", "Yes, that's right."),
        (LAG, "Do card orders settle after 3 days?", "Yes."),
        ("Kassan räknas varje kväll.", "Kassan räknas varje kväll.", "Ja."),
        ("Kassan räknas varje kväll.", "Så kassan räknas varje kväll?", "Ja, det stämmer."),
    ],
)
def test_a_mere_yes_counts_for_what_is_known(
    alone: Stage, preset: str, known: str, stated: str, reply: str
) -> None:
    """A mere yes to one statement or question that says what is known confirms it; where nothing
    is known it is kept as nothing, and nothing is told of it."""
    store = alone.open(preset).acting_as(ADA)
    asked = talk(BERT, stated, reply)
    # Where agents are heard, what the agent states is an item of its own.
    is_heard = store.admin.settings()["extract"]["hears_agents"] and not stated.endswith("?")
    if not is_heard:
        first = store.acting_as(BERT).remember(asked)
        assert (first.items, first.reconfirmed, first.plan) == ((), (), ())
    item = store.add(content=known)
    made = store.acting_as(BERT).remember(asked)
    assert ([one.id for one in made.reconfirmed], made.items) == ([item.id], ())
    assert store.get(item.id).live_confirmed is True


@pytest.mark.parametrize(
    "stated",
    [
        "Card orders settle after 5 days.",
        f"{LAG} Shall I plot them?",
        f"{LAG} Wire orders settle after 5 days.",
        f"Hello! {LAG}",
        "Card orders do not settle after 3 days.",
        "Don't card orders settle after 3 days?",
        "When do card orders settle?",
        "Could card orders settle after 3 days?",
        "Do card orders settle after 3 or 5 days?",
        "Card orders settle after 3 days and wire orders after 5 days.",
        "```\nselect 1\n```\n" + LAG,
    ],
)
def test_a_mere_yes_to_anything_else_counts_for_nothing(alone: Stage, stated: str) -> None:
    """Where the assistant says more, asks openly, denies or offers, nobody knows what a mere yes
    is to."""
    store, id = approved(alone)
    made = store.acting_as(BERT).remember(talk(BERT, stated, "Yes."))
    assert (store.get(id).confidence, made.items, made.reconfirmed) == (0.70, (), ())


def test_a_mere_yes_of_a_program_counts_for_nothing(alone: Stage) -> None:
    """S4-22: an agent that says yes in a person's name confirms nothing."""
    store, id = approved(alone)
    for caller in (BOT, COLLECTOR):
        made = store.acting_as(caller).remember(talk(BERT, LAG, "Yes."))
        assert (made.items, made.reconfirmed) == ((), ())
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
