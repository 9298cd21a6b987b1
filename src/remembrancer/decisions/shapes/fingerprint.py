"""Fingerprints: what the shape of a decision says of it, over what everybody may see.

Two fingerprints are compared by the cosine of their vectors, which knows proportions, and by how
much of what is around them they share, which knows counts: a client with one pension is not like a
client with six things to weigh.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, Final

from remembrancer.core.base import Value
from remembrancer.core.preset import FingerprintRules
from remembrancer.core.scope import Scope
from remembrancer.decisions import decision_rows
from remembrancer.decisions.complexity import Complexity, complexity
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.space_shapes import SpaceShapes
from remembrancer.decisions.shapes.structure import NeighbourKind
from remembrancer.ports import Reader

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

_LABELS_MAX: Final = 3  # inferred for one decision
_NAMED_MAX: Final = 3  # decisions that an inferred label is from
_DECIMALS: Final = 4
_UNSHARED: Final = (
    "Not everybody in the space may see this decision, so that it has no shape: it is compared "
    "with none."
)


class InferredLabel(Value):
    """A label that a decision might have, as those of its shape do. It is stored nowhere."""

    label: str
    similarity: float  # with the nearest of them, from 0 to 1
    decision_ids: tuple[str, ...]  # of those that people labelled so, the nearest first


class Fingerprint(Value):
    """How complex a decision is, who looks at it, whether its pattern is known, what it may be."""

    decision_id: str
    complexity: Complexity
    routed_to: str | None  # by its complexity; None: nobody in particular
    is_anomaly: bool | None  # True: no known pattern; None: it cannot be told
    nearest_id: str | None  # the decision of the most similar shape
    nearest_similarity: float | None  # its cosine, from 0 to 1
    label: str | None  # that a person gave it
    inferred_labels: tuple[InferredLabel, ...]  # only if it has none; the most similar first
    why: tuple[str, ...]  # sentences


class Anomaly(Value):
    """A decision whose shape is like that of too few others."""

    decision: Decision
    nearest_similarity: float  # of the most similar one, from 0 to 1
    why: str


class Anomalies(Value):
    """Decisions of no known pattern, for somebody to look at. Nothing is done to them."""

    anomalies: tuple[Anomaly, ...]  # the most unusual first
    compared: int  # decisions that everybody may see
    is_enough: bool  # False: with so few it cannot be told
    why: str


def fingerprint(
    reader: Reader, scope: Scope, shapes: SpaceShapes, index: ShapeIndex, id: str
) -> Fingerprint:
    """The fingerprint of one decision."""
    rules = scope.space.preset.decisions.fingerprint
    decision = decision_rows.named(reader, scope.space.preset, id)
    counted = complexity(reader, scope, decision.id)
    why = [_routed(scope, counted)]
    near: list[tuple[str, float]] = []
    is_anomaly: bool | None = None
    labels: tuple[InferredLabel, ...] = ()
    if decision.id not in index:
        why.append(_UNSHARED)
    else:
        near = index.nearest(decision.id, rules.pattern_decisions)
        is_anomaly = _is_anomaly(rules, len(shapes.decisions), near)
        why.append(_pattern(rules, len(shapes.decisions), is_anomaly, near[0][1] if near else 0.0))
        if decision.label is None:
            labels = _inferred(rules, shapes, index, decision.id)
            why.extend(map(_label_sentence, labels))
    return Fingerprint(
        decision_id=decision.id,
        complexity=counted,
        routed_to=counted.routed_to,
        is_anomaly=is_anomaly,
        nearest_id=near[0][0] if near else None,
        nearest_similarity=near[0][1] if near else None,
        label=decision.label,
        inferred_labels=labels,
        why=tuple(why),
    )


def anomalies(
    reader: Reader, scope: Scope, shapes: SpaceShapes, index: ShapeIndex, limit: int
) -> Anomalies:
    """The decisions of no known pattern, up to a limit."""
    preset = scope.space.preset
    rules, total = preset.decisions.fingerprint, len(shapes.decisions)
    if total < rules.decisions_min:
        why = _too_few(rules, total)
        return Anomalies(anomalies=(), compared=total, is_enough=False, why=why)
    found = index.unusual(rules.pattern_similarity, rules.pattern_decisions)
    scores = dict(found[:limit])
    items = reader.items.named(scores)
    shown = decision_rows.shown(reader, preset, [items[id] for id in scores if id in items])
    made = tuple(
        Anomaly(
            decision=one,
            nearest_similarity=scores[one.id],
            why=_pattern(rules, total, True, scores[one.id]),
        )
        for one in shown
    )
    is_one = len(found) == 1
    why = (
        f"{len(found)} of {total} decisions {'has' if is_one else 'have'} no known pattern: fewer "
        f"than {rules.pattern_decisions} others are alike in shape."
    )
    return Anomalies(anomalies=made, compared=total, is_enough=True, why=why)


def similarity(cosine: float, one: Counter[NeighbourKind], other: Counter[NeighbourKind]) -> float:
    """How alike two fingerprints are, from 0 to 1: the geometric mean of the cosine and of the
    share of what is around either that is around both."""
    either = (one | other).total()
    shared = (one & other).total() / either if either else 1.0
    return round(sqrt(max(0.0, cosine) * shared), _DECIMALS)


def _is_anomaly(rules: FingerprintRules, total: int, near: list[tuple[str, float]]) -> bool | None:
    if total < rules.decisions_min:
        return None
    alike = sum(score >= rules.pattern_similarity for _, score in near)
    return alike < rules.pattern_decisions


def _inferred(
    rules: FingerprintRules, shapes: SpaceShapes, index: ShapeIndex, id: str
) -> tuple[InferredLabel, ...]:
    labelled = index.similarities(id, shapes.labels)
    # No more than everything is shared, so that a lower cosine cannot reach what is wanted.
    least = rules.label_similarity**2
    cosines = {other: score for other, score in labelled.items() if score >= least}
    around = structure.neighbour_kinds(shapes.graph, {id, *cosines})
    order = {other: place for place, other in enumerate(shapes.labels)}
    alike = {
        other: similarity(score, around[id], around[other]) for other, score in cosines.items()
    }
    ranked = sorted(
        (other for other, score in alike.items() if score >= rules.label_similarity),
        key=lambda other: (-alike[other], -order[other]),
    )
    by_label: dict[str, list[str]] = {}
    for other in ranked:
        by_label.setdefault(shapes.labels[other].casefold(), []).append(other)
    return tuple(
        InferredLabel(
            label=shapes.labels[ids[0]],
            similarity=alike[ids[0]],
            decision_ids=tuple(ids[:_NAMED_MAX]),
        )
        for ids in list(by_label.values())[:_LABELS_MAX]
    )


def _routed(scope: Scope, counted: Complexity) -> str:
    rules = scope.space.preset.decisions.routing
    told = f"Its complexity is {counted.score}"
    if rules.at_least is None:
        return f"{told}. Nothing is routed by it in this space."
    if counted.routed_to is None:
        return f"{told}, below {rules.at_least}, from which on it goes to: {rules.to}."
    return f"{told}: from {rules.at_least} on it goes to: {rules.to}."


def _too_few(rules: FingerprintRules, total: int) -> str:
    many = f"There is {total} decision" if total == 1 else f"There are {total} decisions"
    return f"{many} that everybody may see. It takes {rules.decisions_min} to tell what is unusual."


def _pattern(rules: FingerprintRules, total: int, is_anomaly: bool | None, nearest: float) -> str:
    if is_anomaly is None:
        return _too_few(rules, total)
    if is_anomaly:
        return (
            f"No known pattern: of {total - 1} other decisions fewer than "
            f"{rules.pattern_decisions} are alike in shape ({rules.pattern_similarity:.2f} or "
            f"more); the nearest has {nearest:.2f}."
        )
    return (
        f"A known pattern: of {total - 1} other decisions at least {rules.pattern_decisions} are "
        f"alike in shape; the nearest has {nearest:.2f}."
    )


def _label_sentence(one: InferredLabel) -> str:
    return (
        f"Inferred, not on record: “{one.label}”, {one.similarity:.2f} alike to "
        f"{', '.join(one.decision_ids)}."
    )
