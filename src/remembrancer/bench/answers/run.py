"""A run of `bench answers`: haystacks are put into spaces, questions answered and judged."""

from __future__ import annotations

import hashlib
import json
import platform
import random
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from remembrancer import __version__
from remembrancer.bench.answers import protocols
from remembrancer.bench.answers.protocols import JudgeVerdict, ReaderAnswer
from remembrancer.bench.answers.question_sets import (
    ADVERSARIAL,
    LOCOMO,
    AnswerQuestion,
    AnswerSet,
    Haystack,
)
from remembrancer.bench.harness import sha256
from remembrancer.bench.retriever import Retriever, parse_time
from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import as_table
from remembrancer.core.token_budget import token_estimate
from remembrancer.memory import Memory
from remembrancer.ports import Answer, LanguageModel, MeteredModel, Progress

SPACE = "bench-answers"
TOGETHER = "all questions"
_JUST_AFTER = timedelta(microseconds=1)  # `until` is exclusive
_LIMITS = ("RECALL_", "QUERY_", "VECTORS_", "INQUIRY_", "MODEL_")


class AnswerOptions(NamedTuple):
    """What a run depends on, beside the data."""

    reader: LanguageModel
    judge: LanguageModel
    context: str = "recall"  # or the name of a strategy of `inquire`
    k: int = 20  # excerpts that the reader gets
    limit: int | None = None  # questions of each set, drawn by the seed
    seed: int = 0
    preset: str = "companion"
    price_in: float | None = None  # of a million tokens
    price_out: float | None = None


class Usage:
    """Tokens that a model was asked and answered with."""

    def __init__(self) -> None:
        self.tokens_in = 0
        self.tokens_out = 0
        self.calls = 0

    def ask(
        self, model: LanguageModel, instructions: str, text: str, answer: type[Answer]
    ) -> Answer:
        """An answer, counted as the model's log has it; else estimated."""
        before = model.log() if isinstance(model, MeteredModel) else ()
        given = None
        try:
            given = model.ask(instructions, text, answer)
            return given
        finally:
            if isinstance(model, MeteredModel):
                seen = {id(one) for one in before}
                for one in model.log():
                    if id(one) not in seen:
                        self._add(one.tokens_in, one.tokens_out)
            else:
                told = "" if given is None else given.model_dump_json()
                self._add(token_estimate(instructions) + token_estimate(text), token_estimate(told))

    def _add(self, tokens_in: int, tokens_out: int) -> None:
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.calls += 1

    def table(self, options: AnswerOptions) -> dict[str, Any]:
        """What it took, with the cost where prices are known."""
        cost = None
        if options.price_in is not None and options.price_out is not None:
            cost = self.tokens_in * options.price_in + self.tokens_out * options.price_out
        return {
            "calls": self.calls,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost": None if cost is None else round(cost / 1_000_000, 6),
        }


class AnswersRun(NamedTuple):
    """The rows of a run, and what each model took."""

    rows: list[dict[str, Any]]
    reading: Usage
    judging: Usage


def answer_set(
    memory: Memory,
    asked: AnswerSet,
    options: AnswerOptions,
    *,
    progress: Progress | None = None,
    told: Callable[[AnswersRun], None] = lambda _: None,
) -> AnswersRun:
    """Answers and judges the questions of a set; `told` gets the rows after each haystack."""
    drawn = _drawn(asked, options)
    total = sum(len(questions) for _, questions in drawn)
    run = AnswersRun([], Usage(), Usage())
    for haystack, questions in drawn:
        space = memory.in_space(f"{SPACE}-{uuid4().hex[:12]}", options.preset)
        Retriever(space, [], close=lambda: None).add(haystack.items)
        for question in questions:
            run.rows.append(_row(space, haystack, question, options, run))
            if progress is not None:
                progress(len(run.rows), total)
        told(run)
    return run


def _drawn(
    asked: AnswerSet, options: AnswerOptions
) -> list[tuple[Haystack, tuple[AnswerQuestion, ...]]]:
    """The haystacks with the questions that are asked: all, or as many as the limit, drawn."""
    every = [(place, question) for place in asked.haystacks for question in place.questions]
    if options.limit is not None and options.limit < len(every):
        places = random.Random(options.seed).sample(range(len(every)), options.limit)
        every = [every[place] for place in sorted(places)]
    chosen: dict[str, tuple[Haystack, list[AnswerQuestion]]] = {}
    for haystack, question in every:
        chosen.setdefault(haystack.name, (haystack, []))[1].append(question)
    return [(haystack, tuple(questions)) for haystack, questions in chosen.values()]


def _row(
    space: Memory,
    haystack: Haystack,
    question: AnswerQuestion,
    options: AnswerOptions,
    run: AnswersRun,
) -> dict[str, Any]:
    begun = time.perf_counter()
    excerpts = _excerpts(space, haystack, question, options)
    seconds = time.perf_counter() - begun
    row: dict[str, Any] = {
        "id": question.id,
        "category": question.category,
        "excerpts": [one["id"] for one in excerpts],
        "retrieval_seconds": round(seconds, 4),
        "given": None,
        "is_correct": False,
        "reason": None,
        "f1": None,
        "error": None,
    }
    shown = [{name: one[name] for name in ("said_by", "at", "text")} for one in excerpts]
    text = _document(excerpts=shown, question=question.question, asked_at=question.asked_at)
    try:
        given = run.reading.ask(options.reader, protocols.READER, text, ReaderAnswer).answer
        row["given"] = given
        row["f1"] = protocols.locomo_f1(question, given)
        text = _document(question=question.question, expected=question.answer, given=given)
        verdict = run.judging.ask(options.judge, protocols.judge_for(question), text, JudgeVerdict)
        row |= {"is_correct": verdict.is_correct, "reason": verdict.reason}
    except ModelFailed as error:
        row["error"] = str(error)  # it counts as wrong, and the report says why
    return row


def _excerpts(
    space: Memory, haystack: Haystack, question: AnswerQuestion, options: AnswerOptions
) -> list[dict[str, Any]]:
    """What the reader gets, in the order in which it was said."""
    until = None if question.asked_at is None else parse_time(question.asked_at) + _JUST_AFTER
    if options.context == "recall":
        found = space.recall(question.question, k=options.k, until=until, include=("messages",))
        ids = [hit.id for hit in found.hits]
    else:
        asked = [{"author_id": "somebody", "content": question.question, "timestamp": until}]
        answer = space.inquire(asked, max_facts=options.k, strategy=options.context)
        ids = [id for fact in answer.relevant_facts for id in fact.evidence]
    items = {one["id"]: one for one in haystack.items}
    shown = [items[id] for id in dict.fromkeys(ids) if id in items][: options.k]
    return [
        {"id": one["id"], "said_by": one["speaker"], "at": one["timestamp"], "text": one["text"]}
        for one in sorted(shown, key=lambda one: (one["timestamp"], one["id"]))
        if until is None or parse_time(one["timestamp"]) < until
    ]


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """By category: the share of right answers, and F1. The first line leaves out the adversarial
    questions of LoCoMo, as those who publish scores do."""
    counted = [row for row in rows if row["category"] != ADVERSARIAL]
    categories = dict.fromkeys(row["category"] for row in rows)
    groups = {TOGETHER: counted} | {
        name: [row for row in rows if row["category"] == name] for name in categories
    }
    return {name: _means(group) for name, group in groups.items() if group}


def _means(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "questions": len(rows),
        "accuracy": round(sum(row["is_correct"] for row in rows) / len(rows), 4),
        "f1": _f1(rows),
        "failed": sum(row["error"] is not None for row in rows),
    }


def _f1(rows: Sequence[dict[str, Any]]) -> float | None:
    """The mean of F1; None: the set has none. A question that failed counts as 0."""
    if not any(row["category"] in LOCOMO for row in rows):
        return None
    return round(sum(row["f1"] or 0.0 for row in rows) / len(rows), 4)


def report(asked: AnswerSet, options: AnswerOptions, run: AnswersRun) -> dict[str, Any]:
    """Everything that is needed to repeat a run, and all of its rows."""
    prompts = {"reader": protocols.READER, "judges": protocols.JUDGES}
    limits = {name: value for name, value in as_table().items() if name.startswith(_LIMITS)}
    return {
        "set": asked.name,
        "data": {asked.file.name: sha256(asked.file)},
        "settings": {
            "version": __version__,
            "python": platform.python_version(),
            "reader": options.reader.name,
            "judge": options.judge.name,
            "context": options.context,
            "k": options.k,
            "limit": options.limit,
            "seed": options.seed,
            "preset": options.preset,
            "temperature": "that of the provider",
            "limits": limits,
        },
        "prompts": {
            "version": protocols.VERSION,
            "sha256": hashlib.sha256(_document(**prompts).encode()).hexdigest(),
            **prompts,
        },
        "cost": {"reader": run.reading.table(options), "judge": run.judging.table(options)},
        "categories": summary(run.rows),
        "rows": run.rows,
    }


def _document(**parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False, indent=1)
