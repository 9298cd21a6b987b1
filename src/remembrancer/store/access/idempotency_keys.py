"""Reading the answers stored under idempotency keys."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, bindparam, select

from remembrancer.core.errors import KeyReused
from remembrancer.core.hashing import keyed_hash
from remembrancer.core.limits import ANSWER_KEPT_SECONDS
from remembrancer.ports import KeyedCall, StoredAnswer
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso, moment
from remembrancer.store.schema import item, kept_answer
from remembrancer.store.unit.scoped_reader import ScopedReader


class IdempotencyReads:
    """The viewer's own stored answers. Nobody can read the answers of others."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def stored_answer(self, call: KeyedCall) -> StoredAnswer | None:
        """The result of the same call before. A different call with the same key is refused."""
        columns = kept_answer.c
        row = self._view.one(
            lambda: select(
                columns.body_hash,
                columns.attempt,
                columns.status,
                columns.answer,
                columns.names,
                columns.at,
            ).where(is_answer_to_call(), columns.at > bindparam("since")),
            key_hash=self.key_hash(call),
            since=self.oldest_answer,
        )
        if row is None:
            return None
        body_hash, attempt, status, answer, names, at = row
        # An erasure clears the hash, so nobody can tell what the request was.
        if body_hash and body_hash != self.body_hash(call):
            raise KeyReused(
                f"The key {call.key!r} was used before with another body. Use a new key for a new "
                "call, or repeat the earlier call exactly."
            )
        return StoredAnswer(attempt, moment(at), status, answer, tuple(json.loads(names)))

    def items_seen(self, ids: Iterable[str]) -> frozenset[str]:
        """Which of these items the viewer may read. Their content is not read."""
        rows = self._view.all(
            lambda: select(item.c.id).where(
                self._view.rights.visible(item),
                self._view.rights.readable(),
                among(item.c.id, "ids"),
            ),
            ids=pack(ids),
        )
        return frozenset(row[0] for row in rows)

    @property
    def oldest_answer(self) -> str:
        return iso(self._view.scope.now - timedelta(seconds=ANSWER_KEPT_SECONDS))

    def key_hash(self, call: KeyedCall) -> str:
        return keyed_hash(self._view.space.key, [call.operation, call.key])

    def body_hash(self, call: KeyedCall) -> str:
        return keyed_hash(self._view.space.key, [call.body])


def is_answer_to_call() -> ColumnElement[bool]:
    """The viewer's own answer with this key."""
    return and_(
        kept_answer.c.space_n == bindparam("space_n"),
        kept_answer.c.principal == bindparam("viewer"),
        kept_answer.c.key_hash == bindparam("key_hash"),
    )
