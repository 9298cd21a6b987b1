"""Storing an answer, in the unit of work that made the change."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select

from remembrancer.core.errors import KeyReused
from remembrancer.core.hashing import keyed_hash
from remembrancer.core.limits import ANSWER_LEASE_SECONDS
from remembrancer.ports import KeyedCall
from remembrancer.store.access.idempotency_keys import IdempotencyReads, is_answer_to_call
from remembrancer.store.rows import iso
from remembrancer.store.schema import idempotency, kept_answer
from remembrancer.store.unit.erasure_rules import rule_for
from remembrancer.store.unit.unit_of_work import UnitOfWork


class IdempotencyWrites(IdempotencyReads):
    """Answers to requests with an idempotency key."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None:
        """The ids that the same call returned before. Another body with the same key is refused."""
        row = self._work.one(
            lambda: select(idempotency.c.body_hash, idempotency.c.answer).where(
                idempotency.c.space_n == bindparam("space_n"),
                idempotency.c.principal == bindparam("viewer"),
                idempotency.c.operation == bindparam("operation"),
                idempotency.c.key == bindparam("key"),
            ),
            operation=operation,
            key=key,
        )
        if row is None:
            return None
        if row[0] != keyed_hash(self._work.space.key, body):
            raise KeyReused(
                f"The key {key!r} was used before with another body. Use a new key for a new "
                "call, or repeat the earlier call exactly."
            )
        ids: list[str] = json.loads(row[1])
        return ids

    def keep_answer(
        self, operation: str, key: str, body: Sequence[Any], ids: Sequence[str]
    ) -> None:
        self._work.pending.add(
            "idempotency",
            (
                self._work.space.number,
                self._work.actor,
                operation,
                key,
                keyed_hash(self._work.space.key, body),
                json.dumps(list(ids)),
                iso(self._work.scope.now),
            ),
        )
        self._work.flush()

    def put_answer(
        self,
        call: KeyedCall,
        attempt: str,
        *,
        status: int | None,
        body: str | None,
        names: Collection[str] = (),
    ) -> None:
        """Records that a call started, or its answer."""
        seen = sorted(self.items_seen(names)) if names else []
        told = (attempt, status, body, json.dumps(seen), iso(self._work.scope.now))
        self._replace_answer(call, self.body_hash(call), told)

    def free_answer(self, call: KeyedCall, attempt: str) -> None:
        """Releases the key, so that any body can use it at once. The attempt's id stays."""
        over = self._work.scope.now - timedelta(seconds=ANSWER_LEASE_SECONDS)
        self._replace_answer(call, "", (attempt, None, None, "[]", iso(over)))

    def _replace_answer(self, call: KeyedCall, body_hash: str, told: tuple[Any, ...]) -> None:
        key_hash = self.key_hash(call)
        self._work.run(
            lambda: delete(kept_answer).where(is_answer_to_call()),
            key_hash=key_hash,
        )
        self.sweep_answers()
        row = (self._work.space.number, self._work.actor, key_hash, body_hash, *told)
        self._work.pending.add("kept_answer", row)
        self._work.flush()

    def sweep_answers(self) -> int:
        """Removes answers that have expired. Returns how many there were."""
        columns = kept_answer.c
        return self._work.run(
            lambda: delete(kept_answer).where(
                columns.space_n == bindparam("space_n"), columns.at <= bindparam("since")
            ),
            since=self.oldest_answer,
        )

    def empty_reached(self) -> None:
        """Clears stored answers, which may quote anything. The call itself stays on record."""
        self._work.run(
            lambda: (
                rule_for("kept_answer")
                .clearing()
                .where(kept_answer.c.space_n == bindparam("space_n"))
            ),
        )
