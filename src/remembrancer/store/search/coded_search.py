"""Coded search: texts near a query in a space with too many vectors to hold in memory.

Codes choose the vectors; their similarity is computed from the stored ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from remembrancer.core.calendar import microseconds
from remembrancer.items.filters import RecallFilter
from remembrancer.search.port import QueryVector
from remembrancer.store.caches.vector_codes import VectorCodes
from remembrancer.store.caches.vector_products import products
from remembrancer.store.dialect import pack
from remembrancer.store.search.vector_queries import vectors_of_texts
from remembrancer.store.unit.scoped_reader import ScopedReader


class StoredVectors:
    """The similarity of texts to one query, read from the store, each text once."""

    def __init__(self, view: ScopedReader, meaning: QueryVector) -> None:
        import numpy

        self._numpy = numpy
        self._view = view
        self._model = meaning.model
        value = numpy.asarray(meaning.vector, numpy.float32)
        self._value = value / max(float(numpy.linalg.norm(value)), 1e-12)
        self._known: dict[int, tuple[float, float] | None] = {}

    def of(self, texts: Sequence[int]) -> dict[int, tuple[float, float]]:
        """The similarity of each whole text and of its nearest part, for texts with vectors."""
        new = [text for text in texts if text not in self._known]
        if new:
            self._known.update(dict.fromkeys(new))
            rows = self._view.all(vectors_of_texts, model=self._model, texts=pack(new))
            for (text, part, _), near in zip(*self._measured(rows), strict=True):
                before = self._known[text]
                whole, nearest = (0.0, near) if before is None else before
                self._known[text] = (whole if part else near, max(nearest, near))
        found = ((text, self._known[text]) for text in texts)
        return {text: likeness for text, likeness in found if likeness is not None}

    def _measured(self, rows: Sequence[Any]) -> tuple[list[Any], list[float]]:
        """Rows that end with a vector of this length, and their similarity."""
        numpy = self._numpy
        size = len(self._value)
        rows = [row for row in rows if len(row[-1]) == 4 * size]
        values = numpy.frombuffer(b"".join(row[-1] for row in rows), numpy.float32)
        values = values.reshape(len(rows), size)
        lengths = numpy.maximum(numpy.linalg.norm(values, axis=1), 1e-12)
        return rows, (products(values, self._value) / lengths).tolist()


class CodedSimilarities:
    """The texts of a large space, by their similarity to a query."""

    def __init__(
        self,
        codes: VectorCodes,
        meaning: QueryVector,
        stored: StoredVectors,
        filter: RecallFilter,
        author: str | None,
    ) -> None:
        self._codes = codes
        self._vector = meaning.vector
        self._stored = stored
        self._since = None if filter.since is None else microseconds(filter.since)
        self._until = None if filter.until is None else microseconds(filter.until)
        self._author = author

    def nearest(self, *, messages: bool, count: int) -> dict[int, float]:
        """The texts of about so many of the nearest vectors, nearest first, as far as codes tell.

        The numbers only tell the order: `of` computes the similarity.
        """
        near = self._codes.nearest(
            self._vector,
            messages=messages,
            count=count,
            since=self._since,
            until=self._until,
            author=self._author,
        )
        return {text: -float(place) for place, text in enumerate(near.texts.tolist())}

    def size(self, *, messages: bool) -> int:
        """The number of vectors of messages, or of items."""
        return self._codes.size(messages=messages)

    def of(self, texts: Sequence[int]) -> dict[int, float]:
        """The similarity of these texts, for texts with a vector."""
        return {text: nearest for text, (_, nearest) in self._stored.of(texts).items()}
