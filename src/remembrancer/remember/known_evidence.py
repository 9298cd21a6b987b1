"""Said before: what was drawn from these very words already, or was known when they were said.

A source may be looked at again at any time: a conversation goes on, a worker is overtaken, a note
is read in twice. What was filed from it once is not filed again, whatever became of it since.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Item
from remembrancer.items.port import NewEvidence, Said
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.ports import Reader
from remembrancer.reading.extraction_input import SAID_AT, CandidateItem
from remembrancer.reading.judging import judge
from remembrancer.reading.plan import Planned, Step

_LED_LOOKED_AT: Final = 12  # items that led to those which something new concerns
_DRAWN: Final = "it was drawn from these words before"
_REVOKED: Final = "what was said there was revoked"
_REPLACED: Final = "it was known when it was said, and replaced since"


# A message by the ids of its conversation and its own, or a text by its id.
_Words = Said | str | None


class SaidBefore:
    """What one unit of work knows of the words that it is given."""

    def __init__(self, reader: Reader, candidates: Sequence[CandidateItem] = ()) -> None:
        self._reader = reader
        self._drawn: defaultdict[_Words, list[Item]] = defaultdict(list)
        self._confirmed: defaultdict[_Words, list[Item]] = defaultdict(list)
        owns = [one.new.evidence[0] for one in candidates if one.new.evidence]
        messages = {own.message for own in owns if own.message}
        self._withdrawn = reader.evidence.withdrawn(messages) if messages else frozenset()
        sources = {own.source for own in owns if own.source and not own.message}
        for item in reader.evidence.resting_on(messages, sources) if messages or sources else ():
            self.add(item)
            for one in item.evidence[1:]:
                self._confirmed[_words(one)].append(item)

    def add(self, item: Item) -> None:
        """Takes note of an item that was just drawn out."""
        for one in item.evidence[:1]:
            self._drawn[_words(one)].append(item)

    def drawn_beside(self, candidate: CandidateItem) -> frozenset[str]:
        """The ids of the items that were drawn from the same text or message."""
        own = candidate.new.evidence[0] if candidate.new.evidence else None
        words = None if own is None else own.message or own.source
        return frozenset(one.id for one in self._drawn[words]) if words else frozenset()

    def skipped(self, candidate: CandidateItem, is_same: Callable[[Item], bool]) -> Planned | None:
        """The plan for words that were withdrawn, or told something of the same sort before."""
        state = candidate.new.state
        if not candidate.new.evidence:
            return None
        own = candidate.new.evidence[0]
        if own.message in self._withdrawn:
            return Planned(step=Step.SKIP, text=state.content, because=_REVOKED)
        words = own.message or own.source
        for item in self._drawn[words]:
            if not _is_on(own, item.evidence[0]):
                continue
            # Of words that somebody made personal since, nothing is made for others.
            is_hidden = item.is_personal and not state.is_personal
            is_again = item.kind == state.kind and not _is_other_part(state, item)
            if is_hidden or is_again:
                return _skip(candidate, item, _DRAWN)
        for item in self._confirmed[words]:
            if any(_is_on(own, one) for one in item.evidence[1:]) and is_same(item):
                return _skip(candidate, item, _DRAWN)
        return None

    def instead(
        self,
        candidate: CandidateItem,
        planned: Planned,
        is_same: Callable[[Item], bool],
    ) -> Planned:
        """The plan itself; or to skip it, where what it concerns took these words in before.

        An item out of another source may have been reconfirmed by them. It may have been replaced
        since: what the plan concerns is looked at with what led to it.
        """
        if not candidate.new.evidence:
            return planned
        own, source_id = candidate.new.evidence[0], candidate.new.state.source_id
        ids = {*planned.item_ids, *(flag.item_id for flag in planned.flags)}
        concerned = self._reader.items.named(ids) if ids else {}
        then: Item | None = None
        for item in self._with_what_led_to_it(list(concerned.values())):
            is_other = source_id is None or item.source_id != source_id
            if is_other and any(_is_on(own, one) for one in item.evidence):
                return _skip(candidate, item, _DRAWN)
            if said_at(item) <= candidate.said_at and (
                then is None or said_at(item) > said_at(then)
            ):
                then = item
        if planned.step is Step.BENEATH and then is not None and is_same(then):
            return _skip(candidate, then, _REPLACED)
        return planned

    def _with_what_led_to_it(self, items: list[Item]) -> Iterator[Item]:
        """These and the items that they replaced, the nearest first."""
        waiting = deque(items)
        for _ in range(len(items) + _LED_LOOKED_AT):
            if not waiting:
                return
            item = waiting.popleft()
            yield item
            replaced = (self._reader.items.get(id) for id in item.supersedes[:_LED_LOOKED_AT])
            waiting.extend(one for one in replaced if one is not None)


def rests_on(item: Item, own: NewEvidence) -> bool:
    """Whether an item took these words in before."""
    return any(_is_on(own, one) for one in item.evidence)


def said_at(item: Item) -> datetime:
    """When an item was said last, as far as is known. What lies ahead was not said then."""
    return when_said(item.metadata, item.occurred_at, item.created_at)


def when_said(
    metadata: Mapping[str, object], occurred_at: datetime, created_at: datetime
) -> datetime:
    told = metadata.get(SAID_AT)
    if isinstance(told, str):
        try:
            found = datetime.fromisoformat(told)
        except ValueError:
            found = occurred_at
        if found.tzinfo is not None:
            return min(found, created_at)
    return min(occurred_at, created_at)


def said_last(stored: StoredItem, at: datetime) -> dict[str, object]:
    """The metadata with when it was said last: what was said before that does not replace it."""
    metadata = stored.state.metadata
    before = when_said(metadata, stored.state.occurred_at, stored.created_at)
    return metadata if at <= before else {**metadata, SAID_AT: at.isoformat()}


def _words(one: Evidence) -> _Words:
    """The message or the text that a piece of evidence quotes."""
    if one.conversation_id is not None and one.message_id is not None:
        return one.conversation_id, one.message_id
    return one.source_id


def _skip(candidate: CandidateItem, before: Item, why: str) -> Planned:
    text = candidate.new.state.content
    return Planned(step=Step.SKIP, text=text, because=why, item_ids=(before.id,))


def _is_on(own: NewEvidence, other: Evidence) -> bool:
    """Both quote the same stretch of one text, or a part of it."""
    place = (other.conversation_id, other.message_id)
    is_there = own.message == place if own.message else own.source == other.source_id
    return is_there and _overlap(own.start, own.end, other.start, other.end)


def _overlap(
    start: int | None, end: int | None, other_start: int | None, other_end: int | None
) -> bool:
    if start is None or end is None or other_start is None or other_end is None:
        return False
    return start < other_end and other_start < end


def _is_other_part(state: ItemState, item: Item) -> bool:
    """Two items may be drawn from one sentence, each of another part of it."""
    if state.data.get("decision_type") != item.data.get("decision_type"):
        return True  # one answer may end a chain of tools and recommend something
    ours, theirs = state.data.get("slot"), item.data.get("slot")
    if ours is not None and theirs is not None:
        return (ours, state.data.get("value")) != (theirs, item.data.get("value"))
    return (
        judge.normalised_words(state.content) != judge.normalised_words(item.content)
        and ours != theirs
    )
