"""Erased sources: an erased source is recognised by its id and not imported again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.core.errors import Erased
from remembrancer.core.hashing import keyed_hash
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import moment
from remembrancer.store.schema import erased, ledger
from remembrancer.store.unit.scoped_reader import ScopedReader

SourceKey = tuple[str, str | None]  # the type and the caller's own id of a source


def origin(key: bytes, source_key: SourceKey, owner: str | None) -> str:
    """The origin of an item or source; with an owner, as that contributor's own."""
    return keyed_hash(key, ["origin", *source_key, owner])


class ErasedSources:
    """Refuses imports from an erased source."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def refuse(self, listed: Iterable[SourceKey]) -> None:
        key, viewer = self._view.space.key, self._view.scope.viewer.name
        origins = {
            origin(key, source_key, owner): source_key[1]
            for source_key in set(listed)
            for owner in (None, viewer)
        }
        if not origins:
            return
        row = self._view.one(_erased_origin, origins=pack(origins))
        if row is not None:
            raise Erased("source", str(origins[row[0]]), moment(row[1]))

    def erased_at(self, commitment: str) -> str | None:
        """When the row with this commitment was erased."""
        row = self._view.one(_erased_row, commitment=commitment)
        return row[0] if row else None


def _erased_origin() -> Select[Any]:
    return (
        select(erased.c.same_origin, ledger.c.at)
        .join(ledger, (ledger.c.space_n == erased.c.space_n) & (ledger.c.seq == erased.c.seq))
        .where(
            erased.c.space_n == bindparam("space_n"),
            erased.c.same_origin.is_not(None),
            among(erased.c.same_origin, "origins"),
        )
        .limit(1)
    )


def _erased_row() -> Select[Any]:
    return (
        select(ledger.c.at)
        .join(erased, (erased.c.space_n == ledger.c.space_n) & (erased.c.seq == ledger.c.seq))
        .where(
            erased.c.space_n == bindparam("space_n"),
            erased.c.row_commitment == bindparam("commitment"),
        )
    )
