"""`rmb bench ask`: conversations whose facts are known, with each strategy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remembrancer import InvalidInput, Memory
from remembrancer.bench import ask as bench_ask
from remembrancer.bench.retrieval_worlds import EXAMPLE, read_worlds
from remembrancer.inquiry.inquiry import Strategy
from tests.cli.program import Program
from tests.engines import NEEDS_KGLITE
from tests.inquiry import scripted


def test_the_example_is_shipped_and_asked(rmb: Program, tmp_path: Path) -> None:
    """Without options the built-in worlds are asked by rules, and a report has all of it."""
    outcome = rmb("bench", "ask", "--json", "report.json")
    assert outcome.code == 0
    assert "precision" in outcome.out
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert list(report["strategies"]) == ["rules"]
    found = report["strategies"]["rules"]
    assert found["conversations"] == 12
    assert found["recall"] >= 0.8
    assert found["precision"] >= 0.6
    assert found["iterations"] <= 10
    assert found["tokens_in"] == 0
    assert report["settings"]["model"] is None
    assert len(report["settings"]["worlds"][EXAMPLE.name]) == 64
    rows = {row["conversation"]: row for row in report["rows"]}
    assert rows["google"]["recall"] == 1.0
    assert rows["hi_alice"]["needed"] == 0


def test_fixtures_go_from_a_greeting_to_real_questions() -> None:
    """The shipped conversations cover what is asked of an agent, and some need nothing."""
    (world,) = read_worlds(EXAMPLE)
    kinds = {one.asks for one in world.conversations}
    assert {"smalltalk", "who_to_ask", "fan_out", "contradiction", "not_known"} <= kinds
    assert {one.key for one in world.conversations if not one.needed} == {"hi_alice", "nobody"}


@NEEDS_KGLITE
def test_a_strategy_with_a_model_is_measured() -> None:
    """Tokens, rounds and what was found are counted for each strategy by itself."""
    (world,) = read_worlds(EXAMPLE)
    only = world.changed(
        conversations=tuple(one for one in world.conversations if one.key == "google")
    )
    model = scripted.reference("react")
    with Memory.open(":memory:", llm=model, background=False) as memory:
        asked = bench_ask.ask_worlds(
            memory, [only], [Strategy.REACT, Strategy.RULES], preset="community"
        )
    found = bench_ask.summary(asked)["react"]
    assert (found["precision"], found["recall"]) == (1.0, 1.0)
    assert (found["iterations"], found["queries"]) == (5, 5)
    assert found["tokens_in"] > 0
    assert bench_ask.summary(asked)["rules"]["tokens_in"] == 0


def test_worlds_of_your_own(rmb: Program, tmp_path: Path) -> None:
    """A file of the same form is asked; `--show` lists what was missed."""
    lines = [
        {"record": "world", "world": "w", "language": "english", "title": "Two friends"},
        {"record": "entity", "world": "w", "key": "a", "kind": "Person", "name": "Ada",
         "external_id": "ada_id"},
        {"record": "message", "world": "w", "key": "m1", "channel_id": "c", "author": "a",
         "timestamp": "2026-01-01T10:00:00+00:00", "content": "nothing to see"},
        {"record": "conversation", "world": "w", "key": "c1", "asks": "x", "channel_id": "c",
         "messages": [{"author": "a", "timestamp": "2026-01-02T10:00:00+00:00",
                       "content": "hello there"}],
         "needed": ["m1"]},
    ]  # fmt: skip
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    outcome = rmb("bench", "ask", "--worlds", "mine.jsonl", "--show")
    assert outcome.code == 0
    assert "missed m1" in outcome.out


def test_a_file_that_is_none(rmb: Program, tmp_path: Path) -> None:
    """It says which line cannot be read; a wrong strategy is wrong usage."""
    (tmp_path / "bad.jsonl").write_text('{"record": "world", "world": "w"}\nno', "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_worlds(tmp_path / "bad.jsonl")
    assert rmb("bench", "ask", "--worlds", "bad.jsonl").code == 1
    assert rmb("bench", "ask", "--strategy", "magic").code == 2
