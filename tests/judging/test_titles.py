"""Titles: they tell what a text is about, and can contradict each other themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import ScriptedModel
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA

Side = tuple[str | None, str]

THREE, FIVE = "Orders settle after 3 days.", "Orders settle after 5 days."
TWO_THINGS: list[tuple[Side, Side]] = [
    (("Lag of card orders", THREE), ("Lag of wire orders", FIVE)),
    (("Card orders", THREE), ("Wire orders", FIVE)),
    (("Finance / Card orders", THREE), ("Finance / Wire orders", FIVE)),
    (("Retention of logs", "Kept for 30 days."), ("Retention of invoices", "Kept for 90 days.")),
    (("Phase 4 budget", "The budget is 3 weeks."), ("Phase 5 budget", "The budget is 5 weeks.")),
    (("Settlement lag", "3 days"), ("Notice period", "5 days")),
    (
        ("Notice for renters", "The notice is one month."),
        ("Notice for staff", "The notice is three months."),
    ),
    (("3-day settlement lag", "For card orders."), ("5-day settlement lag", "For wire orders.")),
    (
        ("Ledtid för kortorder", "Order avslutas efter 3 dagar."),
        ("Ledtid för bankorder", "Order avslutas efter 5 dagar."),
    ),
]
ONE_THING: list[tuple[Side, Side]] = [
    (("3-day settlement lag", "See the handbook."), ("5-day settlement lag", "See the handbook.")),
    (("3-day settlement lag", "For all orders."), ("5-day settlement lag", "Noted in March.")),
    (("14-dagars ångerrätt", "Gäller alla köp."), ("30-dagars ångerrätt", "Gäller alla köp.")),
    (("10% discount", "For members."), ("15% discount", "For members.")),
    (("Refunds allowed", "Ask the desk."), ("No refunds allowed", "Ask the desk.")),
    (("3-day settlement lag", "See the handbook."), (None, "5-day settlement lag")),
    (("Settlement lag", "3 days"), ("Settlement lag", "5 days")),
    (("Settlement lag", THREE), ("Order settlement", FIVE)),
    (("Settlement time", THREE), ("Settlement lag", FIVE)),
    (("Current settlement lag", THREE), ("New settlement lag", FIVE)),
    (("Lag of card orders", THREE), ("Lag of card orders", FIVE)),
    ((None, THREE), ("Lag of wire orders", FIVE)),
    (
        ("Upload limit 5", "Uploads are limited to 5."),
        ("Upload limit 7", "Uploads are limited to 7."),
    ),
]


def reasons(store: Memory, one: Side, other: Side) -> list[str]:
    for title, content in (one, other):
        store.acting_as(ANNA).add(title=title, content=content)
    return [row.reason for row in store.acting_as(ADA).review.contradictions()]


@pytest.mark.parametrize("preset", ["corporate", "desk"])
@pytest.mark.parametrize(("one", "other"), TWO_THINGS)
def test_titles_keep_two_things_apart(
    memory: MemoryFactory, preset: str, one: Side, other: Side
) -> None:
    """S4-58: what is said of two things of one sort contradicts nothing, whichever came first."""
    assert reasons(memory(preset), one, other) == []
    assert reasons(memory(preset), other, one) == []


@pytest.mark.parametrize("preset", ["corporate", "community"])
@pytest.mark.parametrize(("one", "other"), ONE_THING)
def test_titles_of_one_thing_are_compared(
    memory: MemoryFactory, preset: str, one: Side, other: Side
) -> None:
    """S4-58: another value in the title is a contradiction; another name for it hides none."""
    assert len(reasons(memory(preset), one, other)) == 1
    assert len(reasons(memory(preset), other, one)) == 1


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_titles_replace_nothing(memory: MemoryFactory, preset: str) -> None:
    """What only titles contradict is shown to a person, and both stay in use."""
    store = memory(preset).acting_as(ADA)
    for title in ("3-day settlement lag", "5-day settlement lag"):
        store.remember("For all our orders.", infer=False, title=title)
    assert [one.lifecycle.value for one in store.items()] == ["active", "active"]


def test_the_judge_is_shown_the_titles(fresh_store: MemoryFactory) -> None:
    """S4-58: a model that compares two items knows what each of them is called."""
    answers: list[Any] = [{"judgements": []}]
    model = ScriptedModel(answers, is_local=True)
    store = fresh_store("corporate", llm=model).acting_as(ADA)
    first = store.add(title="Lag of card orders", content=THREE)
    store.add(title="Lag of wire orders", content=FIVE)
    data = json.loads("{" + model.asked[-1].partition("\n\n{")[2])
    assert data == {
        "new_title": "Lag of wire orders",
        "new": FIVE,
        "known": [{"id": first.id, "title": "Lag of card orders", "text": THREE}],
    }


@pytest.mark.parametrize(
    ("titles", "kept"),
    [
        (("Lag", "Delay"), "Lag / Delay"),
        (("Lag", "Lag"), "Lag"),
        (("Lag", None), "Lag"),
        ((None, "Delay"), "Delay"),
        ((None, None), None),
        (("x" * 400, "y" * 400), "y" * 400),
    ],
)
def test_merging_keeps_the_titles(
    memory: MemoryFactory, titles: tuple[str | None, str | None], kept: str | None
) -> None:
    """S4-60: the merged item is called what both were called, each once."""
    store = memory("corporate").acting_as(ADA)
    for title, content in zip(titles, (THREE, FIVE), strict=True):
        store.add(title=title, content=content)
    (row,) = store.review.contradictions()
    settled = store.review.resolve(row.id, "merge", merged_content="It takes 3 to 5 days.")
    assert settled.resolution is not None
    assert store.get(settled.resolution.item_id or "").title == kept
