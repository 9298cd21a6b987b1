"""The view: a connection seen through one scope. All reading rooms stand on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ClauseElement, FromClause, Select, bindparam, select

from remembrancer.core.errors import InvalidInput
from remembrancer.core.ledger import Action
from remembrancer.core.scope import AsOf, Scope
from remembrancer.ports import Point
from remembrancer.store import schema
from remembrancer.store.engine import Connection, Question
from remembrancer.store.rows import iso, moment
from remembrancer.store.search.vector_cache import State, VectorCache
from remembrancer.store.statement import Statement, Statements
from remembrancer.store.visibility import Visibility


class View:
    """What every query needs: the connection, the compiled statements and the scope's rights."""

    def __init__(
        self,
        connection: Connection,
        statements: Statements,
        scope: Scope,
        *,
        vectors: VectorCache,
    ) -> None:
        self._connection = connection
        self._statements = statements
        self._scope = scope
        self._space = scope.space
        self._rights = Visibility(scope)
        self._vectors = vectors
        self._states: dict[str, State] = {}  # by model, how far its vectors go
        self._texts_state: tuple[int | None, int | None] | None = None  # the last text and erasure
        self.looks: dict[str, Action] = {}
        # Conversations met so far, by id and, where one was asked for, owner.
        self._places: dict[tuple[str, str | None], dict[str, Any]] = {}

    def _note_look(self, id: str, owner: str, is_personal: bool, action: Action) -> None:
        """Remembers that an admin read what is personal to somebody else."""
        if is_personal and owner != self._scope.viewer.name:
            self.looks[id] = action

    def only_looked_at(self, ids: Collection[str]) -> None:
        """Of what was read, only these were put before the viewer."""
        self.looks = {id: action for id, action in self.looks.items() if id in ids}

    def point(self, as_of: AsOf) -> Point:
        """Where in history a time or a position lies. A time before the first change is 0."""
        if isinstance(as_of, datetime):
            row = self._one("point.time", _position_at_time, at=iso(as_of))
            return Point(row[0] if row else 0, as_of)
        last = self.last_position()
        if not 0 <= as_of <= last:
            raise InvalidInput(
                f"as_of={as_of} is no position of this space. Give a time, or a position from 0 "
                "to the one that verify() reports.",
                field="as_of",
            )
        row = self._one("point.position", _time_at_position, seq=as_of)
        return Point(as_of, moment(row[0]) if row else self._space.created_at)

    def last_position(self) -> int:
        row = self._one(*LAST_POSITION)
        return int(row[0]) if row else 0

    def _statement(self, shape: Hashable, build: Callable[[], ClauseElement]) -> Statement:
        return self._statements.get((shape, self._rights.shape), build)

    def _values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**self._rights.parameters, **values}

    def _touch(self) -> None:
        """Called before the store is asked for anything."""

    def _all(self, shape: Hashable, build: Callable[[], ClauseElement], **values: Any) -> list[Any]:
        self._touch()
        return self._connection.all(self._statement(shape, build), self._values(values))

    def _question(
        self, shape: Hashable, build: Callable[[], ClauseElement], **values: Any
    ) -> Question:
        """For `_all_of`."""
        return self._statement(shape, build), self._values(values)

    def _all_of(self, *asked: Question) -> list[list[Any]]:
        """What several questions find, asked in one go."""
        self._touch()
        return self._connection.all_of(asked)

    def _one(self, shape: Hashable, build: Callable[[], ClauseElement], **values: Any) -> Any:
        self._touch()
        return self._connection.one(self._statement(shape, build), self._values(values))

    def _each(
        self, shape: Hashable, build: Callable[[], ClauseElement], **values: Any
    ) -> Iterator[Any]:
        self._touch()
        return self._connection.each(self._statement(shape, build), self._values(values))


def _of_space(table: FromClause, *columns: Any) -> Select[Any]:
    return select(*columns).where(table.c.space_n == bindparam("space_n"))


# The end of the ledger, for `_one` and `_question`.
LAST_POSITION = ("head.seq", lambda: _of_space(schema.head, schema.head.c.seq))


def _position_at_time() -> Select[Any]:
    columns = schema.ledger.c
    return (
        _of_space(schema.ledger, columns.seq)
        .where(columns.at <= bindparam("at"))
        .order_by(columns.at.desc(), columns.seq.desc())
        .limit(1)
    )


def _time_at_position() -> Select[Any]:
    columns = schema.ledger.c
    return _of_space(schema.ledger, columns.at).where(columns.seq == bindparam("seq"))
