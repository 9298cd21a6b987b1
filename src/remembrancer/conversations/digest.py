"""A digest: the summary of a conversation's earlier messages."""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Line
from remembrancer.items.item import ORIGIN, Trust


class PointKind(StrEnum):
    DECISION = "decision"  # something was decided
    ANSWER = "answer"  # a question was answered
    TASK = "task"  # progress of the current work
    PERSON = "person"  # the user's skill level and tone
    TOPIC = "topic"  # other topics


class Point(Value):
    """One line of a digest with the messages it summarises."""

    kind: PointKind
    text: Line
    messages: tuple[str, ...]  # their ids, oldest first
    trust: Trust | None = None  # of its words; None: from a digest without trust

    @property
    def line(self) -> str:
        """The text as delivered, marked if it comes from outside or from a document."""
        origin = None if self.trust is None else ORIGIN.get(self.trust)
        return self.text if origin is None else f"({origin}) {self.text}"


class Digest(Value):
    """The points of a conversation so far, and the engine that made them."""

    points: tuple[Point, ...] = ()
    engine: str = "offline"  # "offline", or the name of the model
    messages: int = 0  # number of messages it summarises

    @property
    def text(self) -> str | None:
        """A line for each point; None where there are none."""
        return "\n".join(f"- {point.line}" for point in self.points) or None
