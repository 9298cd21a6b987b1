"""Large spaces in one file: codes choose the vectors, and the same rules hold as in a small one."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import Reader
from remembrancer.search.port import Candidate, PackedCodes
from remembrancer.store.caches import vector_codes
from remembrancer.store.caches.vector_codes import VectorCodes
from remembrancer.store.search import narrow_times, ranked_search, vector_search
from remembrancer.testing import FrozenClock
from tests.conftest import START, MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_EITHER_SORT
from tests.meaning import EMBEDDER, asked, looking
from tests.people import ANNA, BERT

WORDS = ("pension", "boat", "lake", "garden", "school", "salary", "mortgage", "risk", "fund", "tax")
QUESTION = "the pension fund and its risk"


@pytest.fixture
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every space counts as large."""
    monkeypatch.setattr(vector_search, "VECTORS_CACHED_MAX", 1)
    monkeypatch.setattr(vector_search, "MESSAGES_CACHED_MAX", 1)
    monkeypatch.setattr(vector_codes, "VECTOR_CELL_SIZE", 20)
    monkeypatch.setattr(vector_codes, "VECTORS_PROBED", 200)


def text(n: int) -> str:
    return " ".join(WORDS[n * step % len(WORDS)] for step in (1, 3, 7, 9)) + f" note{n}"


def talk(store: Memory, count: int, *, name: str = "talk", **options: Any) -> Memory:
    store.conversations.start(name, **options)
    store.conversations.append(
        name,
        [
            {
                "author_id": "ellen",
                "content": text(n),
                "timestamp": f"2026-01-{1 + n // 24 % 28:02d}T{n % 24:02d}:00:00Z",
            }
            for n in range(count)
        ],
    )
    store.jobs.wait()
    return store


def opened(place: Path, **options: Any) -> Memory:
    return Memory.open(
        place / "large.db",
        space="large",
        preset="adviser",
        embedder=EMBEDDER,
        background=False,
        clock=FrozenClock(START),
        **options,
    )


def texts(store: Memory, question: str = QUESTION, **filters: Any) -> list[str]:
    return [hit.text for hit in store.recall(question, include=("messages",), **filters).hits]


def measured(store: Memory, limit: int, **filters: Any) -> dict[int, float]:
    """The nearest messages, each with how near it is."""
    filter = RecallFilter.model_validate(filters)

    def look(reader: Reader) -> dict[int, float]:
        found = reader.vector_search.messages(asked(QUESTION), filter, limit=limit, at=None)
        return {one.candidate.key: one.likeness for one in found}

    return looking(store, look)


def near(store: Memory, limit: int, **filters: Any) -> list[int]:
    return list(measured(store, limit, **filters))


def test_most_of_the_nearest_are_those_of_the_exact_way(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Of the twenty nearest of 400 messages, 19 are as near, and all pass that a filter leaves."""
    with opened(tmp_path) as store:
        talk(store, 400)
        talk(store, 30, name="other", subject="anna")
        exact, narrow = measured(store, 20), near(store, 40, subject="anna")
        request.getfixturevalue("_large")
        coded = measured(store, 20)
        assert len(coded) == 20
        assert sum(near >= min(exact.values()) - 1e-5 for near in coded.values()) >= 19
        assert near(store, 40, subject="anna") == narrow
        assert len(narrow) == 30


@pytest.mark.usefixtures("_large")
def test_what_is_hidden_is_not_found_and_what_is_rare_is(tmp_path: Path) -> None:
    """A viewer who may see few of the messages finds them behind all the others."""
    with opened(tmp_path) as store:
        anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
        talk(anna, 300, name="mine", is_personal=True)
        talk(bert, 3, name="his", is_personal=True)
        assert len(near(bert, 10)) == 3
        assert len(near(anna, 400)) == 300
        assert {hit.conversation_id for hit in bert.recall(QUESTION).hits} == {"his"}


@pytest.mark.usefixtures("_large")
def test_filters_are_inside_the_search(tmp_path: Path) -> None:
    """Of a time, a conversation or a subject, as many come back as there are."""
    with opened(tmp_path) as store:
        talk(store, 300)
        talk(store, 5, name="other", subject="anna")
        span = {"since": "2026-01-03T00:00:00Z", "until": "2026-01-03T06:00:00Z"}
        assert len(near(store, 50, **span)) == 6
        assert len(near(store, 50, conversation_id="other")) == 5
        assert len(near(store, 50, subject="anna")) == 5


@pytest.mark.usefixtures("_large")
def test_what_was_not_known_then_is_not_found(tmp_path: Path) -> None:
    """`as_of` holds for messages that codes find, too."""
    with opened(tmp_path) as store:
        talk(store, 60)
        then = store.verify().head.seq
        talk(store, 60, name="later")
        found = store.recall(QUESTION, as_of=then, k=50, include=("messages",)).hits
        assert {hit.conversation_id for hit in found} == {"talk"}


@pytest.mark.usefixtures("_large")
def test_what_is_erased_is_gone_and_the_rest_is_found(tmp_path: Path) -> None:
    """Codes are made of erased texts, too, and go with them."""
    with opened(tmp_path) as store:
        talk(store, 100)
        talk(store, 20, name="gone", subject="anna")
        assert texts(store, subject="anna")
        store.erase(subject="anna", reason="asked for")
        assert texts(store, subject="anna") == []
        assert len(near(store, 200)) == 100
        held: Any = store._session.store
        (codes,) = held._vectors._codes.values()
        assert codes.count == 100


@pytest.mark.usefixtures("_large")
def test_another_process_sees_what_was_added_and_what_was_erased(tmp_path: Path) -> None:
    """Two that have the same file open answer alike after each change."""
    with opened(tmp_path) as one, opened(tmp_path) as other:
        talk(one, 50)
        assert near(one, 100) == near(other, 100)
        talk(other, 50, name="more", subject="anna")
        assert near(one, 100) == near(other, 100)
        assert len(near(one, 200)) == 100
        one.erase(subject="anna", reason="asked for")
        assert near(one, 100) == near(other, 100)
        assert len(near(other, 200)) == 50


@pytest.mark.usefixtures("_large")
def test_recall_answers_as_in_a_small_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hits of most questions are the same, whichever way they were gathered."""
    with opened(tmp_path) as store:
        talk(store, 200)
        questions = [f"{WORDS[n]} {WORDS[(n + 3) % 10]}" for n in range(10)]
        large = [set(texts(store, one, k=5)) for one in questions]
        monkeypatch.setattr(vector_search, "VECTORS_CACHED_MAX", 10_000)
        monkeypatch.setattr(vector_search, "MESSAGES_CACHED_MAX", 10_000)
        small = [set(texts(store, one, k=5)) for one in questions]
    shared = sum(len(one & other) for one, other in zip(large, small, strict=True))
    assert shared >= 45


@ON_EITHER_SORT
def test_the_best_texts_of_common_words_are_found_however_old(memory: MemoryFactory) -> None:
    """Where a word is in too many texts, those that have others of the question come first."""
    store = memory("adviser")
    store.add(content="the harbour crane and the ferry")
    words = ("harbour view", "crane hire", "ferry times")
    store.add_many({"content": f"{words[n % 3]} {n}"} for n in range(120))
    store.add(content="a ferry beside a harbour crane", subject="anna")
    store.add_many({"content": f"{words[n % 3]} again {n}", "subject": "anna"} for n in range(60))
    terms = ("harbour", "crane", "ferri")

    def look(reader: Reader) -> list[list[Candidate]]:
        statistics = reader.search.statistics(terms)
        return [
            reader.search.items(terms, statistics, filter, limit=20, at=None)
            for filter in (RecallFilter(), RecallFilter(subject="anna"))
        ]

    everywhere, of_one = looking(store, look)
    assert sum({*terms} <= {*one.tokens.split()} for one in everywhere) == 2
    assert sum({*terms} <= {*one.tokens.split()} for one in of_one) == 1


@ON_EITHER_SORT
@pytest.mark.parametrize("dense", [4, 0])
def test_of_a_narrow_time_every_text_with_a_word_is_found(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch, dense: int
) -> None:
    """In whichever channel, stored together or not, and none that the viewer may not see."""
    monkeypatch.setattr(narrow_times, "_DENSE", dense)
    store = memory("adviser")
    for name, channel in (("one", None), ("two", "c1"), ("three", "c2")):
        store.conversations.start(name, channel_id=channel)
        store.conversations.append(
            name,
            [
                {
                    "author_id": "ellen",
                    "content": f"{'harbour' if n % 2 else 'garden'} {name} {n}",
                    "timestamp": f"2026-01-0{1 + n // 10}T{10 + n % 10}:00:00Z",
                }
                for n in range(30)
            ],
        )
    bert = store.acting_as(BERT)
    bert.conversations.start("his", is_personal=True)
    bert.conversations.append(
        "his", [{"author_id": "bert", "content": "harbour", "timestamp": "2026-01-02T12:00:00Z"}]
    )
    span = {"since": "2026-01-02T10:00:00Z", "until": "2026-01-02T14:00:00Z"}

    def look(reader: Reader) -> set[str]:
        statistics = reader.search.statistics(("harbour",))
        found = reader.search.messages(
            ("harbour",), statistics, RecallFilter.model_validate(span), limit=5, at=None
        )
        return {one.said for one in found}

    expected = {f"harbour {name} {n}" for name in ("one", "two", "three") for n in (11, 13)}
    assert looking(store.acting_as(ANNA), look) == expected
    assert looking(bert, look) == {*expected, "harbour"}
    monkeypatch.setattr(narrow_times, "SCOPE_TEXTS_COMPARED_MAX", 3)
    assert len(looking(store.acting_as(ANNA), look)) >= 5


@ON_EITHER_SORT
@pytest.mark.parametrize("dense", [4, 0])
def test_of_a_narrow_time_every_item_with_a_word_is_found(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch, dense: int
) -> None:
    """By words and by meaning: those in force, and none that the viewer may not see."""
    monkeypatch.setattr(narrow_times, "_DENSE", dense)
    monkeypatch.setattr(ranked_search, "VECTORS_WITHOUT_INDEX_MAX", 10)
    clock = FrozenClock(START)
    begin = clock()
    store = fresh_store("adviser", clock=clock, embedder=EMBEDDER, background=False)
    bert = store.acting_as(BERT)
    for n in range(30):
        kept = store.add(content=f"{'pension' if n % 2 else 'garden'} number{n}")
        if n == 13:
            store.supersede(kept.id, content="pension replaced")
        if n == 15:
            bert.add(content="pension of bert", is_personal=True)
        clock.advance(timedelta(hours=1))
    store.jobs.wait()
    span: dict[str, Any] = {
        "since": begin + timedelta(hours=10),
        "until": begin + timedelta(hours=18),
    }
    filter = RecallFilter.model_validate(span)
    expected = {"pension number11", "pension replaced", "pension number15", "pension number17"}

    def by_words(reader: Reader) -> set[int]:
        stems = ("pension",)
        statistics = reader.search.statistics(stems)
        found = reader.search.items(stems, statistics, filter, limit=5, at=None)
        return {one.key for one in found}

    def by_meaning(reader: Reader) -> set[int]:
        near = reader.vector_search.items(asked("pension"), filter, limit=20, at=None)
        return {one.candidate.key for one in near}

    def recalled(viewer: Memory) -> set[str]:
        hits = viewer.recall("pension", include=("items",), k=30, **span).hits
        return {hit.text for hit in hits if "pension" in hit.text}

    anna = store.acting_as(ANNA)
    assert recalled(anna) == expected
    assert recalled(bert) == {*expected, "pension of bert"}
    assert len(looking(anna, by_words)) == 4
    assert len(looking(bert, by_words)) == 5
    assert len(looking(anna, by_meaning)) == 8
    monkeypatch.setattr(narrow_times, "SCOPE_TEXTS_COMPARED_MAX", 3)
    assert recalled(anna) == expected


@pytest.mark.usefixtures("_large")
def test_the_next_process_goes_on_with_the_codes_of_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first question reads no more vectors than have come since."""
    with opened(tmp_path) as store:
        talk(store, 300)
        found = texts(store)
    with opened(tmp_path) as store:
        monkeypatch.setattr(VectorCodes, "_train", _refused)
        assert texts(store) == found
        talk(store, 3, name="later")
        assert len(near(store, 400)) == 303


@pytest.mark.usefixtures("_large")
def test_an_erasure_leaves_no_codes_and_they_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the worker, so that the next question does not wait for it."""
    with opened(tmp_path) as store:
        talk(store, 300)
        talk(store, 3, name="hers", subject="anna")
        assert _parts_of_codes(tmp_path)
        store.erase(subject="anna", reason="asked")
        assert not _parts_of_codes(tmp_path)
        store.jobs.wait()
        assert _parts_of_codes(tmp_path)
    with opened(tmp_path) as store:
        monkeypatch.setattr(VectorCodes, "_train", _refused)
        assert len(near(store, 400)) == 300
        store.admin.rebuild_indexes()
        assert not _parts_of_codes(tmp_path)


@pytest.mark.usefixtures("_large")
def test_codes_that_were_made_before_an_erasure_are_not_stored_after_it(tmp_path: Path) -> None:
    """They may hold what was erased."""
    with opened(tmp_path) as store:
        talk(store, 100)
        talk(store, 3, name="hers", subject="anna")
        model = EMBEDDER.name

        def made(reader: Reader) -> PackedCodes:
            return reader.vector_search.codes_to_keep(model)

        def keep(codes: PackedCodes) -> None:
            session = store._session
            with session.store.writing(session.scope()) as unit:
                unit.embeddings.keep_codes(model, codes)
                unit.commit()

        before = looking(store, made)
        store.erase(subject="anna", reason="asked")
        keep(before)
        assert not _parts_of_codes(tmp_path)
        keep(looking(store, made))
        assert _parts_of_codes(tmp_path)


def _refused(*_: Any) -> None:
    raise AssertionError("the codes are made anew")


def _parts_of_codes(place: Path) -> list[int]:
    with sqlite3.connect(place / "large.db") as raw:
        found = raw.execute("SELECT part FROM vector_codes ORDER BY part").fetchall()
    raw.close()
    return [part for (part,) in found]


@ON_CONNECTIONS
def test_progress_of_a_long_backlog_is_told_without_counting_all(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many texts that wait for a vector, about how many is enough."""
    monkeypatch.setattr("remembrancer.store.search.embedding_reads._COUNTED_MAX", 5)
    store = fresh_store("adviser", embedder=EMBEDDER)
    store.add_many({"content": text(n)} for n in range(12))
    backlog = looking(store, lambda reader: reader.embeddings.backlog("other", limit=3))
    assert len(backlog.texts) == 3
    assert backlog.left >= 12
