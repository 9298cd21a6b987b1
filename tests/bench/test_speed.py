"""`rmb bench speed`: the floor finds what it should, and misses are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer.bench import speed
from remembrancer.bench.corpus import Corpus
from remembrancer.core.errors import NotAvailable
from remembrancer.testing import HashingEmbedder
from tests.cli.program import Program

NEEDS_NUMPY = "the floor is made of FTS5 and NumPy"


def test_the_messages_are_the_same_every_time() -> None:
    """Two corpora of one size are equal, and each subject has its share of the messages."""
    said = list(Corpus(100, 10).all_messages())
    assert said == list(Corpus(100, 10).all_messages())
    assert len({one.id for one in said}) == 100
    subjects = [one.subject for one in said]
    assert {subjects.count(subject) for subject in subjects} == {10}
    assert Corpus(100, 10).questions(5) == Corpus(100, 10).questions(5)


def test_the_floor_finds_what_it_holds(tmp_path: Path) -> None:
    """The floor answers by words and by meaning, in a subject and in everything."""
    numpy = pytest.importorskip("numpy", reason=NEEDS_NUMPY)
    from remembrancer.bench.floor import HITS, Floor

    said = list(Corpus(100, 10).all_messages())
    embedder = HashingEmbedder(64)
    vectors = numpy.array(embedder.embed([one.text for one in said]), dtype="float32")
    numpy.save(tmp_path / "vectors.npy", vectors)
    floor = Floor(tmp_path / "floor.db")
    floor.add_many(said)
    floor.load(tmp_path / "vectors.npy")
    wanted = said[42]
    for subject in (None, wanted.subject):
        assert wanted.id in {row[1] for row in floor.lexical(wanted.text, subject)}
        found = floor.hybrid(wanted.text, vectors[42], subject)
        assert wanted.id in {row[1] for row in found}
        assert len(found) == HITS
    assert {row[9] for row in floor.hybrid(wanted.text, vectors[42], wanted.subject)} == {
        wanted.subject
    }
    floor.close()


@pytest.mark.soak
def test_a_small_run(rmb: Program) -> None:
    """The command measures import, recall and memory beside the floor, and writes them down."""
    pytest.importorskip("numpy", reason=NEEDS_NUMPY)
    said = rmb.done("bench", "speed", "--messages", "200", "--subjects", "4", "--json", "out.json")
    assert "hybrid in a subject, times the floor's" in said.out
    assert "No embedder is set up" in said.out
    report = json.loads((rmb.folder / "out.json").read_text())
    figures = report["sizes"]["200"]
    shown = {target.key for target in speed.TARGETS}
    assert shown - set(figures) == {"embedding_p50", "embedding_p95", "whole_p50", "whole_p95"}
    assert all(value > 0 for value in figures.values())
    assert report["growth"] is None


@pytest.mark.parametrize(
    "arguments",
    [("--messages", "10"), ("--messages", "few"), ("--messages", "100", "--subjects", "200")],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2(rmb: Program, arguments: tuple[str, ...]) -> None:
    """Sizes that make no sense are wrong usage."""
    outcome = rmb("bench", "speed", *arguments)
    assert (outcome.code, outcome.out) == (2, "")


def _measured(*, ours: float) -> dict[int, dict[str, float]]:
    bounds = {target.key: target.at_least or target.at_most or 1.0 for target in speed.TARGETS}
    small = {**bounds, "our_inside_p50": 1.0, "floor_inside_p50": 1.0}
    return {10_000: small, 100_000: {**small, "our_inside_p50": ours, "floor_inside_p50": 2.0}}


@pytest.mark.parametrize(("ours", "code"), [(1.9, 0), (2.1, 1)])
def test_a_miss_can_fail_the_run(
    rmb: Program, monkeypatch: pytest.MonkeyPatch, ours: float, code: int
) -> None:
    """With `--check` a figure beyond its bound, or growth beyond the floor's, ends with 1."""
    figures = _measured(ours=ours)
    monkeypatch.setattr(speed, "measure_sizes", lambda *_, **__: iter(figures.items()))
    outcome = rmb("bench", "speed", "--check")
    assert outcome.code == code
    assert f"{ours:.2f} times as long, the floor 2.00 times" in outcome.out
    assert rmb("bench", "speed").code == 0
    figures[100_000]["memory_mb"] = 601.0
    outcome = rmb("bench", "speed", "--check")
    assert outcome.code == 1
    assert "601 !" in outcome.out


def test_bounds_for_large_stores_leave_small_ones_alone() -> None:
    """The share of the floor's import and the 95th percentile are asked of 100,000 messages."""
    target = next(one for one in speed.TARGETS if one.key == "import")
    assert not target.is_missed(0.1, 10_000)
    assert target.is_missed(0.1, 100_000)
    assert target.wanted == "at least 0.25 at 100,000"


def test_without_numpy_it_says_what_to_install(
    rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where NumPy is not installed the command names the extra that brings it."""

    def nothing(name: str, *_: Any) -> None:
        assert name == "numpy"

    monkeypatch.setattr(speed, "find_spec", nothing)
    assert "remembrancer[minilm]" in rmb.failed("bench", "speed")
    with pytest.raises(NotAvailable):
        speed.check_tools()
