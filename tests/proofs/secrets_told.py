"""A witness that knows nothing of rules: it looks for hidden words and ids in what callers get.

Every text in the world holds a mark of its own. Whatever mark or id shows up in an answer or an
error must stand on something that this caller may see, or in the caller's own question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count

from tests.proofs.plain.plain_model import PlainSpace
from tests.proofs.plain.plain_state import (
    PlainConversation,
    PlainItem,
    PlainMessage,
    PlainPerson,
    PlainSource,
)
from tests.proofs.side_by_side import Answer, SideBySide

_TOKEN = re.compile(r"zq[0-9a-f]{6}|(?:km|src|conv|msg)_[0-9a-f]{12}")
_May = Callable[[PlainPerson], bool]


def marks() -> Callable[[], str]:
    """Gives a new mark with each call."""
    numbers = count(1)
    return lambda: f"zq{next(numbers):06x}"


class Witness:
    """Finds what an answer tells beyond what its caller may see."""

    def __init__(self, pair: SideBySide) -> None:
        self._pair = pair
        self._known: dict[str, tuple[int, dict[str, list[_May]]]] = {}

    def told(self, answer: Answer) -> set[str]:
        """Marks and ids in the answer that this caller may not see."""
        text = repr(answer.value)
        if answer.error is not None:
            text += f" {answer.error} {vars(answer.error)!r}"
        found = set(_TOKEN.findall(text)) - set(_TOKEN.findall(answer.call))
        if not found:
            return found
        carriers = self._carriers(answer.space)
        person = self._pair.person(answer.space, answer.who)
        return {token for token in found if not any(may(person) for may in carriers.get(token, ()))}

    def _carriers(self, space: str) -> dict[str, list[_May]]:
        """Who may see the things that hold a token, for every token of a space."""
        model = self._pair.plain[space]
        position, known = self._known.get(space, (0, {}))
        if position != model.position:
            known = _index(model)
            self._known[space] = (model.position, known)
        return known


def _index(model: PlainSpace) -> dict[str, list[_May]]:
    index: defaultdict[str, list[_May]] = defaultdict(list)
    for text, may in _texts(model):
        for token in set(_TOKEN.findall(text)):
            index[token].append(may)
    return index


def _texts(model: PlainSpace) -> Iterator[tuple[str, _May]]:
    for item in model.items:
        yield item.id, _reader_of(model, item)
        for version in item.versions:
            own = {name: value for name, value in version.says.items() if name != "superseded_by"}
            yield repr(own), _reader_of(model, item)
        for evidence in item.evidence:
            if evidence.source is None and evidence.message is None:
                yield evidence.quote or "", _reader_of(model, item)
    for act in model.ledger:
        for id in act.touched:
            if id in model.by_id:
                yield act.reason or "", _reader_of(model, model.by_id[id])
    for source in model.sources:
        yield f"{source.id} {source.content} {source.subject}", _reader_of_source(model, source)
    for place in model.conversations:
        told = f"{place.id} {place.title} {place.subject} {place.channel_id}"
        yield told, _seer_of(model, place)
        for message in place.messages:
            yield f"{message.id} {message.content}", _hearer_of(model, message)


def _reader_of_source(model: PlainSpace, source: PlainSource) -> _May:
    return lambda person: model.reads_source(person, source)


def _seer_of(model: PlainSpace, place: PlainConversation) -> _May:
    return lambda person: model.sees(person, place)


def _hearer_of(model: PlainSpace, message: PlainMessage) -> _May:
    return lambda person: model.reads_message(person, message)


def _reader_of(model: PlainSpace, item: PlainItem) -> _May:
    return lambda person: any(model.reads(person, item, version) for version in item.versions)
