"""Passages: the words that an item rests on, where they stand in what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from remembrancer.core.errors import NotFound
from remembrancer.core.limits import PASSAGE_CHARACTERS, PASSAGE_CONVERSATIONS_MAX
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.source import Source
from remembrancer.memory import Memory

_EVIDENCE_MAX: Final = 12  # shown with what stands around it


class Passage(NamedTuple):
    """A piece of evidence with what stands before and after it."""

    evidence: Evidence
    before: str
    quote: str
    after: str
    is_cut_before: bool = False
    is_cut_after: bool = False


def passages(memory: Memory, item: Item, sources: Sequence[Source] = ()) -> tuple[Passage, ...]:
    """The evidence of an item, each in its place as far as the reader may see that."""
    texts = {source.id: source.content for source in sources}
    messages = _said(memory, item.evidence[:_EVIDENCE_MAX])
    result = []
    for place, evidence in enumerate(item.evidence):
        key = (evidence.conversation_id or "", evidence.message_id or "")
        message = messages.get(key) if place < _EVIDENCE_MAX else None
        text = texts.get(evidence.source_id or "") if message is None else message.content
        result.append(_passage(evidence, text))
    return tuple(result)


def _said(memory: Memory, evidence: Sequence[Evidence]) -> dict[tuple[str, str], Message]:
    """The messages that it quotes, by their conversations and ids; and no others of those."""
    wanted: dict[str, list[str]] = {}
    for one in evidence:
        if one.conversation_id is not None and one.message_id is not None:
            wanted.setdefault(one.conversation_id, []).append(one.message_id)
    messages: dict[tuple[str, str], Message] = {}
    for place, ids in list(wanted.items())[:PASSAGE_CONVERSATIONS_MAX]:
        try:
            listed = memory.conversations.messages(place, ids=ids)
        except NotFound:
            continue
        messages |= {(place, entry.id): entry for entry in listed}
    return messages


def _passage(evidence: Evidence, text: str | None) -> Passage:
    quote = evidence.quote or ""
    start = None if text is None or not quote else _start(evidence, text, quote)
    if text is None or start is None:
        return Passage(evidence, "", quote, "")
    end = start + len(quote)
    return Passage(
        evidence,
        text[max(start - PASSAGE_CHARACTERS, 0) : start],
        quote,
        text[end : end + PASSAGE_CHARACTERS],
        start > PASSAGE_CHARACTERS,
        len(text) > end + PASSAGE_CHARACTERS,
    )


def _start(evidence: Evidence, text: str, quote: str) -> int | None:
    if evidence.start is not None and text.startswith(quote, evidence.start):
        return evidence.start
    found = text.find(quote)
    return None if found < 0 else found
