"""`rmb bench answers`: questions of public sets, with a scripted reader and judge."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, ModelFailed
from remembrancer.bench.answers import protocols, run
from remembrancer.bench.answers.question_sets import AnswerQuestion, read_set
from remembrancer.llm.model_roles import Models
from remembrancer.testing import ScriptedModel
from tests.cli.program import Program
from tests.inquiry import scripted

LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a greyhound yesterday."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "My garden has tomatoes and beans."},
            ],
            "session_2_date_time": "9:05 am on 2 June, 2023",
            "session_2": [
                {"speaker": "Ann", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a red kayak"}
            ],
        },
        "qa": [
            {"question": "When did Ann adopt a greyhound?", "answer": "7 May 2023",
             "evidence": ["D1:1"], "category": 2},
            {"question": "What grows in the garden of Ben?", "answer": "tomatoes, beans",
             "evidence": ["D1:2"], "category": 1},
            {"question": "What did Ben say about his kayak?", "adversarial_answer": "it is red",
             "evidence": ["D2:1"], "category": 5},
        ],
    }
]  # fmt: skip
LONGMEMEVAL: list[dict[str, Any]] = [
    {
        "question_id": "q1_abs",
        "question_type": "single-session-user",
        "question": "What is my hamster called?",
        "answer": "You never named a hamster.",
        "question_date": "2023/04/01 (Sat) 10:00",
        "haystack_session_ids": ["s1", "s1"],
        "haystack_dates": ["2023/03/01 (Wed) 10:00", "2023/04/10 (Mon) 17:50"],
        "haystack_sessions": [
            [{"role": "user", "content": "My cat is called Zorro."}],
            [{"role": "assistant", "content": "Noted."}],
        ],
        "answer_session_ids": ["s1"],
    }
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Both sets as published, invented, one of them compressed."""
    (tmp_path / "longmemeval_oracle.json").write_text(json.dumps(LONGMEMEVAL), "utf-8")
    with gzip.open(tmp_path / "locomo10.json.gz", "wt", encoding="utf-8") as file:
        json.dump(LOCOMO, file)
    return tmp_path


def _run(
    folder: Path,
    name: str,
    reader: ScriptedModel,
    judge: ScriptedModel,
    llm: ScriptedModel | None = None,
    **options: Any,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    asked = read_set(name, folder)
    models = [Models(chat=one).chat for one in (reader, judge)]
    assert models[0] is not None
    assert models[1] is not None
    chosen = run.AnswerOptions(reader=models[0], judge=models[1], **options)
    with Memory.open(":memory:", llm=llm, background=False) as memory:
        made = run.answer_set(memory, asked, chosen)
    return run.report(asked, chosen, made), made.rows


def test_locomo_is_read_answered_and_judged(folder: Path) -> None:
    """Excerpts come with speaker and time; the verdict of the judge and F1 are counted by
    category, the adversarial questions apart."""
    reader = ScriptedModel(
        [{"answer": "7 May 2023"}, {"answer": "beans"}, {"answer": "No information available"}]
    )
    judge = ScriptedModel(
        [
            {"is_correct": True},
            {"is_correct": False, "reason": "Only a part."},
            {"is_correct": True},
        ]
    )
    report, rows = _run(folder, "locomo", reader, judge, price_in=1.0, price_out=10.0)
    first = json.loads(reader.asked[0].partition("\n\n{")[2].join(["{", ""]))
    said = {(one["said_by"], one["text"]) for one in first["excerpts"]}
    assert ("Ann", "I adopted a greyhound yesterday.") in said
    assert first["excerpts"][0]["at"].startswith("2023-05-08T13:56")
    assert [row["f1"] for row in rows] == [1.0, 0.5, 1.0]
    assert report["categories"]["all questions"] == {
        "questions": 2,
        "accuracy": 0.5,
        "f1": 0.75,
        "failed": 0,
    }
    assert report["categories"]["adversarial"]["accuracy"] == 1.0
    assert rows[1]["reason"] == "Only a part."
    assert report["cost"]["reader"]["calls"] == 3
    assert report["cost"]["judge"]["tokens_in"] > 0
    assert report["cost"]["reader"]["cost"] > 0


def test_a_report_has_all_that_is_needed_to_repeat_it(folder: Path) -> None:
    """Models, prompts in full, seed, hashes of the data and the limits stand in it."""
    reader = ScriptedModel([{"answer": "x"}] * 2, name="reader-1")
    judge = ScriptedModel([{"is_correct": False}] * 2, name="judge-1")
    report, rows = _run(folder, "locomo", reader, judge, limit=2, seed=7)
    settings = report["settings"]
    assert (settings["reader"], settings["judge"]) == ("reader-1", "judge-1")
    assert (settings["seed"], settings["limit"], settings["k"]) == (7, 2, 20)
    assert report["prompts"]["reader"] == protocols.READER
    assert report["prompts"]["judges"] == protocols.JUDGES
    assert len(report["data"]["locomo10.json.gz"]) == 64
    assert len(rows) == 2
    again = ScriptedModel([{"answer": "x"}] * 2)
    other, _ = _run(folder, "locomo", again, ScriptedModel([{"is_correct": False}] * 2),
                    limit=2, seed=7)  # fmt: skip
    assert [row["id"] for row in other["rows"]] == [row["id"] for row in rows]


def test_longmemeval_has_a_judge_for_each_type(folder: Path) -> None:
    """A question without an answer is right if the reader says so, and asked with all that was
    said until then."""
    reader = ScriptedModel([{"answer": "You did not tell me."}])
    judge = ScriptedModel([{"is_correct": True}])
    report, rows = _run(folder, "longmemeval-oracle", reader, judge)
    assert protocols.JUDGES["abstention"] in judge.asked[0]
    assert rows[0]["category"] == "abstention"
    assert rows[0]["f1"] is None
    assert report["categories"]["all questions"]["f1"] is None
    assert '"asked_at": "2023-04-10T17:50' in reader.asked[0]


def test_the_retrieval_agent_can_find_the_excerpts(folder: Path) -> None:
    """With a strategy as context the evidence of its facts is what the reader gets."""
    reader = ScriptedModel([{"answer": "x"}] * 3)
    judge = ScriptedModel([{"is_correct": False}] * 3)
    query = "SELECT id, content FROM message WHERE content LIKE '%greyhound%'"
    agent = [scripted.look("sql_query", query=query), scripted.finish([{"id": "D1:1"}])]
    llm = ScriptedModel(turns=[*agent, scripted.finish(), scripted.finish()])
    _, rows = _run(folder, "locomo", reader, judge, llm=llm, context="react")
    assert [row["excerpts"] for row in rows] == [["D1:1"], [], []]


def test_a_model_that_fails_costs_one_question(folder: Path) -> None:
    """The answer counts as wrong, the report says why, and the run goes on."""
    reader = ScriptedModel([ModelFailed("Busy."), {"answer": "beans"}, {"answer": "x"}])
    judge = ScriptedModel([{"is_correct": True}, {"is_correct": False}])
    report, rows = _run(folder, "locomo", reader, judge)
    assert rows[0]["error"] == "Busy."
    assert report["categories"]["temporal"] == {
        "questions": 1,
        "accuracy": 0.0,
        "f1": 0.0,
        "failed": 1,
    }
    assert rows[1]["is_correct"]


@pytest.mark.parametrize(
    ("category", "answer", "given", "score"),
    [
        ("single-hop", "The red kayaks", "a red kayak", 1.0),
        ("single-hop", "Paris", "London", 0.0),
        ("open-domain", "Psychology; or counselling", "psychology", 1.0),
        ("multi-hop", "tea, coffee", "coffee", 0.5),
        ("adversarial", "it is red", "That is not mentioned.", 1.0),
        ("adversarial", "it is red", "It is red.", 0.0),
        ("knowledge-update", "5", "5", None),
    ],
)
def test_f1_by_the_rules_of_the_category(
    category: str, answer: str, given: str, score: float | None
) -> None:
    """Words count by their stems, without articles and punctuation."""
    asked = AnswerQuestion("q", category, "?", answer)
    assert protocols.locomo_f1(asked, given) == score


def test_what_is_missing_is_said(rmb: Program, folder: Path) -> None:
    """Without a model, without the files or with an unknown set it says what to do."""
    outcome = rmb("bench", "answers", "--data", str(folder))
    assert outcome.code == 1
    assert "REMEMBRANCER_LLM_MODEL" in outcome.err
    with pytest.raises(InvalidInput, match="longmemeval_s"):
        read_set("longmemeval-s", folder)
    with pytest.raises(InvalidInput, match="Known: locomo"):
        read_set("squad", folder)
    (folder / "longmemeval_oracle.json").write_text("[{}]", "utf-8")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_set("longmemeval-oracle", folder)
    assert rmb("bench", "answers", "--data", str(folder), "--context", "magic").code == 2
