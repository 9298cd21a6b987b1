"""Keeping what was answered, in the unit that did what the answer tells of."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete

from remembrancer.core.limits import ANSWER_LEASE_SECONDS
from remembrancer.ports import KeyedCall
from remembrancer.store.access.idempotency_keys import is_answer_to_call
from remembrancer.store.erasure.registry import PLACES
from remembrancer.store.ledger.unit_of_work import Chain
from remembrancer.store.rows import iso
from remembrancer.store.schema import kept_answer


class AnswerWrites(Chain):
    """Answers to requests that came with a key."""

    def put_answer(
        self,
        call: KeyedCall,
        attempt: str,
        *,
        status: int | None,
        body: str | None,
        names: Collection[str] = (),
    ) -> None:
        """Puts on record that a call was begun, or what it was answered."""
        seen = sorted(self.items_seen(names)) if names else []
        told = (attempt, status, body, json.dumps(seen), iso(self._scope.now))
        self._replace_answer(call, self._body_hash(call), told)

    def free_answer(self, call: KeyedCall, attempt: str) -> None:
        """The key may be used again at once, with any body. Of the try its name is left."""
        over = self._scope.now - timedelta(seconds=ANSWER_LEASE_SECONDS)
        self._replace_answer(call, "", (attempt, None, None, "[]", iso(over)))

    def _replace_answer(self, call: KeyedCall, body_hash: str, told: tuple[Any, ...]) -> None:
        key_hash = self._key_hash(call)
        self._run(
            "answer.drop",
            lambda: delete(kept_answer).where(is_answer_to_call()),
            key_hash=key_hash,
        )
        self.sweep_answers()
        row = (self._space.number, self._actor, key_hash, body_hash, *told)
        self._pending.add("kept_answer", row)
        self._flush()

    def sweep_answers(self) -> int:
        """Removes what is too old to be asked for again; how many there were."""
        columns = kept_answer.c
        return self._run(
            "answer.sweep",
            lambda: delete(kept_answer).where(
                columns.space_n == bindparam("space_n"), columns.at <= bindparam("since")
            ),
            since=self._oldest_answer,
        )

    def _empty_answers(self) -> None:
        """An answer may quote anything, so none is left. That the call was made stays known."""
        self._run(
            "answer.empty",
            lambda: (
                PLACES["kept_answer"]
                .clearing()
                .where(kept_answer.c.space_n == bindparam("space_n"))
            ),
        )
