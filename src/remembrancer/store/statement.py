"""Statements, built with SQLAlchemy Core and compiled once into the driver's own SQL.

Building expressions costs more than running them, so each shape of a query is compiled on first
use, and then goes to the driver as a plain string.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import CodeType
from typing import Any, Protocol

from sqlalchemy import ClauseElement, Dialect, Insert


class Build(Protocol):
    """A function that builds a statement. Its code object identifies it."""

    __code__: CodeType

    def __call__(self) -> ClauseElement: ...


class CompiledStatement:
    """SQL text, and the order of its parameters for the driver."""

    __slots__ = ("_constants", "columns", "sql", "table")

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        compiled = clause.compile(dialect=dialect)
        self.sql = str(compiled)
        # The names of the parameters in their order; for an insert, those of its columns.
        self.columns: tuple[str, ...] = tuple(getattr(compiled, "positiontup", None) or ())
        self.table: str | None = clause.table.name if isinstance(clause, Insert) else None
        params: Mapping[str, Any] = compiled.params or {}
        # Enum values go to the driver as plain text.
        self._constants = {
            name: str(value) if isinstance(value, str) else value
            for name, value in params.items()
            if value is not None
        }

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Values by name, in the driver's order. The statement's own fixed values are filled in."""
        constants = self._constants
        return tuple([values[name] if name in values else constants[name] for name in self.columns])


class CompiledStatements:
    """The compiled statements of one dialect, by the function that builds each.

    They contain no data, so all stores of a process share them.
    """

    def __init__(
        self, dialect: Dialect, adapt: Callable[[ClauseElement], ClauseElement] | None = None
    ) -> None:
        """`adapt` changes each statement before it is compiled."""
        self._dialect = dialect
        self._adapt = adapt
        # The code object is kept with its statement, so that no other code can get its id.
        self._known: dict[Hashable, tuple[CompiledStatement, CodeType]] = {}

    def get(self, build: Build, *variant: Hashable) -> CompiledStatement:
        """The statement that `build` returns. `build` is called only the first time.

        `variant` is everything that the statement depends on besides the code of `build`.
        """
        code = build.__code__
        key = (id(code), variant)  # hashing the code object itself is slow
        known = self._known.get(key)
        if known is None:
            clause = build() if self._adapt is None else self._adapt(build())
            known = self._known[key] = (CompiledStatement(clause, self._dialect), code)
        return known[0]
