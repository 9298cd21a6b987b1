"""`rmb walks`: the log on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.fixture
def rmb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    program = Program(tmp_path, monkeypatch, capsys)
    program.done("init", "--preset", "adviser")
    return program


def test_what_was_asked_is_listed(rmb: Program) -> None:
    """The newest first, with its answer; as JSON for machines."""
    id = rmb.remember("Ellen wants to retire at 58.", "--subject", "ellen")
    rmb.done("recall", "when does Ellen retire?", "--subject", "ellen")
    rmb.done("recall", "where is Omar?")
    shown = rmb.done("walks").out
    assert shown.index("where is Omar?") < shown.index("when does Ellen retire?")
    assert "found nothing" in shown
    assert id in shown
    listed = rmb.done("walks", "--subject", "ellen", "--json").json
    assert [one["query"] for one in listed] == ["when does Ellen retire?"]
    assert id in [hit["id"] for hit in listed[0]["returned"]]
    assert "older ones" in rmb.done("walks", "--limit", "1").out
    assert "Nothing was asked there" in rmb.done("walks", "--session", "chat-7").out
    assert rmb.done("walks", "--session", "chat-7", "--json").json == []


def test_the_report_tells_what_questions_have_in_common(rmb: Program) -> None:
    """In words, and as JSON."""
    assert "Nothing was asked then" in rmb.done("walks", "report").out
    rmb.remember("Ellen wants to retire at 58.", "--subject", "ellen")
    rmb.done("recall", "when does Ellen retire?")
    rmb.done("recall", "where is Omar?")
    rmb.done("recall", "where is Karin?")
    shown = rmb.done("walks", "report").out
    assert "3 walks. What was used is known of 0%; 2 found nothing." in shown
    assert "where is <name>" in shown
    told = rmb.done("walks", "report", "--limit", "1", "--json").json
    assert told["shapes"] == [{"shape": "where is <name>", "times": 2}]
    assert told["reported_share"] == 0
    assert rmb.done("walks", "report", "--until", "2020-01-01", "--json").json["walks"] == 0


def test_wrong_input_is_one_sentence(rmb: Program) -> None:
    """And exit code 1."""
    assert "limit" in rmb.failed("walks", "--limit", "0")
    assert "limit" in rmb.failed("walks", "report", "--limit", "0")
