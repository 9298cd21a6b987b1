"""Leiden: groups of decisions that are tied more closely to each other than to the rest.

It runs over causes and influences. What lies between decisions, such as a fact that caused some of
them, ties them together and is in no group.
"""

from __future__ import annotations

from typing import Final

import graspologic_native

from remembrancer.decisions.shapes.structure import TIE_WEIGHTS, Structure

MEMBERS_MIN: Final = 2
_SEED: Final = 7
# Below 1, so that a sparse group of some dozens is not cut up; above 0.6, so that a hundred groups
# in one graph do not flow together. Both were measured on planted groups.
_RESOLUTION: Final = 0.7
# Modularity compares a group with all the links there are, so that it would cut up the only chain
# of a store that has little else. The graph is looked at as if it had so many links more elsewhere.
_LINKS_ELSEWHERE: Final = 50
_ITERATIONS: Final = 10  # of Leiden; each begins with what the one before found
_RANDOMNESS: Final = 0.001  # of moves that do not pay at once
# The best of several runs is nearer to the best there is, so that a new decision moves fewer old
# ones. A large graph is run fewer times, once from 300,000 links on.
_TRIALS_MAX: Final = 10
_LINKS_RUN_MAX: Final = 300_000


def groups(graph: Structure) -> list[tuple[str, ...]]:
    """The decisions of each group, the largest first, each in the order of the store.

    A decision without a cause, an effect or an influence is in none.
    """
    weights: dict[tuple[int, int], float] = {}
    for source, type, target in graph.edges:
        if type in TIE_WEIGHTS:
            pair = min(source, target), max(source, target)
            weights[pair] = weights.get(pair, 0.0) + TIE_WEIGHTS[type]
    if not weights:
        return []
    # Places and not ids: the same graph with other ids has the same communities.
    edges = [(str(one), str(other), weights[one, other]) for one, other in sorted(weights)]
    total = sum(weight for _, _, weight in edges)
    _, placed = graspologic_native.leiden(
        edges,
        starting_communities=None,
        resolution=_RESOLUTION * total / (total + _LINKS_ELSEWHERE),
        randomness=_RANDOMNESS,
        iterations=_ITERATIONS,
        use_modularity=True,
        seed=_SEED,
        trials=max(1, min(_TRIALS_MAX, _LINKS_RUN_MAX // len(edges))),
    )
    members: dict[int, list[str]] = {}
    for place in graph.decisions:
        if (number := placed.get(str(place))) is not None:
            members.setdefault(number, []).append(graph.ids[place])
    order = {id: place for place, id in enumerate(graph.ids)}
    kept = [tuple(ids) for ids in members.values() if len(ids) >= MEMBERS_MIN]
    return sorted(kept, key=lambda ids: (-len(ids), order[ids[0]]))
