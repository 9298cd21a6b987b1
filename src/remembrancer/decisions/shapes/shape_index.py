"""The vectors of a space's decisions, which are nearest to one, and their form in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, Self

import numpy as np

from remembrancer.decisions.shapes import fastrp
from remembrancer.decisions.shapes.structure import Structure

_DECIMALS: Final = 5  # of a score; what differs less is the same
_VERSION: Final = "shapes 1"  # of vectors and of their form; vectors of two are never compared
_BLOCK: Final = 1_024  # decisions that are compared with as many at once


class ShapeIndex:
    """The vectors of the decisions that everybody in a space may see, and what they are made of."""

    def __init__(
        self, ids: Sequence[str], vectors: Any, *, nodes: Any, edges: Any, joined: int = 0
    ) -> None:
        self.ids = tuple(ids)
        self.vectors = vectors
        self.joined = joined  # decisions that joined since all vectors were made together
        self._nodes = nodes  # keys of all nodes of the graph, sorted
        self._edges = edges  # keys of its relations, sorted
        self._places = {id: place for place, id in enumerate(self.ids)}

    @classmethod
    def made_of(cls, graph: Structure) -> Self:
        places = np.array(graph.decisions, dtype=np.int64)
        return cls(
            [graph.ids[place] for place in graph.decisions],
            fastrp.vectors(graph)[places],
            nodes=_keys(graph.ids),
            edges=_keys(graph.edge_ids),
        )

    def __contains__(self, id: str) -> bool:
        return id in self._places

    def __len__(self) -> int:
        return len(self.ids)

    def similarities(self, id: str, others: Iterable[str]) -> dict[str, float]:
        """The cosine from 0 to 1 with each of the others that has a shape."""
        known = [other for other in others if other in self._places]
        places = np.array([self._places[other] for other in known], dtype=np.int64)
        scores = self._scores(self._places[id], self.vectors[places])
        return {
            other: round(float(score), _DECIMALS)
            for other, score in zip(known, scores, strict=True)
        }

    def nearest(self, id: str, k: int) -> list[tuple[str, float]]:
        """The decisions of the most similar shape with the cosine, from 0 to 1. Of equal ones the
        latest is first."""
        own = self._places[id]
        scores = self._scores(own, self.vectors)
        latest = np.arange(len(self.ids))
        order = np.lexsort((-latest, -scores))
        chosen = order[order != own][:k]
        return [(self.ids[place], round(float(scores[place]), _DECIMALS)) for place in chosen]

    def unusual(self, similarity: float, others: int) -> list[tuple[str, float]]:
        """The decisions with fewer than so many others of at least this similarity, each with that
        of its nearest; the most unusual first.

        Who has found enough others is compared no further, so that few are compared with all.
        """
        left = np.arange(len(self.ids))
        counts = np.zeros(len(self.ids), dtype=np.int64)
        nearest = np.zeros(len(self.ids))
        for begin in range(0, len(self.ids), _BLOCK):
            places = np.arange(begin, min(begin + _BLOCK, len(self.ids)))
            for start in range(0, len(left), _BLOCK):
                rows = left[start : start + _BLOCK]
                scores = np.round(self.vectors[rows] @ self.vectors[places].T, _DECIMALS)
                scores[rows[:, None] == places[None, :]] = 0.0
                counts[rows] += (scores >= similarity).sum(axis=1)
                nearest[rows] = np.maximum(nearest[rows], scores.max(axis=1))
            left = left[counts[left] < others]
        order = sorted(left, key=lambda place: (nearest[place], -place))
        return [(self.ids[place], round(float(nearest[place]), _DECIMALS)) for place in order]

    def _scores(self, place: int, vectors: Any) -> Any:
        return np.clip(np.round(vectors @ self.vectors[place], _DECIMALS), 0.0, 1.0)

    def has_node(self, id: str) -> bool:
        return _holds(self._nodes, id)

    def has_edge(self, id: str) -> bool:
        return _holds(self._edges, id)

    def joined_by(
        self, vectors: Mapping[str, Any], nodes: Sequence[str], edges: Sequence[str]
    ) -> Self:
        """The same with these vectors of decisions, new ones at the end."""
        new = [id for id in vectors if id not in self._places]
        made = np.concatenate([self.vectors, np.zeros((len(new), fastrp.DIMENSIONS), np.float32)])
        ids = (*self.ids, *new)
        places = {id: place for place, id in enumerate(ids)}
        for id, vector in vectors.items():
            made[places[id]] = vector
        return type(self)(
            ids,
            made,
            nodes=_with(self._nodes, nodes),
            edges=_with(self._edges, edges),
            joined=self.joined + len(vectors),
        )

    def as_bytes(self) -> bytes:
        """All of it for the store. `from_bytes` reads it."""
        parts = [
            "\n".join(self.ids).encode(),
            *map(_bytes, (self.vectors, self._nodes, self._edges)),
        ]
        head = {"version": _VERSION, "joined": self.joined, "sizes": [len(one) for one in parts]}
        return b"".join([json.dumps(head).encode(), b"\n", *parts])

    @classmethod
    def from_bytes(cls, data: bytes) -> Self | None:
        """What was stored; None: another version stored it."""
        line, _, rest = data.partition(b"\n")
        head = json.loads(line)
        if head["version"] != _VERSION:
            return None
        ends = accumulate(head["sizes"], initial=0)
        listed, vectors, nodes, edges = (rest[begin:end] for begin, end in pairwise(ends))
        return cls(
            listed.decode().split("\n") if listed else (),
            np.frombuffer(vectors, dtype="<f4").reshape(-1, fastrp.DIMENSIONS),
            nodes=np.frombuffer(nodes, dtype="<u8"),
            edges=np.frombuffer(edges, dtype="<u8"),
            joined=head["joined"],
        )


def _bytes(values: Any) -> bytes:
    made: bytes = values.astype(values.dtype.newbyteorder("<")).tobytes()
    return made


def _key(id: str) -> int:
    """The hexadecimal digits of an id as a number."""
    return int(id.rpartition("_")[2], 16)


def _keys(ids: Sequence[str]) -> Any:
    return np.unique(np.fromiter((_key(id) for id in ids), dtype=np.uint64, count=len(ids)))


def _holds(keys: Any, id: str) -> bool:
    place = int(np.searchsorted(keys, np.uint64(_key(id))))
    return place < len(keys) and int(keys[place]) == _key(id)


def _with(keys: Any, ids: Sequence[str]) -> Any:
    """The keys and those of these ids, sorted."""
    new = _keys([id for id in ids if not _holds(keys, id)])
    return np.insert(keys, np.searchsorted(keys, new), new)
