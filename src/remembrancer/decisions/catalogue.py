"""The catalogue: which types of decisions a space knows, and how a type is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import DecisionRules, DecisionType
from remembrancer.core.validation import check_name, did_you_mean

_APART: Final = re.compile(r"[\W_]+")


class CatalogueEntry(Value):
    """One type of decision."""

    type: str
    title: str
    category: str
    category_title: str
    captures: str  # what a record of it tells
    feeds: tuple[str, ...]  # source types that it is heard from
    before: str  # whether it was on record before there were traces: yes, partly, no


class Covered(Value):
    """How often decisions of one type were captured, and from where."""

    entry: CatalogueEntry
    count: int
    by_source: dict[str, int]  # by source type
    missing_feeds: tuple[str, ...]  # named in the catalogue, and never heard from
    last_at: datetime | None  # of the newest one


class Coverage(Value):
    """Which types of decisions have been captured, and which never."""

    types: tuple[Covered, ...]  # in the order of the catalogue
    other: dict[str, int]  # types that are not in the catalogue; "" has those without one
    captured: int  # types of the catalogue with at least one decision
    never: tuple[str, ...]  # types of the catalogue without any


def normal_type(given: str) -> str:
    """A type as it is stored: "Switch/Transfer" is switch_transfer."""
    return _APART.sub("_", given.strip().casefold()).strip("_")


def check_type(rules: DecisionRules, given: object) -> str:
    """The type as it is stored, if the space accepts it."""
    check_name(given, "type")
    word = normal_type(str(given))
    if not word:
        raise InvalidInput("type has no letter. Name the type of decision.", field="type")
    if rules.strict and word not in rules.types:
        raise InvalidInput(
            f"Type {given!r} is not in the catalogue.{did_you_mean(word, rules.types)} "
            "memory.decisions.catalogue() lists the types.",
            field="type",
        )
    return word


def check_category(rules: DecisionRules, given: object) -> tuple[str, ...]:
    """The types of a category, which is named as it is stored or by its title."""
    check_name(given, "category")
    word = normal_type(str(given))
    names = {normal_type(title): name for name, title in rules.categories.items()}
    name = names.get(word, word)
    if name not in rules.categories:
        raise InvalidInput(
            f"Category {given!r} is not in the catalogue."
            f"{did_you_mean(word, rules.categories)} It has: "
            f"{', '.join(rules.categories) or 'no categories'}.",
            field="category",
        )
    return tuple(type for type, entry in rules.types.items() if entry.category == name)


def category_of(rules: DecisionRules, type: str | None) -> str | None:
    entry = None if type is None else rules.types.get(type)
    return None if entry is None else entry.category


def title_of(rules: DecisionRules, type: str) -> str:
    """The title of a type; one that is not in the catalogue is written out."""
    entry = rules.types.get(type)
    return type.replace("_", " ").capitalize() if entry is None else entry.title


def entries(rules: DecisionRules) -> tuple[CatalogueEntry, ...]:
    """The catalogue, category by category."""
    order = list(rules.categories)
    rank = {name: place for place, name in enumerate(order)}
    listed = sorted(rules.types.items(), key=lambda one: rank.get(one[1].category, len(order)))
    return tuple(_entry(rules, type, entry) for type, entry in listed)


def coverage(
    rules: DecisionRules, counts: Iterable[tuple[str | None, str, int, datetime | None]]
) -> Coverage:
    """What was captured, from the counts by type and source type."""
    by_type: dict[str, dict[str, int]] = {}
    last: dict[str, datetime] = {}
    for type, source, count, at in counts:
        name = type or ""
        found = by_type.setdefault(name, {})
        found[source] = found.get(source, 0) + count
        if at is not None:
            last[name] = max(at, last.get(name, at))
    types = tuple(_covered(entry, by_type.get(entry.type, {}), last) for entry in entries(rules))
    return Coverage(
        types=types,
        other={
            type: sum(sources.values())
            for type, sources in sorted(by_type.items())
            if type not in rules.types
        },
        captured=sum(one.count > 0 for one in types),
        never=tuple(one.entry.type for one in types if not one.count),
    )


def _covered(
    entry: CatalogueEntry, sources: Mapping[str, int], last: Mapping[str, datetime]
) -> Covered:
    return Covered(
        entry=entry,
        count=sum(sources.values()),
        by_source=dict(sorted(sources.items())),
        missing_feeds=tuple(feed for feed in entry.feeds if feed not in sources),
        last_at=last.get(entry.type),
    )


def _entry(rules: DecisionRules, type: str, entry: DecisionType) -> CatalogueEntry:
    return CatalogueEntry(
        type=type,
        title=entry.title,
        category=entry.category,
        category_title=rules.categories.get(entry.category, entry.category),
        captures=entry.captures,
        feeds=entry.feeds,
        before=entry.before,
    )
