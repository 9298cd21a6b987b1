"""Searching by vectors: the items nearest in meaning, with the filter inside the search."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import mul
from typing import Any

from sqlalchemy import Select, bindparam, literal_column, select

from remembrancer.model.filter import RecallFilter
from remembrancer.ports import Neighbour, Point
from remembrancer.store.dialect import cosine_distance
from remembrancer.store.schema import document, vector, version
from remembrancer.store.search import SearchReads, filter_values


class NearReads(SearchReads):
    """Items of the scope's space that its viewer may recall, by the distance of their vectors."""

    def item_neighbours(
        self,
        wanted: Sequence[float],
        model: str,
        filter: RecallFilter,
        *,
        limit: int,
        at: Point | None,
    ) -> list[Neighbour]:
        """The nearest first. Vectors of another model are never compared."""
        given = frozenset(filter.model_dump(exclude_none=True)) - {"conversation_id"}
        values = {"now": self._now_at(at), "model": model, **filter_values(filter)}
        if at is not None:
            values["point"] = at.seq
        if not self._connection.ranks_vectors:
            shape = ("near.all", given, at is None)
            rows = self._all(shape, lambda: self._near(given, at), **values)
            return _ranked(rows, wanted, limit)
        self._connection.widen_vector_search()
        size = len(wanted)
        values["wanted"] = "[" + ",".join(map(repr, map(float, wanted))) + "]"
        # The model and the limit stand in the text: the index is of one model, and is used only
        # where few rows are wanted.
        place = self._connection.vector_schema
        rows = self._all(
            ("near.ranked", given, at is None, model, size, limit, place),
            lambda: self._ranked(given, at, model, size, limit),
            **values,
        )
        return [Neighbour(*row) for row in rows]

    def _near(self, given: frozenset[str], at: Point | None) -> Select[Any]:
        query = self._of_model(given, at, vector.c.vector)
        return query.where(vector.c.model == bindparam("model"))

    def _ranked(
        self, given: frozenset[str], at: Point | None, model: str, size: int, limit: int
    ) -> Select[Any]:
        quoted = model.replace("'", "''")
        place = self._connection.vector_schema
        distance = cosine_distance(vector.c.vector, "wanted", size, place)
        return (
            self._of_model(given, at, distance.label("distance"))
            .where(vector.c.model == literal_column(f"'{quoted}'"))
            .order_by(distance)
            .limit(literal_column(str(limit)))
        )

    def _of_model(self, given: frozenset[str], at: Point | None, measure: Any) -> Select[Any]:
        query: Select[Any] = (
            select(version.c.number, measure)
            .select_from(
                self._held(vector.join(document, document.c.number == vector.c.document_n), at)
            )
            .where(vector.c.space_n == bindparam("space_n"))
        )
        return self._recalled(query, given)


def _ranked(rows: Sequence[Any], wanted: Sequence[float], limit: int) -> list[Neighbour]:
    """Measured here, one by one, where the engine knows no vectors."""
    length = _length(wanted)
    found: list[Neighbour] = []
    for key, stored in rows:
        values = array("f", stored)
        if len(values) == len(wanted):
            near = sum(map(mul, wanted, values)) / ((length * _length(values)) or 1.0)
            found.append(Neighbour(key, 1.0 - near))
    return sorted(found, key=lambda one: (one.distance, -one.key))[:limit]


def _length(values: Sequence[float]) -> float:
    return float(sum(map(mul, values, values)) ** 0.5)
