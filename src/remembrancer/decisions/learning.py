"""What was learned from what, without a model being trained: decisions, outcomes and walks.

It is told over what every member of the space may see, and it is the same for everybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from remembrancer.core.base import Value
from remembrancer.core.limits import (
    LEARNING_DECISIONS_MAX,
    PAGE_ITEMS_MAX,
    WALK_TELLING_WALKS_MIN,
)
from remembrancer.core.preset import Preset
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.decision_rows import decision_from
from remembrancer.decisions.shapes.space_shapes import SpaceShapes
from remembrancer.ports import Reader
from remembrancer.recall.learned_weights import Use, learned
from remembrancer.recall.walk import LearnedWeight

_DECIMALS: Final = 3


class TypeExperience(Value):
    """How much is known of decisions of one type: what precedents and simulations rest on."""

    type: str | None  # None: it was not stated
    decisions: int
    with_outcome: int  # what came of them was told
    revisited: int  # they were looked at again
    with_concerns: int


class LearnedRelation(Value):
    """How useful items with a type of relation were in answers."""

    type: str  # of the relation, declared or not
    walks: int  # questions whose answers had such an item
    returned: int
    used: int
    lift: float  # use rate relative to the average item


class LearningReport(Value):
    """What the memory learned, and from what. Each decision, outcome and walk changes it."""

    decisions: int  # that every member may see
    types: tuple[TypeExperience, ...]  # the most frequent first
    walks: int  # questions whose use was reported and whose answers every member may see
    callers: int  # who asked them
    weights: tuple[LearnedWeight, ...]  # of categories, the furthest from 1 first
    relations: tuple[LearnedRelation, ...]  # the furthest from the average first
    is_cut: bool = False  # True: there are older decisions that were not counted by type


def report(
    reader: Reader, preset: Preset, shapes: SpaceShapes, uses: Sequence[Use], *, limit: int
) -> LearningReport:
    """The report, with a limited number of lines per list."""
    newest = shapes.decisions[::-1][:LEARNING_DECISIONS_MAX]
    return LearningReport(
        decisions=len(shapes.decisions),
        types=tuple(_types(_decisions(reader, preset, newest))[:limit]),
        walks=len({use.walk for use in uses}),
        callers=len({use.owner for use in uses}),
        weights=learned(uses)[:limit],
        relations=tuple(_relations(shapes, uses)[:limit]),
        is_cut=len(newest) < len(shapes.decisions),
    )


def _decisions(reader: Reader, preset: Preset, ids: Sequence[str]) -> Iterator[Decision]:
    for begin in range(0, len(ids), PAGE_ITEMS_MAX):
        found = reader.items.named(ids[begin : begin + PAGE_ITEMS_MAX])
        for item in found.values():
            yield decision_from(item, preset)


def _types(decisions: Iterable[Decision]) -> list[TypeExperience]:
    by_type: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
    for one in decisions:
        counts = by_type[one.decision_type]
        counts["decisions"] += 1
        counts["with_outcome"] += bool(one.outcomes)
        counts["revisited"] += bool(one.revisits)
        counts["with_concerns"] += bool(one.concerns)
    found = [TypeExperience(type=type, **counts) for type, counts in by_type.items()]
    return sorted(found, key=lambda one: (-one.decisions, one.type or ""))


def _relations(shapes: SpaceShapes, uses: Sequence[Use]) -> list[LearnedRelation]:
    """By type of relation, how often items with one were used, beside the average item."""
    if not any(use.is_used for use in uses):
        return []
    types: defaultdict[str, set[str]] = defaultdict(set)
    asked = {use.item for use in uses}
    for source, type, target in shapes.graph.edges:
        for end in (shapes.graph.ids[source], shapes.graph.ids[target]):
            if end in asked:
                types[end].add(type)
    by_type: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        for type in types[use.item]:
            by_type[type].append(use)
    usual = sum(use.is_used for use in uses) / len(uses)
    found = []
    for type, own in by_type.items():
        walks, used = len({use.walk for use in own}), sum(use.is_used for use in own)
        lift = round(used / len(own) / usual, _DECIMALS)
        if walks >= WALK_TELLING_WALKS_MIN and lift != 1:
            found.append(
                LearnedRelation(type=type, walks=walks, returned=len(own), used=used, lift=lift)
            )
    return sorted(found, key=lambda one: (-abs(one.lift - 1), one.type))
