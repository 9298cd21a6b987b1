"""Verification: walks the chain, and compares every row with its ledger entry."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

from remembrancer.core.hashing import FIRST_HASH, commitment, link, same, signature, together
from remembrancer.core.ledger import Break, Head, Verification
from remembrancer.core.space import Space
from remembrancer.ports import Progress
from remembrancer.store.access import tokens
from remembrancer.store.engine import Connection, UnreadableText
from remembrancer.store.ledger import erased_rows
from remembrancer.store.ledger import verify_queries as queries
from remembrancer.store.schema import ledger, message, version
from remembrancer.store.statement import Build, CompiledStatements
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.erasure_rules import is_blank

_PROGRESS_ROWS = 5_000
_NEVER = 1 << 62  # a position that no chain reaches


_CHANGED_THINGS: Final[Mapping[Any, str]] = {
    erased_rows.messages_with_texts: "message",
    queries.entity_states_out_of_order: "entity",
    queries.edge_states_out_of_order: "relation",
}


class _Broken(Exception):
    """Carries the first break out of the walk."""

    def __init__(self, reason: str, *, seq: int | None = None, target: str | None = None) -> None:
        super().__init__(reason)
        self.found = Break(seq=seq, target=target, reason=reason)


def sign(space: Space, seq: int, hash: str) -> Head:
    return Head(
        space=space.uid, seq=seq, hash=hash, signature=signature(space.key, [space.uid, seq, hash])
    )


def walk(
    connection: Connection,
    statements: CompiledStatements,
    space: Space,
    head: Head | None,
    progress: Progress | None,
    last: int | None = None,
) -> Verification:
    """Walks one space's chain from its first row to its last; or the newest rows alone, about so
    many, with what they wrote."""
    walker = _Walker(connection, statements, space, progress)
    broken: Break | None = None
    try:
        if last is not None:
            walker.skip_to(last)
        walker.walk()
        if not walker.after:
            walker.check_states()
            walker.check_counts()
        if head is not None:
            walker.check_head(head)
        broken = tokens.first_break(connection, statements, space)
    except _Broken as stop:
        broken = stop.found
    except (AttributeError, TypeError, ValueError, UnreadableText) as error:
        broken = Break(
            seq=walker.seq + 1, target=None, reason=f"a value cannot be read any more ({error})"
        )
    return Verification(
        ok=broken is None,
        rows=walker.rows,
        head=sign(space, walker.seq, walker.hash),
        broken_at=broken,
    )


class _Walker:
    def __init__(
        self,
        connection: Connection,
        statements: CompiledStatements,
        space: Space,
        progress: Progress | None,
    ) -> None:
        self._connection = connection
        self._statements = statements
        self._space = space
        self._values = {"space_n": space.number}
        self._progress = progress
        self._erased: dict[str, Any] = {}  # by the commitment of the cleared row
        self.rows = 0
        self.after = 0  # the rows up to this position are taken for whole
        self.seq = 0
        self.hash = FIRST_HASH

    def skip_to(self, newest: int) -> None:
        """Begins where so many newer ledger rows, versions or messages follow."""
        given = {**self._values, "newer": newest}
        found = [
            self._connection.one(
                self._statements.get(lambda table=table: queries.nth_newest(table), table.name),
                given,
            )
            for table in (ledger, version, message)
        ]
        after = max(row[0] if row is not None else 0 for row in found)
        row = self._connection.one(
            self._statements.get(queries.hash_at), {**self._values, "seq": after}
        )
        if row is not None:
            self.after, self.seq, self.hash = after, after, row[0]
            self._values = {**self._values, "after": after}

    def walk(self) -> None:
        self._erased = {row[0]: row for row in self._each(erased_rows.listed)}
        last = self._connection.one(self._statements.get(queries.head), self._values)
        streams = [_Stream(kind, self._sealed_rows(kind)) for kind in committed_columns.every()]
        written = [stream for stream in streams if not stream.is_done]
        # Acts whose row a later act replaces: only the last one can be compared with its row.
        replaceable = {
            action.value: kind
            for kind in committed_columns.every()
            for action in kind.seal.rewritten_by
        }
        latest: dict[tuple[str, str], int] = {}
        replaced: dict[tuple[str, str], int] = {}
        ledger_rows = queries.ledger_rows_after if self.after else queries.ledger_rows
        for row in self._each(ledger_rows):
            self._check_link(row)
            seq, _, _, action, target = row[:5]
            commitments: list[str] = []
            for stream in written:
                if stream.seq <= seq:
                    for name, made in stream.at(seq):
                        commitments.append(made)
                        if stream.is_mutable:
                            latest[stream.table, name] = seq
            kind = replaceable.get(action)
            if kind is not None and not commitments:
                name = kind.seal.rewritten_name(row[2], target, row[5])
                replaced[kind.table.name, name] = seq
            elif together(commitments) != row[6]:
                raise _Broken(
                    f"what the entry {action} wrote is missing or was changed",
                    seq=seq,
                    target=target,
                )
            self._check_reason(row)
            if self._progress is not None and self.rows % _PROGRESS_ROWS == 0:
                self._progress(self.rows, last[0] if last else self.rows)
        for stream in written:
            stream.expect_end()
        for key, seq in replaced.items():
            if latest.get(key, 0) < seq:
                raise _Broken(
                    f"the {key[0]} row that this entry wrote is missing or was rolled back",
                    seq=seq,
                    target=key[1],
                )
        if last is None or (last[0], last[1]) != (self.seq, self.hash):
            raise _Broken("the head of the chain does not fit its last row", seq=self.seq)
        if self._progress is not None:
            self._progress(self.rows, self.rows)

    def check_states(self) -> None:
        """Checks that no item and no version differs from its history."""
        for build, what in (
            (
                queries.items_beside_their_version,
                "its row differs from its last version",
            ),
            (
                queries.versions_out_of_order,
                "its versions do not follow each other",
            ),
            (queries.entity_states_out_of_order, "its states do not follow each other"),
            (queries.edge_states_out_of_order, "its states do not follow each other"),
            (queries.versions_without_text, "it is found by another item's text"),
            (queries.evidence_of_nothing, "its evidence rests on nothing"),
            (
                erased_rows.items_erased_otherwise,
                "its erasure is not that of its text",
            ),
            (
                erased_rows.items_with_texts,
                "it was erased and can still be found",
            ),
            (
                erased_rows.messages_with_texts,
                "it was erased and can still be found",
            ),
        ):
            row = self._connection.one(self._statements.get(build), self._values)
            if row is not None:
                thing = _CHANGED_THINGS.get(build, "item")
                raise _Broken(f"{thing} {row[0]} was changed: {what}", seq=row[1], target=row[0])

    def check_counts(self) -> None:
        """Checks that the counts in the head match the texts."""
        row = self._connection.one(self._statements.get(queries.stray), self._values)
        if row is not None:
            raise _Broken("a reason stands beside no entry", seq=row[0])
        row = self._connection.one(self._statements.get(queries.counts), self._values)
        if row is not None and row[:4] != row[4:]:
            raise _Broken(
                "the time or the counts beside the head of the chain were changed", seq=self.seq
            )

    def check_head(self, head: Head) -> None:
        """Checks that the chain still contains what it contained when the head was exported."""
        expected = signature(self._space.key, [head.space, head.seq, head.hash])
        if head.space != self._space.uid:
            raise _Broken("the exported head belongs to another space")
        if not same(expected, head.signature):
            raise _Broken("the exported head was not signed by this store")
        if head.seq > self.seq:
            raise _Broken(
                f"the tail was cut: the exported head stands at {head.seq}, the chain ends "
                f"at {self.seq}",
                seq=self.seq + 1,
            )
        row = self._connection.one(
            self._statements.get(queries.hash_at), {**self._values, "seq": head.seq}
        )
        if head.seq and (row is None or row[0] != head.hash):
            raise _Broken(
                "the chain was rewritten: its hash differs from the exported head", seq=head.seq
            )

    def _check_link(self, row: Any) -> None:
        seq, at, actor, action, target, detail, made, reason_made, hash = row[:9]
        if seq != self.seq + 1:
            raise _Broken(
                f"the entry {self.seq + 1} is missing: {seq} follows {self.seq}", seq=self.seq + 1
            )
        values = [self._space.uid, seq, at, actor, action, target, detail, made, reason_made]
        if link(self.hash, values) != hash:
            raise _Broken(
                "the entry was changed, or is out of its place: its hash does not follow from it "
                "and the one before",
                seq=seq,
                target=target,
            )
        self.seq, self.hash = seq, hash
        self.rows += 1

    def _check_reason(self, row: Any) -> None:
        reason_made, text, salt = row[7], row[9], row[10]
        if text is None and salt is None:
            if reason_made is None or self._is_erased("reason", reason_made):
                return
        elif reason_made in self._erased:
            raise _Broken("the reason was erased and is there again", seq=row[0], target=row[4])
        if reason_made is None or salt is None or commitment(salt, [text]) != reason_made:
            raise _Broken("the reason was changed or removed", seq=row[0], target=row[4])

    def _each(self, build: Build, *variant: Hashable) -> Iterator[Any]:
        return self._connection.each(self._statements.get(build, *variant), self._values)

    def _sealed_rows(self, kind: committed_columns.Sealed) -> Iterator[tuple[int, str, str]]:
        """Position, name and commitment of each row, after checking that its content matches."""
        table = kind.table.name
        stream = kind.stream_after if self.after else kind.stream
        for row in self._each(stream, table):
            seq, _, name, salt, made = row[:5]
            if salt is None and self._is_erased(table, made):
                self._check_erased_row(kind, row)
            elif salt is None or commitment(salt, row[5:]) != made:
                raise _Broken(f"the {table} row of {name} was changed", seq=seq, target=name)
            elif made in self._erased:
                raise _Broken(
                    f"the {table} row of {name} was erased and holds text again",
                    seq=seq,
                    target=name,
                )
            yield seq, name, made

    def _is_erased(self, place: str, made: str) -> bool:
        found = self._erased.get(made)
        return found is not None and found[1] == place

    def _check_erased_row(self, kind: committed_columns.Sealed, row: Any) -> None:
        """Checks that an erased row is blank where erasure clears it, and otherwise unchanged."""
        seq, _, name, _, made = row[:5]
        _, _, salt, husk = self._erased[made]
        left = row[5:]
        is_husk = commitment(salt, left) == husk
        if not is_husk or not is_blank(kind.table, kind.named(left)):
            raise _Broken(
                f"the {kind.table.name} row of {name} was changed after it was erased",
                seq=seq,
                target=name,
            )


class _Stream:
    """One table's rows in ledger order, read position by position."""

    def __init__(
        self, kind: committed_columns.Sealed, rows: Iterator[tuple[int, str, str]]
    ) -> None:
        self.table = kind.table.name
        self.is_mutable = kind.is_mutable
        self._rows = rows
        self._advance()

    @property
    def is_done(self) -> bool:
        return self._next is None

    def at(self, seq: int) -> Iterator[tuple[str, str]]:
        """Name and commitment of each row that this position wrote."""
        while self._next is not None and self.seq <= seq:
            found, name, made = self._next
            if found < seq:
                raise self._unknown(found, name)
            yield name, made
            self._advance()

    def expect_end(self) -> None:
        if self._next is not None:
            raise self._unknown(*self._next[:2])

    def _advance(self) -> None:
        self._next = next(self._rows, None)
        self.seq = self._next[0] if self._next is not None else _NEVER

    def _unknown(self, seq: int, name: str) -> _Broken:
        return _Broken(
            f"the ledger does not know the {self.table} row of {name}", seq=seq, target=name
        )
