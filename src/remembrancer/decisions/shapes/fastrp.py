"""FastRP for shapes: a vector of what is around a node, whoever and whatever that is.

A node begins with a random vector of its kind and not of its identity. In each round it takes the
mean of its neighbours, each type and direction of a relation with an order and signs of the
dimensions of its own. So two nodes with the same kinds around them, along the same relations, have
the same vector, whatever those nodes are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from remembrancer.decisions.shapes.structure import Structure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

DIMENSIONS: Final = 128
_SEED: Final = "remembrancer shapes 1"
_BLOCK: Final = 32  # columns that are computed at once, so that little memory is needed
_ROUND_WEIGHTS: Final = (0.5, 1.0, 0.5, 0.25)  # of the node itself, its neighbours, theirs, …
ROUNDS: Final = len(_ROUND_WEIGHTS) - 1  # how many steps away something still counts
_TYPE_WEIGHT: Final = 1.0  # of the type of a decision, beside that of being one
# Whom a decision concerns and what led to it say more of its shape than what was weighed.
_EDGE_WEIGHTS: Final[Mapping[str, float]] = {
    "INFLUENCED": 0.7,
    "PRECEDENT_FOR": 0.5,
    "SUPERSEDED": 0.5,
}


class _Relation(NamedTuple):
    """The edges of one type in one direction, by the node that they lead to."""

    rows: Any  # places that get something along them
    starts: Any  # where the edges of each row begin
    sources: Any  # places that it comes from, row after row
    weights: Any  # of each edge: that of its type by the degree of its row
    order: Any  # of the dimensions
    signs: Any


def vectors(graph: Structure) -> Matrix:
    """One row of length 1 for each node. The same graph gives the same bytes."""
    count = len(graph.ids)
    relations = _relations(graph)
    current = _first(graph)
    made: Matrix = current * np.float32(_ROUND_WEIGHTS[0])
    for weight in _ROUND_WEIGHTS[1:]:
        following = np.zeros((count, DIMENSIONS), dtype=np.float32)
        for one in relations:
            for begin in range(0, DIMENSIONS, _BLOCK):
                columns = slice(begin, begin + _BLOCK)
                mixed = current[:, one.order[columns]] * one.signs[columns]
                told = mixed[one.sources]
                told *= one.weights[:, None]
                following[one.rows, columns] += np.add.reduceat(told, one.starts, axis=0)
        current = _normalised(following)
        made += current * np.float32(weight)
    return _normalised(made)


def _first(graph: Structure) -> Matrix:
    """The vector of its kind for each node, and for a decision that of its type as well."""
    named = list(zip(graph.kinds, graph.decision_types, strict=True))
    places = {one: place for place, one in enumerate(dict.fromkeys(named))}
    table = np.zeros((len(places), DIMENSIONS), dtype=np.float32)
    for (kind, type), place in places.items():
        table[place] = _projection("kind", kind)
        if type is not None:
            table[place] += np.float32(_TYPE_WEIGHT) * _projection("type", type)
    which = np.fromiter((places[one] for one in named), dtype=np.int64, count=len(named))
    return _normalised(table)[which]


def _relations(graph: Structure) -> list[_Relation]:
    """By type in alphabetical order, each in both directions."""
    names = sorted({type for _, type, _ in graph.edges})
    numbers = {name: number for number, name in enumerate(names)}
    count, total = len(graph.ids), len(graph.edges)
    ends = [
        np.fromiter((edge[side] for edge in graph.edges), dtype=np.int64, count=total)
        for side in (0, 2)
    ]
    types = np.fromiter((numbers[edge[1]] for edge in graph.edges), dtype=np.int64, count=total)
    by_type = np.array([_EDGE_WEIGHTS.get(name, 1.0) for name in names], dtype=np.float64)
    weights = by_type[types] if total else np.zeros(0)
    outgoing, incoming = (np.bincount(end, weights=weights, minlength=count) for end in ends)
    degrees = outgoing + incoming
    made = []
    for number, name in enumerate(names):
        chosen = types == number
        for direction, (froms, tos) in (("out", ends), ("in", ends[::-1])):
            rows, sources = froms[chosen], tos[chosen]
            order = np.argsort(rows, kind="stable")
            rows, sources = rows[order], sources[order]
            different, starts = np.unique(rows, return_index=True)
            rng = _random("edge", name, direction)
            made.append(
                _Relation(
                    different,
                    starts,
                    sources,
                    (by_type[number] / degrees[rows]).astype(np.float32),
                    rng.permutation(DIMENSIONS),
                    rng.choice(np.array([-1, 1], dtype=np.float32), size=DIMENSIONS),
                )
            )
    return made


def _projection(*name: str) -> Matrix:
    """The sparse random vector of a name."""
    values = np.array([-1, 0, 0, 0, 0, 1], dtype=np.float32) * np.float32(np.sqrt(3))
    drawn: Matrix = _random(*name).choice(values, size=DIMENSIONS)
    return drawn


def _random(*name: str) -> np.random.Generator:
    """What follows from a name alone, so that another kind in the graph changes nothing here."""
    digest = sha256("\x00".join((_SEED, *name)).encode("utf-8", "replace")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))


def _normalised(matrix: Matrix) -> Matrix:
    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))[:, None]
    made: Matrix = np.divide(matrix, lengths, out=np.zeros_like(matrix), where=lengths > 0)
    return made
