"""Splits messages into spoken sentences, without the reasoning of a model."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.trust import UNTRUSTED
from remembrancer.language import sentences
from remembrancer.language.sentences import Sentence
from remembrancer.reading.offline.filters import junk_filter

ASSISTANT: Final = "assistant"
AGENTS: Final = frozenset({ASSISTANT, "agent", "ai", "bot", "model"})  # programs that speak
# Roles of programs. Every other role is a person.
_PROGRAMS: Final = AGENTS | {"tool", "system", "developer", "function", "notes"}
_REASONING_TAGS: Final = (
    "think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue|"
    "chain_of_thought|antml:thinking"
)
_HIDDEN: Final = re.compile(
    rf"<({_REASONING_TAGS})\b[^>\n]{{0,200}}>.*?(?:</\1>|\Z)"
    r"|[\[◁](think(?:ing)?)[\]▷].*?(?:[\[◁]/\2[\]▷]|\Z)",
    re.DOTALL | re.IGNORECASE,
)
# Some models omit the opening tag.
_HIDDEN_BEFORE: Final = re.compile(r"\A.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


def is_program_role(role: str) -> bool:
    """Whether a role belongs to a program and not to a person."""
    return role.casefold() in _PROGRAMS


class SpokenSentence(NamedTuple):
    """One sentence of a message with its speaker."""

    message: Message
    number: int  # index of the message in the conversation
    start: int  # offset in the message
    quote: str  # the exact words
    text: str  # the same on one line, with straight apostrophes
    speaker: str  # the author, or the name in a pasted transcript
    section: str | None  # the heading above it, in lower case
    is_listed: bool  # it is a list item
    is_by_agent: bool  # an assistant says it

    @property
    def is_question(self) -> bool:
        return self.text.endswith("?")


class SentenceCache:
    """A cache of split messages, shared by all readers of a conversation."""

    def __init__(self) -> None:
        # The message is kept too, so that its id() is not reused.
        self._held: dict[int, tuple[Message, tuple[Sentence, ...]]] = {}
        self._orders: dict[int, tuple[Message, bool]] = {}

    def sentences(self, message: Message) -> tuple[Sentence, ...]:
        """The sentences of a message, without the reasoning of a model."""
        held = self._held.get(id(message))
        if held is None:
            held = message, sentences.split_sentences(hide_reasoning(message.content))
            self._held[id(message)] = held
        return held[1]

    def has_injection(self, message: Message) -> bool:
        """Whether a message holds prompt injection, hidden reasoning included."""
        held = self._orders.get(id(message))
        if held is None:
            held = message, _has_injection(message.content, message.trust)
            self._orders[id(message)] = held
        return held[1]

    def has_visible_injection(self, message: Message) -> bool:
        """Whether the visible part of a message holds prompt injection."""
        said = hide_reasoning(message.content)
        return (
            self.has_injection(message)
            if said == message.content
            else _has_injection(said, message.trust)
        )


def _has_injection(content: str, trust: Trust) -> bool:
    low = content.lower().replace("’", "'")
    return junk_filter.is_injection(low) or (
        trust in UNTRUSTED
        and (junk_filter.sets_answer_style(low) or junk_filter.greets_assistant(low))
    )


def spoken_sentences(
    message: Message, number: int = 0, split: SentenceCache | None = None
) -> Iterator[SpokenSentence]:
    """The spoken sentences of a message, without tool output, code, quotes and reasoning."""
    if message.role != ASSISTANT and is_program_role(message.role):
        return
    for one in (split or SentenceCache()).sentences(message):
        yield SpokenSentence(
            message=message,
            number=number,
            start=one.start,
            quote=one.text,
            text=" ".join(one.text.split()).replace("’", "'"),
            speaker=one.speaker or message.author_id,
            section=one.section,
            is_listed=one.is_listed,
            is_by_agent=message.role == ASSISTANT,
        )


def conversation_sentences(
    messages: Sequence[Message],
    among: Container[int] | None = None,
    split: SentenceCache | None = None,
) -> Iterator[SpokenSentence]:
    """The spoken sentences of a conversation in order; `among` limits the message numbers."""
    for number, message in enumerate(messages):
        if among is not None and number not in among:
            continue
        yield from spoken_sentences(message, number, split)


def hide_reasoning(content: str) -> str:
    """The content with a model's reasoning replaced by spaces of the same length."""
    if "<" not in content and "[" not in content and "◁" not in content:
        return content
    shown = _HIDDEN.sub(_blanks, content)
    return _HIDDEN_BEFORE.sub(_blanks, shown) if "</think" in shown.lower() else shown


def _blanks(found: re.Match[str]) -> str:
    # An empty line first, so that no sentence continues after the hidden part.
    return "\n\n".ljust(len(found[0]))
