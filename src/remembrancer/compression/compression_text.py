"""Parses the text of an item for compression: its parts, topic and frames."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from functools import cache
from typing import Final, NamedTuple

from remembrancer.governance import compressed_entry
from remembrancer.governance.compressed_entry import CompressedPart
from remembrancer.items.item import Item
from remembrancer.language import statement_reader
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words, language
from remembrancer.language.times.day_words import MONTHS

_ONE_STATEMENT_MAX: Final = 400  # characters; a longer text is more than one statement
_IDENTITY: Final = re.compile(
    r"\S*\d\S*"  # a figure, or a code with one
    r"|(?<=[\w,'’] )[A-ZÅÄÖÉÜ]\S*"  # a name, where it is not the first word
    r"|\b[^\W\d_]\b"  # a letter by itself
)
# Units and recurrences, which say nothing about the topic.
_UNIT: Final = re.compile(
    r"\b(?:per ?cent|procent|every|varje|days?|weeks?|months?|years?"
    r"|dag(?:ar)?|vecka?n?|veckor|månad(?:en|er)?|år(?:et|en)?)\b",
    re.IGNORECASE,
)


class ParsedItem(NamedTuple):
    """The parts of an item, and the slot that it fills."""

    parts: tuple[CompressedPart, ...]  # one, or the parts of a merged entry
    topic: str | None
    frames: tuple[frozenset[str], ...]  # of each part, its frame words


def parse_item(item: Item, *, language_name: str) -> ParsedItem:
    """Parses an item: one part, or the parts of a merged entry."""
    parts = compressed_entry.parts_of(item.source_type, item.content, item.data)
    if parts:
        topic = item.data.get("topic")
        frames = tuple(_frame(_mask_part(one, language_name), language_name) for one in parts)
        return ParsedItem(parts, topic if isinstance(topic, str) else None, frames)
    line = compressed_entry.quoted(item.content)
    seen = statement_reader.mask_statement(line, language=language_name, at=item.occurred_at)
    statement = (
        statement_reader.statement_of(seen) if len(line) <= _ONE_STATEMENT_MAX else Statement(line)
    )
    topic = item.data.get("slot")
    if not isinstance(topic, str):
        topic = None if statement.slot is None else statement.slot.name
    if topic is not None and statement.slot is not None and statement.slot.holder is not None:
        topic = f"{topic} of {statement.slot.holder.casefold()}"
    on = seen.dates[0].first if len(seen.dates) == 1 else item.occurred_at.date()
    part = CompressedPart(item.id, line, on)
    return ParsedItem((part,), topic, (_frame(seen, language_name),))


def _mask_part(part: CompressedPart, language_name: str) -> MaskedText:
    at = datetime.combine(part.on, time(), UTC)
    return statement_reader.mask_statement(part.text, language=language_name, at=at)


def _frame(seen: MaskedText, language_name: str) -> frozenset[str]:
    """The frame of a sentence: its words without names, numbers and dates.

    Names, numbers and dates distinguish one renter, employee or machine from the next. The
    remaining words are common to all of them.
    """
    plain = list(seen.plain)
    spans = [(amount.start, amount.end) for amount in seen.amounts]
    spans += [(mention.start, mention.end) for mention in seen.dates]
    for start, end in spans:
        plain[start:end] = " " * (end - start)
    text = _UNIT.sub(" ", _IDENTITY.sub(" ", "".join(plain)))
    words = (word for word in text.lower().split() if word.strip(".,;:!?") not in _grammar())
    return frozenset(language(language_name).stems(" ".join(words)))


@cache
def _grammar() -> frozenset[str]:
    return function_words() | MONTHS.keys()
