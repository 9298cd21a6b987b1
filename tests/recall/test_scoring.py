"""Scores of words: BM25 over the texts of one space, held against a plain-Python one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.language.stemming import language
from tests import plain_bm25
from tests.answers import said, words
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.people import ANNA, BERT
from tests.plain_arrivals import unchecked_arrivals

_TEXT = """
pension flat mortgage drawdown annuity income tax estate will trust gilt bond share fund cash rate
fee cover claim policy premium saving budget spend gift loan rent lease
"""
WORDS = _TEXT.split()


def texts(count: int, seed: int = 1) -> list[str]:
    """Texts of one to twelve words, some of them rare."""
    chance = random.Random(seed)
    return [
        " ".join(chance.choices(WORDS, range(len(WORDS), 0, -1), k=chance.randint(1, 12)))
        for _ in range(count)
    ]


def expected(known: dict[str, str], query: str, name: str = "english") -> dict[str, float]:
    stem = language(name).stems
    return plain_bm25.scores({id: stem(text) for id, text in known.items()}, stem(query))


def actual(store: Memory, query: str) -> dict[str, float]:
    return {hit.id: words(hit) for hit in store.recall(query, k=200, explain=True).hits}


def add(store: Memory, contents: Sequence[str]) -> dict[str, str]:
    with unchecked_arrivals():
        items = store.add_many({"content": content} for content in contents)
    return {item.id: item.content for item in items}


QUERIES = ("pension", "mortgage and pension", "gift loan rent lease", "rate rate rate fee", "lease")


def test_items_score_as_the_formula_says(memory: MemoryFactory) -> None:
    """Every hit has the score of the plain formula, and nothing else is a hit."""
    store = memory("adviser")
    known = add(store, texts(60))
    for query in QUERIES:
        assert actual(store, query) == pytest.approx(expected(known, query), abs=2e-6)


def test_messages_and_items_share_one_scale(memory: MemoryFactory) -> None:
    """Both are texts of the space and are counted together."""
    store = memory("adviser")
    known = add(store, texts(20))
    store.conversations.start("call")
    for n, text in enumerate(texts(20, seed=2)):
        (said,) = store.conversations.append(
            "call", {"id": f"m{n}", "author_id": "ellen", "content": text}
        )
        known[said.id] = text
    for query in QUERIES:
        assert actual(store, query) == pytest.approx(expected(known, query), abs=2e-6)


def test_title_category_and_tags_are_part_of_the_text(memory: MemoryFactory) -> None:
    """S0-09: they count as words of the item, each time they stand there."""
    store = memory("adviser")
    known = add(store, texts(10))
    item = store.add(
        content="pension", title="Pension plan", category="pension", tags=["pension", "fee"]
    )
    known[item.id] = "pension pension plan pension pension fee"
    for query in ("pension", "fee plan"):
        assert actual(store, query) == pytest.approx(expected(known, query), abs=2e-6)


@ON_EITHER_SORT
def test_scores_hold_while_the_counts_are_folded(memory: MemoryFactory) -> None:
    """Words of recent texts and of long-known ones count the same, in chunks or one by one."""
    store = memory("adviser")
    known: dict[str, str] = {}
    for start, count in ((0, 500), (500, 11), (511, 1), (512, 1), (513, 150)):
        known.update(add(store, [f"{text} n{start}" for text in texts(count, seed=start)]))
        query = f"lease n{start}"
        wanted = expected(known, query)
        found = actual(store, query)
        assert found == pytest.approx({id: wanted[id] for id in found}, abs=2e-6)
        assert len(found) == min(len(wanted), 200)


def test_scores_survive_closing_and_moving(
    fresh_store: MemoryFactory, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An imported space scores as the one it was exported from."""
    store = fresh_store("adviser")
    known = add(store, texts(40))
    file = tmp_path_factory.mktemp("moved") / "space.jsonl"
    store.export(file)
    moved = fresh_store("adviser", space="elsewhere")
    moved.import_(file)
    for query in QUERIES:
        assert actual(moved, query) == pytest.approx(expected(known, query), abs=2e-6)


def test_another_tenant_changes_no_score(fresh_store: MemoryFactory) -> None:
    """Statistics are those of the space: what others keep in the same store does not count."""
    store = fresh_store("adviser")
    known = add(store, texts(30))
    before = {query: said(store.recall(query, explain=True)) for query in QUERIES}
    other = store.in_space("southgate", "adviser")
    add(other, ["pension mortgage gift"] * 700)
    other.conversations.start("call")
    other.conversations.append("call", {"author_id": "x", "content": "pension " * 50})
    for query in QUERIES:
        assert said(store.recall(query, explain=True)) == before[query]
        assert actual(store, query) == pytest.approx(expected(known, query), abs=2e-6)


@pytest.mark.parametrize("hidden", [{"is_personal": True}, {"audience": "group:finance"}])
def test_hidden_texts_change_no_score(memory: MemoryFactory, hidden: dict[str, Any]) -> None:
    """Nobody learns from a score or its parts that somebody else wrote down a word."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    bert.add(content="pregnant or not", is_personal=True)
    before = said(bert.recall("pregnant", explain=True))
    anna.add(content="I am pregnant.", **hidden)
    assert said(bert.recall("pregnant", explain=True)) == before


def test_hidden_messages_change_no_score(memory: MemoryFactory) -> None:
    """The same holds for what was said in a personal conversation."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    bert.add(content="pregnant or not", is_personal=True)
    before = said(bert.recall("pregnant", explain=True))
    place = anna.conversations.start(is_personal=True)
    anna.conversations.append(place.id, {"author_id": "anna", "content": "I am pregnant."})
    assert said(bert.recall("pregnant", explain=True)) == before


def test_swedish_texts_score_by_their_own_stems(memory: MemoryFactory) -> None:
    """The formula is the same in every language; only the stems differ."""
    store = memory("companion")
    known = add(
        store,
        [
            "Utdelningen beslutades i maj.",
            "Flera utdelningar planeras under hösten.",
            "Fakturorna skickas i maj varje år.",
        ],
    )
    for query in ("utdelning", "maj", "fakturor och utdelningar"):
        assert actual(store, query) == pytest.approx(expected(known, query, "swedish"), abs=2e-6)
