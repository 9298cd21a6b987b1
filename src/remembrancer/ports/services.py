"""What we ask of models and of the clock, as Protocols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from remembrancer.core.model_call import CallRecord

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]  # done, of how many


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Model and version: vectors of different names are never compared."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


@runtime_checkable
class CalibratedEmbedder(Embedder, Protocol):
    """An embedder that knows how similar the vectors of unrelated texts are."""

    @property
    def unrelated(self) -> float:
        """A text that shares no word with a question has to be nearer to it than this."""


@runtime_checkable
class Reranker(Protocol):
    """Reads a question together with each text, which is slower and sees more."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """For each text, how well it answers the question: the higher, the better."""


Answer = TypeVar("Answer", bound=BaseModel)


@runtime_checkable
class LanguageModel(Protocol):
    """Answers in a form that is asked for. What it says is a proposal: our rules decide."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """An answer of that type, or `ModelFailed`."""


@runtime_checkable
class MeteredModel(LanguageModel, Protocol):
    """A language model whose cost is counted for each task, and whose calls are logged."""

    def for_task(self) -> LanguageModel:
        """The same model for one task: all of its calls share one budget."""

    def log(self) -> tuple[CallRecord, ...]:
        """The last calls, without their texts."""
