"""Read-only tools of the graph: a person's facts and relations, customers and what is linked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.limits import TOOL_HITS_MAX
from remembrancer.core.texts.text import Name
from remembrancer.delivery.tool_rule import QUOTED_ANSWER
from remembrancer.items.entity import Entity, name_key
from remembrancer.items.trust import lowest
from remembrancer.tools.tool import read_only
from remembrancer.tools.tool_results import LEFT_OUT, SHORTENED, TEXT, TRUST, shortened, within

if TYPE_CHECKING:
    from remembrancer.graph.neighbourhood import Neighbourhood
    from remembrancer.graph.person import PersonFact
    from remembrancer.memory import Memory

_PROVEN: Final = "whether messages on record state it; false: say that it is not proven"
_EVIDENCE: Final = "ids of the messages that state it"
_LOWEST: Final = "the lowest trust of anything in this answer"
_ATTRS_CHARACTERS: Final = 2_000  # of the attributes of one entity, as JSON
_RELATED_MAX: Final = 50  # entities that are linked with one customer


class GetPersonSummary(Value):
    person_id: Name = Field(
        description="id of the person: ent_ and 12 hex digits, an id of your own system, or the "
        "whole name"
    )


class ToolEntity(Value):
    """A node of the graph."""

    id: str
    kind: str
    name: str = Field(description=TEXT)
    external_id: str | None = Field(description="its id in another system")
    aliases: tuple[str, ...] = ()
    attrs: dict[str, Any] = Field(default={}, description="what is known of it; quoted data")
    trust: str = Field(description=TRUST)


class ToolFact(Value):
    """One thing that is known of a person."""

    id: str
    type: str = Field(description="type of the relation, or kind of the item")
    text: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    direction: str = Field(description="out: from the person to it; in: from it to the person")
    confidence: float
    evidence: tuple[str, ...] = Field(description=_EVIDENCE)
    is_proven: bool = Field(description=_PROVEN)
    timestamp: datetime
    valid_from: datetime | None
    valid_until: datetime | None = Field(description="past: it holds no longer")
    attrs: dict[str, Any] = {}
    trust: str = Field(description=TRUST)


class PersonAnswer(Value):
    person: ToolEntity
    facts: dict[str, tuple[ToolFact, ...]] = Field(description="by type, the best proven first")
    totals: dict[str, int] = Field(description="how many there are of each type")
    left_out: int = Field(description=LEFT_OUT)
    trust: str = Field(description=_LOWEST)
    note: str = QUOTED_ANSWER


class SearchCustomer(Value):
    name: Name = Field(description="a part of the name, such as a surname")
    limit: int = Field(default=5, ge=1, le=TOOL_HITS_MAX, description="how many at most")


class RelatedEntity(Value):
    """An entity that is linked with a customer."""

    id: str
    kind: str
    name: str = Field(description=TEXT)
    external_id: str | None
    type: str = Field(description="type of the relation that leads to it")
    of: str = Field(description="id of the entity at the other end of that relation")
    direction: str = Field(description="out: the relation leads to it; in: it comes from it")
    confidence: float
    is_proven: bool = Field(description=_PROVEN)
    trust: str = Field(description=TRUST)


class Customer(Value):
    """An entity whose name matches, and what is linked with it."""

    customer: ToolEntity
    related: tuple[RelatedEntity, ...] = Field(description="accounts, organisations, people, …")
    related_left_out: int = Field(description="how many linked entities are left out")


class Customers(Value):
    customers: tuple[Customer, ...] = Field(description="the closest names first")
    left_out: int = Field(description=LEFT_OUT)
    note: str = QUOTED_ANSWER


def _person(memory: Memory, given: GetPersonSummary, session: str | None) -> PersonAnswer:
    found = memory.graph.person(given.person_id)
    listed = [one for group in found.facts.values() for one in group]
    listed.sort(key=lambda one: (one.is_proven, one.confidence, one.timestamp), reverse=True)
    kept, left_out = within(map(_fact, listed))
    groups: dict[str, list[ToolFact]] = defaultdict(list)
    for one in kept:
        groups[one.type].append(one)
    return PersonAnswer(
        person=_entity(found.person),
        facts={type: tuple(groups[type]) for type in sorted(groups)},
        totals={type: len(group) for type, group in found.facts.items()},
        left_out=left_out,
        trust=lowest([found.person.trust, *(one.trust for one in listed)]).value,
    )


def _customers(memory: Memory, given: SearchCustomer, session: str | None) -> Customers:
    page = memory.graph.entities(name=given.name, limit=TOOL_HITS_MAX)
    ordered = sorted(page, key=lambda one: _distance(one, given.name))
    chosen = ordered[: given.limit]
    kept, dropped = within(
        Customer(
            customer=_entity(one),
            related=related[:_RELATED_MAX],
            related_left_out=max(len(related) - _RELATED_MAX, 0) + around.left_out,
        )
        for one in chosen
        for around in (memory.graph.neighbours(one.id, depth=2),)
        for related in (tuple(_related(around)),)
    )
    more = len(ordered) - len(chosen) + (page.next is not None)
    return Customers(customers=kept, left_out=more + dropped)


def _related(around: Neighbourhood) -> Iterable[RelatedEntity]:
    """What is linked with a node, and where that leads to: a client's accounts and their bank.

    Relations that come from elsewhere to what is linked are not followed: everybody who works for
    the same firm is no relation of the client.
    """
    nodes = {one.id: one for one in (around.center, *around.nodes)}
    for one in around.relations:
        for end, of, is_out in ((one.target, one.source, True), (one.source, one.target, False)):
            node, other = nodes[end], nodes[of]
            is_step = node.depth == other.depth + 1
            if not is_step or node.is_item or other.is_item or (node.depth == 2 and not is_out):
                continue
            yield RelatedEntity(
                id=node.id,
                kind=node.kind,
                name=shortened(node.name)[0],
                external_id=node.external_id,
                type=one.type.upper(),
                of=of,
                direction="out" if is_out else "in",
                confidence=one.confidence,
                is_proven=one.is_proven,
                trust=one.trust.value,
            )


def _distance(one: Entity, name: str) -> tuple[bool, bool]:
    """How far a name is from what was looked for: the same, its beginning, a part of it."""
    key = name_key(name)
    names = [name_key(known) for known in (one.name, *one.aliases)]
    return (key not in names, not any(known.startswith(key) for known in names))


def _entity(one: Entity) -> ToolEntity:
    attrs, room = {}, _ATTRS_CHARACTERS
    for name, value in one.attrs.items():
        room -= len(name) + len(str(value))
        if room < 0:
            break
        attrs[name] = value
    return ToolEntity(
        id=one.id,
        kind=one.kind,
        name=one.name,
        external_id=one.external_id,
        aliases=one.aliases,
        attrs=attrs,
        trust=one.trust.value,
    )


def _fact(one: PersonFact) -> ToolFact:
    text, is_shortened = shortened(one.text)
    fields = one.model_dump(exclude={"text", "trust"})
    return ToolFact(**fields, text=text, is_shortened=is_shortened, trust=one.trust.value)


GRAPH_TOOLS: Final = tuple(
    read_only(*told)
    for told in (
        (
            "get_person_summary",
            "Everything about a person",
            GetPersonSummary,
            PersonAnswer,
            _person,
            "Gets all that is known of a person: relations and items by type, each with its "
            "confidence, its evidence and whether it is proven. Use it once you know who is meant.",
        ),
        (
            "search_customer",
            "Search for a customer",
            SearchCustomer,
            Customers,
            _customers,
            "Finds customers and other entities by a part of their name. You get each with the "
            "accounts, organisations and people that are linked with it. Use it to find out who is "
            "meant, and their id.",
        ),
    )
)
