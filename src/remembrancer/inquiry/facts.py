"""Facts of an inquiry, made of relations, items and messages as the caller sees them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.graph.neighbourhood import Node
from remembrancer.inquiry.inquiry import RelevantFact
from remembrancer.items.entity import Entity
from remembrancer.items.item import Item, Trust
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation
from remembrancer.recall.hit import Hit

MESSAGE: Final = "message"
PERSON_KINDS: Final = ("Person", "Client", "Customer", "Agent")
_ORGANIZATION_KINDS: Final = ("Org", "Organization", "Firm", "Company")
_STARTS: Final = ("startDate", "start_date", "since", "from")
_ENDS: Final = ("endDate", "end_date", "until", "to")
_NOW: Final = ("present", "now", "current", "today", "nu", "idag")
_PAST_TYPES: Final = ("PREVIOUSLY", "FORMERLY")


class FactCandidate(Value):
    """A fact that was found, with what its relevance is told by."""

    fact: RelevantFact
    score: float = 0.0  # of recall, where it was found by words or meaning
    kinds: dict[str, str] = {}  # kinds of the entities that it is about, by id
    found_by: tuple[str, ...] = ()  # the looks that found it
    quotes: tuple[str, ...] = ()  # words of the messages that state it
    beside: tuple[str, ...] = ()  # of a message: ids of those right before and after it


def relation_fact(one: Relation, nodes: Mapping[str, Node], now: datetime) -> FactCandidate:
    """A relation with its ends by name."""
    source, target = nodes[one.source], nodes[one.target]
    attrs, type = one.attrs, one.type.upper()
    fields: dict[str, Any] = {}
    are_people = [node.kind in PERSON_KINDS for node in (source, target)]
    duration, has_ended = _duration(one, goes_on=any(are_people))
    if all(are_people):
        fields |= {"person_a": source.name, "person_b": target.name}
    elif any(are_people):
        person, other = (source, target) if are_people[0] else (target, source)
        field = "organization" if other.kind in _ORGANIZATION_KINDS else "object"
        fields |= {"person": person.name, field: other.name}
    else:
        field = "organization" if source.kind in _ORGANIZATION_KINDS else "object"
        fields[field] = source.name if field == "organization" else target.name
    is_past = type in _PAST_TYPES or has_ended or not one.holds_at(now)
    can_end = bool(duration) or type in _PAST_TYPES or "role" in attrs
    role, location = _said(attrs.get("role")), _said(attrs.get("location"))
    basis, sentiment = _said(attrs.get("basis")), _said(attrs.get("sentiment"))
    told = [role, location, duration, basis, sentiment]
    extra = ", ".join(part for part in told if part)
    words = type.lower().replace("_", " ")
    return FactCandidate(
        fact=RelevantFact(
            id=one.id,
            type=type,
            text=f"{source.name} {words} {target.name}" + (f" ({extra})" if extra else ""),
            **fields,
            role=role,
            duration=duration,
            current=not is_past if can_end else None,
            location=location,
            basis=basis,
            sentiment=sentiment,
            confidence=one.confidence,
            evidence=one.evidence,
            trust=one.trust,
            timestamp=one.timestamp,
            ends=(source.id, target.id),
        ),
        kinds={node.id: node.kind for node in (source, target)},
    )


def item_fact(item: Item, entity: Entity | None = None) -> FactCandidate:
    """An item in its own words, and the entity that it is about, if that is known.

    One that no message states is cited by its own id.
    """
    quoted = tuple(dict.fromkeys(one.message_id for one in item.evidence if one.message_id))
    return FactCandidate(
        fact=RelevantFact(
            id=item.id,
            type=item.kind,
            text=item.content,
            person=item.subject,
            confidence=item.confidence,
            evidence=quoted or (item.id,),
            trust=item.trust,
            timestamp=item.occurred_at,
            ends=() if entity is None else (entity.id,),
        ),
        kinds={} if entity is None else {entity.id: entity.kind},
    )


def message_fact(message: Message) -> FactCandidate:
    """A message in its own words."""
    return FactCandidate(
        fact=RelevantFact(
            id=message.id,
            type=MESSAGE,
            text=message.content,
            person=message.author_id,
            confidence=1.0,
            evidence=(message.id,),
            trust=message.trust,
            timestamp=message.timestamp,
            conversation_id=message.conversation_id,
        ),
    )


def hit_fact(hit: Hit) -> FactCandidate:
    """What recall found: an item or a message, which is its own evidence."""
    is_message = hit.type == MESSAGE
    quoted = tuple(dict.fromkeys(one.message_id for one in hit.evidence if one.message_id))
    return FactCandidate(
        fact=RelevantFact(
            id=hit.id,
            type=MESSAGE if is_message else hit.kind or "fact",
            text=hit.text,
            person=hit.source_user if is_message else hit.subject,
            confidence=hit.confidence,
            evidence=(hit.id,) if is_message else quoted or (hit.id,),
            trust=hit.trust or Trust.PERSON,
            timestamp=hit.occurred_at,
            conversation_id=hit.conversation_id,
        ),
        score=hit.score,
    )


def _duration(one: Relation, *, goes_on: bool) -> tuple[str | None, bool]:
    """From when until when it held, in words, and whether it is over. What people do goes on until
    an end is known; an event without one is on its day."""
    begin = _first(one.attrs, _STARTS) or _day(one.valid_from)
    end = _first(one.attrs, _ENDS) or _day(one.valid_until)
    is_over = end is not None and end.casefold() not in _NOW
    if begin is None and end is None:
        return None, False
    if begin is None or (end is None and not goes_on):
        return begin or end, is_over
    return f"{begin}-{end if is_over else 'present'}", is_over


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.date().isoformat()


def _first(attrs: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((said for name in names if (said := _said(attrs.get(name)))), None)


def _said(value: Any) -> str | None:
    if value is None or isinstance(value, bool | list | dict):
        return None
    return str(value).strip() or None
