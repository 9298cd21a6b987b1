"""Stored shapes: the vectors of a space's decisions, in parts of limited size."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Delete, Select, bindparam, delete, select

from remembrancer.core.limits import SHAPE_PART_BYTES
from remembrancer.decisions.shapes.port import ShapesMark
from remembrancer.store.rows import iso, moment
from remembrancer.store.schema import shape
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class ShapeReads:
    """Reads the shapes of the space."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def mark(self) -> ShapesMark | None:
        """The state that they were made of; None: there are none."""
        row = self._view.one(_mark)
        if row is None:
            return None
        return ShapesMark(int(row[0]), row[1], None if row[2] is None else moment(row[2]))

    def body(self) -> bytes:
        return b"".join(bytes(row[0]) for row in self._view.all(_parts))


class ShapeWrites(ShapeReads):
    """Replaces the shapes of the space."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, mark: ShapesMark, body: bytes) -> None:
        self.drop()
        changes_at = None if mark.next_change_at is None else iso(mark.next_change_at)
        for part, begin in enumerate(range(0, len(body), SHAPE_PART_BYTES)):
            piece = body[begin : begin + SHAPE_PART_BYTES]
            row = (self._work.space.number, part, mark.position, mark.seal, changes_at, piece)
            self._work.pending.add("shape", row)
        self._work.flush()

    def drop(self) -> int:
        """Removes them; how many parts there were."""
        self._work.touch()
        self._work.connection.enter(self._work.space.number)
        return self._work.run(_drop)


def _mark() -> Select[Any]:
    return select(shape.c.at_seq, shape.c.seal, shape.c.next_change_at).where(
        shape.c.space_n == bindparam("space_n"), shape.c.part == 0
    )


def _parts() -> Select[Any]:
    return (
        select(shape.c.body).where(shape.c.space_n == bindparam("space_n")).order_by(shape.c.part)
    )


def _drop() -> Delete:
    return delete(shape).where(shape.c.space_n == bindparam("space_n"))
