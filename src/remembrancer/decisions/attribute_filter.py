"""Filters on what a client was like when a decision was made, and on the decision's own type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from operator import ge, gt, le, lt
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import PRECEDENT_CONDITIONS_MAX
from remembrancer.core.preset import DecisionRules
from remembrancer.core.validation import check_name, did_you_mean
from remembrancer.decisions import catalogue
from remembrancer.decisions.catalogue import normal_type

_BOUNDS: Final = {"over": gt, "under": lt, "at_least": ge, "at_most": le}
OPERATORS: Final = (*_BOUNDS, "not")
_TYPE, _CATEGORY = "type", "category"  # fields of the decision itself


@dataclass(frozen=True, kw_only=True)
class Condition:
    """What one attribute must be like. Every part of it must hold."""

    name: str
    any_of: tuple[Any, ...] | None = None  # None: any value
    none_of: tuple[Any, ...] = ()
    bounds: tuple[tuple[str, float], ...] = ()  # operator and number

    def is_met_by(self, value: Any) -> bool:
        """Whether a value holds; of a list, whether one of its values does."""
        if isinstance(value, list | tuple):
            return any(self.is_met_by(one) for one in value)
        if value is None or _plain(value) in map(_plain, self.none_of):
            return False
        if self.any_of is not None and _plain(value) not in map(_plain, self.any_of):
            return False
        number = as_number(value)
        return all(
            number is not None and _BOUNDS[name](number, bound) for name, bound in self.bounds
        )


@dataclass(frozen=True, kw_only=True)
class AttributeFilter:
    """Which decisions are wanted: conditions on attributes, and types."""

    conditions: tuple[Condition, ...] = ()
    types: tuple[str, ...] | None = None  # of decisions; None: any

    def __bool__(self) -> bool:
        return bool(self.conditions) or self.types is not None

    def is_met_by(self, attributes: Mapping[str, Any]) -> bool:
        """Whether every condition holds. An attribute that is not known meets none."""
        known = {normal_type(name): value for name, value in attributes.items()}
        return all(one.is_met_by(known.get(normal_type(one.name))) for one in self.conditions)


ANY: Final = AttributeFilter()


def attribute_filter(rules: DecisionRules, given: Any) -> AttributeFilter:
    """The filter that a caller gave, checked."""
    if given is None:
        return ANY
    if not isinstance(given, Mapping):
        raise InvalidInput(
            'filters is a mapping from attributes to what they must be, such as {"age": {"over": '
            '70}, "capacity_for_loss": "low"}.',
            field="filters",
        )
    if len(given) > PRECEDENT_CONDITIONS_MAX:
        raise InvalidInput(
            f"filters has {len(given)} conditions; the limit is {PRECEDENT_CONDITIONS_MAX}.",
            field="filters",
        )
    types: set[str] | None = None
    conditions = []
    for name, condition in given.items():
        check_name(name, "filters")
        if name in (_TYPE, _CATEGORY):
            chosen = _types(rules, name, condition)
            types = chosen if types is None else types & chosen
        else:
            conditions.append(_condition(name, condition))
    return AttributeFilter(
        conditions=tuple(conditions), types=None if types is None else tuple(sorted(types))
    )


def as_number(value: Any) -> float | None:
    """A number, or a text that is one; None: neither."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def is_same(a: Any, b: Any) -> bool:
    """Whether two values are the same, without regard to case."""
    return bool(_plain(a) == _plain(b))


def _types(rules: DecisionRules, name: str, given: Any) -> set[str]:
    listed = given if isinstance(given, list | tuple) else [given]
    if name == _TYPE:
        return {catalogue.check_type(rules, one) for one in listed}
    return {type for one in listed for type in catalogue.check_category(rules, one)}


def _condition(name: str, given: Any) -> Condition:
    if not isinstance(given, Mapping):
        return Condition(name=name, any_of=_values(name, given))
    if not given:
        raise InvalidInput(
            f"The filter {name} says nothing. Give a value, a list of values, or one of: "
            f"{', '.join(OPERATORS)}.",
            field="filters",
        )
    none_of: tuple[Any, ...] = ()
    bounds = []
    for operator, value in given.items():
        if operator == "not":
            none_of = _values(name, value)
        elif operator in _BOUNDS:
            bounds.append((operator, _bound(name, operator, value)))
        else:
            near = did_you_mean(str(operator), OPERATORS)
            raise InvalidInput(
                f"The filter {name} has {operator!r}, which is no comparison.{near} There are: "
                f"{', '.join(OPERATORS)}.",
                field="filters",
            )
    return Condition(name=name, none_of=none_of, bounds=tuple(bounds))


def _values(name: str, given: Any) -> tuple[Any, ...]:
    listed = tuple(given) if isinstance(given, list | tuple) else (given,)
    if not listed or not all(isinstance(one, str | int | float) for one in listed):
        raise InvalidInput(
            f"The filter {name} is a text, a number, true or false, or a list of such values, not "
            f"{given!r}.",
            field="filters",
        )
    return listed


def _bound(name: str, operator: str, given: Any) -> float:
    number = None if isinstance(given, str) else as_number(given)
    if number is None:
        raise InvalidInput(
            f"The filter {name} compares numbers with {operator}, and {given!r} is none.",
            field="filters",
        )
    return number


def _plain(value: Any) -> Any:
    """A value for comparison: texts without case and outer blanks, numbers as numbers."""
    if isinstance(value, bool):
        return str(value).casefold()
    number = as_number(value)
    return " ".join(str(value).split()).casefold() if number is None else number
