"""Client attributes in the retrieval log: which of them predict that a client's items are used."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from remembrancer.core.limits import WALK_CLIENTS_MAX, WALK_TELLING_WALKS_MIN
from remembrancer.items.item import Item
from remembrancer.recall.walk import TellingClient, Walk

_VALUE_CHARACTERS_MAX: Final = 60  # longest attribute value; a longer one is prose
_CLIENTS_MIN: Final = 2  # clients that must have an attribute before it counts
_NO_ATTRIBUTES: Final = frozenset({"slot", "value", "unit", "amounts"})  # fields of our own parsing

Attribute = tuple[str, str]


def subjects(walks: Iterable[Walk]) -> tuple[str, ...]:
    """The subjects of hits in questions with reported use, most frequent first."""
    met = Counter(
        hit.subject
        for walk in walks
        if walk.is_reported
        for hit in walk.returned
        if hit.subject is not None
    )
    order = sorted(met, key=lambda name: (-met[name], name))
    return tuple(order[:WALK_CLIENTS_MAX])


class _Uses:
    """Counts hits and uses."""

    def __init__(self) -> None:
        self.returned = 0
        self.used = 0

    def add(self, other: _Uses) -> None:
        self.returned += other.returned
        self.used += other.used

    def count(self, is_used: bool) -> None:
        self.returned += 1
        self.used += is_used

    def rate(self, usual: float) -> float:
        """The share of used hits, smoothed by one average hit, so that few hits prove little."""
        return (self.used + usual) / (self.returned + 1)


def telling(walks: Iterable[Walk], known: Mapping[str, Sequence[Item]]) -> list[TellingClient]:
    """Client attributes by use rate, relative to clients without the attribute.

    A client's attributes are the categories, kinds and short data fields of its other items. The
    item that was the hit does not count: an item with the client's city says nothing about what
    clients of that city need, and neither does one with another city, so neither counts for cities.
    One question, one client, or an attribute of all clients proves nothing. An attribute is listed
    if it occurs in several questions, at least two clients have it, and at least one does not.
    """
    found = {name: _holders(items) for name, items in known.items()}
    fields = {item.id: set(_fields(item)) for items in known.values() for item in items}
    having: defaultdict[Attribute, dict[str, _Uses]] = defaultdict(lambda: defaultdict(_Uses))
    met: defaultdict[Attribute, set[str]] = defaultdict(set)
    hits: list[tuple[str, set[str], bool]] = []
    for walk in walks:
        if not walk.is_reported:
            continue
        for hit in walk.returned:
            if hit.subject is None or hit.subject not in found:
                continue
            hits.append((hit.subject, fields.get(hit.id, set()), hit.is_used))
            for attribute, holders in found[hit.subject].items():
                if holders != {hit.id}:
                    having[attribute][hit.subject].count(hit.is_used)
                    met[attribute].add(walk.id)
    all_used = sum(is_used for _, _, is_used in hits)
    if not all_used:
        return []
    usual = all_used / len(hits)
    listed = []
    for attribute, clients in having.items():
        if len(met[attribute]) < WALK_TELLING_WALKS_MIN or len(clients) < _CLIENTS_MIN:
            continue
        with_it, without = _Uses(), _Uses()
        for uses in clients.values():
            with_it.add(uses)
        for subject, named, is_used in hits:
            if attribute not in found[subject] and attribute[0] not in named:
                without.count(is_used)
        if not without.returned:
            continue
        listed.append(
            TellingClient(
                attribute=attribute[0],
                value=attribute[1],
                clients=len(clients),
                walks=len(met[attribute]),
                used=with_it.used,
                returned=with_it.returned,
                lift=round(with_it.rate(usual) / without.rate(usual), 2),
            )
        )
    return sorted(
        listed, key=lambda entry: (-entry.lift, -entry.returned, entry.attribute, entry.value)
    )


def _holders(items: Iterable[Item]) -> dict[Attribute, set[str]]:
    """The attributes of one client, each with the ids of the items that show it."""
    result: defaultdict[Attribute, set[str]] = defaultdict(set)
    for item in items:
        for attribute in _attributes(item):
            result[attribute].add(item.id)
    return dict(result)


def _attributes(item: Item) -> Iterator[Attribute]:
    yield "kind", item.kind
    if item.category is not None:
        yield "category", item.category
    yield from _fields(item).items()


def _fields(item: Item) -> dict[str, str]:
    """The short fields of an item's data."""
    texts = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in item.data.items()
        if name not in _NO_ATTRIBUTES
    }
    return {
        name: value
        for name, value in texts.items()
        if isinstance(value, str) and 0 < len(value) <= _VALUE_CHARACTERS_MAX
    }
