"""Recall: its filters, its bounds and its explanations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory
from remembrancer.recall.answer import relevance
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ADA

DAY = timedelta(days=1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def populate(store: Memory) -> list[dict[str, Any]]:
    """Twenty-four items and eight messages that all hold the word `pension`."""
    known: list[dict[str, Any]] = []
    for n in range(24):
        fields: dict[str, Any] = {
            "subject": ("ellen", "tom")[n % 2],
            "kind": ("fact", "decision", "preference")[n % 3],
            "category": ("income", "asset")[(n // 2) % 2],
            "domain": ("tax", "estate")[(n // 3) % 2],
            "tags": ["urgent"] if n % 4 == 0 else ["calm", "slow"],
            "metadata": {"n": n % 5, "flag": n % 2 == 0},
            "valid_from": BEGIN + n * DAY,
        }
        item = store.add(content=f"pension number {n}", **fields)
        known.append({**fields, "id": item.id, "at": fields["valid_from"]})
    for name, subject in (("call", "ellen"), ("mail", "tom")):
        store.conversations.start(name, subject=subject)
        for n in range(4):
            at = BEGIN + (n * 6) * DAY
            (message,) = store.conversations.append(
                name, {"author_id": subject, "content": f"my pension, part {n}", "timestamp": at}
            )
            known.append({"id": message.id, "subject": subject, "conversation_id": name, "at": at})
    return known


def has(name: str, *values: object) -> Any:
    return lambda row: row.get(name) in values


CASES: list[tuple[str, dict[str, Any], Any]] = [
    ("no filter", {}, lambda row: True),
    ("subject", {"subject": "tom"}, has("subject", "tom")),
    ("one kind", {"kinds": "fact"}, has("kind", "fact")),
    ("kinds", {"kinds": ["fact", "decision"]}, has("kind", "fact", "decision")),
    ("categories", {"categories": ["asset"]}, has("category", "asset")),
    ("domains", {"domains": ["tax", "none"]}, has("domain", "tax")),
    ("tags", {"tags": ["urgent"]}, lambda row: "urgent" in row.get("tags", ())),
    ("any tag", {"tags": ["slow", "none"]}, lambda row: "slow" in row.get("tags", ())),
    (
        "metadata",
        {"metadata": {"n": 3, "flag": True}},
        lambda row: "metadata" in row and row["metadata"]["n"] == 3 and row["metadata"]["flag"],
    ),
    (
        "conversation",
        {"conversation_id": "call"},
        has("conversation_id", "call"),
    ),
    ("since", {"since": BEGIN + 12 * DAY}, lambda row: row["at"] >= BEGIN + 12 * DAY),
    ("until", {"until": BEGIN + 12 * DAY}, lambda row: row["at"] < BEGIN + 12 * DAY),
    (
        "period",
        {"since": "2026-01-07", "until": "2026-01-13"},
        lambda row: BEGIN + 6 * DAY <= row["at"] < BEGIN + 12 * DAY,
    ),
    ("items", {"include": ["items"]}, lambda row: "conversation_id" not in row),
    ("messages", {"include": ("messages",)}, lambda row: "conversation_id" in row),
    ("one word", {"include": "messages"}, lambda row: "conversation_id" in row),
    (
        "all together",
        {
            "subject": "ellen",
            "kinds": ["fact", "preference"],
            "categories": ["income"],
            "domains": ["tax", "estate"],
            "tags": ["urgent", "calm"],
            "metadata": {"flag": True},
            "since": BEGIN + 2 * DAY,
            "until": BEGIN + 20 * DAY,
            "include": ["items"],
        },
        lambda row: (
            row["subject"] == "ellen"
            and row.get("kind") in ("fact", "preference")
            and row.get("category") == "income"
            and BEGIN + 2 * DAY <= row["at"] < BEGIN + 20 * DAY
        ),
    ),
]


def test_each_filter_gives_exactly_what_matches(memory: MemoryFactory) -> None:
    """What recall returns under a filter is what plain Python picks."""
    store = memory("adviser")
    known = populate(store)
    for name, filters, wanted in CASES:
        expected = {row["id"] for row in known if wanted(row)}
        hits = store.recall("pension", k=200, **filters).hits
        assert {hit.id for hit in hits} == expected, name
        assert len(hits) == len(expected), name
        assert expected, name


def test_hits_come_best_first_and_newest_among_equals(memory: MemoryFactory) -> None:
    """The order is by score; of equal texts the later one leads."""
    store = memory("adviser")
    for _ in range(4):
        store.add(content="pension")
        store.add(content="pension and a long story about something else entirely")
    hits = store.recall("pension", k=200).hits
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    ids = [item.id for item in store.items() if item.content == "pension"]
    assert [hit.id for hit in hits[:4]] == ids


@pytest.mark.parametrize("k", [1, 2, 199, 200])
def test_k_bounds_the_number_of_hits(memory: MemoryFactory, k: int) -> None:
    """At most k, and all there are when there are fewer."""
    store = memory("adviser")
    store.add_many({"content": f"pension {n}"} for n in range(201))
    assert len(store.recall("pension", k=k).hits) == k
    assert len(store.recall("200", k=k).hits) == 1


@ON_THE_FASTEST
@pytest.mark.parametrize("k", [0, -1, 201, 1.0, "10", None, True, 10**30])
def test_k_has_bounds(memory: MemoryFactory, k: Any) -> None:
    """A whole number from 1 to 200, and nothing else."""
    with pytest.raises(InvalidInput, match="k is a number from 1 to 200") as refusal:
        memory("adviser").recall("pension", k=k)
    assert refusal.value.field == "k"


@ON_THE_FASTEST
@pytest.mark.parametrize("include", [(), [], "item", ["items", "facts"], [None], 5, None, [[]]])
def test_include_names_what_there_is(memory: MemoryFactory, include: Any) -> None:
    """Items, messages, or both; nothing else and not nothing."""
    with pytest.raises(InvalidInput, match="include") as refusal:
        memory("adviser").recall("pension", include=include)
    assert refusal.value.field == "include"


def test_the_words_and_the_legs_explain_a_hit(memory: MemoryFactory) -> None:
    """With `explain`, each word's part is told, and what all that weighed adds up to the score."""
    store = memory("adviser")
    populate(store)
    store.add(content="Ellen asks about pension, pension and tax number 7")
    answer = store.recall("pension number tax ellen", k=200, explain=True)
    for hit in answer.hits:
        assert hit.explanation
        weighed = sum(leg.share for leg in hit.legs)
        factor = next((leg.value for leg in hit.legs if leg.leg == "trust"), 1.0)
        assert factor * relevance(weighed) == pytest.approx(hit.score, abs=1e-4)
        assert 0 < hit.score <= 1
        assert [leg.rank for leg in hit.legs if leg.leg == "words"] != [None]
        for part in hit.explanation:
            assert part.term in answer.terms
            assert part.frequency >= 1
            assert part.documents >= 1
            assert part.score > 0
    best = answer.hits[0]
    assert {part.term: part.frequency for part in best.explanation}["pension"] == 2


def test_without_explain_there_are_no_parts(memory: MemoryFactory) -> None:
    """Reasons are given when asked for."""
    store = memory("adviser")
    populate(store)
    hits = store.recall("pension").hits
    assert all((hit.explanation, hit.legs) == ((), ()) for hit in hits)


def test_a_hit_says_how_far_it_can_be_relied_on(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The confidence of a hit is the item's own, at the time of asking."""
    store = memory("companion")
    store.add(content="Momsen betalas i maj.", kind="preference", confidence=0.8)
    assert store.recall("betala").hits[0].confidence == 0.8
    clock.now = datetime(2027, 3, 2, 9, tzinfo=UTC)
    assert store.recall("betala").hits[0].confidence == 0.4


def test_an_answer_repeats_its_question(memory: MemoryFactory) -> None:
    """The question, its stems and the number of hits stand in the answer."""
    store = memory("adviser")
    store.add(content="Ellen retires.")
    answer = store.recall("Who retires, and who retired?")
    assert answer.query == "Who retires, and who retired?"
    assert answer.terms == ("retir",)
    assert len(answer) == len(answer.hits) == 1


def test_recall_before_anything_is_known(memory: MemoryFactory) -> None:
    """An empty space answers with nothing, and does not fail."""
    store = memory("adviser").acting_as(ADA)
    assert store.recall("pension").hits == ()
    assert store.recall("pension", subject="ellen", explain=True).hits == ()
