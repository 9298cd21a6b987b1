"""Raw sources: texts as captured, each stored once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import bindparam, or_, select

from remembrancer.core.hashing import keyed_hash
from remembrancer.core.ledger import Action
from remembrancer.core.validation import is_text
from remembrancer.items.port import NewSource
from remembrancer.items.source import Source
from remembrancer.store.dialect import among, pack
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.rows import iso, named, source_from, to_json
from remembrancer.store.schema import source
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class SourceReads:
    """Sources that the viewer may read."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def named(self, ids: Iterable[str]) -> tuple[Source, ...]:
        rows = self._view.all(
            lambda: (
                select(source)
                .where(self._view.rights.visible(source))
                .where(self._view.rights.raw_readable(source), among(source.c.id, "ids"))
            ),
            ids=pack(ids),
        )
        return tuple(source_from(named(source, row)) for row in rows)

    def of_type(self, type: str, value: str) -> tuple[Source, ...]:
        if not is_text(value):
            return ()
        rows = self._view.all(
            lambda: (
                select(source)
                .where(self._view.rights.visible(source))
                .where(
                    self._view.rights.raw_readable(source),
                    source.c.type == bindparam("type"),
                    or_(
                        source.c.id == bindparam("given"),
                        source.c.external_id == bindparam("given"),
                    ),
                )
                .order_by(source.c.number.desc())
            ),
            type=type,
            given=value,
        )
        return tuple(source_from(named(source, row)) for row in rows)


class SourceWrites(SourceReads):
    """Captures sources. A source that was captured before is returned as it is."""

    def __init__(self, work: UnitOfWork, erased_sources: ErasedSources) -> None:
        super().__init__(work)
        self._work = work
        self._erased_sources = erased_sources

    def add(self, new: NewSource) -> Source:
        same_hash = None
        if new.same is not None:
            same_hash = keyed_hash(self._work.space.key, new.same)
            known = self._known_same(same_hash)
            if known is not None:
                sources = self.named([known])
                if sources:
                    return sources[0]
                same_hash = None
        if new.external_id is not None:
            self._erased_sources.refuse([(new.type, new.external_id)])
        row: dict[str, Any] = {
            "id": self._work.chance.id("src"),
            "type": new.type,
            "external_id": new.external_id,
            "content": new.content,
            "owner": self._work.actor,
            "audience": new.audience,
            "is_personal": int(new.is_personal),
            "subject": new.subject,
            "trust": new.trust,
            "occurred_at": iso(new.occurred_at),
            "created_at": iso(self._work.scope.now),
            "metadata": to_json(new.metadata, "metadata"),
        }
        made = self._work.put_sealed(committed_columns.SOURCE, row, [], {"same_hash": same_hash})
        self._work.append(Action.SOURCE_CAPTURE, row["id"], {}, [made], None)
        self._work.flush()
        return source_from(row)

    def _known_same(self, same_hash: str) -> str | None:
        self._work.flush()
        row = self._work.one(
            lambda: select(source.c.id).where(
                source.c.space_n == bindparam("space_n"), source.c.same_hash == bindparam("same")
            ),
            same=same_hash,
        )
        return row[0] if row else None
