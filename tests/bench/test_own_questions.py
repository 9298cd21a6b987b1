"""Questions of one's own, and the built-in example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer.bench.questions import EXAMPLE, read_stories
from remembrancer.presets.preset_files import names
from tests.cli.program import Program

STORY: dict[str, Any] = {
    "name": "bees",
    "messages": [
        {"id": "1", "speaker": "Ellen", "text": "I keep bees behind the barn."},
        {"id": "2", "speaker": "Ellen", "text": "The barn needs a new roof."},
    ],
    "questions": [{"question": "Where are the bees?", "evidence": ["1"]}],
}


def write(folder: Path, *stories: Any) -> str:
    file = folder / "mine.json"
    file.write_text(json.dumps({"stories": stories}))
    return str(file)


def test_the_example_needs_nothing(rmb: Program) -> None:
    """Without any data the built-in example is asked, and its precision and recall are shown."""
    said = rmb.done("bench", "recall").out
    assert "example: 15 questions, 5 stories, 40 messages" in said
    assert "precision@3" in said
    assert "recall@3" in said
    assert list(rmb.folder.iterdir()) == []


def test_the_example_tells_of_every_preset() -> None:
    """The example has a story for each preset, and most of its questions can be answered."""
    stories = read_stories(EXAMPLE)
    assert {story.preset for story in stories} == set(names())


def test_own_questions_are_asked(rmb: Program) -> None:
    """A file of one's own is asked like any other set, under the name of the file."""
    rmb.done("bench", "recall", "--questions", write(rmb.folder, STORY), "--json", "out.json")
    found = json.loads((rmb.folder / "out.json").read_text())
    (row,) = found["rows"]
    assert (row["dataset"], row["qid"], row["ranks"]) == ("mine", "bees/1", {"1": 1})
    assert row["recall@10"] == 1.0
    assert row["precision@10"] == 1.0
    assert list(found["data"]) == ["mine.json"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"questions": []}, "stories.0.questions"),
        ({"messages": [{"id": "1", "speaker": "Ellen"}]}, "stories.0.messages.0.text"),
        ({"question": "?"}, "stories.0.question: Extra inputs"),
        ({"questions": [{"question": "Where?", "evidence": ["9"]}]}, "names the message '9'"),
        ({"messages": [STORY["messages"][0]] * 2}, "two messages have the id '1'"),
    ],
    ids=["no question", "no text", "unknown field", "unknown evidence", "one id twice"],
)
def test_a_wrong_file_is_told(rmb: Program, change: dict[str, Any], said: str) -> None:
    """What is wrong with a file is said with its place in it."""
    message = rmb.failed("bench", "recall", "--questions", write(rmb.folder, {**STORY, **change}))
    assert "mine.json" in message
    assert said in message


def test_what_is_no_file_of_questions_is_told(rmb: Program) -> None:
    """A file that is missing, or no JSON, or other JSON, is refused in one sentence."""
    assert "mine.json: No such file" in rmb.failed("bench", "recall", "--questions", "mine.json")
    (rmb.folder / "mine.json").write_text("# notes")
    assert "is no JSON" in rmb.failed("bench", "recall", "--questions", "mine.json")
    (rmb.folder / "mine.json").write_text("[]")
    assert "the whole" in rmb.failed("bench", "recall", "--questions", "mine.json")
    (rmb.folder / "old.json").write_text("[]")
    assert "is no report" in rmb.failed("bench", "recall", "--against", "old.json")
    again = write(rmb.folder, STORY, STORY)
    assert "two stories have one name" in rmb.failed("bench", "recall", "--questions", again)


def test_a_report_that_cannot_be_written_is_told(rmb: Program) -> None:
    """A place where nothing can be written ends with one sentence."""
    said = rmb.failed("bench", "recall", "--json", "nowhere/report.json")
    assert "nowhere/report.json cannot be written" in said
