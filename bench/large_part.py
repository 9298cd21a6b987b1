"""One step of `make bench-large`, in a process of its own. Prints its figures as a line of JSON."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from remembrancer.bench.caching_embedder import DIMENSIONS, WORDS_ALONE
from remembrancer.bench.corpus import (
    START,
    VOCABULARY,
    Corpus,
    CorpusMessage,
    invented_words,
)
from remembrancer.bench.measures import percentile
from remembrancer.jobs import transactions
from remembrancer.memory import Memory
from remembrancer.ports import Reader, Writer
from remembrancer.search.port import NewVector, PackedCodes

SPACE = "large"
PRESET = "adviser"
SUBJECT_TEXTS = 100  # messages of one subject, at every size, and items
QUESTIONS = 100
WARMING = 5
TOPICS = 2_000
EMBEDDED_AT_ONCE = 1_000
SHOWN_EACH = 50_000  # messages, after which the progress is told
Figures = dict[str, float]


class MadeUpVectors:
    """Vectors in clusters: the directions of a text's words, the rare ones more, and of its topic.

    The rarest word tells the topic. So texts that share words are near each other, as they are with
    a real embedder.
    """

    name = "made-up"
    is_local = True

    def __init__(self) -> None:
        import numpy

        self._numpy = numpy
        chance = numpy.random.default_rng(11)
        self._places = {word: place for place, word in enumerate(invented_words(7))}
        rarity = numpy.log(numpy.arange(VOCABULARY) + 3)[:, None]
        self._words = (chance.standard_normal((VOCABULARY, DIMENSIONS)) * rarity).astype("float32")
        self._topics = (chance.standard_normal((TOPICS, DIMENSIONS)) * 25).astype("float32")

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        numpy = self._numpy
        made = numpy.empty((len(texts), DIMENSIONS), "float32")
        for row, text in enumerate(texts):
            places = [self._places[word] for word in text.split() if word in self._places] or [0]
            made[row] = self._words[places].sum(0) + self._topics[max(places) % TOPICS]
        made /= numpy.linalg.norm(made, axis=1, keepdims=True)
        vectors: list[list[float]] = made.tolist()
        return vectors


def load(engine: str, size: int, address: str) -> Figures:
    """Appends the messages, subject by subject, adds the items, and stores the vectors."""
    corpus = _corpus(size)
    with _opened(address) as memory:
        started = time.perf_counter()
        shown = 0
        for subject, messages in groupby(corpus.all_messages(), attrgetter("subject")):
            listed = list(messages)
            memory.conversations.start(subject, subject=subject)
            memory.conversations.append(subject, [_message(one) for one in listed])
            shown += len(listed)
            if shown % SHOWN_EACH < SUBJECT_TEXTS:
                _tell(f"{shown:,} messages")
        figures = {"load_per_second": size / (time.perf_counter() - started)}
        if engine == "postgres":
            started = time.perf_counter()
            for chunk in _chunks(corpus.all_messages(), 10_000):
                memory.add_many([{"content": one.text, "subject": one.subject} for one in chunk])
                _tell(f"{chunk[-1].id} as an item")
            figures["items_per_second"] = size / (time.perf_counter() - started)
        started = time.perf_counter()
        embed(memory)
        texts = size * (2 if engine == "postgres" else 1)
        figures["embedded_per_second"] = texts / (time.perf_counter() - started)
        if (store := memory._session.store).lacks_vector_index(MadeUpVectors.name):
            started = time.perf_counter()
            store.index_vectors(MadeUpVectors.name)  # as the job does that embeds
            figures["index_s"] = time.perf_counter() - started
        figures |= keep_codes(memory)
    _settle(engine, address)
    if engine == "sqlite":
        figures["store_mb"] = Path(address).stat().st_size / 1e6
    return {**figures, "load_mb": _peak()}


def embed(memory: Memory) -> None:
    """Stores the vectors, and nothing else that is due: drawing items out has its own bench."""
    vectors, session = MadeUpVectors(), memory._session
    scope = session.scope()

    def store(unit: Writer) -> bool:
        waiting = unit.embeddings.backlog(vectors.name, limit=EMBEDDED_AT_ONCE)
        made = vectors.embed([one.content or "" for one in waiting.texts])
        found = zip(waiting.texts, made, strict=True)
        unit.embeddings.put(
            vectors.name, waiting, [NewVector(text.number, 0, values) for text, values in found]
        )
        return unit.embeddings.is_complete(vectors.name)

    done = 0
    while not transactions.written(session.store, scope, store):
        done += EMBEDDED_AT_ONCE
        if done % SHOWN_EACH < EMBEDDED_AT_ONCE:
            _tell(f"{done:,} vectors")


def keep_codes(memory: Memory) -> Figures:
    """In a large space of a file, what the next process goes on with, as the job does that embeds.
    Empty: there is nothing to keep."""
    session, model = memory._session, MadeUpVectors.name
    scope, started = session.scope(), time.perf_counter()

    def read(reader: Reader) -> PackedCodes | None:
        search = reader.vector_search
        return search.codes_to_keep(model) if search.lacks_kept_codes(model) else None

    codes, _ = transactions.read(session.store, scope, read)
    if codes is None:
        return {}
    transactions.written(
        session.store, scope, lambda unit: unit.embeddings.keep_codes(model, codes)
    )
    return {"codes_s": time.perf_counter() - started, "codes_mb": len(codes.body) / 1e6}


def recall(engine: str, size: int, address: str) -> Figures:
    """Asks by words and meaning, in a subject and in the whole space."""
    corpus = _corpus(size)
    asked = corpus.questions(QUESTIONS)
    middle = START + timedelta(seconds=size // 2)
    with _opened(address) as memory:
        started = time.perf_counter()
        memory.recall(asked[0][0])
        first = time.perf_counter() - started
        figures = {
            "first_s": first,
            **_times("subject", asked, lambda one: memory.recall(one[0], subject=one[1])),
            **_times("wide", asked, lambda one: memory.recall(one[0])),
        }
        end = middle + timedelta(hours=1)
        figures |= _times(
            "timed", asked[:20], lambda one: memory.recall(one[0], since=middle, until=end)
        )
        figures |= _times("bundle", asked[:20], lambda one: memory.bundle())
        figures["recall_mb"] = _peak()
    with _opened(address, by_meaning=False) as memory:
        return figures | _times("words", asked, lambda one: memory.recall(one[0]))


def verify(_engine: str, _size: int, address: str) -> Figures:
    with _opened(address) as memory:
        started = time.perf_counter()
        checked = memory.verify()
        assert checked.ok, checked.broken_at
        return {"verify_s": time.perf_counter() - started, "verify_mb": _peak()}


def erase(_engine: str, size: int, address: str) -> Figures:
    """One subject leaves the store for good."""
    question, subject = _corpus(size).questions(QUESTIONS)[0]
    with _opened(address) as memory:
        memory.recall(question)
        started = time.perf_counter()
        memory.erase(subject=subject, reason="measured")
        seconds = time.perf_counter() - started
        started = time.perf_counter()
        found = memory.recall(question, subject=subject)
        assert not found.hits
        memory.recall(question)
        return {"erase_s": seconds, "after_erasure_s": time.perf_counter() - started}


def _corpus(size: int) -> Corpus:
    return Corpus(size, max(1, size // SUBJECT_TEXTS))


def _opened(address: str, *, by_meaning: bool = True) -> Memory:
    embedder: Any = MadeUpVectors() if by_meaning else WORDS_ALONE
    return Memory.open(address, space=SPACE, preset=PRESET, embedder=embedder, background=False)


def _message(one: CorpusMessage) -> dict[str, Any]:
    return {"id": one.id, "author_id": one.author, "content": one.text, "timestamp": one.at}


def _chunks(rows: Iterable[CorpusMessage], count: int) -> Iterable[list[CorpusMessage]]:
    coming = iter(rows)
    while chunk := list(islice(coming, count)):
        yield chunk


def _times(
    name: str, asked: Sequence[tuple[str, str]], ask: Callable[[tuple[str, str]], object]
) -> Figures:
    """Milliseconds of a question, on the clock and of CPU: others may use the machine too."""
    times, cpu = [], []
    for one in (*asked[:WARMING], *asked):
        started, used = time.perf_counter(), time.process_time()
        ask(one)
        cpu.append((time.process_time() - used) * 1000)
        times.append((time.perf_counter() - started) * 1000)
    return {
        f"{name}_p50": percentile(times[WARMING:], 0.5),
        f"{name}_p95": percentile(times[WARMING:], 0.95),
        f"{name}_cpu": percentile(cpu[WARMING:], 0.5),
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _settle(engine: str, address: str) -> None:
    if engine == "postgres":
        from bench.server import settle

        settle(address)


def _tell(what: str) -> None:
    print(f"  {what}", file=sys.stderr, flush=True)


PARTS = {"load": load, "recall": recall, "verify": verify, "erase": erase}

if __name__ == "__main__":
    part, engine, size, address = sys.argv[1:]
    print(json.dumps(PARTS[part](engine, int(size), address)))
