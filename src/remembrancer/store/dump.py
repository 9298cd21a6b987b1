"""Dumping a whole space into rows, and loading it again, ledger included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from sqlalchemy import Column, Delete, LargeBinary, Table, bindparam, delete, insert, select, update

from remembrancer.core.errors import InvalidInput
from remembrancer.core.space import Space
from remembrancer.store import schema
from remembrancer.store.documents.index_words import index_words
from remembrancer.store.engine import Connection, Embedding
from remembrancer.store.statement import Build, CompiledStatements
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.columns import referred_table

_CHUNK = 1_000


def rows(
    connection: Connection, statements: CompiledStatements, space: Space
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of the space, table by table, with bytes as hexadecimal text."""
    for description in catalogue.TABLES.exported:
        table = description.table
        own = table.c.number if table is schema.space else table.c.space_n
        ordered = list(table.primary_key)
        statement = statements.get(
            lambda table=table, own=own, ordered=ordered: (
                select(table).where(own == bindparam("space_n")).order_by(*ordered)
            ),
            table.name,
        )
        names = [column.name for column in table.c]
        for row in connection.each(statement, {"space_n": space.number}):
            values = dict(zip(names, row, strict=True))
            for column in _binary(table):
                if values[column.name] is not None:
                    values[column.name] = values[column.name].hex()
            yield table.name, values


def load(
    connection: Connection,
    statements: CompiledStatements,
    space: Space,
    given: Iterable[tuple[str, dict[str, Any]]],
) -> int:
    """Replaces a fresh space with dumped rows. Returns how many there were."""
    loader = _Loader(connection, statements, space)
    count = 0
    for name, row in given:
        loader.take(name, row)
        count += 1
    loader.finish()
    return count


class _Loader:
    """Gives dumped rows new numbers and writes them in chunks."""

    def __init__(
        self, connection: Connection, statements: CompiledStatements, space: Space
    ) -> None:
        self._connection = connection
        self._statements = statements
        self._space = space
        self._key = space.key
        self._tables = {entry.name: entry for entry in catalogue.TABLES.exported}
        self._numbers: dict[str, dict[int, int]] = {}
        self._given = connection.numbers()
        self._late: list[tuple[int, int]] = []  # items and the version in force, by old number
        self._head: dict[str, Any] | None = None
        self._terms: Counter[str] = Counter()
        self._documents = 0
        self._tokens = 0
        self._chunk: list[tuple[Any, ...]] = []
        self._index: list[tuple[int, str]] = []
        self._table: Table | None = None
        for table in (schema.head, schema.ledger, schema.reason):
            self._run(
                lambda table=table: _emptied(table),
                table.name,
                space_n=space.number,
            )

    def take(self, name: str, row: dict[str, Any]) -> None:
        description = self._tables.get(name)
        if description is None or set(row) != {column.name for column in description.table.c}:
            raise InvalidInput(
                f"The file holds a row of {name!r} that this version does not know. Export it "
                "again with the same version of Remembrancer."
            )
        table = description.table
        if table is not self._table:
            self._flush()
            self._table = table
        values = row
        for column in _binary(table):
            if values[column.name] is not None:
                values[column.name] = _bytes(column, values[column.name])
        if table is schema.space:
            self._take_space(values)
            return
        values["space_n"] = self._space.number
        if table is schema.head:
            self._head = values
            return
        self._renumber(table, values)
        if table is schema.document:
            self._take_document(values)
        self._chunk.append(tuple(values[column.name] for column in table.c))
        if len(self._chunk) >= _CHUNK:
            self._flush()

    def finish(self) -> None:
        self._flush()
        if self._head is None:
            raise InvalidInput("The file is cut short: it holds no head of a ledger.")
        versions = self._numbers.get("version", {})
        current = [(item_n, versions.get(old, -1)) for item_n, old in self._late]
        self._connection.set_current(self._space.number, current)
        terms = [(self._space.number, stem, count) for stem, count in sorted(self._terms.items())]
        if terms:
            self._connection.many(self._statements.get(lambda: insert(schema.term), "term"), terms)
        self._head["documents"], self._head["tokens"] = self._documents, self._tokens
        self._head["unfolded"] = min(self._head["unfolded"], 0)  # below 0: it was moved away
        self._head["folded_upto"] = self._given.last("document")
        self._connection.many(
            self._statements.get(lambda: insert(schema.head), "head"),
            [tuple(self._head[column.name] for column in schema.head.c)],
        )

    def _take_space(self, values: dict[str, Any]) -> None:
        """The space keeps its own name and takes everything else from the dump."""
        self._key = values["key"]
        names = [name for name in values if name not in ("number", "name")]
        self._run(
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("space_n"))
                .values({name: bindparam(f"new_{name}") for name in names})
            ),
            space_n=self._space.number,
            **{f"new_{name}": values[name] for name in names},
        )

    def _renumber(self, table: Table, values: dict[str, Any]) -> None:
        name = table.name
        if "number" in values:
            new = self._given.next(name)
            self._numbers.setdefault(name, {})[values["number"]] = new
            values["number"] = new
        if table is schema.item:
            self._late.append((values["number"], values["current"]))
        for column in table.c:
            other, old = referred_table(column), values[column.name]
            if other is None or old is None:
                continue
            if old not in self._numbers.get(other, {}):
                raise InvalidInput(
                    f"The file is damaged: a row of {name!r} points to a {other} that is not in it."
                )
            values[column.name] = self._numbers[other][old]

    def _take_document(self, values: dict[str, Any]) -> None:
        """Puts the text back into the search index and the word statistics."""
        number = self._space.number
        stems = set((values["tokens"] or "").split(" ")) - {""}
        if values["is_counted"]:
            self._terms.update(stems)
            self._documents += 1
            self._tokens += values["length"]
        is_item = values["item_n"] is not None
        words = index_words(number, self._key, stems, values["subject"], is_item=is_item)
        self._index.append((values["number"], " ".join(words)))

    def _flush(self) -> None:
        if self._chunk and self._table is not None:
            table = self._table
            self._connection.many(
                self._statements.get(lambda: insert(table), table.name), self._chunk
            )
            self._chunk = []
        if self._index:
            self._connection.index(self._space.number, self._index)
            self._index = []

    def _run(self, build: Build, /, *variant: Hashable, **values: Any) -> None:
        self._connection.run(self._statements.get(build, *variant), values)


def _emptied(table: Table) -> Delete:
    return delete(table).where(table.c.space_n == bindparam("space_n"))


def _bytes(column: Column[Any], written: str) -> bytes:
    found = bytes.fromhex(written)
    return Embedding(found) if column.info.get("is_embedding") else found


def _binary(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if isinstance(column.type, LargeBinary)]
