"""One part of `bench speed`, in a process of its own. Prints its figures as one line of JSON.

`python -m remembrancer.bench.speed_part write|read MESSAGES SUBJECTS FOLDER`
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from remembrancer.bench.caching_embedder import DIMENSIONS, WORDS_ALONE, create_bench_embedder
from remembrancer.bench.corpus import Corpus, CorpusMessage
from remembrancer.bench.floor import HITS, Floor
from remembrancer.bench.measures import percentile
from remembrancer.memory import Memory
from remembrancer.testing import HashingEmbedder

QUESTIONS = 200
WARMING = 10
BATCH = 10_000  # messages appended at a time
SPACE = "bench"
_OURS, _BULK, _FLOOR, _VECTORS = "ours.db", "bulk.db", "floor.db", "vectors.npy"
Figures = dict[str, float]


class KnownVectors:
    """Precomputed vectors, so that embedding is not part of the measurement."""

    is_local = True

    def __init__(self, known: dict[str, Any]) -> None:
        self._inner = HashingEmbedder(DIMENSIONS)
        self._known = known
        self.name = self._inner.name

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [
            self._known[text].tolist() if text in self._known else self._inner.embed([text])[0]
            for text in texts
        ]


def write(corpus: Corpus, folder: Path) -> Figures:
    """Writes the same messages to a new store and a new floor, then the vectors."""
    import numpy

    said = list(corpus.all_messages())
    floor = Floor(folder / _FLOOR)
    started = time.perf_counter()
    floor.add_many(said)
    floor_seconds = time.perf_counter() - started
    floor.close()
    vectors = _vectors([one.text for one in said])
    numpy.save(folder / _VECTORS, vectors)
    known = KnownVectors(dict(zip((one.text for one in said), vectors, strict=True)))
    with Memory.open(folder / _BULK, space=SPACE, embedder=known, background=False) as memory:
        started = time.perf_counter()
        _append(memory, "everything", None, said)
        our_seconds = time.perf_counter() - started
    with Memory.open(folder / _OURS, space=SPACE, embedder=known, background=False) as memory:
        started = time.perf_counter()
        for subject, messages in groupby(said, attrgetter("subject")):
            _append(memory, subject, subject, list(messages))
        many_seconds = time.perf_counter() - started
        started = time.perf_counter()
        memory.jobs.wait()
        due_seconds = time.perf_counter() - started
    return {
        "floor_import": len(said) / floor_seconds,
        "our_import": len(said) / our_seconds,
        "import": floor_seconds / our_seconds,
        "our_import_many": len(said) / many_seconds,
        "due_s": due_seconds,
    }


def _append(memory: Memory, name: str, subject: str | None, said: Sequence[CorpusMessage]) -> None:
    """Appends a conversation in batches."""
    memory.conversations.start(name, subject=subject)
    for first in range(0, len(said), BATCH):
        memory.conversations.append(
            name,
            [
                {"id": one.id, "author_id": one.author, "content": one.text, "timestamp": one.at}
                for one in said[first : first + BATCH]
            ],
        )


def _vectors(texts: Sequence[str]) -> Any:
    import numpy

    embedder = HashingEmbedder(DIMENSIONS)
    made = numpy.empty((len(texts), DIMENSIONS), dtype="float32")
    for place, text in enumerate(texts):
        made[place] = embedder.embed([text])[0]
    return made


def read(corpus: Corpus, folder: Path) -> Figures:
    """Asks both sides the same questions in turn, so that disturbances hit both."""
    asked = corpus.questions(QUESTIONS)
    vectors = dict(zip((one for one, _ in asked), _vectors([one for one, _ in asked]), strict=True))
    with Memory.open(
        folder / _OURS, space=SPACE, embedder=KnownVectors(vectors), background=False
    ) as memory:
        for question, subject in asked[:WARMING]:
            memory.recall(question, k=HITS, subject=subject, include=("messages",))
            memory.recall(question, k=HITS, include=("messages",))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # without the floor
        floor = Floor(folder / _FLOOR)
        floor.load(folder / _VECTORS)

        def ours(question: str, subject: str | None) -> object:
            return memory.recall(question, k=HITS, subject=subject, include=("messages",))

        def bare(question: str, subject: str | None) -> object:
            return floor.hybrid(question, vectors[question], subject)

        inside = _times(asked, ours, bare)
        wide = _times([(question, None) for question, _ in asked], ours, bare)
    with Memory.open(folder / _OURS, space=SPACE, embedder=WORDS_ALONE, background=False) as memory:
        words = _times(asked, ours, lambda question, subject: floor.lexical(question, subject))
    floor.close()
    figures = {"memory_mb": peak}
    for name, (our_times, floor_times) in (("words", words), ("inside", inside), ("wide", wide)):
        for side, times in (("our", our_times), ("floor", floor_times)):
            figures[f"{side}_{name}_p50"] = percentile(times, 0.5)
            figures[f"{side}_{name}_p95"] = percentile(times, 0.95)
        figures[name] = figures[f"our_{name}_p50"] / figures[f"floor_{name}_p50"]
    embedding = list(_embedding([question for question, _ in asked]))
    if embedding:
        both = [one + other for one, other in zip(wide[0], embedding, strict=True)]
        figures["embedding_p50"] = percentile(embedding, 0.5)
        figures["embedding_p95"] = percentile(embedding, 0.95)
        figures["whole_p50"] = percentile(both, 0.5)
        figures["whole_p95"] = percentile(both, 0.95)
    return figures


def _times(
    asked: Sequence[tuple[str, str | None]], *sides: Callable[[str, str | None], object]
) -> list[list[float]]:
    """The milliseconds of each side for each question."""
    times: list[list[float]] = [[] for _ in sides]
    for question, subject in (*asked[:WARMING], *asked):
        for side, taken in zip(sides, times, strict=True):
            started = time.perf_counter()
            side(question, subject)
            taken.append((time.perf_counter() - started) * 1000)
    return [taken[WARMING:] for taken in times]


def _embedding(questions: Sequence[str]) -> Iterator[float]:
    """The embedder's milliseconds for each question; empty without an embedder."""
    embedder = create_bench_embedder(None)
    if embedder is None:
        return
    embedder.embed([questions[0]])  # loads the model
    for question in questions:
        started = time.perf_counter()
        embedder.embed([question])
        yield (time.perf_counter() - started) * 1000


PARTS = {"write": write, "read": read}

if __name__ == "__main__":
    part, messages, subjects, folder = sys.argv[1:]
    print(json.dumps(PARTS[part](Corpus(int(messages), int(subjects)), Path(folder))))
