"""Reading conversations: their messages, and how they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from remembrancer.model.conversation import Conversation
from remembrancer.model.message import Message
from remembrancer.model.preset import MessageReaders
from remembrancer.ports import Unsummarised
from remembrancer.rules.validation import is_text
from remembrancer.store.dialect import among, pack
from remembrancer.store.origins import Origins
from remembrancer.store.rows import conversation_from, digest_from, iso, named
from remembrancer.store.schema import conversation, message, standing
from remembrancer.store.search import SearchReads

OF_ALL, OF_OWNER = "all", "owner"  # whose messages a digest covers


class ConversationReads(SearchReads, Origins):
    """What was said, in the order in which it came or of its time."""

    def conversation(self, id: str, *, counted: bool = True) -> Conversation | None:
        found = self._conversation_row(id)
        if found is None:
            return None
        count, last = 0, None
        if counted:
            number = found["number"]
            count, last = self._one("conversation.activity", self._activity, owner_n=number)
        erased_at = self._erased_at(found["commitment"]) if found["salt"] is None else None
        stands = self._standing_row(found["number"])
        return conversation_from(
            found,
            count=count,
            last=last,
            closed_at=None if stands is None else stands["closed_at"],
            summary=digest_from(self._fitting_standing(found)).text,
            erased_at=erased_at,
        )

    def messages(
        self, conversation_id: str, ids: Collection[str] | None = None
    ) -> tuple[Message, ...]:
        """The messages of a conversation in the order of their time; with ids, only those."""
        found = self._conversation_row(conversation_id)
        if found is None:
            return ()

        def build() -> Select[Any]:
            query = self._messages().where(message.c.conversation_n == bindparam("owner_n"))
            if ids is not None:
                query = query.where(among(message.c.id, "ids"))
            return query.order_by(message.c.timestamp, message.c.number)

        named = {} if ids is None else {"ids": pack(sorted(ids))}
        rows = self._all(
            ("conversation.messages", ids is None), build, owner_n=found["number"], **named
        )
        return tuple(self._message(row) for row in rows)

    def messages_named(self, conversation_id: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The caller's own messages of a conversation, by their ids."""
        found = self._conversation_row(conversation_id)
        if found is None or not ids:
            return ()
        rows = self._all(
            "conversation.named",
            lambda: self._messages().where(
                message.c.conversation_n == bindparam("owner_n"),
                message.c.owner == bindparam("viewer"),
                among(message.c.id, "ids"),
            ),
            owner_n=found["number"],
            ids=pack(ids),
        )
        return tuple(self._message(row) for row in rows)

    def owners_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """By id, who brought a message of that id that the caller may read, the first one first."""
        place = self._conversation_row(conversation_id)
        if place is None or not ids:
            return {}
        found: dict[str, tuple[str, ...]] = {}
        for id, owner in self._all(
            "conversation.owners",
            lambda: (
                self._messages()
                .with_only_columns(message.c.id, message.c.owner)
                .where(
                    message.c.conversation_n == bindparam("owner_n"),
                    message.c.salt.is_not(None),
                    among(message.c.id, "ids"),
                )
                .order_by(message.c.number)
            ),
            owner_n=place["number"],
            ids=pack(sorted(ids)),
        ):
            found[id] = (*found.get(id, ()), owner)
        return found

    def last_messages(self, conversation_id: str, limit: int) -> tuple[Message, ...]:
        """The messages that came last, in the order in which they came."""
        found = self._conversation_row(conversation_id)
        if found is None:
            return ()
        rows = self._all(
            "conversation.last",
            lambda: (
                self._messages()
                .where(message.c.conversation_n == bindparam("owner_n"))
                .order_by(message.c.number.desc())
                .limit(bindparam("limit"))
            ),
            owner_n=found["number"],
            limit=limit,
        )
        return tuple(self._message(row) for row in reversed(rows))

    def recent_messages(self, channel_id: str, *, before: Any, limit: int) -> tuple[Message, ...]:
        """The last messages of a channel strictly before a time, oldest first."""
        rows = self._all(
            "channel.recent",
            lambda: (
                self._messages()
                .where(
                    message.c.channel_id == bindparam("channel_id"),
                    message.c.timestamp < bindparam("before_time"),
                )
                .order_by(message.c.timestamp.desc(), message.c.number.desc())
                .limit(bindparam("limit"))
            ),
            channel_id=channel_id,
            before_time=iso(before),
            limit=limit,
        )
        return tuple(self._message(row) for row in reversed(rows))

    def unsummarised(
        self, conversation_id: str, *, window: int, limit: int, owner: str | None = None
    ) -> Unsummarised | None:
        """The oldest messages that neither the window nor the digest holds; None if unknown."""
        place = self._conversation_row(conversation_id, owner)
        if place is None:
            return None
        stands = self._fitting_standing(place)
        covered = stands["message_n"] if stands is not None else None
        rows = self._all(
            ("conversation.unsummarised", self._covers),
            lambda: (
                self._digestible()
                .where(
                    message.c.number > bindparam("covered"),
                    message.c.number <= self._before_window(),
                )
                .order_by(message.c.number)
                .limit(bindparam("limit"))
            ),
            owner_n=place["number"],
            conversation_owner=place["owner"],
            covered=covered or 0,
            window=window,
            limit=limit,
        )
        return Unsummarised(
            digest=digest_from(stands),
            messages=tuple(self._message(row) for row in rows),
            upto=rows[-1][0] if rows else None,
            after=covered,
            is_personal=bool(place["is_personal"]),
        )

    def waits_for_summary(self, conversation_id: str, *, window: int, batch: int) -> bool:
        """Whether a full batch of messages has left the window and is in no digest."""
        place = self._conversation_row(conversation_id)
        if place is None:
            return False
        stands = self._fitting_standing(place)
        row = self._one(
            ("conversation.waiting", self._covers),
            lambda: select(func.count()).select_from(
                self._digestible(message.c.number)
                .where(message.c.number > bindparam("covered"))
                .limit(bindparam("limit"))
                .subquery()
            ),
            owner_n=place["number"],
            conversation_owner=place["owner"],
            covered=(stands and stands["message_n"]) or 0,
            limit=window + batch,
        )
        return bool(row[0] == window + batch)

    @property
    def _covers(self) -> str:
        """Whose messages may go into a digest that all who read the conversation see."""
        by_members = self._space.preset.recall.messages is MessageReaders.MEMBERS
        return OF_ALL if by_members else OF_OWNER

    def _digestible(self, *columns: Any) -> Select[Any]:
        query = self._messages().where(
            message.c.conversation_n == bindparam("owner_n"), message.c.salt.is_not(None)
        )
        if columns:
            query = query.with_only_columns(*columns)
        if self._covers == OF_OWNER:
            query = query.where(message.c.owner == bindparam("conversation_owner"))
        return query

    def _before_window(self) -> Any:
        """The number of the newest message that is not among the last `window`."""
        return (
            self._digestible(message.c.number)
            .order_by(message.c.number.desc())
            .limit(1)
            .offset(bindparam("window"))
            .scalar_subquery()
        )

    def _fitting_standing(self, place: dict[str, Any]) -> dict[str, Any] | None:
        """How it stands, unless its digest was made when others could read the messages."""
        found = self._standing_row(place["number"])
        if found is not None and found["covers"] != self._covers:
            return None
        return found

    def _standing_row(self, conversation_n: int) -> dict[str, Any] | None:
        row = self._one(
            "standing",
            lambda: select(standing).where(
                self._rights.visible(standing),
                self._rights.raw_readable(standing),
                standing.c.conversation_n == bindparam("owner_n"),
            ),
            owner_n=conversation_n,
        )
        return named(standing, row) if row else None

    def _conversation_row(self, id: str, owner: str | None = None) -> dict[str, Any] | None:
        """The caller's own conversation of that id before anybody else's, or the owner's."""
        if not is_text(id):
            return None
        known = self._places.get((id, owner))
        if known is not None:
            return known
        row = self._one(
            ("conversation", owner is None),
            lambda: self._place(is_owned=owner is not None),
            id=id,
            **({} if owner is None else {"conversation_owner": owner}),
        )
        if row is None:
            return None
        found = named(conversation, row)
        self._places[id, owner] = found
        return found

    def _place(self, *, is_owned: bool) -> Select[Any]:
        query = select(conversation).where(
            self._rights.visible(conversation), conversation.c.id == bindparam("id")
        )
        if is_owned:
            query = query.where(conversation.c.owner == bindparam("conversation_owner"))
        return query.order_by(
            (conversation.c.owner != bindparam("viewer")), conversation.c.number
        ).limit(1)

    def _activity(self) -> Select[Any]:
        count: Any = func.count()
        return select(count, func.max(message.c.timestamp)).where(
            self._rights.visible(message),
            self._rights.raw_readable(message),
            message.c.conversation_n == bindparam("owner_n"),
        )
