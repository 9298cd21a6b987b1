"""The graph: who and what there is, and a walk from one node to the next, now or at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from remembrancer.doors.web.graph_picture import NARROW_MAX, Neighbour, colours
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import day, in_a_path, words
from remembrancer.front.argument_parsing import as_moment
from remembrancer.graph.neighbourhood import Neighbourhood
from remembrancer.graph.outline import NodeOverview
from remembrancer.items.entity import Entity, name_key
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation

_SHOWN: Final = 40  # neighbours around a node
_RELATIONS: Final = 5  # between it and one of them
_QUOTES: Final = 3  # of one relation
_LISTED: Final = 30  # entities of a page
_ATTRIBUTES: Final = 12
_WORLD, _RECORD = "valid_at", "as_of"  # the two clocks, as they stand in an address


class ToldRelation(NamedTuple):
    """A relation as the list tells it."""

    relation: Relation
    is_out: bool  # it leads away from the node in the middle
    quotes: tuple[Message, ...]
    more: int  # messages on record that are not quoted


class NeighbourRow(NamedTuple):
    """A neighbour in the list beside the picture."""

    neighbour: Neighbour
    statements: tuple[ToldRelation, ...]
    more: int  # relations that are not told


class TypeFilter(NamedTuple):
    """One type to narrow the picture to."""

    title: str
    total: int | None  # of its relations; None: the filter that takes all
    address: str
    is_chosen: bool


class TimePoint(NamedTuple):
    """A time that the slider stops at."""

    title: str
    address: str
    is_shown: bool


class TimeSlider(NamedTuple):
    """The slider through one of the two clocks."""

    clock: str
    points: tuple[TimePoint, ...]  # the last one is today
    position: int
    title: str
    other: str | None  # the address of the same page with the other clock; None: nothing to see


def graph(visit: Visit) -> PageView | Sent:
    """Where a walk begins: a name, a kind, or the nodes with the most relations."""
    visit.check_sees("browse", "timeline")
    kind, name = visit.parameter("kind"), visit.parameter("q")
    found = None
    if kind or name:
        found = visit.memory.graph.entities(
            kind=kind, name=name, limit=_LISTED, cursor=visit.parameter("cursor")
        )
        exact = [one for one in found if name and name_key(one.name) == name_key(name)]
        if visit.parameter("go") and len(exact) == 1:
            return Sent(f"/graph/{in_a_path(exact[0].id)}")
    overview = visit.memory.graph.overview()
    kept = {key: value for key, value in (("kind", kind), ("q", name)) if value}
    kinds = {*overview.kinds, *(one.node.kind for one in overview.most_connected)}
    return PageView(
        "graph.html",
        {
            "overview": overview,
            "found": found,
            "kind": kind,
            "name": name,
            "colour": colours(kinds | {one.kind for one in found or ()}),
            "further": None
            if found is None or found.next is None
            else urlencode({**kept, "cursor": found.next}),
        },
    )


def node(visit: Visit) -> PageView:
    """One node with its neighbours: what matters most, and how much was left out."""
    visit.check_sees("browse", "timeline")
    id, graph = visit.path["id"], visit.memory.graph
    times = {name: as_moment(visit.parameter(name), name) for name in (_WORLD, _RECORD)}
    chosen = tuple(dict.fromkeys((visit.parameter("types") or "").upper().split(",")))
    types = tuple(one for one in chosen if one)
    world, record = times[_WORLD], times[_RECORD]
    around = graph.neighbours(id, types=types or None, limit=_SHOWN, valid_at=world, as_of=record)
    now = graph.outline(id)
    then = graph.outline(id, valid_at=world, as_of=record) if world or record else now
    rows = _rows(visit, around)
    entity = None if around.center.is_item else graph.get(around.center.id, as_of=record)
    kinds = {around.center.kind, *(one.kind for one in around.nodes)}
    return PageView(
        "graph_node.html",
        {
            "id": id,
            "center": around.center,
            "entity": entity,
            "attributes": _attributes(entity),
            "rows": rows,
            "neighbours": tuple(one.neighbour for one in rows),
            "left_out": around.left_out,
            "ended": then.ended,
            "filters": _filters(visit, then, types),
            "is_narrowed": bool(types),
            "colour": colours(kinds),
            "slider": _slider(visit, now, times),
            "times": times,
            "kept": _query(_asked(visit)),
            "narrow_max": NARROW_MAX,
        },
    )


def _rows(visit: Visit, around: Neighbourhood) -> tuple[NeighbourRow, ...]:
    """Each neighbour with what relates it, and the words that say so."""
    center = around.center.id
    between: dict[str, list[Relation]] = {one.id: [] for one in around.nodes}
    for one in around.relations:
        between[one.target if one.source == center else one.source].append(one)
    told = [one.id for found in between.values() for one in found[:_RELATIONS]]
    quotes = visit.memory.graph.evidence(told, each=_QUOTES) if told else {}
    return tuple(
        NeighbourRow(
            Neighbour(node, tuple(between[node.id]), center),
            tuple(
                _statement(one, center, quotes.get(one.id, ()))
                for one in between[node.id][:_RELATIONS]
            ),
            max(0, len(between[node.id]) - _RELATIONS),
        )
        for node in around.nodes
        if between[node.id]
    )


def _statement(relation: Relation, center: str, messages: Sequence[Message]) -> ToldRelation:
    """Only what stated it at the time that is looked at is quoted."""
    quotes = tuple(one for one in messages if one.id in relation.evidence)
    return ToldRelation(
        relation, relation.source == center, quotes, len(relation.evidence) - len(quotes)
    )


def _attributes(entity: Entity | None) -> tuple[tuple[str, Any], ...]:
    return () if entity is None else tuple(sorted(entity.attrs.items()))[:_ATTRIBUTES]


# -- addresses


def _asked(visit: Visit, **changed: str | None) -> dict[str, str]:
    """What the address asks for beside the node: the time of each clock, and which one slides."""
    asked = {name: visit.parameter(name) for name in (_WORLD, _RECORD, "clock")} | changed
    return {name: value for name, value in asked.items() if value}


def _query(asked: Mapping[str, str]) -> str:
    return f"?{urlencode(asked)}" if asked else ""


def _address(visit: Visit, asked: Mapping[str, str]) -> str:
    return f"/graph/{in_a_path(visit.path['id'])}{_query(asked)}"


def _filters(visit: Visit, then: NodeOverview, types: Sequence[str]) -> tuple[TypeFilter, ...]:
    """The types that there are, and those that were chosen; each can be added or taken away."""
    everything = TypeFilter("All", None, _address(visit, _asked(visit)), not types)
    made = []
    for one in dict.fromkeys((*then.types, *types)):
        chosen = [*types, one] if one not in types else [other for other in types if other != one]
        asked = _asked(visit, types=",".join(chosen))
        title = words(one).lower()
        made.append(TypeFilter(title, then.types.get(one, 0), _address(visit, asked), one in types))
    return (everything, *made) if made else ()


def _slider(
    visit: Visit, now: NodeOverview, times: Mapping[str, datetime | None]
) -> TimeSlider | None:
    """Through the world's time, or through the record's: what was true when, or known when."""
    points = {_WORLD: now.valid_times, _RECORD: now.recorded_times}
    is_worth = {name: len(found) > 1 for name, found in points.items()}
    clock = visit.parameter("clock")
    if clock not in points:
        clock = next((one for one in (_RECORD, _WORLD) if times[one]), None)
        clock = clock or (_WORLD if is_worth[_WORLD] else _RECORD)
    other = _RECORD if clock == _WORLD else _WORLD
    if not is_worth[clock]:
        return None
    at, kept = times[clock], {"types": visit.parameter("types"), "clock": visit.parameter("clock")}
    past = [one for one in points[clock] if one <= visit.now]
    ahead = [one for one in points[clock] if one > visit.now]
    stops = [*past, None, *ahead]
    before = [one for one in stops if at is None or (one or visit.now) <= at]
    position = stops.index(None) if at is None else max(0, len(before) - 1)

    def address(one: datetime | None) -> str:
        moment = None if one is None else one.isoformat()
        return _address(visit, _asked(visit, **kept, **{clock: moment, other: None}))

    return TimeSlider(
        clock,
        tuple(
            TimePoint("today" if one is None else day(one), address(one), place == position)
            for place, one in enumerate(stops)
        ),
        position,
        "today" if at is None else day(at),
        _address(visit, _asked(visit, valid_at=None, as_of=None, clock=other))
        if is_worth[other]
        else None,
    )
