"""Recall by words and by meaning: what it does when a model fails, and what a reranker may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from remembrancer import Memory, ModelFailed
from remembrancer.core.limits import RERANKED_TEXTS
from remembrancer.testing import HashingEmbedder
from tests.answers import said
from tests.conftest import MemoryFactory
from tests.meaning import EMBEDDER
from tests.people import ANNA, BERT


class Reversing:
    """A reranker that turns the order round, and remembers what it was given."""

    name = "reversing"

    def __init__(self, *, is_local: bool = True) -> None:
        self.is_local = is_local
        self.given: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.given = list(texts)
        return [float(place) for place in range(len(texts))]


class Broken(Reversing):
    """A reranker that does not answer, or not for all."""

    def __init__(self, *, is_short: bool) -> None:
        super().__init__()
        self._is_short = is_short

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        if self._is_short:
            return [1.0] * (len(texts) - 1)
        raise ModelFailed("The reranker did not answer.")


class Interrupted(HashingEmbedder):
    """Embeds texts, until it is told that the line is down."""

    is_down = False

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.is_down:
            raise ModelFailed("The line is down.")
        return super().embed(texts)


def told(store: Memory, question: str = "pension") -> list[str]:
    return [hit.text for hit in store.recall(question, k=50).hits]


def fill(store: Memory, count: int = 6) -> None:
    for n in range(count):
        store.add(content="pension " * (n + 1) + f"number {n}")
    store.jobs.wait()


def test_an_embedder_that_fails_leaves_the_words(fresh_store: MemoryFactory) -> None:
    """The answer is the one that words alone give, and a note says so."""
    embedder = Interrupted(16)
    store = fresh_store("adviser", embedder=embedder, background=False)
    fill(store)
    assert store.recall("pension").notes == ()
    embedder.is_down = True
    answer = store.recall("pension number 3", explain=True)
    assert answer.notes == ("Searched by words only: The line is down.",)
    assert {leg.leg for hit in answer.hits for leg in hit.legs if leg.rank} == {"words"}
    plain = fresh_store("adviser")
    fill(plain)
    assert [hit.text for hit in answer.hits] == told(plain, "pension number 3")
    embedder.is_down = False
    assert store.recall("pension number 3").notes == ()


def test_what_means_the_same_is_found_without_a_shared_word(fresh_store: MemoryFactory) -> None:
    """A text is a hit by its meaning alone, and its leg says so."""

    class Alike(HashingEmbedder):
        """For which two words are one."""

        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            return super().embed([text.replace("annuity", "pension") for text in texts])

    store = fresh_store("adviser", embedder=Alike(256), background=False)
    store.add(content="The annuity is small.")
    store.add(content="The garden is large.")
    assert told(store) == []
    store.jobs.wait()
    first = store.recall("pension", explain=True).hits[0]
    assert first.text == "The annuity is small."
    assert first.explanation == ()
    assert {leg.leg: leg.rank for leg in first.legs}["meaning"] == 1


# -- a reranker


def test_a_reranker_has_the_last_word(fresh_store: MemoryFactory) -> None:
    """Its order counts, scores still fall from hit to hit, and a leg tells its own."""
    reranker = Reversing()
    plain = fresh_store("adviser")
    store = fresh_store("adviser", reranker=reranker)
    fill(plain)
    fill(store)
    assert told(store) == told(plain)[::-1]
    assert reranker.given == told(plain)
    hits = store.recall("pension", explain=True).hits
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert [leg.value for hit in hits for leg in hit.legs if leg.leg == "reranker"] == [
        5.0,
        4.0,
        3.0,
        2.0,
        1.0,
        0.0,
    ]


def test_a_reranker_looks_beyond_the_hits_that_are_wanted(fresh_store: MemoryFactory) -> None:
    """It reads so many texts and no more, and may bring one up that would not have been told."""
    reranker = Reversing()
    store = fresh_store("adviser", reranker=reranker)
    store.add_many({"content": f"pension number {n}"} for n in range(RERANKED_TEXTS + 10))
    (best,) = store.recall("pension", k=1).hits
    assert len(reranker.given) == RERANKED_TEXTS
    assert best.text == reranker.given[-1]
    assert len(store.recall("pension", k=200).hits) == RERANKED_TEXTS + 10


def test_a_remote_reranker_sees_nothing_personal(fresh_store: MemoryFactory) -> None:
    """What is personal keeps its place, and all else is dealt out around it."""
    reranker = Reversing(is_local=False)
    plain = fresh_store("adviser").acting_as(ANNA)
    store = fresh_store("adviser", reranker=reranker).acting_as(ANNA)
    for one in (plain, store):
        for n in range(6):
            one.add(content="pension " * (n + 1) + f"number {n}", is_personal=n in (0, 3))
    before, after = told(plain), told(store)
    own = [place for place, text in enumerate(before) if text[-1] in "03"]
    assert len(own) == 2
    assert [after[place] for place in own] == [before[place] for place in own]
    shared = [text for text in before if text[-1] not in "03"]
    assert reranker.given == shared
    assert [text for text in after if text[-1] not in "03"] == shared[::-1]


def test_a_remote_reranker_is_not_asked_about_nothing(fresh_store: MemoryFactory) -> None:
    """Where all hits are personal, the answer stands as it is."""
    reranker = Reversing(is_local=False)
    store = fresh_store("adviser", reranker=reranker).acting_as(ANNA)
    store.add(content="own pension", is_personal=True)
    assert told(store) == ["own pension"]
    assert reranker.given == []


@pytest.mark.parametrize("is_short", [True, False], ids=["too few", "no answer"])
def test_a_reranker_that_fails_leaves_the_order(fresh_store: MemoryFactory, is_short: bool) -> None:
    """The answer is the one without it, and a note says why."""
    plain = fresh_store("adviser")
    store = fresh_store("adviser", reranker=Broken(is_short=is_short))
    fill(plain)
    fill(store)
    answer = store.recall("pension")
    assert [hit.text for hit in answer.hits] == told(plain)
    (note,) = answer.notes
    assert note.startswith("Not reranked: ")


# -- who stands behind it


def test_confidence_moves_a_hit_and_never_decides_alone(memory: MemoryFactory) -> None:
    """Of equal texts the surer one leads; a better text leads over a surer one."""
    store = memory("adviser")
    unsure = store.add(content="pension fund", confidence=0.1)
    sure = store.add(content="pension fund.", confidence=0.9)
    newest = store.add(content="pension fund!", confidence=0.1)
    assert [hit.id for hit in store.recall("pension").hits] == [sure.id, newest.id, unsure.id]
    store.add(content="garden and pension and lake and boat and school", confidence=1.0)
    better = store.recall("pension fund").hits
    assert better[-1].text.startswith("garden")


def test_the_factor_of_trust_is_bounded_and_told(memory: MemoryFactory) -> None:
    """What an item loses for doubt is told as a leg, and is never more than a quarter."""
    store = memory("adviser")
    for n in range(5):
        store.add(content=f"pension number {n}", confidence=n / 4)
    hits = store.recall("pension", explain=True).hits
    factors = [next((leg.value for leg in hit.legs if leg.leg == "trust"), 1.0) for hit in hits]
    assert factors == sorted(factors, reverse=True)
    assert all(0.75 <= factor <= 1.0 for factor in factors)
    assert len(set(factors)) == 5


# -- what is hidden


@pytest.mark.parametrize("hidden", [{"is_personal": True}, {"audience": "group:finance"}])
def test_hidden_texts_change_no_answer_by_meaning(
    meaning_memory: MemoryFactory, hidden: dict[str, Any]
) -> None:
    """No score, leg or place of another's answer tells that somebody wrote something down."""
    store = meaning_memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    bert.add(content="pregnant or not", is_personal=True)
    bert.conversations.start("call", is_personal=True)
    for words in ("Are you pregnant?", "No.", "A pity."):
        bert.conversations.append("call", {"author_id": "bert", "content": words})
    store.jobs.wait()
    before = said(bert.recall("pregnant", explain=True))
    anna.add(content="I am pregnant.", **hidden)
    place = anna.conversations.start(**hidden)
    anna.conversations.append(place.id, {"author_id": "pregnant", "content": "I am pregnant."})
    store.jobs.wait()
    assert said(bert.recall("pregnant", explain=True)) == before


def test_another_tenant_changes_no_answer_by_meaning(meaning_memory: MemoryFactory) -> None:
    """What others keep in the same store has no part in an answer."""
    store = meaning_memory("adviser")
    fill(store)
    before = said(store.recall("pension number", explain=True))
    fill(meaning_memory("adviser"), 20)
    assert said(store.recall("pension number", explain=True)) == before
    assert EMBEDDER.is_local
