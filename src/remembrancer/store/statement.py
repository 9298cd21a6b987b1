"""Statements, built with SQLAlchemy Core and compiled once into the driver's own SQL.

Composing expressions costs more than running them, so each shape of a query is compiled the
first time it is needed and then goes to the driver as a plain string.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from sqlalchemy import ClauseElement, Dialect, Insert


class Statement:
    """SQL text, and the order in which the driver wants its parameters."""

    __slots__ = ("_constants", "columns", "sql", "table")

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        compiled = clause.compile(dialect=dialect)
        self.sql = str(compiled)
        # The names of the parameters in their order; for an insert, those of its columns.
        self.columns: tuple[str, ...] = tuple(getattr(compiled, "positiontup", None) or ())
        self.table: str | None = clause.table.name if isinstance(clause, Insert) else None
        params: Mapping[str, Any] = compiled.params or {}
        # A word of an enumeration goes to the driver as plain text.
        self._constants = {
            name: str(value) if isinstance(value, str) else value
            for name, value in params.items()
            if value is not None
        }

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Values by name, in the driver's order; what the statement itself fixes is filled in."""
        constants = self._constants
        return tuple([values[name] if name in values else constants[name] for name in self.columns])


class Statements:
    """The compiled statements of one dialect, by name and shape.

    They hold no data, so that all stores of a process share them.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: dict[Hashable, Statement] = {}

    def get(self, shape: Hashable, build: Callable[[], ClauseElement]) -> Statement:
        """The statement of this shape; `build` is called only the first time."""
        found = self._known.get(shape)
        if found is None:
            found = self._known[shape] = Statement(build(), self._dialect)
        return found
