"""Ranked search: texts near a query where the engine compares the vectors (pgvector)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isnan
from typing import Any

from sqlalchemy import Select, bindparam, func, literal_column, select

from remembrancer.core.limits import VECTORS_WITHOUT_INDEX_MAX
from remembrancer.ports import LedgerPoint
from remembrancer.search.port import Candidate, QueryVector, VectorMatch
from remembrancer.store.dialect import among, cosine_distance, pack, sorted_number
from remembrancer.store.schema import document, head, vector
from remembrancer.store.search.narrow_times import Kind
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_Filled = frozenset[str]
# The texts of a kind that the viewer may recall and that pass the filters.
Texts = Callable[[Kind, _Filled, LedgerPoint | None, Any], Select[Any]]


class RankedVectorReads:
    """Vectors that the engine compares with a query."""

    def __init__(self, view: ScopedReader, texts: Texts) -> None:
        self._view = view
        self._texts = texts
        self._texts_known: int | None = None  # how many the space has

    def similarity(
        self, meaning: QueryVector, texts: Sequence[int]
    ) -> dict[int, tuple[float, float]]:
        """The similarity of each whole text and of its nearest part, for texts with vectors."""
        size, place = len(meaning.vector), self._view.connection.vector_schema
        distance = cosine_distance(vector.c.vector, "wanted", size, place)
        rows = self._view.all(
            lambda: (
                select(
                    vector.c.document_n,
                    func.min(distance).filter(vector.c.part == 0),
                    func.min(distance),
                )
                .where(
                    vector.c.space_n == bindparam("space_n"),
                    vector.c.model == bindparam("model"),
                    among(vector.c.document_n, "texts"),
                )
                .group_by(vector.c.document_n)
            ),
            size,
            place,
            model=meaning.model,
            wanted=_written(meaning),
            texts=pack(texts),
        )
        return {text: (_likeness(whole), _likeness(nearest)) for text, whole, nearest in rows}

    def nearest(
        self,
        kind: Kind,
        meaning: QueryVector,
        fields: _Filled,
        values: dict[str, Any],
        limit: int,
        at: LedgerPoint | None,
    ) -> list[VectorMatch]:
        """The texts with the nearest vectors: by their index, where the space has a good part of
        all vectors and nothing is filtered out, and otherwise by comparing all that pass."""
        if not fields and self._is_walked():
            found = self._found(kind, meaning, fields, values, limit, at, walks=True)
            if len(found) == limit:
                return found
        return self._found(kind, meaning, fields, values, limit, at, walks=False)

    def is_large(self) -> bool:
        """Whether the space has so many texts that not all of them should be compared."""
        return self._texts_counted() > VECTORS_WITHOUT_INDEX_MAX

    def _texts_counted(self) -> int:
        if self._texts_known is None:
            (self._texts_known,) = self._view.one(_count) or (0,)
        return self._texts_known

    def _is_walked(self) -> bool:
        return self.is_large() and self._view.connection.holds_share(self._texts_counted())

    def _found(
        self,
        kind: Kind,
        meaning: QueryVector,
        fields: _Filled,
        values: dict[str, Any],
        limit: int,
        at: LedgerPoint | None,
        *,
        walks: bool,
    ) -> list[VectorMatch]:
        """Requests more vectors than texts, because a long text has several vectors."""
        size, place = len(meaning.vector), self._view.connection.vector_schema
        count = limit
        while True:
            count *= 2
            ask = partial(self._view.nearest, count) if walks else self._view.all
            # The model and the limit are literals in the SQL: each index covers one model, and is
            # used only for small limits.
            rows = ask(
                lambda count=count: self._query(
                    kind, meaning.model, fields, size, count, at, walks
                ),
                kind,
                fields,
                at is None,
                meaning.model,
                size,
                count,
                place,
                walks,
                **values,
                wanted=_written(meaning),
            )
            vector_matches: dict[int, VectorMatch] = {}
            for *row, distance in rows:
                vector_matches.setdefault(row[1], VectorMatch(Candidate(*row), _likeness(distance)))
            if len(vector_matches) >= limit or len(rows) < count:
                return sorted(vector_matches.values(), key=nearest_first)[:limit]

    def _query(
        self,
        kind: Kind,
        model: str,
        fields: _Filled,
        size: int,
        count: int,
        at: LedgerPoint | None,
        walks: bool,
    ) -> Select[Any]:
        quoted = model.replace("'", "''")
        place = self._view.connection.vector_schema
        distance = cosine_distance(vector.c.vector, "wanted", size, place)
        texts = vector.join(document, is_row_of(vector.c.document_n, document))
        return (
            self._texts(kind, fields, at, texts)
            .add_columns(distance.label("distance"))
            .where(
                vector.c.space_n == bindparam("space_n"),
                vector.c.model == literal_column(f"'{quoted}'"),
            )
            .order_by(distance if walks else sorted_number(distance))
            .limit(literal_column(str(count)))
        )


def _count() -> Select[Any]:
    return select(head.c.documents).where(head.c.space_n == bindparam("space_n"))


def _likeness(distance: float) -> float:
    # A text without any significant word can have a zero vector, which is similar to nothing.
    return 0.0 if isnan(distance) else 1.0 - distance


def nearest_first(near: VectorMatch) -> tuple[float, int]:
    # The last digits differ between engines.
    return -round(near.likeness, 5), -near.candidate.key


def _written(meaning: QueryVector) -> str:
    return "[" + ",".join(map(repr, meaning.vector)) + "]"
