"""`rmb bench recall` through a harness that is not ours."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from remembrancer.core.limits import RECALL_HITS_MAX
from remembrancer.doors.cli.bench import bench
from tests import postgres
from tests.bench.small_harness import write_harness
from tests.cli.program import Program


def report(rmb: Program, *options: str) -> Any:
    rmb.done("bench", "recall", *options, "--json", "report.json")
    return json.loads((rmb.folder / "report.json").read_text())


def test_a_set_is_asked_through_the_harness(rmb: Program, data: Path) -> None:
    """Every question with evidence has a row: what came back, at which rank, and a verdict."""
    found = report(rmb, "--data", str(data), "--dataset", "fables")
    rows = {row["qid"]: row for row in found["rows"]}
    assert list(rows) == ["g1", "g2", "g4", "s1"]
    assert rows["g1"]["ranks"] == {"1": 1}
    assert rows["g1"]["returned"] == ["1"]
    assert rows["g1"]["verdict"] == "found"
    assert rows["g1"]["recall@10"] == 1.0
    assert rows["g2"]["verdict"] == "not retrieved"
    assert [row["qid"] for row in found["adversarial"]] == ["g5"]
    summary = found["sets"]["fables"]
    assert summary["questions"] == 4
    assert summary["unscored"] == 1
    assert summary["misses"]["evidence"] == {"found": 3, "ranked too low": 0, "not retrieved": 1}
    assert summary["turn"]["hard"]["recall@10"] == 0.0
    assert summary["turn"]["all questions"]["recall@10"] == 0.75


def test_nothing_said_after_the_question_comes_back(rmb: Program, data: Path) -> None:
    """The harness's `as_of` is a time of the world: its own moment counts, nothing later does."""
    found = report(rmb, "--data", str(data), "--dataset", "fables")
    row = next(row for row in found["rows"] if row["qid"] == "g4")
    assert row["returned"] == ["4"]


def test_evidence_may_be_ranked_too_low(rmb: Program, data: Path) -> None:
    """Evidence beyond the first k is told from evidence that never came back."""
    told = json.loads((data / "fables.json").read_text())
    unit = told["dev"][0]
    unit["items"].append({**unit["items"][0], "id": "6", "text": "ripe grapes, ripe grapes"})
    (data / "fables.json").write_text(json.dumps(told))
    found = report(rmb, "--data", str(data), "--dataset", "fables", "-k", "1")
    row = next(row for row in found["rows"] if row["qid"] == "g1")
    assert row["ranks"] == {"1": 2}
    assert row["verdict"] == "ranked too low"
    assert found["sets"]["fables"]["misses"]["questions"]["ranked too low"] == 1


def test_the_report_says_what_it_depends_on(rmb: Program, data: Path) -> None:
    """Settings, definitions and data are stamped, so that two reports can be told apart."""
    found = report(rmb, "--data", str(data), "--dataset", "fables", "--preset", "desk")
    settings = found["settings"]
    assert settings["engine"] == "sqlite"
    assert settings["embedder"] is None
    assert settings["preset"] == "desk"
    assert settings["split"] == "dev"
    assert (settings["k"], settings["depth"]) == (10, 100)
    assert settings["limits"]["RECALL_HITS_MAX"] == 200
    assert len(found["data"]["fables.json"]) == 64
    assert len(found["harness"]["metrics_sha256"]) == 64
    (data / "more.json").write_text("{}")
    again = report(rmb, "--data", str(data), "--dataset", "fables")
    assert again["data"]["fables.json"] == found["data"]["fables.json"]
    assert again["data"]["all"] != found["data"]["all"]


def test_all_sets_and_some_stories(rmb: Program, data: Path) -> None:
    """`--dataset all` asks every set of the harness, `--limit` only the first stories of each."""
    found = report(rmb, "--data", str(data), "--dataset", "all", "--limit", "1")
    assert list(found["sets"]) == ["fables", "fables-again"]
    assert {summary["stories"] for summary in found["sets"].values()} == {1}
    assert [row["dataset"] for row in found["rows"]].count("fables-again") == 3


def test_the_table_is_for_people(rmb: Program, data: Path) -> None:
    """Without a file the figures are printed, with the misses and what they depend on."""
    said = rmb.done("bench", "recall", "--data", str(data), "--dataset", "fables").out
    assert "fables: 4 questions, 2 stories, 6 messages" in said
    assert "recall@10" in said
    assert "1 were ranked" not in said
    assert "3 came among the first 10; 0 were ranked too low (up to 100) and 1 not" in said
    assert "words alone" in said


def test_two_runs_are_compared(rmb: Program, data: Path) -> None:
    """`--against` tells how this run differs from an earlier one, question by question."""
    report(rmb, "--data", str(data), "--dataset", "fables")
    (rmb.folder / "report.json").rename(rmb.folder / "old.json")
    arguments = ("--data", str(data), "--dataset", "fables", "--against", "old.json")
    said = rmb.done("bench", "recall", *arguments).out
    assert "recall@10 +0.00 points" in said
    assert "the same first 10 hits for 100.0 % of 4" in said


def test_the_harness_is_gone_after_the_run(
    rmb: Program, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The harness is found by option, variable or place, and forgotten when the run ends."""
    path = list(sys.path)
    elsewhere = write_harness(rmb.folder / "elsewhere", metrics="KS = None")
    arguments = ("bench", "recall", "--data", str(data), "--dataset", "fables")
    assert "cannot be loaded" in rmb.failed(*arguments, "--eval", str(elsewhere))
    rmb.done(*arguments)
    monkeypatch.setenv("REMEMBRANCER_EVAL", str(elsewhere))
    assert "cannot be loaded" in rmb.failed(*arguments)
    assert sys.path == path
    assert not [name for name in sys.modules if name.startswith("memeval")]


def test_a_folder_without_a_harness_is_refused(rmb: Program, data: Path) -> None:
    """A wrong folder is named, with what is missing in it."""
    said = rmb.failed(
        "bench", "recall", "--data", str(data), "--dataset", "fables", "--eval", str(data)
    )
    assert "holds no harness: memeval/run.py is not there" in said


def test_an_unknown_set_is_refused(rmb: Program, data: Path) -> None:
    """A misspelt set is refused with the names of those that exist."""
    said = rmb.failed("bench", "recall", "--data", str(data), "--dataset", "fabels")
    assert "It knows: fables, fables-again." in said


def test_unreadable_data_is_told(rmb: Program, data: Path) -> None:
    """Files that are missing or broken end the run in one sentence that names the folder."""
    arguments = ("bench", "recall", "--data", str(data), "--dataset", "fables")
    (data / "fables.json").write_text("{")
    assert f"The set 'fables' cannot be read from {data}: JSONDecodeError" in rmb.failed(*arguments)
    (data / "fables.json").unlink()
    assert "FileNotFoundError" in rmb.failed(*arguments)
    assert "There is no folder" in rmb.failed("bench", "recall", "--data", "x", "--dataset", "all")


def test_a_split_without_questions_is_told(rmb: Program, data: Path) -> None:
    """A split that is sealed or empty is no run with 0 %."""
    arguments = ("bench", "recall", "--data", str(data), "--dataset", "fables", "--split")
    assert "holds no question with evidence" in rmb.failed(*arguments, "heldout")


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "0"),
        ("-k", "201"),
        ("-k", "many"),
        ("--depth", "1000"),
        ("--limit", "0"),
        ("--split", "test"),
        ("--dataset", "fables"),
        ("--data", "data"),
        ("--eval", "eval"),
        ("--data", "data", "--dataset", "fables", "--questions", "mine.json"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2(rmb: Program, arguments: tuple[str, ...]) -> None:
    """Options that are out of range or do not go together are wrong usage."""
    outcome = rmb("bench", "recall", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert "Error" in outcome.err


def test_as_many_hits_can_be_asked_for_as_recall_gives() -> None:
    """The bound of -k and --depth, which the help knows without loading anything, is recall's."""
    assert bench.HITS_MAX == RECALL_HITS_MAX


def test_a_store_in_use_is_left_alone(rmb: Program) -> None:
    """A run fills no store that holds spaces of somebody; one of its own it may fill again."""
    rmb.remember("Ellen keeps bees.")
    before = rmb.stored()
    said = rmb.failed("bench", "recall", "--url", "remembrancer.db")
    assert "holds spaces of its own" in said
    assert rmb.stored() == before
    for _ in range(2):
        rmb.done("bench", "recall", "--url", "new.db")


def test_memory_and_file_answer_alike(rmb: Program) -> None:
    """Side by side in one file the stories give the same answers as each by itself."""
    in_memory = report(rmb)["rows"]
    in_file = report(rmb, "--url", "new.db")["rows"]
    assert [row["returned"] for row in in_file] == [row["returned"] for row in in_memory]


def test_a_server_answers_alike(rmb: Program) -> None:
    """With `--url` the same questions are asked of PostgreSQL, and the same hits come back."""
    found = report(rmb, "--url", postgres.fresh_url(), "--embedder", "hashing")
    assert found["settings"]["engine"] == "postgres"
    assert "memory@" not in json.dumps(found["settings"])
    here = report(rmb, "--embedder", "hashing")["rows"]
    assert [set(row["returned"][:3]) for row in found["rows"]] == [
        set(row["returned"][:3]) for row in here
    ]


def test_an_embedder_is_named_and_its_vectors_kept(rmb: Program) -> None:
    """`--embedder` chooses one, the report names it, and `--cache` keeps its vectors."""
    pytest.importorskip("numpy", reason="the cache file is an array of NumPy")
    found = report(rmb, "--embedder", "hashing", "--cache", "vectors.npz")
    assert found["settings"]["embedder"] == "hashing-english-384"
    assert found["settings"]["embeddings_cached"] is True
    assert (rmb.folder / "vectors.npz").stat().st_size > 0
    again = report(rmb, "--embedder", "hashing", "--cache", "vectors.npz")
    assert [row["returned"] for row in again["rows"]] == [row["returned"] for row in found["rows"]]
    assert "Leave --cache out" in rmb.failed("bench", "recall", "--cache", "vectors.npz")
