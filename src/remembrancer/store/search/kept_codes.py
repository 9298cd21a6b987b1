"""Kept codes: those of a large space's vectors, stored so that the next process need not make them.

They are derived from vectors, so the ledger does not mention them, and an erasure removes them all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Delete, Select, bindparam, delete, select

from remembrancer.core.limits import VECTOR_CODES_PART_BYTES
from remembrancer.search.port import PackedCodes
from remembrancer.store.caches.vector_cache import VectorState
from remembrancer.store.caches.vector_codes import VectorCodes
from remembrancer.store.schema import vector, vector_codes
from remembrancer.store.search.vector_queries import last_erasure
from remembrancer.store.tables.joins import here
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class CodesMark(NamedTuple):
    """Which vectors the kept codes are of."""

    upto: int  # the last vector
    erased: int  # the last erasure before they were made
    vectors: int  # how many


def packed(codes: VectorCodes) -> PackedCodes:
    return PackedCodes(codes.last, codes.erased, codes.count, codes.packed())


class KeptCodesReads:
    """Reads the kept codes of a space."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def mark(self, model: str) -> CodesMark | None:
        row = self._view.one(_mark, model=model)
        return None if row is None else CodesMark(*map(int, row))

    def codes(self, model: str, state: VectorState) -> VectorCodes | None:
        """The codes, if they are of vectors that this reader sees; None: there are none."""
        mark = self.mark(model)
        if mark is None or mark.erased != state.erased or mark.upto > state.last:
            return None
        body = b"".join(bytes(row[0]) for row in self._view.all(_parts, model=model))
        return VectorCodes.unpacked(body)


class KeptCodesWrites(KeptCodesReads):
    """Replaces the kept codes of a space."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, model: str, codes: PackedCodes) -> None:
        self.drop(model)
        last, erased = self._work.one(_still, model=model, upto=codes.upto)
        if last is None or (erased or 0) != codes.erased:
            return  # something was erased since they were made, and may be in them
        *mark, body = codes
        for part, begin in enumerate(range(0, len(body), VECTOR_CODES_PART_BYTES)):
            piece = body[begin : begin + VECTOR_CODES_PART_BYTES]
            self._work.pending.add(
                "vector_codes", (self._work.space.number, model, part, *mark, piece)
            )
        self._work.flush()

    def drop(self, model: str) -> None:
        self._work.touch()
        self._work.connection.enter(self._work.space.number)
        self._work.run(_drop, model=model)


def _mark() -> Select[tuple[int, int, int]]:
    return select(vector_codes.c.upto, vector_codes.c.erased, vector_codes.c.vectors).where(
        here(vector_codes), vector_codes.c.model == bindparam("model"), vector_codes.c.part == 0
    )


def _parts() -> Select[tuple[bytes]]:
    return (
        select(vector_codes.c.body)
        .where(here(vector_codes), vector_codes.c.model == bindparam("model"))
        .order_by(vector_codes.c.part)
    )


def _still() -> Select[Any]:
    """The last vector that codes are of, if it is still there, and the last erasure."""
    return select(
        select(vector.c.number)
        .where(
            here(vector),
            vector.c.model == bindparam("model"),
            vector.c.number == bindparam("upto"),
        )
        .scalar_subquery(),
        last_erasure(),
    )


def _drop() -> Delete:
    return delete(vector_codes).where(
        here(vector_codes), vector_codes.c.model == bindparam("model")
    )
