"""`bench pairs`: sentence pairs labelled as same or contradicting."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from remembrancer import __version__
from remembrancer.bench.caching_embedder import CachingEmbedder
from remembrancer.bench.harness import PACKAGE, error_line, sha256
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.ports import Embedder, Progress
from remembrancer.reading.judging import pair_model
from remembrancer.reading.judging.pair_model import CONTRADICTS_AT, SAME_AT, PairScores, compare

SAME, CONTRADICTION = "dedup", "contradiction"  # the harness's names of the two tasks
TASKS: Final = (SAME, CONTRADICTION)
_BEFORE, _AFTER = "pairs_", ".jsonl.gz"  # file names of the sets
_DENIED = "contradiction"  # the label of contradicting pairs
_AT_ONCE = 64  # pairs compared between two reports of progress

Pair = tuple[str, str]


class LabelledPairs(NamedTuple):
    """The pairs of one set and split."""

    name: str
    split: str
    pairs: list[Pair]
    labels: dict[str, list[int]]  # by task, if the set has both classes
    contradicts: list[bool]


def load_pair_metrics(folder: Path) -> ModuleType:
    """The harness module that measures pair judgements."""
    if not (folder / PACKAGE / "pairs.py").is_file():
        raise InvalidInput(
            f"The harness in {folder} has no {PACKAGE}/pairs.py. Bring it up to date, or name "
            "another with --eval.",
            field="eval",
        )
    try:
        return import_module(f"{PACKAGE}.pairs")
    except Exception as error:  # third-party code may fail in any way
        raise RemembrancerError(
            f"The harness in {folder} cannot judge pairs: {error_line(error)}. Bring it up to "
            "date, or name another with --eval."
        ) from error


def definition_hashes(harness: ModuleType) -> dict[str, str]:
    """The hashes of the metric definitions."""
    return {"pairs_sha256": sha256(Path(harness.__file__ or ""))}


def pair_set_names(data: Path) -> list[str]:
    """The sets of pairs in a folder."""
    found = sorted(
        file.name.removeprefix(_BEFORE).removesuffix(_AFTER)
        for file in data.glob(f"{_BEFORE}*{_AFTER}")
    )
    if not found:
        raise InvalidInput(
            f"{data} holds no file {_BEFORE}NAME{_AFTER}. Name the folder of the sets of pairs "
            "with --data.",
            field="data",
        )
    return found


def load_pairs(harness: ModuleType, data: Path, name: str, split: str) -> LabelledPairs:
    """The pairs of a set, with the labels of each task that it can measure."""
    try:
        read = harness.load(str(data), name, split)
        labels = {task: [int(harness.label(row, task)) for row in read] for task in TASKS}
        pairs = [(str(row["a"]), str(row["b"])) for row in read]
        contradicts = [row["label"] == _DENIED for row in read]
    except Exception as error:  # third-party code may fail in any way on files it does not know
        raise InvalidInput(
            f"The set {name!r} cannot be read from {data}: {error_line(error)}. Check that --data "
            "names the folder of its files, and that they are whole.",
            field="data",
        ) from error
    known = {task: given for task, given in labels.items() if len(set(given)) == 2}
    if not known:
        raise InvalidInput(
            f"The split {split!r} of {name!r} in {data} holds no pairs that differ in their "
            "label. Choose another with --split.",
            field="split",
        )
    return LabelledPairs(name, split, pairs, known, contradicts)


def score_pairs(
    pairs: Iterable[Pair],
    *,
    embedder: Embedder | None,
    known: dict[Pair, PairScores],
    progress: Progress | None = None,
) -> None:
    """Scores pairs and adds the scores to `known`."""
    missing = [one for one in dict.fromkeys(pairs) if one not in known]
    for start in range(0, len(missing), _AT_ONCE):
        some = missing[start : start + _AT_ONCE]
        known.update(zip(some, compare(some, embedder=embedder), strict=True))
        if progress is not None:
            progress(min(start + _AT_ONCE, len(missing)), len(missing))


class _Scorer:
    """Gives the harness the scores that were computed before."""

    def __init__(self, known: Mapping[Pair, PairScores], task: str) -> None:
        self._known = known
        self._task = task

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        return [_score(self._known[one[0], one[1]], self._task) for one in pairs]


def _score(likeness: PairScores, task: str) -> float:
    return likeness.same if task == SAME else likeness.contradicts


def measure_task(
    harness: ModuleType,
    data: Path,
    wanted: LabelledPairs,
    task: str,
    known: Mapping[Pair, PairScores],
) -> dict[str, Any]:
    """The metrics of one task of one set: with the harness's threshold and with ours."""
    found = harness.evaluate(
        str(data), task, wanted.name, wanted.split, lambda: _Scorer(known, task)
    )
    found.pop("curve", None)
    return {
        "harness": found,
        "fixed": scores_at_threshold([known[one] for one in wanted.pairs], wanted, task),
    }


def scores_at_threshold(
    likenesses: Sequence[PairScores], wanted: LabelledPairs, task: str
) -> dict[str, float]:
    """Precision, recall and F1 at the product's threshold."""
    threshold = SAME_AT if task == SAME else CONTRADICTS_AT
    called = [_score(one, task) >= threshold for one in likenesses]
    hits = sum(
        is_so and bool(label) for is_so, label in zip(called, wanted.labels[task], strict=True)
    )
    precision = hits / max(1, sum(called))
    recall = hits / max(1, sum(wanted.labels[task]))
    found = {
        "threshold": threshold,
        "called": float(sum(called)),
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if hits else 0.0,
    }
    if task == SAME and any(wanted.contradicts):
        taken = sum(is_so for is_so, no in zip(called, wanted.contradicts, strict=True) if no)
        found["contradictions_called_duplicate"] = taken / sum(wanted.contradicts)
    return found


def run_metadata(embedder: Embedder | None, sets: Iterable[str], *, split: str) -> dict[str, Any]:
    """The versions and settings that the judgements depend on."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "sets": list(sets),
        "split": split,
        "embedder": embedder.name if embedder is not None else None,
        "embeddings_cached": isinstance(embedder, CachingEmbedder),
        "same_at": SAME_AT,
        "contradicts_at": CONTRADICTS_AT,
        "weights_sha256": sha256(Path(pair_model.__file__).with_name("pair_weights.json")),
    }
