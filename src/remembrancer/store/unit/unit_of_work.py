"""The unit of work: collects rows, numbers them, and links them into the ledger."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, select, update

from remembrancer.core.errors import Conflict
from remembrancer.core.hashing import Chance, commitment, link, together
from remembrancer.core.ledger import Action
from remembrancer.core.limits import STATISTICS_TAIL_MAX
from remembrancer.core.scope import Scope
from remembrancer.jobs.port import MadeDue
from remembrancer.store import schema
from remembrancer.store.caches.names_cache import NamesCache
from remembrancer.store.caches.vector_cache import VectorCache
from remembrancer.store.caches.withdrawn_cache import WithdrawnCache
from remembrancer.store.dialect import among, drawn_number, pack
from remembrancer.store.engine import Connection, Mark
from remembrancer.store.rows import iso
from remembrancer.store.statement import Build, CompiledStatements
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.insert import Inserts
from remembrancer.store.unit.scoped_reader import ScopedReader

MOVED = -1  # in the place of the number of unfolded texts: the space lives in another store


class UnitOfWork(ScopedReader):
    """One unit of work on one space's ledger.

    Rows are collected under the next ledger position, linked by `append`, and written by `flush`.
    The first access to the store reads the head, which locks the space's chain until the end: what
    is read after that stays true.
    """

    def __init__(
        self,
        connection: Connection,
        statements: CompiledStatements,
        scope: Scope,
        *,
        vectors: VectorCache,
        withdrawn: WithdrawnCache,
        names: NamesCache,
        commit: Callable[[Mark | None], None],
    ) -> None:
        super().__init__(
            connection, statements, scope, vectors=vectors, withdrawn=withdrawn, names=names
        )
        self._commit = commit
        self.chance = Chance()
        self.actor = scope.viewer.name
        self.pending = Inserts(connection, statements)
        self._indexed: list[tuple[int, str]] = []
        self._counts: Counter[str] = Counter()  # texts of this unit that contain a stem
        self.now_text = iso(scope.now)
        self._is_taken = False
        self.seq: int = 0
        self._written_seq = 0
        self.has_new_texts = False
        self.has_new_items = False
        self.has_items_to_review = False
        self.has_erased = False
        self.made_due: list[MadeDue] = []
        self.is_held = False  # set: `commit()` only prepares, and `end()` makes it durable
        self.is_ready = False

    @property
    def is_changed(self) -> bool:
        """The unit has recorded a change."""
        return self._is_taken and self.seq != self._first_seq

    def touch(self) -> None:
        if not self._is_taken:
            self._is_taken = True
            self.take_head()
            self._first_seq = self.seq

    def settled_position(self) -> int:
        self.touch()
        return self._first_seq

    def take_head(self) -> None:
        row = self.one(whole_head)
        if row is None:
            raise Conflict(
                f"The space {self.space.name!r} is not in the store any more: a restored backup "
                "took its place. Open the memory again."
            )
        if row[5] == MOVED:
            self.enter()  # few may read that row of the ledger
            place = json.loads(self.one(moved_to)[0])["to"]
            raise Conflict(
                f"The space {self.space.name!r} was moved to {place}. Open it there; nothing was "
                "written here."
            )
        self.seq = row[0]
        self.hash: str = row[1]
        # Record time never goes backwards, even if a clock does.
        self.at: str = max(row[2], self.now_text)
        self.document_count: int = row[3]
        self.token_count: int = row[4]
        self.unfolded_count: int = row[5]
        self.folded_upto: int = row[6]
        self._written_seq = self.seq
        self._numbers = self.connection.numbers(row[7])
        self._last_known_document = self._numbers.last("document")  # later ones belong to this unit

    def commit(self) -> None:
        """Commits the unit's changes."""
        folds = self._is_taken and self.unfolded_count >= STATISTICS_TAIL_MAX
        self.flush(is_last=not (folds or self.is_held or self.is_changed))
        if folds:
            self._fold()
        if self.is_held:
            self.is_ready = True
        else:
            self.end()

    def end(self) -> None:
        """The last step of a commit, which may be delayed until more is known."""
        mark = (self.space.number, self.seq, self.hash) if self.is_changed else None
        self._commit(mark)

    def look(self, looks: Mapping[str, Action]) -> None:
        """Records that an admin read something personal to somebody else."""
        for id, action in looks.items():
            self.append(action, id, {}, [], None)
        self.flush()

    @property
    def next_seq(self) -> int:
        self.touch()
        return self.seq + 1

    def number(self, table: str) -> int:
        self.touch()
        return self._numbers.next(table)

    def append(
        self,
        action: Action,
        target: str,
        detail: Mapping[str, Any],
        commitments: Sequence[str],
        reason: str | None,
    ) -> int:
        """Adds one ledger row that commits to the rows just created."""
        self.touch()
        seq = self.seq = self.seq + 1
        reason_made = None
        if reason is not None:
            salt = self.chance.salt()
            reason_made = commitment(salt, [reason])
            self.pending.add("reason", (self.space.number, seq, reason, salt))
        detail_text = json.dumps(detail, sort_keys=True) if detail else "{}"
        made = together(commitments)
        values = (
            self.space.uid,
            seq,
            self.at,
            self.actor,
            action.value,
            target,
            detail_text,
            made,
            reason_made,
        )
        self.hash = link(self.hash, values)
        self.pending.add("ledger", (self.space.number, *values[1:], self.hash))
        return seq

    def put_sealed(
        self,
        kind: committed_columns.Sealed,
        row: Mapping[str, Any],
        references: Sequence[Any],
        extra: Mapping[str, Any],
        replaces: int | None = None,
        *,
        number: int | None = None,
    ) -> str:
        """Queues a row under the next ledger position; `replaces` is the row that it replaces."""
        salt = self.chance.salt()
        made = kind.commit(salt, references, row)
        name = kind.table.name
        values = {**row, **extra}
        values["space_n"] = self.space.number
        values["seq"] = self.next_seq
        values["salt"] = salt
        values["commitment"] = made
        values["number"] = replaces or number or self.number(name)
        if replaces is not None:
            self.run(
                lambda: _replace_row(kind.table),
                name,
                "replace",
                **{f"new_{column}": value for column, value in values.items()},
            )
        else:
            self.pending.add(name, tuple(map(values.__getitem__, kind.whole_row)))
        return made

    def index_text(self, number: int, words: str) -> None:
        """Adds a text's words to the search index."""
        self._indexed.append((number, words))
        self.has_new_texts = True

    def count_text(self, stems: set[str], length: int) -> None:
        """Adds a text to the ranking statistics."""
        self.document_count += 1
        self.token_count += length
        self.unfolded_count += 1
        self._counts.update(stems)

    def recount_texts(self, items: Sequence[int], counts: bool) -> None:
        """Adds all texts of these items to the statistics, or removes them."""
        step, folded = 1 if counts else -1, Counter[str]()
        listed = pack(items)
        for number, tokens, length in self.all(_texts_of_items, items=listed, unlike=int(counts)):
            self.document_count += step
            self.token_count += step * length
            if number > self.folded_upto:
                self.unfolded_count += step
                if number > self._last_known_document:
                    self._counts.update(dict.fromkeys(set(tokens.split()), step))
            else:
                folded.update(dict.fromkeys(tokens.split(), step))
        self.count_terms(folded)
        self.run(_recount_items, items=listed, new_counted=int(counts))

    def count_terms(self, counts: Mapping[str, int]) -> None:
        if counts:
            self.connection.count_terms(self.space.number, counts)

    def flush(self, *, is_last: bool = False) -> None:
        """Writes the collected rows, and moves the head of the chain."""
        if not (self.pending.count or self._indexed) and self.seq == self._written_seq:
            return
        with self.connection.together(self.pending.count, is_last=is_last):
            self.pending.write()
            if self._indexed:
                self.connection.index(self.space.number, self._indexed)
                self._indexed = []
            if self.seq != self._written_seq:
                self._move_head()

    def _move_head(self) -> None:
        self.run(
            _move_head,
            new_seq=self.seq,
            new_hash=self.hash,
            new_at=self.at,
            new_documents=self.document_count,
            new_tokens=self.token_count,
            new_unfolded=self.unfolded_count,
            new_folded_upto=self.folded_upto,
        )
        self._written_seq = self.seq

    def _fold(self) -> None:
        """Adds the words of recent texts to the statistics."""
        counts = self._counts
        tail = self.each(
            _tail_tokens,
            folded_upto=self.folded_upto,
            last_known=self._last_known_document,
        )
        for (tokens,) in tail:
            counts.update(set(tokens.split()))
        self.count_terms(counts)
        self.folded_upto = self._numbers.last("document")
        self.unfolded_count = 0
        self._counts = Counter()
        self._move_head()

    def close_for_good(self) -> None:
        """Lets nobody write to the space after this unit."""
        self.flush()
        self._fold()
        self.unfolded_count = MOVED

    def run(self, build: Build, /, *variant: Hashable, **values: Any) -> int:
        self.touch()
        return self.connection.run(self.statement(build, *variant), self.values(values))


def moved_to() -> Select[Any]:
    """What the last ledger row of a space that was moved says."""
    head, entry = schema.head.c, schema.ledger.c
    return select(entry.detail).where(
        head.space_n == bindparam("space_n"),
        head.unfolded == MOVED,
        entry.space_n == bindparam("space_n"),
        entry.seq == head.seq,
    )


def whole_head() -> Select[Any]:
    """The head. Engines with row locks lock it until the transaction ends."""
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
        .where(table.c.space_n == bindparam("space_n"), table.c.number == bindparam("new_number"))
        .values(
            {
                column.name: bindparam(f"new_{column.name}")
                for column in table.c
                if column.name not in ("number", "space_n")
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


def _texts_of_items() -> Select[Any]:
    columns = schema.document.c
    return select(columns.number, columns.tokens, columns.length).where(
        columns.space_n == bindparam("space_n"),
        among(columns.item_n, "items"),
        columns.is_counted != bindparam("unlike"),
    )


def _recount_items() -> Any:
    return (
        update(schema.document)
        .where(
            schema.document.c.space_n == bindparam("space_n"),
            among(schema.document.c.item_n, "items"),
        )
        .values(is_counted=bindparam("new_counted"))
    )
