"""Decisions of a similar shape, and what is around both in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from remembrancer.core.base import Value
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.decisions import decision_rows
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.structure import DECISION, NeighbourKind
from remembrancer.ports import Reader

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

_SAID: Final[Mapping[tuple[str, bool], str]] = {
    ("ABOUT", True): "Both are about",
    ("CAUSED", True): "Both led to",
    ("CAUSED", False): "Both were caused by",
    ("INFLUENCED", True): "Both influenced",
    ("INFLUENCED", False): "Both were influenced by",
    ("PRECEDENT_FOR", True): "Both are a precedent for",
    ("PRECEDENT_FOR", False): "Both follow",
    ("SUPERSEDED", True): "Both took the place of",
    ("SUPERSEDED", False): "Both were replaced by",
    ("APPLIED_POLICY", True): "Both had a rule to apply",
    ("GRANTED_EXCEPTION", True): "Both granted",
    ("TRIGGERED", True): "Both were taken higher up",
}


class SimilarDecision(Value):
    """A decision with the same kinds of things around it, whatever its words."""

    decision: Decision
    score: float  # how alike the shapes are: the cosine of their vectors, from 0 to 1
    why: tuple[str, ...]  # sentences: what is around both of them


def similar(
    reader: Reader, scope: Scope, index: ShapeIndex, id: str, k: int
) -> tuple[SimilarDecision, ...]:
    """Up to k decisions that are most like this one in shape, the most alike first.

    A decision that not everybody in the space may see has no shape, and nothing is like it. What
    has nothing in common with it is left out.
    """
    preset = scope.space.preset
    asked = decision_rows.named(reader, preset, id)
    if id not in index:
        return ()
    near = index.nearest(id, k)
    items = reader.items.named([other for other, _ in near])
    seen = [(items[other], score) for other, score in near if other in items]
    decisions = decision_rows.shown(reader, preset, [one for one, _ in seen])
    reasons = around_both(reader, preset, asked, decisions)
    return tuple(
        SimilarDecision(decision=decision, score=score, why=reasons[decision.id])
        for decision, (_, score) in zip(decisions, seen, strict=True)
        if reasons[decision.id]
    )


def around_both(
    reader: Reader, preset: Preset, asked: Decision, others: Sequence[Decision]
) -> dict[str, tuple[str, ...]]:
    """For each of the others, sentences that say what is around it and the one asked for."""
    ids = [asked.id, *(one.id for one in others)]
    _, graph = structure.read(reader.projection.shared(), preset, ids)
    around = structure.neighbour_kinds(graph)
    made = {}
    for one in others:
        why = in_common(around.get(asked.id, Counter()), around.get(one.id, Counter()))
        if asked.decision_type is not None and asked.decision_type == one.decision_type:
            why = (f"Both are of the type {asked.decision_type}.", *why)
        made[one.id] = why
    return made


def in_common(one: Counter[NeighbourKind], other: Counter[NeighbourKind]) -> tuple[str, ...]:
    """A sentence for each type and direction of relations that both have to the same kinds."""
    same = one & other
    # Decisions of other types are decisions all the same.
    same += _without_types(one - same) & _without_types(other - same)
    said: dict[tuple[str, bool], list[str]] = {}
    for near, count in sorted(same.items(), key=lambda entry: str(entry[0])):
        name = near.kind
        if near.kind == DECISION:
            name = f"decision {near.decision_type}" if near.decision_type else "a decision"
        said.setdefault(near[:2], []).append(name if count == 1 else f"{name} ({count})")
    return tuple(
        f"{_SAID.get(way, _unnamed(*way))}: {', '.join(names)}." for way, names in said.items()
    )


def _without_types(kinds: Counter[NeighbourKind]) -> Counter[NeighbourKind]:
    made: Counter[NeighbourKind] = Counter()
    for near, count in kinds.items():
        made[near._replace(decision_type=None)] += count
    return made


def _unnamed(type: str, is_out: bool) -> str:
    return f"Both have {type} {'to' if is_out else 'from'}"
