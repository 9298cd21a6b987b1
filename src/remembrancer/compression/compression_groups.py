"""Compression: which items of what is in use are put together, and what then stands for them.

Nothing is put together that differs in who contributed it, whom it is about, who may see it or how
delicate it is. What stands for several is no more trusted or certain than the least of them.
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
from remembrancer.governance.compressed_entry import Part, size
from remembrancer.items import confidence, kind_groups, retention, tasks, trust
from remembrancer.items.item import KEPT_FOR, Item, Lifecycle, Review
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import EVERYONE
from remembrancer.language.stemming import language

SUMMARY: Final = "summary"  # the kind of what stands for a year

_RELATED: Final = 0.4  # of their words, weighed by how rare they are, in which two items agree
_ONE_SORT: Final = 0.5  # the same of what tells their sort: enough to be listed together
_FEWEST: Final = 0.5  # of the target: what is of one sort is put together until so few are left
_FEW: Final = (2, 4, 8)  # items of no sort that one stands for, while that is enough
# What was decided and what is so may answer one question. What is open or wished stays apart.
_STATED: Final = (Family.FACT, Family.DECISION)
_TAGS_MAX: Final = 100
_ENTITIES_MAX: Final = 200
_STEPS: Final = 1_000_000  # confidence is kept in so many
# What somebody is reminded of by itself, or a program looks for, stays by itself.
_MARKS: Final = frozenset(
    {
        "deadline", "due", "follow_up", "follow_up_done", "priority", "done", "status", "owner",
        "related_entries", KEPT_FOR,
    }
)  # fmt: skip

_Key = tuple[Any, ...]


class Group(NamedTuple):
    """Items that become one."""

    members: tuple[Item, ...]  # the oldest first
    parts: tuple[Part, ...]  # what they say
    kind: str  # of what stands for them
    topic: str | None = None  # the question that all of them answer
    year: int | None = None  # where it stands for a year
    of_kind: str | None = None  # and what it holds of that year

    @property
    def owner(self) -> str:
        return self.members[0].source_user

    @property
    def is_personal(self) -> bool:
        return self.members[0].is_personal

    def text(self, heading: str | None = None) -> str:
        """What stands for them: a list. That of a year is in the order of its days."""
        is_of_topic = self.year is None
        return compressed_entry.text(
            self.parts, heading=heading or self.heading, newest_first=is_of_topic
        )

    @property
    def heading(self) -> str | None:
        """What a list is headed with by itself."""
        if self.year is None:
            return None
        return f"{(self.of_kind or self.kind).replace('_', ' ').capitalize()} {self.year}"


class _Told(NamedTuple):
    """An item with what it says, read once."""

    item: Item
    parts: tuple[Part, ...]
    topic: str | None
    stems: frozenset[str]
    frame: frozenset[str]  # what sort of thing it says: what most of its parts have in common
    is_of_no_sort: bool  # one item by itself, or a list of such that have nothing in common


def years(
    preset: Preset, items: Iterable[Item], *, now: datetime, apart: Collection[str] = ()
) -> list[Group]:
    """What became history, by the year it is of, with what stands for that year already.

    `apart` are the ids of items that are left as they are.
    """
    free = [
        one
        for one in _in_order(items)
        if one.id not in apart and _is_free(one, now) and _has_preset_expiry(preset, one)
    ]
    standing: defaultdict[_Key, list[Item]] = defaultdict(list)
    found: defaultdict[_Key, list[Item]] = defaultdict(list)
    for item in free:
        year, of_kind = item.data.get("year"), item.data.get("of_kind")
        if item.source_type == COMPRESSION and type(year) is int and isinstance(of_kind, str):
            standing[*_place(item), of_kind, year].append(item)
        elif item.lifecycle is Lifecycle.HISTORICAL:
            found[*_place(item), item.kind, item.occurred_at.year].append(item)
    has_summaries = not preset.kinds.strict or SUMMARY in preset.kinds.values
    made = []
    for key, listed in found.items():
        kind, year = key[-2:]
        told = [_told(preset, one) for one in (*standing[key], *listed)]
        new = {one.id for one in listed}
        for chunk in _chunks(told):
            if any(one.item.id in new for one in chunk):
                members, parts = _together(chunk)
                made_kind = SUMMARY if has_summaries else kind
                made.append(Group(members, parts, made_kind, year=year, of_kind=kind))
    return made


def groups(
    preset: Preset,
    items: Iterable[Item],
    *,
    count: int,
    now: datetime,
    apart: Collection[str] = (),
) -> list[Group]:
    """What is put together of the items in use, of which there are `count` in all.

    Items on one topic always, facts and decisions alike. Where more than the preset's target is in
    use, those of one sort as well, such as renters, employees or machines, each with its kind; and
    at last what is of no sort, until no more is left than that. `apart` are the ids of items to
    leave.
    """
    rules = preset.compression
    rank = {kind: place for place, kind in enumerate(rules.kinds)}
    pool = [
        _told(preset, item)
        for item in _in_order(items)
        if item.kind in rank
        and item.id not in apart
        and item.lifecycle is Lifecycle.ACTIVE
        and not (item.source_type == COMPRESSION and "year" in item.data)
        and _is_free(item, now)
        and _has_preset_expiry(preset, item)
    ]
    joined = _Joined(pool)
    sorts = dict.fromkeys(kind_groups.kinds(preset, _STATED), _STATED)
    places: defaultdict[_Key, list[int]] = defaultdict(list)
    stated: defaultdict[_Key, list[int]] = defaultdict(list)
    for number, one in enumerate(pool):
        places[*_place(one.item), one.item.kind].append(number)
        stated[*_place(one.item), sorts.get(one.item.kind, one.item.kind)].append(number)
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
            count -= joined.join_others(numbers, parts_max, most=count - rules.target)
        for numbers in by_kind:
            count -= joined.join_all(numbers, most=count - rules.target)
    made = []
    for listed in joined.groups():
        members, parts = _together(listed)
        topics = {one.topic for one in listed}
        topic = listed[0].topic if len(topics) == 1 else None
        kind = retention.lasting(preset, (one.kind for one in members), now)
        made.append(Group(members, parts, kind, topic))
    return made


def state_of(
    preset: Preset,
    group: Group,
    stored: Sequence[StoredItem],
    now: datetime,
    *,
    heading: str | None = None,
) -> ItemState:
    """What stands for a group: as little trusted and certain as the least of its members.

    What a year brought does not get less sure by being over: its summary is as sure as the least
    of its members was when it was last confirmed, and fades from now on.
    """
    states = [one.state for one in stored]
    text = group.text(heading)
    is_year = group.year is not None
    newest = max(stored, key=lambda one: (one.state.occurred_at, one.id)).state
    since = max(one.state.last_confirmed_at or one.created_at for one in stored)
    importance = [one.importance for one in states if one.importance is not None]
    return newest._replace(
        kind=group.kind,
        category=newest.category if len({one.category for one in states}) == 1 else None,
        title=None,
        content=text,
        data=_data(group, text, heading or group.heading),
        metadata={},
        tags=_union((one.tags for one in states), _TAGS_MAX),
        entities=_union((one.entities for one in states), _ENTITIES_MAX),
        lifecycle=Lifecycle.ACTIVE,
        review=Review.NOT_REQUIRED,
        confidence_base=min(one.confidence_base for one in states)
        if is_year
        else _base(preset, min(one.confidence for one in group.members), since, now),
        confidence_subtype=None,
        # Nobody has vouched for these words.
        verifier_count=0,
        admin_approved=False,
        live_confirmed=False,
        last_confirmed_at=None if is_year else since,
        importance=max(importance, default=None),
        source_type=COMPRESSION,
        source_id=None,
        trust=trust.lowest(one.trust for one in states),
        valid_from=None,  # each had begun, and the text says when
        # It lasts as long as the last of them would have.
        expires_at=retention.expiry(preset, group.kind, now if is_year else since),
        superseded_by=None,
    )


def _data(group: Group, text: str, heading: str | None) -> dict[str, Any]:
    data = compressed_entry.data(group.parts, text, heading=heading)
    if group.topic is not None:
        data["topic"] = group.topic
    if group.year is not None:
        data |= {"year": group.year, "of_kind": group.of_kind}
    return data


def _base(preset: Preset, now_worth: float, since: datetime, now: datetime) -> float:
    """The base that is worth so much now, rounded down: time counts once, and adds nothing."""
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


def _in_order(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda one: (one.occurred_at, one.id))


def _place(item: Item) -> _Key:
    """What items have in common that may be put together, beside their kind."""
    audience = None if item.audience == EVERYONE else item.audience
    return (
        item.source_user, item.subject, item.domain, audience, item.is_personal, item.sensitivity,
    )  # fmt: skip


def _is_free(item: Item, now: datetime) -> bool:
    """No person decided on it, and no time or mark of its own would be lost."""
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


def _told(preset: Preset, item: Item) -> _Told:
    read = compression_text.read(item, language_name=preset.language)
    words = (part.text for part in read.parts)
    stems = frozenset(language(preset.language).stems(" ".join(words)))
    frame = _in_most(read.frames)
    return _Told(item, read.parts, read.topic, stems, frame, len(read.parts) == 1 or not frame)


def _in_most(frames: Sequence[frozenset[str]]) -> frozenset[str]:
    seen = Counter(stem for one in frames for stem in one)
    return frozenset(stem for stem, times in seen.items() if 2 * times > len(frames))


class _Joined:
    """Items in growing groups. A group is known by the number of an item in it, its leader."""

    def __init__(self, pool: Sequence[_Told]) -> None:
        self._pool = pool
        self._weight = text_similarity.weights([one.stems for one in pool])
        # A word that a single item has tells it from others, and says nothing of its sort.
        seen = Counter((one.item.kind, stem) for one in pool for stem in one.frame)
        self._frames = [
            frozenset(stem for stem in one.frame if seen[one.item.kind, stem] > 1) for one in pool
        ]
        self._frame_weight = text_similarity.weights(self._frames)
        self._others: set[int] = set()  # leaders of lists of what is of no sort
        self._leader = list(range(len(pool)))
        self._members = {number: [number] for number in range(len(pool))}
        self._parts = {number: len(one.parts) for number, one in enumerate(pool)}
        self._size = {number: size(one.parts) for number, one in enumerate(pool)}

    def join_related(self, numbers: Sequence[int]) -> int:
        """Puts together what agrees in most of its words; how many groups less there are."""
        done = 0
        marked = [_marked(self._pool[number].stems, [self._pool[number]]) for number in numbers]
        for alike, first, second in text_similarity.alike(marked, self._weight):
            if alike < _RELATED:
                break
            if self._frames[numbers[first]] & self._frames[numbers[second]]:
                done += self._join(numbers[first], numbers[second], COMPRESSED_PARTS_MAX)
        return done

    def join_topics(self, numbers: Sequence[int]) -> int:
        """Puts together what answers one question; how many groups less there are."""
        done = 0
        topics: defaultdict[str, list[int]] = defaultdict(list)
        for number in numbers:
            topic = self._pool[number].topic
            if topic is not None:
                topics[topic].append(number)
        for listed in topics.values():
            done += self._packed(listed, COMPRESSED_PARTS_MAX, most=len(listed))
        return done

    def join_sorts(self, numbers: Sequence[int], *, most: int, alike_from: float) -> int:
        """Puts together what is of one sort, the most alike first; how many groups less there are.

        In rounds: what was put together is then known by what its items have in common.
        """
        done, has_grown = 0, True
        while has_grown and done < most:
            leaders = sorted({self._leader[number] for number in numbers})
            marked = [_marked(self._frame_of(number), self._told(number)) for number in leaders]
            has_grown = False
            for alike, first, second in text_similarity.alike(marked, self._frame_weight):
                if done >= most or alike < alike_from:
                    break
                if self._join(leaders[first], leaders[second], COMPRESSED_PARTS_MAX):
                    done, has_grown = done + 1, True
        return done

    def join_others(self, numbers: Sequence[int], parts_max: int, *, most: int) -> int:
        """Lists what is of no sort together; how many groups less there are.

        What was put together because it is of one sort is left by itself.
        """
        leaders = sorted({self._leader[number] for number in numbers})
        listed = [leader for leader in leaders if self._is_of_no_sort(leader)]
        done = self._packed(listed, parts_max, most=most)
        self._others.update(self._leader[number] for number in listed)
        return done

    def join_all(self, numbers: Sequence[int], *, most: int) -> int:
        """Lists small sorts together: where there are more of them than anybody can be told."""
        leaders = sorted({self._leader[number] for number in numbers})
        leaders.sort(key=lambda leader: self._parts[leader])
        return self._packed(leaders, COMPRESSED_PARTS_MAX, most=most)

    def groups(self) -> Iterator[list[_Told]]:
        for numbers in self._members.values():
            if len(numbers) > 1:
                yield [self._pool[number] for number in sorted(numbers)]

    def _told(self, leader: int) -> list[_Told]:
        return [self._pool[number] for number in self._members[leader]]

    def _frame_of(self, leader: int) -> frozenset[str]:
        """What most items of a group have in common."""
        return _in_most([self._frames[number] for number in self._members[leader]])

    def _is_of_no_sort(self, leader: int) -> bool:
        """Whether a group is one item by itself, or a list of such."""
        told = self._told(leader)
        return leader in self._others or (len(told) == 1 and told[0].is_of_no_sort)

    def _packed(self, numbers: Iterable[int], parts_max: int, *, most: int) -> int:
        """Joins each with the first that has room for it."""
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
        """Puts the groups of two items together; False: they are one, or would be too long."""
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


def _marked(stems: frozenset[str], told: Sequence[_Told]) -> text_similarity.Marked:
    """What items are known by together."""
    categories = {one.item.category for one in told}
    return text_similarity.Marked(
        stems, category=categories.pop() if len(categories) == 1 else None
    )


def _chunks(told: Sequence[_Told]) -> Iterator[list[_Told]]:
    """Parted where one text would grow too long."""
    chunk: list[_Told] = []
    parts = length = 0
    for one in told:
        more = size(one.parts)
        is_full = (
            parts + len(one.parts) > COMPRESSED_PARTS_MAX
            or length + more > COMPRESSED_CHARACTERS_MAX
        )
        if chunk and is_full:
            yield chunk
            chunk, parts, length = [], 0, 0
        chunk.append(one)
        parts, length = parts + len(one.parts), length + more
    if chunk:
        yield chunk


def _together(told: Sequence[_Told]) -> tuple[tuple[Item, ...], tuple[Part, ...]]:
    parts = dict.fromkeys(part for one in told for part in one.parts)
    return tuple(one.item for one in told), tuple(sorted(parts, key=lambda one: one.on))


def _union(listed: Iterable[tuple[str, ...]], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in listed for word in words))[:most]
