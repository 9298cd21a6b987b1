"""`bench recall`: asks questions with known evidence in fresh spaces."""

from __future__ import annotations

import hashlib
import math
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

from remembrancer import __version__
from remembrancer.bench import rows
from remembrancer.bench.caching_embedder import WORDS_ALONE, CachingEmbedder
from remembrancer.bench.harness import OWN, HarnessMetrics, Loader, error_line, sha256
from remembrancer.bench.measures import Unit
from remembrancer.bench.questions import QuestionStory, harness_units
from remembrancer.bench.retriever import RankedAnswer, Retriever
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.limits import as_table
from remembrancer.memory import Memory
from remembrancer.ports import Embedder, Progress

IN_MEMORY = ":memory:"
SPACE = "bench"  # prefix of the spaces' names
ALL = "all"  # every set that the harness knows
TOGETHER = "all questions"  # of every category
_LIMITS = ("RECALL_", "QUERY_", "VECTORS_")  # prefixes of limits that affect the answers


class QuestionSet(NamedTuple):
    """A named question set and its metrics."""

    name: str
    units: tuple[Unit, ...]
    measuring: HarnessMetrics


class RecallOptions(NamedTuple):
    """The options of a run, equal for every set."""

    k: int = 10  # evidence counts as found among the first k hits
    depth: int = 100  # requested hits, to tell a miss from a low rank
    url: str = IN_MEMORY
    preset: str | None = None
    embedder: Embedder | None = None


class RecallResult(NamedTuple):
    """The result of one question set."""

    summary: dict[str, Any]
    rows: list[rows.Row]
    apart: list[rows.Row]  # questions that the harness reports separately


def from_stories(
    name: str, stories: Sequence[QuestionStory], limit: int | None = None
) -> QuestionSet:
    return QuestionSet(name, tuple(islice(harness_units(tuple(stories)), limit)), OWN)


def from_harness(
    name: str,
    loaders: Mapping[str, Loader],
    measuring: HarnessMetrics,
    *,
    data: Path,
    split: str,
    limit: int | None = None,
) -> QuestionSet:
    """A public set, read by the harness from its data folder."""
    try:
        found = tuple(islice(loaders[name](str(data), split), limit))
    except Exception as error:  # third-party code may fail in any way on unknown files
        raise InvalidInput(
            f"The set {name!r} cannot be read from {data}: {error_line(error)}. Check that --data "
            "names the folder of its files, and that they are whole.",
            field="data",
        ) from error
    if not any(asked["scored"] for unit in found for asked in unit["queries"]):
        raise InvalidInput(
            f"The split {split!r} of {name!r} in {data} holds no question with evidence. Choose "
            "another with --split.",
            field="split",
        )
    return QuestionSet(name, found, measuring)


class Spaces(Protocol):
    """Where the stories of a run are put."""

    def __enter__(self) -> Spaces: ...
    def __exit__(self, *_: object) -> None: ...

    def fresh(self, preset: str | None) -> tuple[Memory, Callable[[], None]]:
        """A memory on a space without a story, and a function that closes it."""

    def is_stored(self, item_id: str) -> bool:
        """Whether every space has this item before its story comes."""


def run_questions(
    wanted: QuestionSet,
    asking: RecallOptions,
    *,
    spaces: Spaces | None = None,
    progress: Progress | None = None,
) -> RecallResult:
    """Asks every question of a set, each story in its own space: a fresh one unless others are
    given."""
    answers: list[RankedAnswer] = []
    measuring = wanted.measuring
    done = 0
    total = len(wanted.units) + sum(len(unit["queries"]) for unit in wanted.units)

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    with spaces or _FreshSpaces(asking) as places:
        coming = iter(wanted.units)
        present: list[Unit] = []

        def each() -> Iterator[Unit]:
            for unit in coming:
                present[:] = [unit]
                yield unit

        def fresh() -> Retriever:
            (unit,) = present
            memory, close = places.fresh(unit.get("preset") or asking.preset)
            cache = asking.embedder if isinstance(asking.embedder, CachingEmbedder) else None
            return Retriever(
                memory, answers, cache=cache, is_stored=places.is_stored, step=step, close=close
            )

        cuts = sorted({*measuring.cuts, asking.k})
        measured = measuring.evaluate(each(), fresh, depth=asking.depth, ks=cuts)
    scored, apart = rows.join_rows(wanted.name, wanted.units, measured, answers, k=asking.k)
    return RecallResult(_summary(wanted, measured, scored, apart, asking.k), scored, apart)


class _FreshSpaces:
    """Creates fresh spaces: each in memory, or all of a run in one store."""

    def __init__(self, asking: RecallOptions) -> None:
        self._asking = asking
        self._store: Memory | None = None
        self._open: list[Memory] = []

    def __enter__(self) -> _FreshSpaces:
        return self

    def __exit__(self, *_: object) -> None:
        while self._open:  # spaces left open by an error, and the shared store
            self._close_last()

    def fresh(self, preset: str | None) -> tuple[Memory, Callable[[], None]]:
        """A memory on an empty space, and a function that closes it."""
        name = f"{SPACE}-{uuid4().hex[:12]}"
        if self._asking.url == IN_MEMORY:
            memory = self._open_space(name, preset)
            self._open.append(memory)
            return memory, self._close_last
        if self._store is None:
            self._store = self._open_space(name, preset)
            self._open.append(self._store)
            return self._store, lambda: None
        return self._store.in_space(name, preset), lambda: None

    def is_stored(self, _item_id: str) -> bool:
        return False

    def _close_last(self) -> None:
        self._open.pop().close()

    def _open_space(self, name: str, preset: str | None) -> Memory:
        return Memory.open(
            self._asking.url,
            space=name,
            preset=preset,
            embedder=self._asking.embedder or WORDS_ALONE,
            background=False,
        )


def _summary(
    wanted: QuestionSet,
    measured: Mapping[str, Any],
    scored: list[rows.Row],
    apart: list[rows.Row],
    k: int,
) -> dict[str, Any]:
    measuring = wanted.measuring
    groups = {TOGETHER: list(scored)}
    for row in sorted(scored, key=lambda one: one["category"]):
        groups.setdefault(row["category"], []).append(row)
    if apart:
        groups["reported apart"] = apart
    of = f"recall@{k}"
    low, high = measuring.bootstrap_ci([row[of] for row in scored])
    means = {
        name: measuring.mean([_scores(row) for row in group]) for name, group in groups.items()
    }
    return {
        "stories": len(wanted.units),
        "items": measured["items"],
        "questions": len(scored),
        "unscored": measured["skipped"],
        "latency_p50_ms": measured["latency_p50_ms"],
        "latency_p95_ms": measured["latency_p95_ms"],
        "ingest_items_per_s": measured["ingest_items_per_s"],
        "interval_95": {"of": of, "low": low, "high": high},
        "count": {name: len(group) for name, group in groups.items()},
        "turn": {name: _level(one, "") for name, one in means.items()},
        "session": {name: _level(one, "s_") for name, one in means.items()},
        "misses": rows.count_misses(scored, k),
    }


def _scores(row: rows.Row) -> dict[str, float]:
    return {
        name: value
        for name, value in row.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def _level(means: Mapping[str, float], prefix: str) -> dict[str, float]:
    """The means of one level, without the level's prefix."""
    return {
        name.removeprefix(prefix): value
        for name, value in means.items()
        if name.startswith("s_") == bool(prefix) and not math.isnan(value)
    }


def run_metadata(
    asking: RecallOptions, sets: Iterable[str], *, split: str | None
) -> dict[str, Any]:
    """The versions and settings that the answers depend on."""
    embedder = asking.embedder
    return {
        "version": __version__,
        "python": platform.python_version(),
        "sets": list(sets),
        "split": split,
        "engine": "postgres" if asking.url.startswith("postgres") else "sqlite",
        "store": "in memory" if asking.url == IN_MEMORY else "a store of its own",
        "preset": asking.preset,
        "embedder": embedder.name if embedder is not None else None,
        "embeddings_cached": isinstance(embedder, CachingEmbedder),
        "k": asking.k,
        "depth": asking.depth,
        "include": ["messages"],
        "limits": {name: value for name, value in as_table().items() if name.startswith(_LIMITS)},
    }


def data_hashes(folder: Path) -> dict[str, str]:
    """The hash of every data file, and one over all of them."""
    files = sorted(file for file in folder.iterdir() if file.is_file())
    found = {file.name: sha256(file) for file in files}
    together = "".join(f"{hashed}  {name}\n" for name, hashed in found.items())
    return {**found, ALL: hashlib.sha256(together.encode()).hexdigest()}


def check_names(wanted: Sequence[str], known: Iterable[str]) -> list[str]:
    """The requested sets, each once. `all` means every set of the harness."""
    known = list(known)
    if ALL in wanted:
        return known
    for name in wanted:
        if name not in known:
            raise InvalidInput(
                f"The harness knows no set {name!r}. It knows: {', '.join(sorted(known))}.",
                field="dataset",
            )
    return list(dict.fromkeys(wanted))


def write_report(file: Path, document: Mapping[str, Any]) -> None:
    """Writes a report atomically."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    new = file.with_name(f".{file.name}.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(file)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise RemembrancerError(
            f"{file} cannot be written: {error.strerror or error}. Name another with --json."
        ) from error
