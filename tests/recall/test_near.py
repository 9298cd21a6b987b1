"""Near in meaning: texts found with the filter, the time and the viewer inside the search."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import psycopg
import pytest

from remembrancer import Memory, StoreError
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import Reader
from remembrancer.search.port import VectorMatch
from remembrancer.store.postgres import postgres_vectors
from remembrancer.store.postgres.postgres_connection import PostgresConnection
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import MemoryFactory
from tests.engines import Engine
from tests.meaning import EMBEDDER, asked, likeness, looking
from tests.people import ANNA, BERT

QUESTION = "pension fund with low risk"
TOPICS = ("pension fund risk", "boat on the lake", "school and garden", "salary and mortgage")

Likeness = dict[int, tuple[float, float]]


def near(store: Memory, *, limit: int = 10, **filters: Any) -> list[tuple[str, float]]:
    """The items nearest to the question, each with how near it is."""
    filter = RecallFilter.model_validate(filters)

    def look(reader: Reader) -> list[tuple[str, float]]:
        found = reader.vector_search.items(asked(QUESTION), filter, limit=limit, at=None)
        items = reader.items.by_key([one.candidate.key for one in found])
        return [(items[one.candidate.key].content, one.likeness) for one in found]

    return looking(store, look)


def filled(store: Memory, count: int = 60) -> Memory:
    store.add_many(
        {"content": f"{TOPICS[n % 4]} number {n}", "subject": f"s{n % 3}"} for n in range(count)
    )
    store.jobs.wait()
    return store


def test_the_nearest_come_first(meaning_memory: MemoryFactory) -> None:
    """As measured by hand, over all items."""
    store = filled(meaning_memory("adviser"))
    measured = [likeness(QUESTION, item.content) for item in store.items(limit=100)]
    found = near(store)
    told = [measure for _, measure in found]
    assert told == pytest.approx(sorted(measured, reverse=True)[:10], abs=1e-5)
    assert told == pytest.approx([likeness(QUESTION, text) for text, _ in found], abs=1e-5)


def test_the_filter_is_inside_the_search(meaning_memory: MemoryFactory) -> None:
    """As many as were asked for come back, however many near ones the filter leaves out."""
    store = filled(meaning_memory("adviser"))
    found = near(store, limit=20, subject="s1")
    assert len(found) == 20
    assert {int(content.split()[-1]) % 3 for content, _ in found} == {1}


def test_a_rare_text_behind_many_nearer_ones_is_found(meaning_memory: MemoryFactory) -> None:
    """However many texts that the filter leaves out are nearer, the one that passes is found."""
    store = meaning_memory("adviser")
    store.add_many({"content": f"{QUESTION} {n}", "kind": "fact"} for n in range(120))
    store.add(content="salary and mortgage", kind="decision")
    store.jobs.wait()
    assert [text for text, _ in near(store, limit=1, kinds=["decision"])] == ["salary and mortgage"]


def test_what_is_hidden_is_not_near(meaning_memory: MemoryFactory) -> None:
    """Personal items of others, other spaces and dismissed items stay out."""
    store = filled(meaning_memory("adviser"), 12)
    store.acting_as(ANNA).add(content=QUESTION, is_personal=True)
    other = meaning_memory("adviser")
    other.add(content=QUESTION)
    other.jobs.wait()
    gone = store.add(content=QUESTION)
    store.dismiss(gone.id)
    store.jobs.wait()
    assert QUESTION not in [text for text, _ in near(store.acting_as(BERT), limit=100)]
    assert near(store.acting_as(ANNA))[0][0] == QUESTION


def test_models_are_never_compared(meaning_memory: MemoryFactory) -> None:
    """A vector of another model is near to nothing."""
    store = filled(meaning_memory("adviser"), 8)
    other = asked(QUESTION)._replace(model="other")

    def look(reader: Reader) -> tuple[list[VectorMatch], list[VectorMatch], Likeness, bool]:
        none = RecallFilter()
        known = reader.vector_search.items(asked(QUESTION), none, limit=8, at=None)
        return (
            known,
            reader.vector_search.items(other, none, limit=8, at=None),
            reader.vector_search.similarity(other, [one.candidate.text for one in known]),
            reader.vector_search.has_vectors("other"),
        )

    known, *others = looking(store, look)
    assert len(known) == 8
    assert others == [[], {}, False]


def test_likeness_is_told_of_texts_that_have_a_vector(meaning_memory: MemoryFactory) -> None:
    """Of texts that were not embedded yet, and of numbers that nobody has, nothing is said."""
    store = filled(meaning_memory("adviser"), 4)
    store.add(content=QUESTION)  # and nobody embeds it

    def look(reader: Reader) -> tuple[Likeness, Likeness]:
        statistics = reader.search.statistics(("pension",))
        words = reader.search.items(("pension",), statistics, RecallFilter(), limit=9, at=None)
        texts = {one.text: one.tokens for one in words}
        told = reader.vector_search.similarity(asked(QUESTION), [*texts, 10**12])
        return told, reader.vector_search.similarity(asked(QUESTION), [])

    told, nothing = looking(store, look)
    ((whole, nearest),) = told.values()
    assert whole == nearest == pytest.approx(likeness(QUESTION, f"{TOPICS[0]} number 0"))
    assert nothing == {}


def test_an_index_gives_the_same_answers(fresh_store: MemoryFactory, engine: Engine) -> None:
    """PostgreSQL's index is made by the rebuild, is used, and still fills up behind the filter."""
    if not engine.is_server:
        pytest.skip("vectors are compared one by one there")
    store = filled(fresh_store("adviser", embedder=EMBEDDER, background=False), 400)

    def distances(**filters: Any) -> list[float]:
        return [measure for _, measure in near(store, limit=5, **filters)]

    wide, narrow = distances(), distances(subject="s2")
    store.admin.rebuild_indexes()
    assert distances() == pytest.approx(wide)
    assert distances(subject="s2") == pytest.approx(narrow)
    url = store._session.store._database._url  # type: ignore[attr-defined]
    with psycopg.connect(url, autocommit=True) as raw:
        (size,) = raw.execute("SELECT count(*) FROM remembrancer.vector").fetchone() or (0,)
        names = raw.execute("SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%'")
        assert size == 400
        assert len(names.fetchall()) == 1
    store.admin.rebuild_indexes()


def test_in_a_large_space_the_index_is_made_and_walked(
    fresh_store: MemoryFactory, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job that embeds the next text makes it. The wide search is answered in its order, with
    the same answers, also where a viewer sees few; a narrow one compares what passes."""
    if not engine.is_server:
        pytest.skip("vectors are compared one by one there")
    postgres.needs_one_server("what is near is compared on the machine that has the space")
    store = fresh_store("adviser", embedder=EMBEDDER, background=False)
    compared = near(filled(store, 400), limit=5)
    for place in ("jobs.embed", "store.search.ranked_search"):
        monkeypatch.setattr(f"remembrancer.{place}.VECTORS_WITHOUT_INDEX_MAX", 100)
    assert _vector_indexes(store) == []
    store.add(content="the last one")
    store.jobs.wait()
    assert len(_vector_indexes(store)) == 1
    walked = _walked(monkeypatch)
    assert [measure for _, measure in near(store, limit=5)] == pytest.approx(
        [measure for _, measure in compared]
    )
    assert walked == [True]
    for number in range(3):
        store.acting_as(ANNA).add(content=f"pension fund {number}", is_personal=True)
    store.jobs.wait()
    assert not {text for text, _ in near(store.acting_as(BERT), limit=50)} & {
        f"pension fund {number}" for number in range(3)
    }
    assert len(near(store, limit=500)) > 400  # more than a walk gives is compared
    del walked[:]
    near(store, limit=5, subject="s2")
    (kind,) = {one.kind for one in store.items(limit=9)}
    assert [measure for _, measure in near(store, limit=5, kinds=[kind])] == pytest.approx(
        [measure for _, measure in compared]
    )
    assert near(store, limit=5, kinds=["preference"]) == []
    monkeypatch.setattr("remembrancer.store.search.vector_search.SCOPE_TEXTS_COMPARED_MAX", 50)
    assert [measure for _, measure in near(store, limit=5, kinds=[kind])] == pytest.approx(
        [measure for _, measure in compared]
    )  # as many pass as all
    assert walked == []
    assert len(_vector_indexes(store)) == 1


def test_an_index_that_cannot_be_made_is_told_and_tried_again(
    fresh_store: MemoryFactory, engine: Engine, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock
) -> None:
    """The texts have their vectors, the job says why it is not done, and the next try makes it."""
    if not engine.is_server:
        pytest.skip("vectors are compared one by one there")
    postgres.needs_one_server("what is near is compared on the machine that has the space")
    store = filled(fresh_store("adviser", embedder=EMBEDDER, background=False), 120)
    monkeypatch.setattr("remembrancer.jobs.embed.VECTORS_WITHOUT_INDEX_MAX", 100)
    create = postgres_vectors._create

    def fails(*_: Any) -> None:
        raise StoreError("No room is left on the disk.")

    monkeypatch.setattr(postgres_vectors, "_create", fails)
    store.add(content="pension fund last")
    (job,) = store.jobs.wait().retrying
    assert job.error == "No room is left on the disk."
    assert "pension fund last" in {text for text, _ in near(store, limit=200)}
    monkeypatch.setattr(postgres_vectors, "_create", create)
    clock.advance(timedelta(hours=1))
    assert store.jobs.wait().retrying == ()
    assert len(_vector_indexes(store)) == 1


def test_words_are_looked_up_in_their_index(
    fresh_store: MemoryFactory, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the tables beside it have row-level security, and with a plan for any words."""
    if not engine.is_server:
        pytest.skip("the index of a file is always used")
    postgres.needs_one_server("the plan is that of a shard")
    store = filled(fresh_store("adviser", background=False), 400)
    asked_for: list[str] = []
    run = PostgresConnection.all

    def seen(self: Any, statement: Any, values: Any) -> Any:
        if "@@" in statement.sql:
            asked_for.append(statement.sql)
            link = self._link
            link.command("SET LOCAL enable_seqscan = off")
            plans.extend(
                line
                for (line,) in link.rows(f"EXPLAIN {statement.sql}", statement.arguments(values))
            )
        return run(self, statement, values)

    plans: list[str] = []
    monkeypatch.setattr(PostgresConnection, "all", seen)
    assert store.recall("pension fund", subject="s1").hits
    assert asked_for
    assert any("Bitmap Index Scan on search_words" in line for line in plans)


def _vector_indexes(store: Memory) -> list[str]:
    url = store._session.store._database._url  # type: ignore[attr-defined]
    with psycopg.connect(url, autocommit=True) as raw:
        rows = raw.execute(
            "SELECT indexdef FROM pg_indexes JOIN pg_class ON relname = indexname "
            "JOIN pg_index ON indexrelid = pg_class.oid "
            "WHERE indexdef LIKE '%hnsw%' AND indisvalid"
        )
        return [name for (name,) in rows.fetchall()]


def _walked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Filled each time when the index over vectors is walked."""
    made: list[bool] = []
    walk = PostgresConnection.nearest

    def seen(self: Any, *statement: Any) -> Any:
        made.append(True)
        return walk(self, *statement)

    monkeypatch.setattr(PostgresConnection, "nearest", seen)
    return made
