"""The chain: how a unit of work gathers rows, numbers them, and links them into the ledger."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, select, update

from remembrancer.core.errors import Conflict
from remembrancer.core.hashing import Chance, commitment, link, together
from remembrancer.core.ledger import Action
from remembrancer.core.limits import STATISTICS_TAIL_MAX
from remembrancer.core.scope import Scope
from remembrancer.ports import MadeDue
from remembrancer.store import schema
from remembrancer.store.dialect import drawn_number
from remembrancer.store.engine import Connection, Mark
from remembrancer.store.insert import Inserts
from remembrancer.store.ledger import committed_columns
from remembrancer.store.reader import SqlReader
from remembrancer.store.rows import iso
from remembrancer.store.search.vector_cache import VectorCache
from remembrancer.store.statement import Statements


class Chain(SqlReader):
    """One unit of work on one space's chain.

    Rows are gathered under the next ledger position, linked by `_append`, and written by
    `_flush`. The head is taken when the store is first asked for something, which locks the
    space's chain until the end: what is read after that stays true.
    """

    def __init__(
        self,
        connection: Connection,
        statements: Statements,
        scope: Scope,
        *,
        vectors: VectorCache,
        commit: Callable[[Mark | None], None],
    ) -> None:
        super().__init__(connection, statements, scope, vectors=vectors)
        self._commit = commit
        self._chance = Chance()
        self._actor = scope.viewer.name
        self._pending = Inserts(connection, statements)
        self._indexed: list[tuple[int, str]] = []
        self._counts: Counter[str] = Counter()  # texts of this unit that hold a stem
        self._now_text = iso(scope.now)
        self._is_taken = False
        self._seq: int = 0
        self._written_seq = 0
        self._has_new_texts = False
        self._has_new_items = False
        self._has_erased = False
        self.made_due: list[MadeDue] = []
        self.is_held = False  # set: a commit only makes ready, and `end()` makes it last
        self.is_ready = False

    @property
    def is_changed(self) -> bool:
        """The unit has put something on record."""
        return self._is_taken and self._seq != self._first_seq

    def _touch(self) -> None:
        if not self._is_taken:
            self._is_taken = True
            self._take_head()
            self._first_seq = self._seq

    def _take_head(self) -> None:
        row = self._one("writer.head", whole_head)
        if row is None:
            raise Conflict(
                f"The space {self._space.name!r} is not in the store any more: a restored backup "
                "took its place. Open the memory again."
            )
        self._seq = row[0]
        self._hash: str = row[1]
        # Record time never runs backwards, even where a clock does.
        self._at: str = max(row[2], self._now_text)
        self._documents: int = row[3]
        self._tokens: int = row[4]
        self._unfolded: int = row[5]
        self._folded_upto: int = row[6]
        self._written_seq = self._seq
        self._numbers = self._connection.numbers(row[7])
        self._last_known_document = self._numbers.last("document")  # later ones are our own

    def commit(self) -> None:
        """Makes the unit's changes last."""
        folds = self._is_taken and self._unfolded >= STATISTICS_TAIL_MAX
        self._flush(is_last=not (folds or self.is_held or self.is_changed))
        if folds:
            self._fold()
        if self.is_held:
            self.is_ready = True
        else:
            self.end()

    def end(self) -> None:
        """The last step of a commit, which may be held back until more is known."""
        mark = (self._space.number, self._seq, self._hash) if self.is_changed else None
        self._commit(mark)

    @property
    def _next_seq(self) -> int:
        self._touch()
        return self._seq + 1

    def _number(self, table: str) -> int:
        self._touch()
        return self._numbers.next(table)

    def _append(
        self,
        action: Action,
        target: str,
        detail: Mapping[str, Any],
        commitments: Sequence[str],
        reason: str | None,
    ) -> int:
        """Adds one ledger row that commits to the rows just made."""
        self._touch()
        seq = self._seq = self._seq + 1
        reason_made = None
        if reason is not None:
            salt = self._chance.salt()
            reason_made = commitment(salt, [reason])
            self._pending.add("reason", (self._space.number, seq, reason, salt))
        detail_text = json.dumps(detail, sort_keys=True) if detail else "{}"
        made = together(commitments)
        values = (
            self._space.uid,
            seq,
            self._at,
            self._actor,
            action.value,
            target,
            detail_text,
            made,
            reason_made,
        )
        self._hash = link(self._hash, values)
        self._pending.add("ledger", (self._space.number, *values[1:], self._hash))
        return seq

    def _put_sealed(
        self,
        kind: committed_columns.Sealed,
        row: Mapping[str, Any],
        references: Sequence[Any],
        extra: Mapping[str, Any],
        replaces: int | None = None,
        *,
        number: int | None = None,
    ) -> str:
        """Queues a row under the next ledger position; `replaces` is the row it takes over."""
        salt = self._chance.salt()
        made = kind.commit(salt, references, row)
        name = kind.table.name
        values = {**row, **extra}
        values["space_n"] = self._space.number
        values["seq"] = self._next_seq
        values["salt"] = salt
        values["commitment"] = made
        values["number"] = replaces or number or self._number(name)
        if replaces is not None:
            self._run(
                (name, "replace"),
                lambda: _replace_row(kind.table),
                **{f"new_{column}": value for column, value in values.items()},
            )
        else:
            self._pending.add(name, tuple(map(values.__getitem__, kind.whole_row)))
        return made

    def _index(self, number: int, words: str) -> None:
        """Puts a text's words into the search index."""
        self._indexed.append((number, words))
        self._has_new_texts = True

    def _count(self, stems: set[str], length: int) -> None:
        """Counts a text into the statistics that ranking uses."""
        self._documents += 1
        self._tokens += length
        self._unfolded += 1
        self._counts.update(stems)

    def _recount(self, item_n: int, counts: bool) -> None:
        """Takes all texts of an item into the statistics, or out of them."""
        step = 1 if counts else -1
        for number, tokens, length in self._all(
            "writer.texts", _texts_of_item, item_n=item_n, unlike=int(counts)
        ):
            self._documents += step
            self._tokens += step * length
            if number > self._folded_upto:
                self._unfolded += step
                if number > self._last_known_document:
                    self._counts.update(dict.fromkeys(set(tokens.split()), step))
            else:
                self._count_terms(dict.fromkeys(tokens.split(), step))
        self._run("writer.recount", _recount_item, item_n=item_n, new_counted=int(counts))

    def _count_terms(self, counts: Mapping[str, int]) -> None:
        if counts:
            self._connection.count_terms(self._space.number, counts)

    def _flush(self, *, is_last: bool = False) -> None:
        """Writes what is gathered, and moves the head of the chain."""
        if not (self._pending.count or self._indexed) and self._seq == self._written_seq:
            return
        with self._connection.together(self._pending.count, is_last=is_last):
            self._pending.write()
            if self._indexed:
                self._connection.index(self._space.number, self._indexed)
                self._indexed = []
            if self._seq != self._written_seq:
                self._move_head()

    def _move_head(self) -> None:
        self._run(
            "head.move",
            _move_head,
            new_seq=self._seq,
            new_hash=self._hash,
            new_at=self._at,
            new_documents=self._documents,
            new_tokens=self._tokens,
            new_unfolded=self._unfolded,
            new_folded_upto=self._folded_upto,
        )
        self._written_seq = self._seq

    def _fold(self) -> None:
        """Counts the words of recent texts into the statistics."""
        counts = self._counts
        tail = self._each(
            "writer.tail",
            _tail_tokens,
            folded_upto=self._folded_upto,
            last_known=self._last_known_document,
        )
        for (tokens,) in tail:
            counts.update(set(tokens.split()))
        self._count_terms(counts)
        self._folded_upto = self._numbers.last("document")
        self._unfolded = 0
        self._counts = Counter()
        self._move_head()

    def _run(self, shape: Any, build: Callable[[], Any], **values: Any) -> int:
        self._touch()
        return self._connection.run(self._statement(shape, build), self._values(values))


def whole_head() -> Select[Any]:
    """The head, locked until the transaction ends where the engine locks rows."""
    columns = schema.head.c
    return (
        select(
            columns.seq,
            columns.hash,
            columns.at,
            columns.documents,
            columns.tokens,
            columns.unfolded,
            columns.folded_upto,
            drawn_number(),
        )
        .where(columns.space_n == bindparam("space_n"))
        .with_for_update()
    )


def _move_head() -> Any:
    names = ("seq", "hash", "at", "documents", "tokens", "unfolded", "folded_upto")
    return (
        update(schema.head)
        .where(schema.head.c.space_n == bindparam("space_n"))
        .values({name: bindparam(f"new_{name}") for name in names})
    )


def _replace_row(table: Any) -> Any:
    return (
        update(table)
        .where(table.c.number == bindparam("new_number"))
        .values(
            {
                column.name: bindparam(f"new_{column.name}")
                for column in table.c
                if column.name != "number"
            }
        )
    )


def _tail_tokens() -> Select[Any]:
    columns = schema.document.c
    return select(columns.tokens).where(
        columns.space_n == bindparam("space_n"),
        columns.number > bindparam("folded_upto"),
        columns.number <= bindparam("last_known"),
        columns.is_counted == 1,
        columns.tokens.is_not(None),
    )


def _texts_of_item() -> Select[Any]:
    columns = schema.document.c
    return select(columns.number, columns.tokens, columns.length).where(
        columns.item_n == bindparam("item_n"), columns.is_counted != bindparam("unlike")
    )


def _recount_item() -> Any:
    return (
        update(schema.document)
        .where(schema.document.c.item_n == bindparam("item_n"))
        .values(is_counted=bindparam("new_counted"))
    )
