"""Worth: sentences that no rule knows, and that look by their form like those people keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.extract import junk, spoken
from remembrancer.extract.worth_signs import Place, signs
from remembrancer.extract.wording import without_filler
from remembrancer.model.brief import Brief
from remembrancer.model.message import Message
from remembrancer.rules.statements import clauses

_UNSPOKEN: Final = frozenset({"tool", "system"})
NAMES_MAX: Final = 2000


class Unit(NamedTuple):
    """A sentence, and what it shows of itself."""

    message: Message
    number: int
    start: int
    end: int
    text: str
    speaker: str | None
    signs: frozenset[str]
    is_question: bool
    is_order: bool


def units(messages: Sequence[Message], brief: Brief) -> Iterator[Unit]:
    has_people = any(message.role == "user" for message in messages)
    has_agent = any(message.role == "assistant" for message in messages)
    has_tools = any(message.role == "tool" for message in messages)
    names = frozenset(name.lower() for name in brief.names[:NAMES_MAX])
    lows = [one.content.strip().lower() for one in messages]
    for number, message in enumerate(messages):
        if message.role != "user" and (has_people or message.role in _UNSPOKEN):
            continue
        text = spoken.visible(message.content)
        listed = clauses.sentences(text)
        is_order = junk.is_order(text.lower().replace("’", "'"))
        before = _other(messages, lows, number, -1)
        after = _other(messages, lows, number, 1)
        for index, one in enumerate(listed):
            offset = without_filler(one.text)
            said = one.text[offset:]
            place = Place(
                number, len(messages), index, len(listed), one.is_listed, one.label is not None,
                one.section is not None, has_people and has_agent, has_tools, len(messages) == 1,
                before, after, names)
            yield Unit(message, number, one.start + offset, one.end, said, one.speaker, signs(one.text, place), one.is_question, is_order)


def _other(messages: Sequence[Message], lows: Sequence[str], number: int, step: int) -> str:
    """What another said right before or right after; empty: nobody did."""
    at = number + step
    if 0 <= at < len(messages) and messages[at].author_id != messages[number].author_id:
        return lows[at]
    return ""
