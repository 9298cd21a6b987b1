"""Spoken sentences: what people and agents say in messages, without what a model only thinks."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.trust import UNTRUSTED
from remembrancer.language import clauses
from remembrancer.language.clauses import Sentence
from remembrancer.reading.offline import junk

ASSISTANT: Final = "assistant"
# Roles under which no person speaks. What stands under another name was said by somebody.
_PROGRAMS: Final = frozenset(
    {ASSISTANT, "tool", "system", "developer", "function", "notes", "agent", "ai", "bot", "model"}
)
_THOUGHTS: Final = (
    "think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue|"
    "chain_of_thought|antml:thinking"
)
_HIDDEN: Final = re.compile(
    rf"<({_THOUGHTS})\b[^>\n]{{0,200}}>.*?(?:</\1>|\Z)"
    r"|[\[◁](think(?:ing)?)[\]▷].*?(?:[\[◁]/\2[\]▷]|\Z)",
    re.DOTALL | re.IGNORECASE,
)
# Some models leave out the opening tag.
_HIDDEN_BEFORE: Final = re.compile(r"\A.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


def is_program(role: str) -> bool:
    """Whether nobody speaks in this role: what stands there, a program put there."""
    return role.casefold() in _PROGRAMS


class Said(NamedTuple):
    """One sentence of one message."""

    message: Message
    number: int  # of the message in the conversation
    start: int  # where the sentence stands in the message
    quote: str  # the words as they stand there
    text: str  # the same on one line, with straight apostrophes
    speaker: str  # the author, or whom a pasted transcript names
    section: str | None  # the heading above it, in small letters
    is_listed: bool  # as a point of a list
    by_agent: bool  # an assistant says it to a user

    @property
    def is_question(self) -> bool:
        return self.text.endswith("?")


class Split:
    """The sentences of messages, each split and looked over once for all who read it."""

    def __init__(self) -> None:
        # The message is held too: as long as it is, no other one has its id.
        self._held: dict[int, tuple[Message, tuple[Sentence, ...]]] = {}
        self._orders: dict[int, tuple[Message, bool]] = {}

    def sentences(self, message: Message) -> tuple[Sentence, ...]:
        """What stands in a message, without what a model only thinks."""
        held = self._held.get(id(message))
        if held is None:
            held = message, clauses.sentences(visible(message.content))
            self._held[id(message)] = held
        return held[1]

    def is_order(self, message: Message) -> bool:
        """Whether a message orders the model about, if only in what it thinks."""
        held = self._orders.get(id(message))
        if held is None:
            held = message, _is_order(message.content, message.trust)
            self._orders[id(message)] = held
        return held[1]

    def orders_aloud(self, message: Message) -> bool:
        """Whether what is said in a message, and not only thought, orders the model about."""
        said = visible(message.content)
        return self.is_order(message) if said == message.content else _is_order(said, message.trust)


def _is_order(content: str, trust: Trust) -> bool:
    low = content.lower().replace("’", "'")
    return junk.is_order(low) or (trust in UNTRUSTED and junk.is_for_answers(low))


def sentences(message: Message, number: int = 0, split: Split | None = None) -> Iterator[Said]:
    """The sentences that somebody spoke; none of tools, code, quotes and thoughts of a model."""
    if message.role != ASSISTANT and is_program(message.role):
        return
    for one in (split or Split()).sentences(message):
        yield Said(
            message=message,
            number=number,
            start=one.start,
            quote=one.text,
            text=" ".join(one.text.split()).replace("’", "'"),
            speaker=one.speaker or message.author_id,
            section=one.section,
            is_listed=one.is_listed,
            by_agent=message.role == ASSISTANT,
        )


def spoken(
    messages: Sequence[Message], among: Container[int] | None = None, split: Split | None = None
) -> Iterator[Said]:
    """The sentences of a conversation in order; `among` numbers the messages that are read."""
    for number, message in enumerate(messages):
        if among is not None and number not in among:
            continue
        yield from sentences(message, number, split)


def visible(content: str) -> str:
    """The content in the same length, with blanks for a model's thoughts."""
    if "<" not in content and "[" not in content and "◁" not in content:
        return content
    shown = _HIDDEN.sub(_blanks, content)
    return _HIDDEN_BEFORE.sub(_blanks, shown) if "</think" in shown.lower() else shown


def _blanks(found: re.Match[str]) -> str:
    # An empty line first: no sentence goes on behind what is hidden.
    return "\n\n".ljust(len(found[0]))
