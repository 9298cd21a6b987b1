"""What models say of a question: its vectors, and answers to a number of texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from remembrancer.core.errors import ModelFailed
from remembrancer.ports import Embedder, QuestionEmbedder
from remembrancer.recall.question import Question
from remembrancer.recall.recall_candidates import Meanings
from remembrancer.search.port import QueryVector
from remembrancer.search.vectors import check_vectors

T = TypeVar("T")


def meanings_of(embedder: Embedder, question: Question, named: frozenset[str]) -> Meanings:
    """The vector of the question, and of its first-person form if it names people."""
    forms = [question.text]
    if named:
        forms.append(question.spoken_by(named))
    embed = embedder.embed_questions if isinstance(embedder, QuestionEmbedder) else embedder.embed
    vectors = answers_of(embedder.name, lambda: embed(forms), len(forms))
    check_vectors(embedder.name, vectors, len(forms))
    made = [QueryVector(embedder.name, tuple(vector)) for vector in vectors]
    return {"item": made[0], "message": made[-1]}


def answers_of(name: str, ask: Callable[[], list[T]], count: int) -> list[T]:
    """The answers of a model to a number of texts. Every failure becomes `ModelFailed`."""
    try:
        answers = ask()
    except ModelFailed:
        raise
    except Exception as error:
        raise ModelFailed(f"{name} failed: {type(error).__name__}: {error}") from error
    if len(answers) != count:
        raise ModelFailed(f"{name} gave {len(answers)} answers for {count} texts.")
    return answers
