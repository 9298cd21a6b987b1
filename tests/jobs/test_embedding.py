"""Embedding is due work: no write waits for it, none of it is lost, and recall works meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Item, JobState, Memory
from remembrancer.core.limits import EMBED_BATCH_TEXTS, JOB_ATTEMPTS_MAX
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import WORKER
from remembrancer.jobs.worker import JobWorker
from remembrancer.search.port import NewVector, Unembedded
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.conftest import MemoryFactory
from tests.engines import Engine
from tests.footprint import rows, untouched
from tests.meaning import EMBEDDER, FailingEmbedder, embedded, looking, vectors
from tests.people import ADA, ANNA, BERT


class Watched(HashingEmbedder):
    """Counts its calls, and does something else in the middle of them."""

    def __init__(self, dimensions: int = 64) -> None:
        super().__init__(dimensions)
        self.batches: list[int] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append(len(texts))
        self.meanwhile()
        return super().embed(texts)


class Mean(HashingEmbedder):
    """Says that its vectors are means of tokens, and notes what it is given."""

    is_mean_of_tokens = True

    def __init__(self) -> None:
        super().__init__(64)
        self.given: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.given += texts
        return super().embed(texts)


def fill(store: Memory, count: int, word: str = "pension") -> Sequence[Item]:
    return store.add_many({"content": f"{word} number {n}"} for n in range(count))


def texts(count: int, word: str = "pension") -> set[str]:
    return {f"{word} number {n}" for n in range(count)}


def upto(store: Memory, model: str) -> int:
    return looking(store, lambda reader: reader.embeddings.backlog(model, limit=1)).after


def legs(store: Memory, question: str) -> set[str]:
    found = store.recall(question, explain=True).hits
    return {leg.leg for hit in found for leg in hit.legs if leg.rank is not None}


def test_a_write_never_calls_the_embedder(fresh_store: MemoryFactory) -> None:
    """A new text is found by its words at once, and by its meaning when it was embedded."""
    embedder = Watched()
    store = fresh_store("adviser", embedder=embedder, background=False)
    store.add(content="Ellen likes sailing.")
    store.conversations.start("call")
    store.conversations.append("call", {"author_id": "ellen", "content": "I like sailing."})
    assert legs(store, "sailing") == {"words"}
    assert embedder.batches == []
    waiting = [job for job in store.jobs.list() if job.kind == "embed"]
    assert [(job.kind, job.key) for job in waiting] == [("embed", "all")]
    worked = store.jobs.wait()
    assert (worked.failed, worked.retrying) == ((), ())
    assert embedder.batches == [2]
    assert {"words", "meaning"} <= legs(store, "sailing")
    assert [job for job in store.jobs.list() if job.kind == "embed"] == []


def test_texts_are_embedded_in_batches_with_progress(fresh_store: MemoryFactory) -> None:
    """Each batch is stored by itself, and how much is left is told."""
    embedder, told = Watched(), list[tuple[int, int]]()
    store = fresh_store("adviser", embedder=embedder, background=False)
    fill(store, 2 * EMBED_BATCH_TEXTS + 5)
    store.jobs.wait(progress=lambda done, total: told.append((done, total)))
    assert embedder.batches == [EMBED_BATCH_TEXTS, EMBED_BATCH_TEXTS, 5]
    whole = 2 * EMBED_BATCH_TEXTS + 5
    assert told[-1] == (whole, whole)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert embedded(store) == texts(whole)


def test_the_whole_is_the_mean_of_its_sentences(fresh_store: MemoryFactory) -> None:
    """An embedder whose vectors are means gets each sentence once, and the whole not at all; the
    text has a vector of the whole and of each sentence as before."""
    first = "Ellen sails on the lake in summer."
    second = "She wants to sell the boat before the winter comes."
    embedder = Mean()
    store = fresh_store("adviser", embedder=embedder, background=False)
    store.add_many([{"content": f"{first} {second}"}, {"content": "Omar likes bees."}])
    store.jobs.wait()
    assert sorted(embedder.given) == sorted([first, second, "Omar likes bees."])
    assert store.admin.vectors() == {embedder.name: (4, 0)}
    (hit, *_) = store.recall("sell the boat", explain=True).hits
    assert hit.text == f"{first} {second}"


def test_what_is_written_meanwhile_is_embedded_too(fresh_store: MemoryFactory) -> None:
    """A text that comes while the embedder works is not left behind by the work that is ending."""
    embedder = Watched()
    store = fresh_store("adviser", embedder=embedder, background=False)
    fill(store, 3)

    def add_one() -> None:
        embedder.meanwhile = lambda: None
        store.add(content="late words")

    embedder.meanwhile = add_one
    store.jobs.wait()
    assert embedded(store) == {*texts(3), "late words"}


def test_what_is_erased_meanwhile_gets_no_vector(fresh_store: MemoryFactory) -> None:
    """Between reading a text and storing its vector lies a model's answer, and an erasure."""
    embedder = Watched()
    store = fresh_store("adviser", embedder=embedder, background=False).acting_as(ADA)
    first, last = fill(store, 2)

    def erase() -> None:
        embedder.meanwhile = lambda: None
        store.erase(last.id, reason="asked for")
        store.add(content="other words")  # which may be given the number that became free

    embedder.meanwhile = erase
    store.jobs.wait()
    assert embedded(store) == {first.content, "other words"}
    (values,) = vectors(store)["other words", embedder.name]
    assert values == pytest.approx(EMBEDDER.embed(["other words"])[0], abs=1e-6)


def test_after_an_erasure_new_texts_are_embedded(fresh_store: MemoryFactory) -> None:
    """The newest text goes, and the next one is not taken for it."""
    store = fresh_store("adviser", embedder=EMBEDDER, background=False).acting_as(ADA)
    for n in range(3):
        item = store.add(content=f"short life {n}")
        store.jobs.wait()
        assert embedded(store) == {f"short life {n}"}
        assert "meaning" in legs(store, f"life {n}")
        store.erase(item.id, reason="asked for")
        assert embedded(store) == set()


def test_a_worker_that_was_slower_stores_nothing(meaning_memory: MemoryFactory) -> None:
    """Two workers that read the same texts leave one vector for each."""
    store = meaning_memory("adviser")
    fill(store, 2)
    inside, scope = store._session.store, store._session.shop.scope(store._session.space)
    model = EMBEDDER.name
    found: Unembedded
    found, _ = transactions.read(
        inside, scope, lambda reader: reader.embeddings.backlog(model, limit=5)
    )
    made = [
        NewVector(text.number, 0, EMBEDDER.embed([text.content or ""])[0]) for text in found.texts
    ]
    kept = [
        transactions.written(inside, scope, lambda unit: unit.embeddings.put(model, found, made))
        for _ in range(2)
    ]
    assert kept == [True, False]
    assert {text: len(parts) for (text, _), parts in vectors(store).items()} == dict.fromkeys(
        texts(2), 1
    )
    assert scope.viewer == WORKER
    store.jobs.wait()


def test_work_that_ended_in_the_middle_goes_on_where_it_was(fresh_store: MemoryFactory) -> None:
    """What was stored before a program died stays, and the next worker does the rest."""
    embedder = Watched()
    store = fresh_store("adviser", embedder=embedder, background=False)
    fill(store, EMBED_BATCH_TEXTS + 3)

    def die_at_the_second() -> None:
        if len(embedder.batches) == 2:
            raise KeyboardInterrupt

    embedder.meanwhile = die_at_the_second
    with pytest.raises(KeyboardInterrupt):
        store.jobs.wait()
    assert len(embedded(store)) == EMBED_BATCH_TEXTS
    assert "meaning" in legs(store, "pension")  # what there is counts
    store.jobs.wait()
    assert embedder.batches[0] == EMBED_BATCH_TEXTS
    assert embedder.batches[-1] == 3
    assert embedded(store) == texts(EMBED_BATCH_TEXTS + 3)


def test_a_failing_embedder_fails_the_work_and_not_the_write(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """The text is there, the work is tried again, given up with its reason, and can be retried."""
    embedder = FailingEmbedder()
    store = fresh_store("adviser", embedder=embedder, background=False)
    store.add(content="Ellen likes sailing.")
    for attempt in range(1, JOB_ATTEMPTS_MAX + 1):
        worked = store.jobs.wait()
        (job,) = worked.failed if attempt == JOB_ATTEMPTS_MAX else worked.retrying
        assert (job.kind, job.error) == ("embed", "The embedder did not answer.")
        clock.advance(timedelta(hours=2))
    (job,) = store.jobs.failed()
    assert job.state is JobState.FAILED
    assert legs(store, "sailing") == {"words"}
    embedder.is_down = False
    store.jobs.retry(job.id)
    store.jobs.wait()
    assert embedded(store) == {"Ellen likes sailing."}


def test_a_later_write_takes_up_what_was_given_up(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """After an outage nobody has to retry by hand: the next text makes it all due again."""
    embedder = FailingEmbedder()
    store = fresh_store("adviser", embedder=embedder, background=False)
    store.add(content="early words")
    for _ in range(JOB_ATTEMPTS_MAX):
        store.jobs.wait()
        clock.advance(timedelta(hours=2))
    embedder.is_down = False
    store.add(content="late words")
    store.jobs.wait()
    assert embedded(store) == {"early words", "late words"}
    assert store.jobs.failed() == ()


def test_too_few_vectors_are_none(fresh_store: MemoryFactory) -> None:
    """An embedder that answers for fewer texts than it was given stores nothing."""

    class Short(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            return super().embed(texts[1:])

    store = fresh_store("adviser", embedder=Short(8), background=False)
    fill(store, 3)
    (job,) = store.jobs.wait().retrying
    assert job.error is not None
    assert "gave 2 vectors for 3 texts" in job.error
    assert vectors(store) == {}


def test_people_make_the_same_work_due(meaning_memory: MemoryFactory) -> None:
    """Whoever writes, all texts of the space are embedded, and nobody's work is left."""
    store = meaning_memory("adviser")
    store.acting_as(ANNA).add(content="own words", is_personal=True)
    store.acting_as(BERT).add(content="shared words")
    store.acting_as(BERT).jobs.wait()
    assert embedded(store) == {"own words", "shared words"}
    assert store.jobs.list() == ()


def test_vectors_are_not_on_record(meaning_memory: MemoryFactory) -> None:
    """They follow from the texts, so that the ledger is the same with and without them."""
    store = meaning_memory("adviser").acting_as(ADA)
    fill(store, 3)
    before = store.verify().head
    store.jobs.wait()
    assert store.verify().ok
    assert store.verify().head == before


def test_nothing_to_embed_changes_nothing(meaning_memory: MemoryFactory) -> None:
    """Waiting twice is waiting once."""
    store = meaning_memory("adviser")
    fill(store, 3)
    store.jobs.wait()
    with untouched(store):
        assert store.jobs.wait().done == 0


# -- another embedder, another program


@pytest.fixture
def place(engine: Engine, tmp_path: Path) -> str:
    """The address of a store that can be opened again."""
    if engine.name == "sqlite-memory":
        pytest.skip("a store in memory is gone when it is closed")
    return engine.fresh_url(tmp_path)


def opened(url: str, clock: FrozenClock, embedder: object = "none") -> Memory:
    return Memory.open(
        url,
        space="northgate",
        clock=clock,
        embedder=embedder,  # type: ignore[arg-type]
        background=False,
    )


def test_a_changed_embedder_embeds_anew_while_recall_works(place: str, clock: FrozenClock) -> None:
    """Until it has caught up, words and what it has embedded already give the answers."""
    count = EMBED_BATCH_TEXTS + 4
    with opened(place, clock, HashingEmbedder(16)) as store:
        fill(store, count)
        store.jobs.wait()
    embedder, told, found = Watched(32), list[tuple[int, int]](), list[str]()
    with opened(place, clock, embedder) as store:
        assert legs(store, "pension number 7") == {"words"}
        assert [job.kind for job in store.jobs.list()] == ["embed"]

        def look(done: int, total: int) -> None:
            told.append((done, total))
            found.append(store.recall("number 7").hits[0].text)

        store.jobs.wait(progress=look)
        assert (0, count) in told
        assert told[-1] == (count, count)
        assert set(found) == {"pension number 7"}
        assert {"words", "meaning"} <= legs(store, "pension number 7")
        made = vectors(store)
        assert {text for text, model in made if model == embedder.name} == texts(count)
    with opened(place, clock, embedder) as store:
        assert store.jobs.list() == ()


def test_texts_written_without_an_embedder_become_due_with_one(
    place: str, clock: FrozenClock
) -> None:
    """Opening with an embedder is enough: what others wrote without one is embedded."""
    with opened(place, clock) as store:
        fill(store, 3)
        assert store.jobs.list() == ()
    with opened(place, clock, EMBEDDER) as store:
        store.jobs.wait()
        assert embedded(store) == texts(3)
    with opened(place, clock) as store:
        store.add(content="without again")
        assert legs(store, "pension") == {"words"}
    with opened(place, clock, EMBEDDER) as store:
        store.jobs.wait()
        assert embedded(store) == {*texts(3), "without again"}


def test_a_worker_looks_for_what_others_left(place: str, clock: FrozenClock) -> None:
    """A worker with an embedder serves programs that have none, in every space."""
    with opened(place, clock) as plain:
        fill(plain, 2)
        fill(plain.in_space("southgate", "adviser"), 2, "boat")
        with opened(place, clock, EMBEDDER) as store:
            fill(plain, 1, "late")
            JobWorker(store._session.shop).run(until_idle=True)
            assert embedded(plain) == {*texts(2), *texts(1, "late")}
            assert embedded(plain.in_space("southgate")) == texts(2, "boat")


def test_an_import_is_caught_up_with(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """Vectors travel along, and what had none is embedded where there is an embedder."""
    plain = fresh_store("adviser")
    fill(plain, 3)
    plain.export(tmp_path / "plain.jsonl")
    rich = fresh_store("adviser", embedder=EMBEDDER, background=False)
    fill(rich, 3, "boat")
    rich.jobs.wait()
    rich.export(tmp_path / "rich.jsonl")
    for name, word, calls in (("plain", "pension", [3]), ("rich", "boat", [])):
        embedder = Watched()
        store = fresh_store("adviser", space=name, embedder=embedder, background=False)
        store.import_(tmp_path / f"{name}.jsonl")
        store.jobs.wait()
        assert embedder.batches == calls
        assert embedded(store) == texts(3, word)
        assert "meaning" in legs(store, word)
        store.add(content="one more")
        store.jobs.wait()
        assert embedded(store) == {*texts(3, word), "one more"}


def test_a_restored_backup_is_caught_up_with(
    place: str, clock: FrozenClock, tmp_path: Path, engine: Engine
) -> None:
    """A copy made before the texts were embedded catches up when it is opened."""
    if engine.is_server:
        pytest.skip("a server's backups are its own")
    with opened(place, clock) as store:
        fill(store, 3)
        store.backup(tmp_path / "copy.db")
    with opened(str(tmp_path / "copy.db"), clock, EMBEDDER) as copy:
        copy.jobs.wait()
        assert embedded(copy) == texts(3)
        assert {table for table, _ in rows(copy)} >= {"vector"}
