"""The models and the clock, as Protocols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from remembrancer.core.model_call import CallRecord, ModelBudget
from remembrancer.core.model_turns import ModelTurn, ToolSpec, Turn

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]  # done, total


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Model and version. Vectors of different models are never compared."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so the model never receives personal text."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


@runtime_checkable
class CalibratedEmbedder(Embedder, Protocol):
    """An embedder that knows how similar the vectors of unrelated texts are."""

    @property
    def unrelated(self) -> float:
        """The similarity that a text must exceed if it shares no word with the query."""


@runtime_checkable
class MeanEmbedder(Embedder, Protocol):
    """An embedder that makes the vector of a text from its tokens, so that the vectors of its
    sentences tell that of the whole."""

    @property
    def is_mean_of_tokens(self) -> bool:
        """True: the whole need not be embedded; it is the mean of its sentences."""


@runtime_checkable
class QuestionEmbedder(Embedder, Protocol):
    """An embedder that takes more care with questions, which are few, than with texts."""

    def embed_questions(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors that may be compared with those of `embed`."""


class WordVectors(NamedTuple):
    """The words of one text in order, each with a vector of what it means there."""

    words: tuple[str, ...]  # in small letters
    vectors: Any  # a NumPy array with one row of length 1 for each word


@runtime_checkable
class WordEmbedder(Embedder, Protocol):
    """An embedder that also tells what each word of a text means in its place."""

    def embed_words(self, texts: Sequence[str]) -> list[WordVectors]: ...


@runtime_checkable
class Reranker(Protocol):
    """Scores a query together with each text. It is slower than an embedder and more accurate."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so the model never receives personal text."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """For each text, a score of how well it answers the query. Higher is better."""


Answer = TypeVar("Answer", bound=BaseModel)


@runtime_checkable
class LanguageModel(Protocol):
    """Answers with a value of a requested type. The answer is a proposal: our rules decide."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so the model never receives personal text."""

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """Returns an answer of that type, or raises `ModelFailed`."""


@runtime_checkable
class ToolCallingModel(LanguageModel, Protocol):
    """A language model that can call tools.

    It runs none of them: whoever asks runs the calls and says what came of each. It looks at no
    text either. Callers show personal text only to a model that `is_local`, as with `ask`.
    """

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        """Returns the next turn of the model as it is, or raises `ModelFailed`.

        An unknown tool, arguments that are no JSON or very many calls are no failure here: they are
        data, for the caller to answer.
        """


@runtime_checkable
class MeteredModel(LanguageModel, Protocol):
    """A language model that counts the cost of each task and logs its calls."""

    @property
    def budget(self) -> ModelBudget:
        """What a task may cost, unless it brings a budget of its own."""

    def for_task(self, budget: ModelBudget | None = None) -> LanguageModel:
        """The same model for one task: all of its calls share one budget, this or the usual one.

        It is a `ToolCallingModel` if this one is.
        """

    def log(self) -> tuple[CallRecord, ...]:
        """The last calls, without their texts."""
