"""The columns of each table that the ledger commits to, from the table descriptions.

References count by public id and not by number, so that a space keeps its chain when it moves to
another store. Search texts are left out, because they are derived from the content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, select

from remembrancer.core.hashing import commitment
from remembrancer.store.tables import access, catalogue, conversations, graph, items, spaces
from remembrancer.store.tables.columns import referred_table
from remembrancer.store.tables.description import TableDescription

_NEVER_COUNTED: Final = {"number", "space_n", "seq", "salt", "commitment"}


class Sealed:
    """A table whose rows the ledger commits to."""

    def __init__(self, description: TableDescription) -> None:
        seal, table = description.seal, description.table
        if seal is None:
            raise ValueError(f"The ledger does not commit to rows of {description.name}.")
        without = {*_NEVER_COUNTED, *seal.without.split()}
        self.table = table
        self.seal = seal
        self.joined = table if seal.joined is None else seal.joined  # with the tables it refers to
        self.references = seal.references
        self.columns: tuple[ColumnElement[Any], ...] = tuple(
            column
            for column in table.c
            if column.name not in without and referred_table(column) is None
        )
        self.is_mutable = bool(seal.rewritten_by)  # True: a later act replaces the row
        # Cached, because reading a table's columns takes longer than hashing a row.
        self.names = tuple(str(column.key) for column in self.columns)
        self.whole_row = tuple(column.name for column in table.c)

    def commit(self, salt: str, references: Sequence[Any], row: Mapping[str, Any]) -> str:
        return commitment(salt, [*references, *map(row.__getitem__, self.names)])

    def stream(self) -> Select[Any]:
        """Position, number, name, salt, commitment and the committed values, in ledger order."""
        own = self.table.c
        return self.rows().order_by(own.seq, own.number)

    def stream_after(self) -> Select[Any]:
        """The same, after a position."""
        return self.stream().where(self.table.c.seq > bindparam("after"))

    def rows(self) -> Select[Any]:
        own = self.table.c
        space = own.space_n if "space_n" in own else own.number
        return (
            select(
                own.seq,
                own.number,
                self.seal.name,
                own.salt,
                own.commitment,
                *self.references,
                *self.columns,
            )
            .select_from(self.joined)
            .where(space == bindparam("space_n"))
        )

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """The row's own values by column, from those after the commitment in `rows`."""
        return dict(zip(self.names, values[len(self.references) :], strict=True))


sealed = cache(Sealed)


def every() -> tuple[Sealed, ...]:
    """All committed tables, in the order in which a change commits to their rows."""
    return tuple(map(sealed, catalogue.TABLES.sealed))


VERSION: Final = sealed(items.VERSION)
EVIDENCE: Final = sealed(items.EVIDENCE)
VOTE: Final = sealed(items.VOTE)
SOURCE: Final = sealed(conversations.SOURCE)
CONVERSATION: Final = sealed(conversations.CONVERSATION)
MESSAGE: Final = sealed(conversations.MESSAGE)
STANDING: Final = sealed(conversations.STANDING)
ENTITY: Final = sealed(graph.ENTITY)
RELATION: Final = sealed(graph.RELATION)
ENTITY_VERSION: Final = sealed(graph.ENTITY_VERSION)
EDGE: Final = sealed(graph.EDGE)
EDGE_EVIDENCE: Final = sealed(graph.EDGE_EVIDENCE)
PERSON: Final = sealed(access.PERSON)
SPACE: Final = sealed(spaces.SPACE)
ERASED: Final = sealed(spaces.ERASED_ROWS)
