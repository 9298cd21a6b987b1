"""Writing the conversation state: digests, and when conversations were closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, or_, select

from remembrancer.conversations.digest import Digest
from remembrancer.conversations.port import Unsummarised
from remembrancer.core.ledger import Action
from remembrancer.items.conversation import Conversation
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso, named, to_json
from remembrancer.store.schema import conversation, message, standing
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.unit_of_work import UnitOfWork

_BEGINNING: dict[str, Any] = {
    "points": "[]",
    "engine": None,
    "summarised": 0,
    "closed_at": None,
    "revoked_seq": None,
}


class ConversationStateWrites:
    """Each act replaces the state row of its conversation, and is recorded in the ledger."""

    def __init__(self, work: UnitOfWork, conversations: ConversationReads) -> None:
        self._work = work
        self._conversations = conversations

    def put_digest(
        self, conversation_id: str, owner: str, digest: Digest, before: Unsummarised
    ) -> bool:
        place = self._conversations.row_of(conversation_id, owner)
        if place is None or before.upto is None:
            return False
        state_row = self._conversations.fitting_state(place)
        if (state_row["message_n"] if state_row is not None else None) != before.after:
            return False
        if self._count_waiting(place, before) != len(before.messages):
            return False  # some were erased since they were read, and must not stay in the digest
        points = [point.model_dump(mode="json") for point in digest.points]
        self._put_state(
            place,
            Action.CONVERSATION_SUMMARISE,
            message_n=before.upto,
            points=to_json(points, "points"),
            engine=digest.engine,
            summarised=digest.messages,
            covers=self._conversations.covers,
        )
        return True

    def close(self, id: str) -> Conversation | None:
        place = self._conversations.row_of(id)
        if place is None:
            return None
        self._put_state(place, Action.CONVERSATION_CLOSE, closed_at=iso(self._work.scope.now))
        return self._conversations.get(id)

    def revoke(self, numbers: Sequence[int], reason: str | None) -> None:
        """Revokes conversations: nothing said in them so far counts as knowledge from here on."""
        rows = self._work.all(
            lambda: (
                select(conversation)
                .where(
                    self._work.rights.visible(conversation),
                    conversation.c.is_personal == 0,  # personal ones are not reviewed as items are
                    among(conversation.c.number, "numbers"),
                )
                .order_by(conversation.c.number)
            ),
            numbers=pack(numbers),
        )
        upto = self._work.last_position()
        for row in rows:
            self._put_state(
                named(conversation, row), Action.CONVERSATION_REVOKE, reason, revoked_seq=upto
            )

    def _put_state(
        self, place: dict[str, Any], action: Action, reason: str | None = None, **changes: Any
    ) -> None:
        number = place["number"]
        # A caller who closes a conversation may lack the right to read the digest in its row.
        self._work.connection.enter(self._work.space.number)
        known = self._any_state_row(number)
        row = {
            **_BEGINNING,
            "message_n": None,
            "covers": self._conversations.covers,
            **(known or {}),
            **changes,
            "owner": place["owner"],
            "audience": place["audience"],
            "is_personal": place["is_personal"],
        }
        covered = row["message_n"]
        last = self._message_names(covered) if covered is not None else (None, None)
        made = self._work.put_sealed(
            committed_columns.STANDING,
            {name: row[name] for name in committed_columns.STANDING.names},
            [place["id"], place["owner"], *last],
            {"conversation_n": number, "message_n": covered},
            None if known is None else known["number"],
        )
        self._work.append(action, place["id"], {"owner": place["owner"]}, [made], reason)
        self._work.flush()

    def _count_waiting(self, place: dict[str, Any], before: Unsummarised) -> int:
        """How many of the messages in a new digest still exist."""
        row = self._work.one(
            lambda: self._conversations.digestible(func.count()).where(
                message.c.number > bindparam("covered"), message.c.number <= bindparam("upto")
            ),
            self._conversations.covers,
            owner_n=place["number"],
            conversation_owner=place["owner"],
            covered=before.after or 0,
            upto=before.upto,
        )
        return int(row[0])

    def _any_state_row(self, conversation_n: int) -> dict[str, Any] | None:
        """The state row to replace, whoever may read it."""
        row = self._work.one(
            lambda: select(standing).where(
                standing.c.space_n == bindparam("space_n"),
                standing.c.conversation_n == bindparam("owner_n"),
            ),
            owner_n=conversation_n,
        )
        return named(standing, row) if row else None

    def _message_names(self, number: int) -> tuple[str, str]:
        row = self._work.one(
            lambda: select(message.c.id, message.c.owner).where(
                message.c.space_n == bindparam("space_n"),
                message.c.number == bindparam("message_n"),
            ),
            message_n=number,
        )
        return row[0], row[1]

    def forget_digests(self, conversations: Sequence[int], messages: Sequence[int]) -> int:
        """Replaces digests of any of these messages with empty ones. Returns how many."""
        rows = self._work.all(
            _concerned,
            conversations=pack(conversations),
            messages=pack(messages),
        )
        for row in rows:
            self._put_state(
                named(conversation, row),
                Action.CONVERSATION_SUMMARISE,
                message_n=None,
                points="[]",
                engine=None,
                summarised=0,
            )
        return len(rows)


def _concerned() -> Select[Any]:
    said = select(message.c.conversation_n).where(
        message.c.space_n == bindparam("space_n"), among(message.c.number, "messages")
    )
    return (
        select(conversation)
        .join(standing, is_row_of(standing.c.conversation_n, conversation))
        .where(
            conversation.c.space_n == bindparam("space_n"),
            standing.c.message_n.is_not(None),
            or_(among(conversation.c.number, "conversations"), conversation.c.number.in_(said)),
        )
        .order_by(conversation.c.number)
    )
