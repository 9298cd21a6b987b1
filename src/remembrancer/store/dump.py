"""Dumping a whole space into rows, and loading it again, ledger included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from sqlalchemy import Delete, LargeBinary, Table, bindparam, delete, insert, select, update

from remembrancer.core.errors import InvalidInput
from remembrancer.core.space import Space
from remembrancer.store import schema
from remembrancer.store.engine import Connection, Embedding
from remembrancer.store.search.search import index_words
from remembrancer.store.statement import Build, Statements

# A table comes after those it refers to. What follows from other rows is left out: `term` and
# `embedded`; and so is what lets somebody in: `token` and `signing_key`. What was answered to
# requests, `kept_answer`, stays where they were made.
_ORDER = (
    schema.space,
    schema.head,
    schema.person,
    schema.source,
    schema.conversation,
    schema.message,
    schema.standing,
    schema.item,
    schema.document,
    schema.version,
    schema.vector,
    schema.evidence,
    schema.vote,
    schema.entity,
    schema.relation,
    schema.erased,
    schema.ledger,
    schema.reason,
    schema.idempotency,
    schema.job,
    schema.feed,
    schema.walk,
    schema.walk_hit,
    schema.delivery,
    schema.delivered,
)
_BY_NAME = {table.name: table for table in _ORDER}
_REFERENCES = {  # column: the table whose number it holds
    "item_n": "item",
    "source_n": "source",
    "message_n": "message",
    "conversation_n": "conversation",
    "document_n": "document",
    "walk_n": "walk",
    "version_n": "version",
    "delivery_n": "delivery",
    "current": "version",
}
# Columns that files of earlier versions lack.
_LATER: dict[str, dict[str, Any]] = {
    "item": {"erased_seq": None},
    "conversation": {"trust": None},
    "message": {"trust": None},
    "vector": {"number": None, "part": 0},
    "standing": {"revoked_seq": None},
}
_CHUNK = 1_000


def rows(
    connection: Connection, statements: Statements, space: Space
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of the space, table by table, with bytes as hexadecimal text."""
    for table in _ORDER:
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
            for name in _binary(table):
                if values[name] is not None:
                    values[name] = values[name].hex()
            yield table.name, values


def load(
    connection: Connection,
    statements: Statements,
    space: Space,
    given: Iterable[tuple[str, dict[str, Any]]],
) -> int:
    """Replaces a fresh space by dumped rows. Returns how many there were."""
    loader = _Loader(connection, statements, space)
    count = 0
    for name, row in given:
        loader.take(name, row)
        count += 1
    loader.finish()
    return count


class _Loader:
    """Gives dumped rows new numbers and writes them in chunks."""

    def __init__(self, connection: Connection, statements: Statements, space: Space) -> None:
        self._connection = connection
        self._statements = statements
        self._space = space
        self._key = space.key
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
        table = _BY_NAME.get(name)
        row = {**_LATER.get(name, {}), **row}
        if table is None or set(row) != {column.name for column in table.c}:
            raise InvalidInput(
                f"The file holds a row of {name!r} that this version does not know. Export it "
                "again with the same version of Remembrancer."
            )
        if table is not self._table:
            self._flush()
            self._table = table
        values = row
        for column in _binary(table):
            if values[column] is not None:
                values[column] = _bytes(table, values[column])
        if table is schema.space:
            self._take_space(values)
            return
        values["space_n"] = self._space.number
        if table is schema.head:
            self._head = values
            return
        self._renumber(name, values)
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
        self._connection.set_current(
            [(item_n, versions.get(old, -1)) for item_n, old in self._late]
        )
        terms = [(self._space.number, stem, count) for stem, count in sorted(self._terms.items())]
        if terms:
            self._connection.many(self._statements.get(lambda: insert(schema.term), "term"), terms)
        self._head["documents"], self._head["tokens"] = self._documents, self._tokens
        self._head["unfolded"] = 0
        self._head["folded_upto"] = self._given.last("document")
        self._connection.many(
            self._statements.get(lambda: insert(schema.head), "head"),
            [tuple(self._head[column.name] for column in schema.head.c)],
        )

    def _take_space(self, values: dict[str, Any]) -> None:
        """The space keeps its own name and takes over all the rest."""
        self._key = values["key"]
        names = [name for name in values if name not in ("number", "name")]
        self._run(
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("own_number"))
                .values({name: bindparam(f"new_{name}") for name in names})
            ),
            own_number=self._space.number,
            **{f"new_{name}": values[name] for name in names},
        )

    def _renumber(self, name: str, values: dict[str, Any]) -> None:
        if "number" in values:
            new = self._given.next(name)
            self._numbers.setdefault(name, {})[values["number"]] = new
            values["number"] = new
        for column, other in _REFERENCES.items():
            old = values.get(column)
            if old is None:
                continue
            if column == "current":
                self._late.append((values["number"], old))
            elif old not in self._numbers.get(other, {}):
                raise InvalidInput(
                    f"The file is damaged: a row of {name!r} points to a {other} that is not in it."
                )
            else:
                values[column] = self._numbers[other][old]

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


def _bytes(table: Table, written: str) -> bytes:
    found = bytes.fromhex(written)
    return Embedding(found) if table is schema.vector else found


def _binary(table: Table) -> list[str]:
    return [column.name for column in table.c if isinstance(column.type, LargeBinary)]
