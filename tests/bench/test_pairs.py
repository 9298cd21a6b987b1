"""`rmb bench pairs` through a harness that is not ours."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer.bench.pairs import LabelledPairs, scores_at_threshold
from remembrancer.reading.judging.pair_model import CONTRADICTS_AT, SAME_AT, PairScores
from tests.bench.small_harness import write_harness
from tests.cli.program import Program

_PAIRS = """
import gzip, json, os

def load(data, dataset, split):
    with gzip.open(os.path.join(data, f"pairs_{dataset}.jsonl.gz"), "rt", encoding="utf-8") as f:
        return [r for r in map(json.loads, f) if split == "all" or r["split"] == split]

def label(r, task):
    return int(r["label"] == ("contradiction" if task == "contradiction" else "duplicate"))

def evaluate(data, task, dataset, split, factory):
    rows = load(data, dataset, split)
    scores = factory().score([(r["a"], r["b"]) for r in rows])
    return {"n": len(rows), "threshold": 0.5, "precision": 1.0, "recall": 1.0, "f1": 1.0,
            "auc": 0.75, "recall_at_p95": 0.5, "scores": scores, "curve": []}
"""
_ROWS = [
    ("Anna likes tea", "Anna likes tea.", "duplicate", "dev"),
    ("Anna likes tea", "Anna does not like tea", "contradiction", "dev"),
    ("Anna likes tea", "It rains in Oslo", "different", "dev"),
    ("Bo left", "Bo stayed", "contradiction", "heldout"),
    ("Bo left", "Bo left!", "duplicate", "heldout"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one set of pairs, and a harness beside it."""
    write_harness(tmp_path / "eval", pairs=_PAIRS)
    data = tmp_path / "data"
    data.mkdir()
    with gzip.open(data / "pairs_fables.jsonl.gz", "wt", encoding="utf-8") as file:
        for a, b, label, split in _ROWS:
            file.write(json.dumps({"a": a, "b": b, "label": label, "split": split}) + "\n")
    return data


def report(rmb: Program, *options: str) -> Any:
    rmb.done("bench", "pairs", *options, "--json", "report.json")
    return json.loads((rmb.folder / "report.json").read_text())


def test_a_set_is_judged_through_the_harness(rmb: Program, folder: Path) -> None:
    """Each task is measured by the harness and at our own threshold, with what it depends on."""
    found = report(rmb, "--data", str(folder))
    tasks = found["sets"]["fables"]["tasks"]
    assert found["sets"]["fables"]["pairs"] == 3
    assert tasks["dedup"]["harness"]["auc"] == 0.75
    same = tasks["dedup"]["harness"]["scores"]
    assert same[0] == 1.0
    assert max(same[1:]) < SAME_AT
    assert tasks["dedup"]["fixed"]["f1"] == 1.0
    assert tasks["dedup"]["fixed"]["contradictions_called_duplicate"] == 0.0
    assert tasks["contradiction"]["fixed"]["threshold"] == CONTRADICTS_AT
    assert found["settings"]["embedder"] is None
    assert len(found["settings"]["weights_sha256"]) == 64
    assert len(found["harness"]["pairs_sha256"]) == 64


def test_the_figures_are_for_people(rmb: Program, folder: Path) -> None:
    """The tables name the set, both thresholds, and that figures on dev flatter."""
    said = rmb.done("bench", "pairs", "--data", str(folder), "--split", "heldout").out
    assert "fables: 2 pairs" in said
    assert "ours, 0." in said
    assert "of the harness, 0.50" in said
    assert "flatters" in said


def test_what_is_wrong_is_said(rmb: Program, folder: Path, tmp_path: Path) -> None:
    """A folder without pairs, an unknown set and a harness without the measures are told of."""
    (tmp_path / "empty").mkdir()
    assert "no file" in rmb.failed("bench", "pairs", "--data", str(tmp_path / "empty"))
    assert "no set 'myths'" in rmb.failed("bench", "pairs", "--data", str(folder), "--set", "myths")
    other = write_harness(tmp_path / "other")
    arguments = ("bench", "pairs", "--data", str(folder), "--eval", str(other))
    assert "has no memeval/pairs.py" in rmb.failed(*arguments)


def test_our_threshold() -> None:
    """Precision counts what was called, recall what should have been, and contradictions that
    were called the same are counted apart."""
    yes, no = PairScores(1.0, 0.0), PairScores(0.0, 1.0)
    rows = LabelledPairs(
        "fables",
        "dev",
        [("a", "b")] * 4,
        {"dedup": [1, 1, 0, 0]},
        [False, False, True, True],
    )
    found = scores_at_threshold([yes, no, yes, no], rows, "dedup")
    assert found["precision"] == 0.5
    assert found["recall"] == 0.5
    assert found["contradictions_called_duplicate"] == 0.5
