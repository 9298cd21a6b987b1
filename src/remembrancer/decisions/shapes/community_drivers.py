"""Drivers of a community: what many of its decisions were caused by or are about."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from remembrancer.decisions.shapes.community import CommunityDriver
from remembrancer.decisions.shapes.community_labels import Features
from remembrancer.decisions.shapes.decision_facts import SpaceFacts
from remembrancer.decisions.shapes.structure import TIE_WEIGHTS, Structure
from remembrancer.items.entity import ABOUT

_COUNT_MIN: Final = 2
_SHARE_MIN: Final = 1 / 3  # of the members
_LIFT_MIN: Final = 2.0  # how many times more often than among all others
_DRIVERS_MAX: Final = 8
_ROOTS_MAX: Final = 50  # causes without a cause whose effects are followed
_CAUSED: Final = "CAUSED"


def drivers(
    graph: Structure, facts: SpaceFacts, features: Features, members: Collection[str]
) -> tuple[CommunityDriver, ...]:
    """What a third of the members or more have in common, and others have at most half as often.

    A cause counts for what it led to through other members as well.
    """
    inside = frozenset(members)
    places = frozenset(place for place in graph.decisions if graph.ids[place] in inside)
    found: dict[tuple[int, str], set[int]] = {}
    elsewhere: Counter[tuple[int, str]] = Counter()
    effects: dict[int, list[int]] = {}
    has_cause: set[int] = set()
    for source, type, target in graph.edges:
        if type in TIE_WEIGHTS:
            key, decision = (source, type), target
        elif type == ABOUT:
            key, decision = (target, type), source
        else:
            continue
        if decision in places:
            found.setdefault(key, set()).add(decision)
            if type == _CAUSED:
                effects.setdefault(source, []).append(target)
                has_cause.add(target)
        elif graph.ids[decision] in facts.decisions:
            elsewhere[key] += 1
    roots = [key for key in found if key[1] == _CAUSED and key[0] not in has_cause]
    for key in sorted(roots, key=lambda one: (-len(found[one]), one))[:_ROOTS_MAX]:
        found[key] |= _reached(key[0], effects)
    named = features.client_names(inside)
    made = [
        one
        for one in _drivers(graph, facts, found, elsewhere, len(inside))
        if one.how != "about"
        or not (one.kind == facts.subject_kind or one.name.casefold() in named)
    ]
    made.sort(key=lambda one: (-one.count, one.how, one.name))
    return tuple(made[:_DRIVERS_MAX])


def _drivers(
    graph: Structure,
    facts: SpaceFacts,
    found: Mapping[tuple[int, str], Collection[int]],
    elsewhere: Mapping[tuple[int, str], int],
    size: int,
) -> Iterator[CommunityDriver]:
    others = max(len(facts.decisions) - size, 1)
    for (place, type), decisions in found.items():
        count = len(decisions)
        share, outside = count / size, min(elsewhere[place, type] / others, 1.0)
        if count < _COUNT_MIN or share < _SHARE_MIN or share < _LIFT_MIN * outside:
            continue
        id = graph.ids[place]
        told = facts.decisions.get(id)
        yield CommunityDriver(
            id=id,
            kind=graph.kinds[place],
            name=facts.names.get(id, id) if told is None else told.words.partition("\n")[0],
            how=type.lower(),
            count=count,
            share=round(share, 4),
            share_outside=round(outside, 4),
        )


def _reached(begin: int, effects: Mapping[int, Collection[int]]) -> set[int]:
    """All members that something led to, through other members too."""
    seen: set[int] = set()
    waiting = deque([begin])
    while waiting:
        for place in effects.get(waiting.popleft(), ()):
            if place not in seen:
                seen.add(place)
                waiting.append(place)
    seen.discard(begin)
    return seen
