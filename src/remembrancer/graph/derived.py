"""Derived attributes: figures of entities, kept in step with what they are related to.

A unit of work that changes the graph recomputes them before it ends. Everybody reads the same
figures, so only what everybody may see is counted, and only entities for everybody have them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeGuard

from pydantic import TypeAdapter, ValidationError

from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import DerivedAttribute, GraphRules
from remembrancer.core.scope import Scope
from remembrancer.core.time import Moment
from remembrancer.graph.port import ChangedByUnit, DerivedFigures
from remembrancer.items.entity import STATED, Entity
from remembrancer.ports import Writer

_AGAINST: Final = "<"  # before a type: from its target to its source
_MOMENT: Final[TypeAdapter[datetime]] = TypeAdapter(Moment)


class Reached(NamedTuple):
    """What a path leads to from one entity."""

    attrs: Mapping[str, Any]
    seen_at: str  # when the last relation of the path was observed


def rules_of(rules: GraphRules, kind: str) -> tuple[DerivedAttribute, ...]:
    return tuple(one for one in rules.derived if one.kind == kind)


def keep_in_step(unit: Writer, scope: Scope) -> None:
    """Computes what the changes of this unit of work change in derived attributes."""
    figures, rules = unit.derived, scope.space.preset.graph
    if not rules.derived:
        return
    changed = figures.changed()
    for kind in dict.fromkeys(one.kind for one in rules.derived):
        own = rules_of(rules, kind)
        if changed is None:  # something was erased: whatever it was related to
            starts = figures.of_kind(kind)
        else:
            starts = figures.of_kind(kind, _starts(figures, own, changed))
        written = _write(unit, own, starts) if starts else ()
        if changed is not None:
            changed.nodes.update(written)


def check_given(unit: Writer, scope: Scope, known: Entity, given: Mapping[str, Any]) -> list[str]:
    """The names of derived attributes among the given ones that say nothing new.

    Raises if one says something else than the relations on record do.
    """
    idle = []
    for rule in rules_of(scope.space.preset.graph, known.kind):
        name = rule.attribute
        if name not in given or known.stated is None:
            continue
        is_start = given[name] is None or (rule.measure == "count" and given[name] == 0)
        if is_start or given[name] in (known.attrs.get(name), known.stated.get(name)):
            idle.append(name)
        elif _along(unit.derived, rule.path, [known.id], has_values=False)[known.id]:
            path = ", ".join(one.removeprefix(_AGAINST) for one in rule.path)
            raise InvalidInput(
                f"{name} of {known.id} is {known.attrs.get(name)!r}, which follows from its "
                f"relations ({path}). Leave it out, or change what it is related to.",
                field="attrs",
            )
    return idle


def with_given(
    scope: Scope, known: Entity, own: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, Any]:
    """Attributes with new ones. Of a derived one that nothing is counted for yet, what is given
    counts as stated before."""
    attrs = {**own, **new}
    if known.stated is not None and STATED not in new:
        derived = {one.attribute for one in rules_of(scope.space.preset.graph, known.kind)}
        attrs[STATED] = {**known.stated, **{name: new[name] for name in derived & new.keys()}}
    return attrs


def figure(rule: DerivedAttribute, reached: Sequence[Reached], stated: Mapping[str, Any]) -> Any:
    """The value of a derived attribute; None: there is none."""
    before = stated.get(rule.attribute)
    if rule.measure == "latest":
        return _latest(rule, reached, before)
    values = [one.attrs.get(rule.value) for one in reached] if rule.value else []
    if rule.measure == "count":
        counted = len(reached) if rule.value is None else len(_shares(values))
        return counted + (before if _is_number(before) else 0)
    shares = _shares(values)
    many = stated.get(rule.of) if rule.of else None
    if _is_number(before) and _is_number(many) and many > 0:
        return (before * many + sum(shares)) / (many + len(shares))
    return sum(shares) / len(shares) if shares else before


def _latest(rule: DerivedAttribute, reached: Sequence[Reached], before: Any) -> Any:
    dated: list[tuple[datetime, Any]] = []
    for one in reached:
        at = one.attrs.get(rule.at) if rule.at else None
        moment = _moment(at)
        if moment is None and (moment := _moment(one.seen_at)) is not None:
            at = moment.isoformat()
        value = at if rule.value is None else one.attrs.get(rule.value)
        if moment is not None and (rule.value is None or _is_number(value)):
            dated.append((moment, value))
    if rule.value is None and (moment := _moment(before)) is not None:
        dated.append((moment, before))
    return max(dated, key=lambda one: one[0])[1] if dated else before


def _shares(values: Iterable[Any]) -> list[float]:
    """Those that are shares of success: 1 is right, 0 is wrong."""
    return [one for one in values if _is_number(one) and 0 <= one <= 1]


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return _MOMENT.validate_python(value)
    except ValidationError:
        return None


def _starts(
    figures: DerivedFigures, rules: Sequence[DerivedAttribute], changed: ChangedByUnit
) -> set[str]:
    """The nodes from which a path of these rules may lead to something that changed."""
    found: set[str] = set()
    for path in dict.fromkeys(one.path for one in rules):
        near = {*changed.nodes}
        for step in path:
            near |= changed.ends.get(_step(step)[0], set())
        for step in reversed(path):
            type, is_forward = _step(step)
            near |= {one.far for one in figures.steps(near, type, is_forward=not is_forward)}
        found |= near
    return found


def _step(step: str) -> tuple[str, bool]:
    return step.removeprefix(_AGAINST).upper(), not step.startswith(_AGAINST)


def _reached(
    figures: DerivedFigures, rules: Sequence[DerivedAttribute], starts: Collection[str]
) -> dict[tuple[str, ...], dict[str, list[Reached]]]:
    """What the paths of these rules lead to from each start. Rules of one path share the way."""
    found = {}
    for path in dict.fromkeys(one.path for one in rules):
        # Whoever only counts needs no attributes, and a busy agent made thousands of decisions.
        has_values = any(one.path == path and (one.value or one.at) for one in rules)
        found[path] = _along(figures, path, starts, has_values=has_values)
    return found


def _along(
    figures: DerivedFigures, path: tuple[str, ...], starts: Collection[str], *, has_values: bool
) -> dict[str, list[Reached]]:
    """What a path leads to from each start, each node once."""
    ways = {start: {start: ""} for start in starts}  # nodes by start, and when they were seen
    for step in path:
        type, is_forward = _step(step)
        near = {node for nodes in ways.values() for node in nodes}
        steps = defaultdict(list)
        for one in figures.steps(near, type, is_forward=is_forward):
            steps[one.near].append(one)
        for start, nodes in ways.items():
            further: dict[str, str] = {}
            for node in nodes:
                for one in steps[node]:
                    further[one.far] = max(one.seen_at, further.get(one.far, ""))
            ways[start] = further
    ends = {node for nodes in ways.values() for node in nodes}
    attrs = figures.attrs(ends) if has_values else {}
    return {
        start: [Reached(attrs.get(node, {}), seen_at) for node, seen_at in nodes.items()]
        for start, nodes in ways.items()
    }


def _write(
    unit: Writer, rules: Sequence[DerivedAttribute], starts: Collection[str]
) -> tuple[str, ...]:
    """Puts the figures of these entities in force, where they changed."""
    reached = _reached(unit.derived, rules, starts)
    written = []
    for entity in unit.entities.standing(sorted(starts)):
        is_related = any(one[entity.id] for one in reached.values())
        if entity.stated is None and not is_related:
            continue  # what is given stands for itself
        own = unit.entities.own(entity.id).attrs
        before = entity.stated
        if before is None:
            names = [rule.attribute for rule in rules]
            before = {name: own[name] for name in names if own.get(name) is not None}
        attrs = dict(own)
        for rule in rules:
            value = figure(rule, reached[rule.path][entity.id], before)
            if value is None:
                attrs.pop(rule.attribute, None)
            else:
                attrs[rule.attribute] = value
        if attrs != own or entity.stated is None:
            unit.entities.change(entity.id, {"attrs": {**attrs, STATED: before}})
            written.append(entity.id)
    return tuple(written)
