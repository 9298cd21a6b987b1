"""Clients in walks: which of their attributes foretell that what is known of them helps."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from remembrancer.model.item import Item
from remembrancer.model.walk import TellingClient, Walk
from remembrancer.rules.limits import WALK_CLIENTS_MAX, WALK_TELLING_WALKS_MIN

_VALUE_CHARACTERS_MAX: Final = 60  # of a field that counts as an attribute; a longer one is prose
_NO_ATTRIBUTES: Final = frozenset({"slot", "value", "unit", "amounts"})  # how we read a statement

Attribute = tuple[str, str]


def subjects(walks: Iterable[Walk]) -> tuple[str, ...]:
    """Whom the answers were about that somebody reported on, those that came back most first."""
    met = Counter(
        hit.subject
        for walk in walks
        if walk.is_reported
        for hit in walk.returned
        if hit.subject is not None
    )
    order = sorted(met, key=lambda name: (-met[name], name))
    return tuple(order[:WALK_CLIENTS_MAX])


def telling(walks: Iterable[Walk], known: Mapping[str, Sequence[Item]]) -> list[TellingClient]:
    """Attributes of clients by how much more often what is known of them is used than is usual.

    An attribute is what else is known of a client than the item itself: its categories, its kinds
    and the short fields of its data. One walk proves nothing, and nor does one client alone: an
    attribute is told that was met in several walks and about two clients at least.
    """
    used: Counter[Attribute] = Counter()
    returned: Counter[Attribute] = Counter()
    met: defaultdict[Attribute, set[str]] = defaultdict(set)
    having: defaultdict[Attribute, set[str]] = defaultdict(set)
    found = {name: _holders(items) for name, items in known.items()}
    all_used = all_returned = 0
    for walk in walks:
        if not walk.is_reported:
            continue
        for hit in walk.returned:
            if hit.subject not in found:
                continue
            all_returned += 1
            all_used += hit.is_used
            for attribute, holders in found[hit.subject].items():
                if holders == {hit.id}:
                    continue
                returned[attribute] += 1
                used[attribute] += hit.is_used
                met[attribute].add(walk.id)
                having[attribute].add(hit.subject)
    if not all_used:
        return []
    usual = all_used / all_returned
    listed = [
        TellingClient(
            attribute=attribute[0],
            value=attribute[1],
            clients=len(having[attribute]),
            walks=len(met[attribute]),
            used=used[attribute],
            returned=count,
            lift=round((used[attribute] + usual) / (count + 1) / usual, 2),
        )
        for attribute, count in returned.items()
        if len(met[attribute]) >= WALK_TELLING_WALKS_MIN and len(having[attribute]) > 1
    ]
    return sorted(listed, key=lambda one: (-one.lift, -one.returned, one.attribute, one.value))


def _holders(items: Iterable[Item]) -> dict[Attribute, set[str]]:
    """The attributes of one client, each with the ids of the items that say so."""
    found: defaultdict[Attribute, set[str]] = defaultdict(set)
    for item in items:
        for attribute in _attributes(item):
            found[attribute].add(item.id)
    return dict(found)


def _attributes(item: Item) -> Iterator[Attribute]:
    yield "kind", item.kind
    if item.category is not None:
        yield "category", item.category
    for name, value in item.data.items():
        if name in _NO_ATTRIBUTES:
            continue
        told = str(value).lower() if isinstance(value, bool) else value
        if isinstance(told, str) and 0 < len(told) <= _VALUE_CHARACTERS_MAX:
            yield name, told
