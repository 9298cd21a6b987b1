"""A connection with the rights of one scope. Every part of the store reads with it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import FromClause, Select, bindparam, select

from remembrancer.core.errors import InvalidInput
from remembrancer.core.ledger import Action
from remembrancer.core.scope import AsOf, Scope
from remembrancer.ports import LedgerPoint
from remembrancer.store import schema
from remembrancer.store.caches.names_cache import NamesCache
from remembrancer.store.caches.vector_cache import VectorCache
from remembrancer.store.caches.withdrawn_cache import WithdrawnCache
from remembrancer.store.engine import Connection, Question
from remembrancer.store.rows import iso, moment
from remembrancer.store.statement import Build, CompiledStatement, CompiledStatements
from remembrancer.store.visibility import Visibility


class ScopedReader:
    """Runs queries with the rights of one scope, and compiles each query once."""

    def __init__(
        self,
        connection: Connection,
        statements: CompiledStatements,
        scope: Scope,
        *,
        vectors: VectorCache,
        withdrawn: WithdrawnCache,
        names: NamesCache,
    ) -> None:
        self.connection = connection
        self.statements = statements
        self.scope = scope
        self.space = scope.space
        self.rights = Visibility(scope)
        self.vector_cache = vectors
        self.withdrawn_cache = withdrawn
        self.names_cache = names
        self.looks: dict[str, Action] = {}

    def note_look(self, id: str, owner: str, is_personal: bool, action: Action) -> None:
        """Remembers that an admin read something personal to somebody else."""
        if is_personal and owner != self.scope.viewer.name:
            self.looks[id] = action

    def only_looked_at(self, ids: Collection[str]) -> None:
        """Says that only these of the items read were shown to the viewer."""
        self.looks = {id: action for id, action in self.looks.items() if id in ids}

    def point(self, as_of: AsOf) -> LedgerPoint:
        """The point in history of a time or a position. A time before the first change is 0.

        It is the same for everybody, also where row-level security hides rows of the ledger.
        """
        if isinstance(as_of, datetime):
            with self.connection.entered(self.space.number):
                row = self.one(_position_at_time, at=iso(as_of))
            return LedgerPoint(row[0] if row else 0, as_of)
        last = self.last_position()
        if not 0 <= as_of <= last:
            raise InvalidInput(
                f"as_of={as_of} is no position of this space. Give a time, or a position from 0 "
                "to the one that verify() reports.",
                field="as_of",
            )
        with self.connection.entered(self.space.number):
            row = self.one(_time_at_position, seq=as_of)
        return LedgerPoint(as_of, moment(row[0]) if row else self.space.created_at)

    def last_position(self) -> int:
        row = self.one(head_position)
        return int(row[0]) if row else 0

    def settled_position(self) -> int:
        """The last position that does not depend on what this unit of work still changes."""
        return self.last_position()

    def statement(self, build: Build, *variant: Hashable) -> CompiledStatement:
        return self.statements.get(build, self.rights.shape, *variant)

    def values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**self.rights.parameters, **values}

    def require_primary(self) -> None:
        """What is read from here on has to be as it is now."""
        self.connection.require_primary()

    def touch(self) -> None:
        """Called before each access to the store."""

    def enter(self) -> None:
        """From here on row-level security hides nothing of the space. Query filters still apply."""
        self.touch()
        self.connection.enter(self.space.number)

    # `variant` is what the SQL depends on besides the code of `build`; `values` are its parameters.

    def all(self, build: Build, /, *variant: Hashable, **values: Any) -> list[Any]:
        self.touch()
        return self.connection.all(self.statement(build, *variant), self.values(values))

    def nearest(self, count: int, build: Build, /, *variant: Hashable, **values: Any) -> list[Any]:
        """The rows of a vector search for so many, in the order of the index over vectors."""
        self.touch()
        return self.connection.nearest(self.statement(build, *variant), self.values(values), count)

    def one(self, build: Build, /, *variant: Hashable, **values: Any) -> Any:
        self.touch()
        return self.connection.one(self.statement(build, *variant), self.values(values))

    def each(self, build: Build, /, *variant: Hashable, **values: Any) -> Iterator[Any]:
        self.touch()
        return self.connection.each(self.statement(build, *variant), self.values(values))

    def question(self, build: Build, /, *variant: Hashable, **values: Any) -> Question:
        """One of the queries that `all_of` runs."""
        return self.statement(build, *variant), self.values(values)

    def all_of(self, *asked: Question) -> list[list[Any]]:
        """The rows of several queries, in one round trip."""
        self.touch()
        return self.connection.all_of(asked)


def _of_space(table: FromClause, *columns: Any) -> Select[Any]:
    return select(*columns).where(table.c.space_n == bindparam("space_n"))


def head_position() -> Select[Any]:
    """The last position of the ledger."""
    return _of_space(schema.head, schema.head.c.seq)


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
