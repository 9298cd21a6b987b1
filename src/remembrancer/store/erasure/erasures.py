"""Recorded erasures: their certificates, rebuilt from the ledger."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from sqlalchemy import Select, Table, bindparam, select

from remembrancer.governance.erasure.certificate import Certificate, ErasureTarget
from remembrancer.governance.erasure.erasure_rules import BEYOND, KEPT
from remembrancer.store.ledger import verify
from remembrancer.store.rows import moment
from remembrancer.store.schema import conversation, erased, item, ledger, source
from remembrancer.store.unit.scoped_reader import ScopedReader


class ErasureReads:
    """Erasures in the scope's space. The calling stage decides who may read them."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def certificates(self) -> tuple[Certificate, ...]:
        """One certificate for each erasure, oldest first."""
        entries = self._view.all(_entries)
        if not entries:
            return ()
        rows = self._grouped("rows", _rows)
        ids = {
            "items": self._grouped("items", _items),
            "sources": self._grouped("sources", lambda: _named(source)),
            "conversations": self._grouped("conversations", lambda: _named(conversation)),
        }
        return tuple(
            Certificate(
                id=told["certificate"],
                space=self._view.space.uid,
                seq=seq,
                at=moment(at),
                actor=actor,
                asked=ErasureTarget(told["asked"]),
                removed=told["removed"],
                **{name: tuple(row[0] for row in found[seq]) for name, found in ids.items()},
                rows=tuple((place, made) for place, made in rows[seq]),
                kept=KEPT,
                beyond=BEYOND,
                head=verify.sign(self._view.space, seq, hash),
            )
            for seq, at, actor, hash, told in (
                (*entry[:4], json.loads(entry[4])) for entry in entries
            )
        )

    def _grouped(self, name: str, build: Any) -> defaultdict[int, list[Any]]:
        """Rows grouped by the position in their first column."""
        result: defaultdict[int, list[Any]] = defaultdict(list)
        for seq, *rest in self._view.all(build, name):
            result[seq].append(rest)
        return result


def _entries() -> Select[Any]:
    columns = ledger.c
    positions = select(erased.c.seq).where(erased.c.space_n == bindparam("space_n"))
    return (
        select(columns.seq, columns.at, columns.actor, columns.hash, columns.detail)
        .where(columns.space_n == bindparam("space_n"), columns.seq.in_(positions))
        .order_by(columns.seq)
    )


def _rows() -> Select[Any]:
    columns = erased.c
    return (
        select(columns.seq, columns.place, columns.row_commitment)
        .where(columns.space_n == bindparam("space_n"))
        .order_by(columns.number)
    )


def _items() -> Select[Any]:
    return (
        select(item.c.erased_seq, item.c.id)
        .where(item.c.space_n == bindparam("space_n"), item.c.erased_seq.is_not(None))
        .order_by(item.c.number)
    )


def _named(table: Table) -> Select[Any]:
    recorded = (erased.c.space_n == table.c.space_n) & (
        erased.c.row_commitment == table.c.commitment
    )
    return (
        select(erased.c.seq, table.c.id)
        .join(erased, recorded)
        .where(table.c.space_n == bindparam("space_n"), table.c.salt.is_(None))
        .order_by(table.c.number)
    )
