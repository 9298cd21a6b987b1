"""A person: everything that the graph and the items say of them, by type."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from remembrancer.core.base import Value
from remembrancer.core.errors import NotFound
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.core.validation import is_text
from remembrancer.graph import neighbourhood, relations
from remembrancer.items.entity import Entity
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Lifecycle, Trust
from remembrancer.ports import Reader


class PersonFact(Value):
    """One thing that is known of a person: a relation, or an item about them."""

    id: str
    type: str
    text: str  # whom or what it leads to, or the words of the item
    direction: str = "out"  # "in": it leads to the person
    confidence: float
    evidence: tuple[str, ...] = ()  # ids of messages; of texts that are none, of their sources
    is_proven: bool
    trust: Trust = Trust.PERSON  # the lowest of what it was drawn from
    timestamp: datetime
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    attrs: dict[str, Any] = {}


class PersonSummary(Value):
    """Everything that the caller may know of a person."""

    person: Entity
    facts: dict[str, tuple[PersonFact, ...]]  # by type of relation or kind of item

    @property
    def count(self) -> int:
        return sum(map(len, self.facts.values()))


def summary(reader: Reader, person_id: Any) -> PersonSummary:
    """All facts and relations of a person, by type, with confidence and evidence.

    `person_id` is the id of an entity, its id in the caller's own system, or its whole name.
    """
    person = _found(reader, person_id)
    facts: dict[str, list[PersonFact]] = defaultdict(list)
    edges = relations.listed(reader, of=[person.id], types=None, at=None, holds_at=None)
    ends = {end for one in edges for end in (one.source, one.target)} - {person.id}
    nodes = neighbourhood.nodes_of(reader, sorted(ends))
    for one in edges:
        is_out = one.source == person.id
        other = nodes[one.target if is_out else one.source]
        facts[one.type.upper()].append(
            PersonFact(
                id=one.id,
                type=one.type.upper(),
                text=other.name,
                direction="out" if is_out else "in",
                confidence=one.confidence,
                evidence=one.evidence,
                is_proven=one.is_proven,
                trust=one.trust,
                timestamp=one.timestamp,
                valid_from=one.valid_from,
                valid_until=one.valid_until,
                attrs=one.attrs,
            )
        )
    for item in _items_about(reader, person):
        places = (one.message_id or one.source_id for one in item.evidence)
        quoted = tuple(dict.fromkeys(place for place in places if place))
        facts[item.kind].append(
            PersonFact(
                id=item.id,
                type=item.kind,
                text=item.content,
                confidence=item.confidence,
                evidence=quoted,
                is_proven=bool(item.evidence),
                trust=item.trust,
                timestamp=item.occurred_at,
                valid_from=item.valid_from,
                valid_until=item.valid_until,
            )
        )
    ordered = {type: tuple(listed) for type, listed in sorted(facts.items())}
    return PersonSummary(person=person, facts=ordered)


def _found(reader: Reader, person_id: Any) -> Entity:
    if is_text(person_id):
        known = reader.entities.get(person_id)
        if known is not None:
            return known
        named = reader.entities.anyone(person_id)
        if len(named) == 1:
            return named[0]
        if named:
            ids = ", ".join(one.id for one in named[:5])
            raise NotFound("single person", person_id, f"Several are called so: {ids}. Name one.")
        raise NotFound("person", person_id, "List people: memory.graph.entities(kind='Person').")
    raise NotFound("person", person_id)


def _items_about(reader: Reader, person: Entity) -> list[Any]:
    names = dict.fromkeys(
        name for name in (person.external_id, person.name, *person.aliases) if name is not None
    )
    found: dict[str, Any] = {}
    for name in names:
        wanted = ItemFilter(subject=name, lifecycle=(Lifecycle.ACTIVE,))
        for item in reader.items.page(wanted, limit=PAGE_ITEMS_MAX, after=None).items:
            found[item.id] = item
    return list(found.values())
