"""The results of reading a message, before they become proposals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.message import Message
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.sentences import Sentence
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.reading.offline.filters import live_data_filter
from remembrancer.reading.offline.talk.voices import NOBODY, Voices


@dataclass(frozen=True)
class ReadingContext:
    """What the reader knows about a conversation before it reads a message."""

    brief: Brief
    is_assistant_chat: bool  # a chat between a user and an assistant
    authors: tuple[str, ...]  # the authors, without assistants
    live_fields: tuple[live_data_filter.LiveField, ...] = ()  # the fields of live data
    voices: Voices = NOBODY
    by_agent: bool = False  # an agent says it
    is_lone: bool = False  # there is no other message
    is_talk: bool = False  # there are several messages, and no assistant among them
    is_meant: bool = False  # the message is a short text that is given to be kept
    is_single: bool = False  # it is one sentence, and given to be kept
    is_asked: bool = False  # somebody asked for it right before, or it is announced
    sealed: Sentence | None = None  # the words behind it make it a decision
    is_own: bool = False  # the subject speaks
    is_restated: bool = False  # the clause says what holds, after an old value was quoted


class RuleFinding(NamedTuple):
    """A clause that a rule keeps."""

    message: Message
    family: Family
    start: int  # in the message
    end: int
    clause: MaskedText  # the masked clause
    confidence: float
    filled: FilledSlot | None = None
    speaker: str | None = None  # as named in a pasted transcript
    is_hedged: bool = False
    is_fragment: bool = False  # it lacks the subject of its sentence
    corrects: bool = False  # it corrects an earlier statement
    is_postponed: bool = False  # a decision that is put off, where open questions have no kind
    subject: str = ""  # carried over from the clause before it, which names it


class RejectedText(NamedTuple):
    """A statement that is not kept, with the reason."""

    text: str
    reason: str


class UndecidedSentence(NamedTuple):
    """A sentence that no rule keeps and no rule rejects."""

    message: Message
    start: int  # in the message
    end: int
    rejected: tuple[RejectedText, ...] = ()  # reasons to report if it is not kept


Outcome = RuleFinding | RejectedText | UndecidedSentence


class SentenceReading(NamedTuple):
    """A sentence of a message with the outcomes of the rules."""

    message: Message
    sentence: Sentence
    order: int  # in the message
    sentences: int  # of the message
    outcomes: tuple[Outcome, ...]

    @property
    def undecided(self) -> UndecidedSentence | None:
        """The sentence, if no rule decided about it."""
        one = self.outcomes[0] if self.outcomes else None
        return one if isinstance(one, UndecidedSentence) else None

    @property
    def is_kept(self) -> bool:
        """Whether a rule keeps something of it."""
        return bool(self.outcomes) and isinstance(self.outcomes[0], RuleFinding)
