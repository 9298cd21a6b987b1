"""Communities: decisions that are tied more closely to each other than to the rest.

They are found by Leiden over causes and influences, and told apart by what their members share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import graspologic_native

from remembrancer.core.base import Value
from remembrancer.decisions.shapes.features import Feature
from remembrancer.decisions.shapes.structure import Structure

# A cause ties two decisions more closely than what was merely weighed.
_WEIGHTS: Final[Mapping[str, float]] = {"CAUSED": 1.0, "INFLUENCED": 0.7}
_SEED: Final = 7
# Below 1, so that a sparse group of some dozens is not cut up; above 0.6, so that a hundred groups
# in one graph do not flow together. Both were measured on planted groups.
_RESOLUTION: Final = 0.7
_ITERATIONS: Final = 10  # of Leiden; each begins with what the one before found
_RANDOMNESS: Final = 0.001  # of moves that do not pay at once
_MEMBERS_MIN: Final = 2
_LABEL_FEATURES_MAX: Final = 3
_SHARE_MIN: Final = 0.2  # of the members, that have what a label names
_LIFT_MIN: Final = 2.0  # how many times more often than among all others


class Community(Value):
    """Decisions that are tied to each other, in the order in which they were recorded."""

    id: str  # of its earliest decision: it stays when later ones join
    members: tuple[str, ...]  # ids of decisions
    label: str  # what many of its members have in common, and few others


def communities(
    graph: Structure, features: Mapping[str, Collection[Feature]]
) -> tuple[Community, ...]:
    """The communities of a graph, the largest first, of the same size the earliest.

    A decision without a cause, an effect or an influence is in none. What lies between decisions,
    such as a fact that caused some of them, ties them together and is no member. Labels are made
    of the features of decisions.
    """
    total = len(graph.decisions)
    everywhere = _counted((graph.ids[place] for place in graph.decisions), features)
    made = []
    for members in groups(graph):
        label = _label(_counted(members, features), len(members), everywhere, total)
        made.append(Community(id=members[0], members=members, label=label))
    return tuple(made)


def groups(graph: Structure) -> list[tuple[str, ...]]:
    """The decisions of each community, the largest first, each in the order of the store."""
    weights: dict[tuple[int, int], float] = {}
    for source, type, target in graph.edges:
        if type in _WEIGHTS:
            pair = min(source, target), max(source, target)
            weights[pair] = weights.get(pair, 0.0) + _WEIGHTS[type]
    if not weights:
        return []
    # Places and not ids: the same graph with other ids has the same communities.
    edges = [(str(one), str(other), weights[one, other]) for one, other in sorted(weights)]
    _, placed = graspologic_native.leiden(
        edges,
        starting_communities=None,
        resolution=_RESOLUTION,
        randomness=_RANDOMNESS,
        iterations=_ITERATIONS,
        use_modularity=True,
        seed=_SEED,
        trials=1,
    )
    members: dict[int, list[str]] = {}
    for place in graph.decisions:
        if (number := placed.get(str(place))) is not None:
            members.setdefault(number, []).append(graph.ids[place])
    order = {id: place for place, id in enumerate(graph.ids)}
    kept = [tuple(ids) for ids in members.values() if len(ids) >= _MEMBERS_MIN]
    return sorted(kept, key=lambda ids: (-len(ids), order[ids[0]]))


def _counted(ids: Iterable[str], features: Mapping[str, Collection[Feature]]) -> Counter[Feature]:
    """How many of the decisions have each feature."""
    return Counter(one for id in ids for one in set(features.get(id, ())))


def _label(inside: Counter[Feature], size: int, everywhere: Counter[Feature], total: int) -> str:
    """What many members have and few others; if there is nothing such, what most of them have."""
    if not inside:
        return "linked decisions"
    ranked = []
    for one, count in inside.items():
        share = count / size
        elsewhere = (everywhere[one] - count) / max(total - size, 1)
        if count >= _MEMBERS_MIN and share >= _SHARE_MIN and share >= _LIFT_MIN * elsewhere:
            ranked.append((elsewhere - share, one))
    if not ranked:
        ranked = [min((-float(count), one) for one, count in inside.items())]
    return ", ".join(one.in_words() for _, one in sorted(ranked)[:_LABEL_FEATURES_MAX])
