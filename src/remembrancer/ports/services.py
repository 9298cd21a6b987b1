"""What we ask of models and of the clock, as Protocols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from remembrancer.items.message import Message
from remembrancer.reading.proposal import Proposal

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]  # done, of how many


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length.

    It may also have `unrelated`: what two texts are alike that have nothing to do with each
    other. A text that shares no word with a question has to be nearer to it than that.
    """

    @property
    def name(self) -> str:
        """Model and version: vectors of different names are never compared."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


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
class Extractor(Protocol):
    """Draws knowledge out of a conversation. What it proposes is checked before it is kept."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]: ...
