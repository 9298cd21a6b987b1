"""What one item says, as compression looks at it: its words, its day and what they are about."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from functools import cache
from typing import Final, NamedTuple

from remembrancer.governance import compressed_entry
from remembrancer.governance.compressed_entry import Part
from remembrancer.items.item import Item
from remembrancer.language import statement_reader
from remembrancer.language.day_words import MONTHS
from remembrancer.language.masks import Masked
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words, language

_ONE_STATEMENT_MAX: Final = 400  # characters; a longer text says more than one thing
_IDENTITY: Final = re.compile(
    r"\S*\d\S*"  # a figure, or a code with one
    r"|(?<=[\w,'’] )[A-ZÅÄÖÉÜ]\S*"  # a name, where it is not the first word
    r"|\b[^\W\d_]\b"  # a letter by itself
)
# Units and rhythms: they say how much and how often, and nothing of what.
_UNIT: Final = re.compile(
    r"\b(?:per ?cent|procent|every|varje|days?|weeks?|months?|years?"
    r"|dag(?:ar)?|vecka?n?|veckor|månad(?:en|er)?|år(?:et|en)?)\b",
    re.IGNORECASE,
)


class Read(NamedTuple):
    """What an item says, and the question that it answers."""

    parts: tuple[Part, ...]  # one, or as many as it stands for
    topic: str | None
    frames: tuple[frozenset[str], ...]  # of each part, what it says of whom or what


def read(item: Item, *, language_name: str) -> Read:
    """The parts of an item: one, or as many as it stands for."""
    parts = compressed_entry.parts_of(item.source_type, item.content, item.data)
    if parts:
        topic = item.data.get("topic")
        frames = tuple(_frame(_look(one, language_name), language_name) for one in parts)
        return Read(parts, topic if isinstance(topic, str) else None, frames)
    line = compressed_entry.quoted(item.content)
    seen = statement_reader.look(line, language=language_name, at=item.occurred_at)
    told = statement_reader.statement(seen) if len(line) <= _ONE_STATEMENT_MAX else Statement(line)
    topic = item.data.get("slot")
    if not isinstance(topic, str):
        topic = None if told.slot is None else told.slot.name
    if topic is not None and told.slot is not None and told.slot.holder is not None:
        topic = f"{topic} of {told.slot.holder.casefold()}"
    on = seen.moments[0].first if len(seen.moments) == 1 else item.occurred_at.date()
    part = Part(item.id, line, on)
    return Read((part,), topic, (_frame(seen, language_name),))


def _look(part: Part, language_name: str) -> Masked:
    at = datetime.combine(part.on, time(), UTC)
    return statement_reader.look(part.text, language=language_name, at=at)


def _frame(seen: Masked, language_name: str) -> frozenset[str]:
    """The words of a sentence that tell what sort of thing it says.

    Who it is, when and how much tells one renter, employee or machine from the next. Without
    names, figures and days there is left what all of them have in common.
    """
    plain = list(seen.plain)
    spans = [(one.start, one.end) for one in seen.amounts]
    spans += [(one.start, one.end) for one in seen.moments]
    for start, end in spans:
        plain[start:end] = " " * (end - start)
    text = _UNIT.sub(" ", _IDENTITY.sub(" ", "".join(plain)))
    words = (word for word in text.lower().split() if word.strip(".,;:!?") not in _grammar())
    return frozenset(language(language_name).stems(" ".join(words)))


@cache
def _grammar() -> frozenset[str]:
    return function_words() | MONTHS.keys()
