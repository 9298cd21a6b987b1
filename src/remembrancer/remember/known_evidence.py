"""Known evidence: deduplicates candidates by the words they are based on.

A source may be read again at any time: a conversation continues, another worker takes over, or a
note is imported twice. An item that was filed from a source once is not filed again, whatever
happened to it since.
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

_LED_LOOKED_AT: Final = 12  # predecessors of the concerned items
_DRAWN: Final = "it was drawn from these words before"
_REVOKED: Final = "what was said there was revoked"
_REPLACED: Final = "it was known when it was said, and replaced since"


# A message by its conversation id and message id, or a text by its id.
_Words = Said | str | None


class SaidBefore:
    """What one unit of work knows about the evidence of its candidates."""

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
        """Records an item that was just extracted."""
        for one in item.evidence[:1]:
            self._drawn[_words(one)].append(item)

    def drawn_beside(self, candidate: CandidateItem) -> frozenset[str]:
        """The ids of the items extracted from the same text or message."""
        own = candidate.new.evidence[0] if candidate.new.evidence else None
        words = None if own is None else own.message or own.source
        return frozenset(one.id for one in self._drawn[words]) if words else frozenset()

    def skipped(self, candidate: CandidateItem, is_same: Callable[[Item], bool]) -> Planned | None:
        """A plan to skip the candidate if its evidence was revoked or already gave such an item."""
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
            # Words that somebody made personal since then give no items for others.
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
        """The plan, or a plan to skip if the concerned item already has this evidence.

        The evidence may have reconfirmed an item from another source. That item may have been
        replaced since, so its predecessors are checked too.
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
        """These items and the items that they replaced, nearest first."""
        waiting = deque(items)
        for _ in range(len(items) + _LED_LOOKED_AT):
            if not waiting:
                return
            item = waiting.popleft()
            yield item
            replaced = (self._reader.items.get(id) for id in item.supersedes[:_LED_LOOKED_AT])
            waiting.extend(one for one in replaced if one is not None)


def rests_on(item: Item, own: NewEvidence) -> bool:
    """Whether the item already has this evidence."""
    return any(_is_on(own, one) for one in item.evidence)


def said_at(item: Item) -> datetime:
    """When the item was last stated, as far as known. A future time is not used."""
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
    """The metadata with the time of the last statement; older statements do not replace it."""
    metadata = stored.state.metadata
    before = when_said(metadata, stored.state.occurred_at, stored.created_at)
    return metadata if at <= before else {**metadata, SAID_AT: at.isoformat()}


def _words(one: Evidence) -> _Words:
    """The message or text that the evidence quotes."""
    if one.conversation_id is not None and one.message_id is not None:
        return one.conversation_id, one.message_id
    return one.source_id


def _skip(candidate: CandidateItem, before: Item, why: str) -> Planned:
    text = candidate.new.state.content
    return Planned(step=Step.SKIP, text=text, because=why, item_ids=(before.id,))


def _is_on(own: NewEvidence, other: Evidence) -> bool:
    """Whether both quote the same span of one text, or overlapping parts of it."""
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
    """Whether two items come from different parts of one sentence."""
    if state.data.get("decision_type") != item.data.get("decision_type"):
        return True  # one answer may both end a tool chain and recommend something
    ours, theirs = state.data.get("slot"), item.data.get("slot")
    if ours is not None and theirs is not None:
        return (ours, state.data.get("value")) != (theirs, item.data.get("value"))
    return (
        judge.normalised_words(state.content) != judge.normalised_words(item.content)
        and ours != theirs
    )
