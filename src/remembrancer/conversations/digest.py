"""A digest: what stands for the earlier messages of a conversation."""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.core.text import Line
from remembrancer.items.item import ORIGIN, Trust


class PointKind(StrEnum):
    DECISION = "decision"  # something was decided
    ANSWER = "answer"  # a question was answered
    TASK = "task"  # how far the work at hand has come
    PERSON = "person"  # the user's skill level and tone
    TOPIC = "topic"  # what else was talked about


class Point(Value):
    """One line of a digest, and the messages it stands for."""

    kind: PointKind
    text: Line
    messages: tuple[str, ...]  # their ids, oldest first
    trust: Trust | None = None  # of its words; None: made before digests took note of it

    @property
    def line(self) -> str:
        """The text as it is told. Words from outside, or read in a document, say so."""
        origin = None if self.trust is None else ORIGIN.get(self.trust)
        return self.text if origin is None else f"({origin}) {self.text}"


class Digest(Value):
    """The points of a conversation so far, and what made them."""

    points: tuple[Point, ...] = ()
    engine: str = "offline"  # "offline", or the name of the model
    messages: int = 0  # how many messages it stands for

    @property
    def text(self) -> str | None:
        """A line for each point; None where there are none."""
        return "\n".join(f"- {point.line}" for point in self.points) or None
