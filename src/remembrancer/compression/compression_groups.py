"""Compression groups: decides which active items are merged, and builds the merged entry.

Items of a group have the same contributor, subject, audience and sensitivity. The merged entry has
the lowest trust and confidence of its members.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import product
from math import floor
from typing import Any, Final, NamedTuple

from remembrancer.compression import compression_text, text_similarity
from remembrancer.core.kinds import Family
from remembrancer.core.limits import COMPRESSED_CHARACTERS_MAX, COMPRESSED_PARTS_MAX
from remembrancer.core.preset import Preset
from remembrancer.governance import compressed_entry
from remembrancer.governance.compressed_entry import CompressedPart, size
from remembrancer.items import confidence, retention, trust
from remembrancer.items.item import KEPT_FOR, Item, Lifecycle, Review
from remembrancer.items.kinds import kind_groups, tasks
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import EVERYONE
from remembrancer.language.stemming import language

SUMMARY: Final = "summary"  # the kind of a year's summary

_RELATED: Final = 0.4  # share of common words, weighted by rarity, from which items are related
_ONE_SORT: Final = 0.5  # the same for frame words, from which items are of one sort
_FEWEST: Final = 0.5  # of the target: items of one sort are merged down to this share
_FEW: Final = (2, 4, 8)  # growing sizes of lists of unsorted items
# Facts and decisions may fill one slot. Goals and unresolved items stay separate.
_STATED: Final = (Family.FACT, Family.DECISION)
_TAGS_MAX: Final = 100
_ENTITIES_MAX: Final = 200
_STEPS: Final = 1_000_000  # resolution of stored confidence
# Items with reminders or marks for programs are not merged.
_MARKS: Final = frozenset(
    {
        "deadline", "due", "follow_up", "follow_up_done", "priority", "done", "status", "owner",
        "related_entries", KEPT_FOR,
    }
)  # fmt: skip

_Key = tuple[Any, ...]


class CompressionGroup(NamedTuple):
    """Items that are merged into one entry."""

    members: tuple[Item, ...]  # the oldest first
    parts: tuple[CompressedPart, ...]  # their texts
    kind: str  # of the merged entry
    topic: str | None = None  # the slot that all of them fill
    year: int | None = None  # of a year's summary
    of_kind: str | None = None  # the kind of the items of that year

    @property
    def owner(self) -> str:
        return self.members[0].source_user

    @property
    def is_personal(self) -> bool:
        return self.members[0].is_personal

    def text(self, heading: str | None = None) -> str:
        """The merged text: a list. A year's list is in the order of dates."""
        is_of_topic = self.year is None
        return compressed_entry.text(
            self.parts, heading=heading or self.heading, newest_first=is_of_topic
        )

    @property
    def heading(self) -> str | None:
        """The default heading of the list."""
        if self.year is None:
            return None
        return f"{(self.of_kind or self.kind).replace('_', ' ').capitalize()} {self.year}"


class _PooledItem(NamedTuple):
    """An item with its parsed text."""

    item: Item
    parts: tuple[CompressedPart, ...]
    topic: str | None
    stems: frozenset[str]
    frame: frozenset[str]  # the stems that most of its parts share: its sort
    is_unsorted: bool  # a single item, or a list without a common frame


def group_by_year(
    preset: Preset, items: Iterable[Item], *, now: datetime, apart: Collection[str] = ()
) -> list[CompressionGroup]:
    """Groups of superseded items by year, together with existing summaries of that year.

    `apart` are the ids of items that are left out.
    """
    free = [
        other
        for other in _oldest_first(items)
        if other.id not in apart and _is_free(other, now) and _has_preset_expiry(preset, other)
    ]
    standing: defaultdict[_Key, list[Item]] = defaultdict(list)
    found: defaultdict[_Key, list[Item]] = defaultdict(list)
    for item in free:
        year, of_kind = item.data.get("year"), item.data.get("of_kind")
        if item.source_type == COMPRESSION and type(year) is int and isinstance(of_kind, str):
            standing[*_group_key(item), of_kind, year].append(item)
        elif item.lifecycle is Lifecycle.HISTORICAL:
            found[*_group_key(item), item.kind, item.occurred_at.year].append(item)
    has_summaries = not preset.kinds.strict or SUMMARY in preset.kinds.values
    made = []
    for key, listed in found.items():
        kind, year = key[-2:]
        pooled_items = [_pool_item(preset, other) for other in (*standing[key], *listed)]
        new = {entry.id for entry in listed}
        for chunk in _chunks(pooled_items):
            if any(pooled_item.item.id in new for pooled_item in chunk):
                members, parts = _members_and_parts(chunk)
                made_kind = SUMMARY if has_summaries else kind
                made.append(CompressionGroup(members, parts, made_kind, year=year, of_kind=kind))
    return made


def group_related(
    preset: Preset,
    items: Iterable[Item],
    *,
    count: int,
    now: datetime,
    apart: Collection[str] = (),
) -> list[CompressionGroup]:
    """Groups of active items to merge; `count` is the number of all active items.

    Items on one topic are always merged, facts and decisions together. If there are more items than
    the preset's target, items of one sort and kind (renters, employees, machines) are merged too,
    and then unsorted items, until the target is reached. `apart` are the ids of items to leave out.
    """
    rules = preset.compression
    rank = {kind: place for place, kind in enumerate(rules.kinds)}
    pool = [
        _pool_item(preset, item)
        for item in _oldest_first(items)
        if item.kind in rank
        and item.id not in apart
        and item.lifecycle is Lifecycle.ACTIVE
        and not (item.source_type == COMPRESSION and "year" in item.data)
        and _is_free(item, now)
        and _has_preset_expiry(preset, item)
    ]
    joined = _GroupBuilder(pool)
    sorts = dict.fromkeys(kind_groups.kinds(preset, _STATED), _STATED)
    places: defaultdict[_Key, list[int]] = defaultdict(list)
    stated: defaultdict[_Key, list[int]] = defaultdict(list)
    for number, entry in enumerate(pool):
        places[*_group_key(entry.item), entry.item.kind].append(number)
        stated[*_group_key(entry.item), sorts.get(entry.item.kind, entry.item.kind)].append(number)
    for numbers in stated.values():
        count -= joined.join_topics(numbers)
    for numbers in places.values():
        count -= joined.join_related(numbers)
    if count > rules.target:
        by_kind = sorted(places.values(), key=lambda one: rank[pool[one[0]].item.kind])
        for numbers in by_kind:
            most = count - floor(rules.target * _FEWEST)
            count -= joined.join_sorts(numbers, most=most, alike_from=_ONE_SORT)
        for numbers in by_kind:
            count -= joined.join_sorts(numbers, most=count - rules.target, alike_from=0)
        for numbers, parts_max in product(by_kind, (*_FEW, COMPRESSED_PARTS_MAX)):
            count -= joined.join_unsorted(numbers, parts_max, most=count - rules.target)
        for numbers in by_kind:
            count -= joined.join_all(numbers, most=count - rules.target)
    made = []
    for listed in joined.groups():
        members, parts = _members_and_parts(listed)
        topics = {item.topic for item in listed}
        topic = listed[0].topic if len(topics) == 1 else None
        kind = retention.lasting(preset, (item.kind for item in members), now)
        made.append(CompressionGroup(members, parts, kind, topic))
    return made


def compressed_state(
    preset: Preset,
    group: CompressionGroup,
    stored: Sequence[StoredItem],
    now: datetime,
    *,
    heading: str | None = None,
) -> ItemState:
    """The state of the merged entry, with the lowest trust and confidence of its members.

    A past year does not lose confidence: its summary starts with the lowest confidence that a
    member had when it was last confirmed, and decays from now on.
    """
    states = [item.state for item in stored]
    text = group.text(heading)
    is_year = group.year is not None
    newest = max(stored, key=lambda item: (item.state.occurred_at, item.id)).state
    since = max(item.state.last_confirmed_at or item.created_at for item in stored)
    importance = [state.importance for state in states if state.importance is not None]
    return newest._replace(
        kind=group.kind,
        category=newest.category if len({state.category for state in states}) == 1 else None,
        title=None,
        content=text,
        data=_data(group, text, heading or group.heading),
        metadata={},
        tags=_union((state.tags for state in states), _TAGS_MAX),
        entities=_union((state.entities for state in states), _ENTITIES_MAX),
        lifecycle=Lifecycle.ACTIVE,
        review=Review.NOT_REQUIRED,
        confidence_base=min(state.confidence_base for state in states)
        if is_year
        else _base_confidence(preset, min(item.confidence for item in group.members), since, now),
        confidence_subtype=None,
        # Nobody verified this wording.
        verifier_count=0,
        admin_approved=False,
        live_confirmed=False,
        last_confirmed_at=None if is_year else since,
        importance=max(importance, default=None),
        source_type=COMPRESSION,
        source_id=None,
        trust=trust.lowest(state.trust for state in states),
        valid_from=None,  # the text has the date of each member
        # It expires when the last member would have.
        expires_at=retention.expiry(preset, group.kind, now if is_year else since),
        superseded_by=None,
    )


def _data(group: CompressionGroup, text: str, heading: str | None) -> dict[str, Any]:
    data = compressed_entry.data(group.parts, text, heading=heading)
    if group.topic is not None:
        data["topic"] = group.topic
    if group.year is not None:
        data |= {"year": group.year, "of_kind": group.of_kind}
    return data


def _base_confidence(preset: Preset, now_worth: float, since: datetime, now: datetime) -> float:
    """The base confidence that decays to the given value now, rounded down."""
    whole = confidence.effective(
        preset.confidence,
        base=1.0,
        source_type=COMPRESSION,
        admin_approved=False,
        live_confirmed=False,
        verifier_count=0,
        since=since,
        now=now,
    )
    return min(1.0, floor(now_worth / whole * _STEPS) / _STEPS) if whole else 0.0


def _oldest_first(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (item.occurred_at, item.id))


def _group_key(item: Item) -> _Key:
    """The fields that items of one group share, apart from the kind."""
    audience = None if item.audience == EVERYONE else item.audience
    return (
        item.source_user, item.subject, item.domain, audience, item.is_personal, item.sensitivity,
    )  # fmt: skip


def _is_free(item: Item, now: datetime) -> bool:
    """Whether an item can be merged: not reviewed, and without an expiry or mark of its own."""
    return (
        item.review is Review.NOT_REQUIRED
        and (item.valid_from is None or item.valid_from <= now)
        and item.valid_until is None
        and _MARKS.isdisjoint(item.metadata)
        and _MARKS.isdisjoint(item.data)
        and not tasks.is_done(item)
        and len(item.content) <= COMPRESSED_CHARACTERS_MAX
    )


def _has_preset_expiry(preset: Preset, item: Item) -> bool:
    since = item.last_confirmed_at or item.created_at
    return item.expires_at == retention.expiry(preset, item.kind, since)


def _pool_item(preset: Preset, item: Item) -> _PooledItem:
    read = compression_text.parse_item(item, language_name=preset.language)
    words = (part.text for part in read.parts)
    stems = frozenset(language(preset.language).stems(" ".join(words)))
    frame = _stems_in_most(read.frames)
    return _PooledItem(
        item, read.parts, read.topic, stems, frame, len(read.parts) == 1 or not frame
    )


def _stems_in_most(frames: Sequence[frozenset[str]]) -> frozenset[str]:
    seen = Counter(stem for frame in frames for stem in frame)
    return frozenset(stem for stem, times in seen.items() if 2 * times > len(frames))


class _GroupBuilder:
    """Builds groups of items by joining. The leader of a group is the number of one member."""

    def __init__(self, pool: Sequence[_PooledItem]) -> None:
        self._pool = pool
        self._weight = text_similarity.rarity_weights([item.stems for item in pool])
        # A word that only one item has says nothing about its sort.
        seen = Counter((item.item.kind, stem) for item in pool for stem in item.frame)
        self._frames = [
            frozenset(stem for stem in item.frame if seen[item.item.kind, stem] > 1)
            for item in pool
        ]
        self._frame_weight = text_similarity.rarity_weights(self._frames)
        self._unsorted: set[int] = set()  # leaders of lists of unsorted items
        self._leader = list(range(len(pool)))
        self._members = {number: [number] for number in range(len(pool))}
        self._parts = {number: len(entry.parts) for number, entry in enumerate(pool)}
        self._size = {number: size(entry.parts) for number, entry in enumerate(pool)}

    def join_related(self, numbers: Sequence[int]) -> int:
        """Joins items that share most of their words; returns how many groups were saved."""
        done = 0
        marked = [
            _text_features(self._pool[number].stems, [self._pool[number]]) for number in numbers
        ]
        for alike, first, second in text_similarity.find_similar_pairs(marked, self._weight):
            if alike < _RELATED:
                break
            if self._frames[numbers[first]] & self._frames[numbers[second]]:
                done += self._join(numbers[first], numbers[second], COMPRESSED_PARTS_MAX)
        return done

    def join_topics(self, numbers: Sequence[int]) -> int:
        """Joins items that fill one slot; returns how many groups were saved."""
        done = 0
        topics: defaultdict[str, list[int]] = defaultdict(list)
        for number in numbers:
            topic = self._pool[number].topic
            if topic is not None:
                topics[topic].append(number)
        for listed in topics.values():
            done += self._pack(listed, COMPRESSED_PARTS_MAX, most=len(listed))
        return done

    def join_sorts(self, numbers: Sequence[int], *, most: int, alike_from: float) -> int:
        """Joins items of one sort, the most similar first; returns how many groups were saved.

        Works in rounds: a joined group is then compared by the common stems of its items.
        """
        done, has_grown = 0, True
        while has_grown and done < most:
            leaders = sorted({self._leader[number] for number in numbers})
            marked = [
                _text_features(self._frame_of(number), self._pooled_items(number))
                for number in leaders
            ]
            has_grown = False
            for alike, first, second in text_similarity.find_similar_pairs(
                marked, self._frame_weight
            ):
                if done >= most or alike < alike_from:
                    break
                if self._join(leaders[first], leaders[second], COMPRESSED_PARTS_MAX):
                    done, has_grown = done + 1, True
        return done

    def join_unsorted(self, numbers: Sequence[int], parts_max: int, *, most: int) -> int:
        """Joins unsorted items into lists; returns how many groups were saved.

        Groups of one sort are left alone.
        """
        leaders = sorted({self._leader[number] for number in numbers})
        listed = [leader for leader in leaders if self._is_unsorted(leader)]
        done = self._pack(listed, parts_max, most=most)
        self._unsorted.update(self._leader[number] for number in listed)
        return done

    def join_all(self, numbers: Sequence[int], *, most: int) -> int:
        """Joins small groups of different sorts, if there are too many of them."""
        leaders = sorted({self._leader[number] for number in numbers})
        leaders.sort(key=lambda leader: self._parts[leader])
        return self._pack(leaders, COMPRESSED_PARTS_MAX, most=most)

    def groups(self) -> Iterator[list[_PooledItem]]:
        for numbers in self._members.values():
            if len(numbers) > 1:
                yield [self._pool[number] for number in sorted(numbers)]

    def _pooled_items(self, leader: int) -> list[_PooledItem]:
        return [self._pool[number] for number in self._members[leader]]

    def _frame_of(self, leader: int) -> frozenset[str]:
        """The stems that most items of a group share."""
        return _stems_in_most([self._frames[number] for number in self._members[leader]])

    def _is_unsorted(self, leader: int) -> bool:
        """Whether a group is a single item or a list of unsorted items."""
        items = self._pooled_items(leader)
        return leader in self._unsorted or (len(items) == 1 and items[0].is_unsorted)

    def _pack(self, numbers: Iterable[int], parts_max: int, *, most: int) -> int:
        """Joins each group with the first one that has room for it."""
        done = 0
        standing: list[int] = []
        for number in numbers:
            if done >= most:
                break
            if any(self._join(one, number, parts_max) for one in standing):
                done += 1
            else:
                standing.append(number)
        return done

    def _join(self, first: int, second: int, parts_max: int) -> bool:
        """Joins the groups of two items; False: same group, or it would be too long."""
        one, other = self._leader[first], self._leader[second]
        if (
            one == other
            or self._parts[one] + self._parts[other] > parts_max
            or self._size[one] + self._size[other] > COMPRESSED_CHARACTERS_MAX
        ):
            return False
        for member in self._members[other]:
            self._leader[member] = one
        self._members[one] += self._members.pop(other)
        self._parts[one] += self._parts[other]
        self._size[one] += self._size[other]
        return True


def _text_features(
    stems: frozenset[str], items: Sequence[_PooledItem]
) -> text_similarity.TextFeatures:
    """The features of several items together."""
    categories = {item.item.category for item in items}
    return text_similarity.TextFeatures(
        stems, category=categories.pop() if len(categories) == 1 else None
    )


def _chunks(items: Sequence[_PooledItem]) -> Iterator[list[_PooledItem]]:
    """Chunks of items whose merged text is not too long."""
    chunk: list[_PooledItem] = []
    parts = length = 0
    for item in items:
        more = size(item.parts)
        is_full = (
            parts + len(item.parts) > COMPRESSED_PARTS_MAX
            or length + more > COMPRESSED_CHARACTERS_MAX
        )
        if chunk and is_full:
            yield chunk
            chunk, parts, length = [], 0, 0
        chunk.append(item)
        parts, length = parts + len(item.parts), length + more
    if chunk:
        yield chunk


def _members_and_parts(
    items: Sequence[_PooledItem],
) -> tuple[tuple[Item, ...], tuple[CompressedPart, ...]]:
    parts = dict.fromkeys(part for item in items for part in item.parts)
    return tuple(item.item for item in items), tuple(sorted(parts, key=lambda entry: entry.on))


def _union(listed: Iterable[tuple[str, ...]], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in listed for word in words))[:most]
