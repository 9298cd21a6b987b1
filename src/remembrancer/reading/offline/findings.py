"""Findings: what reading a message gives, before it becomes a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.message import Message
from remembrancer.language.clauses import Sentence
from remembrancer.language.masks import Masked
from remembrancer.language.slots.slot import Filled
from remembrancer.reading.offline import live


@dataclass(frozen=True)
class Talk:
    """What is known of a conversation before any of it is read."""

    brief: Brief
    chats: bool  # a user talks with an assistant
    authors: tuple[str, ...]  # who speaks, assistants left out
    state: tuple[live.Held, ...] = ()  # what live data holds


class Found(NamedTuple):
    """Something worth keeping."""

    message: Message
    family: Family
    start: int  # in the message
    end: int
    said: Masked  # the clause, read
    confidence: float
    filled: Filled | None = None
    speaker: str | None = None  # named in a transcript pasted as one text
    is_hedged: bool = False
    is_fragment: bool = False  # it lacks the subject of its sentence
    corrects: bool = False  # it sets right what was said before


class Left(NamedTuple):
    """Something that looked like knowledge and is not kept."""

    text: str
    reason: str


class Unsure(NamedTuple):
    """A sentence that no rule keeps and none forbids."""

    message: Message
    start: int  # in the message
    end: int
    left: tuple[Left, ...] = ()  # what is said of it if it is not kept


Outcome = Found | Left | Unsure


class Line(NamedTuple):
    """A sentence of a message, and what rules make of it."""

    message: Message
    sentence: Sentence
    order: int  # in the message
    sentences: int  # of the message
    outcomes: tuple[Outcome, ...]

    @property
    def unsure(self) -> Unsure | None:
        """The sentence, if no rule settles it."""
        one = self.outcomes[0] if self.outcomes else None
        return one if isinstance(one, Unsure) else None

    @property
    def is_kept(self) -> bool:
        """Whether rules keep something of it."""
        return bool(self.outcomes) and isinstance(self.outcomes[0], Found)
