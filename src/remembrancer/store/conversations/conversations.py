"""Reading conversations, their messages and their state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, or_, select

from remembrancer.conversations.port import Unsummarised
from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.limits import OPENING_CHARACTERS_MAX
from remembrancer.core.preset import MessageReaders
from remembrancer.core.validation import is_text
from remembrancer.items.conversation import Conversation, ConversationPage, ListedConversation
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.trust import lowest, of_role
from remembrancer.store.conversations.message_rows import MESSAGE_FIELDS, MessageRows
from remembrancer.store.dialect import among, pack
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.rows import conversation_from, digest_from, iso, named
from remembrancer.store.schema import conversation, message, standing
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

OF_ALL, OF_OWNER = "all", "owner"  # whose messages a digest covers


class ConversationReads:
    """Messages, in the order of arrival or of their time."""

    def __init__(self, view: ScopedReader, erased_sources: ErasedSources) -> None:
        self._view = view
        self._erased_sources = erased_sources
        self.message_rows = self._messages = MessageRows(view)
        # Conversations read so far, by id and, if one was given, owner.
        self._places: dict[tuple[str, str | None], dict[str, Any]] = {}

    def get(self, id: str, *, counted: bool = True) -> Conversation | None:
        result = self.row_of(id)
        if result is None:
            return None
        count, last = 0, None
        if counted:
            number = result["number"]
            count, last = self._view.one(self._activity, owner_n=number)
        erased_at = (
            self._erased_sources.erased_at(result["commitment"]) if result["salt"] is None else None
        )
        state_row = self._state_row(result["number"])
        return conversation_from(
            result,
            count=count,
            last=last,
            closed_at=None if state_row is None else state_row["closed_at"],
            summary=digest_from(self.fitting_state(result)).text,
            erased_at=erased_at,
        )

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        subject: str | None = None,
        channel_id: str | None = None,
        owner: str | None = None,
    ) -> ConversationPage:
        """A page, newest first, and the opaque cursor of the next page if there is one."""
        wanted = {"subject": subject, "channel_id": channel_id, "owner": owner}
        arguments: dict[str, Any] = {f"of_{k}": own for k, own in wanted.items() if own is not None}
        if after is not None:
            arguments["after"] = open_position(self._view.space.key, after)
        rows = self._view.all(
            lambda: self._listed(arguments), tuple(arguments), limit=limit + 1, **arguments
        )
        found = [named(conversation, row) for row in rows[:limit]]
        is_last = len(rows) <= limit
        return ConversationPage(
            conversations=self._as_listed(found),
            next=None if is_last else seal_position(self._view.space.key, found[-1]["number"]),
        )

    def messages(
        self, conversation_id: str, ids: Collection[str] | None = None
    ) -> tuple[Message, ...]:
        """The messages of a conversation by time. With ids, only those messages."""
        result = self.row_of(conversation_id)
        if result is None:
            return ()

        def build() -> Select[Any]:
            query = self._messages.select().where(message.c.conversation_n == bindparam("owner_n"))
            if ids is not None:
                query = query.where(among(message.c.id, "ids"))
            return query.order_by(message.c.timestamp, message.c.number)

        named = {} if ids is None else {"ids": pack(sorted(ids))}
        rows = self._view.all(build, ids is None, owner_n=result["number"], **named)
        return tuple(self._messages.from_row(row) for row in rows)

    def messages_by_key(self, keys: Sequence[int]) -> dict[int, Message]:
        rows = self._view.all(
            lambda: self._messages.select().where(among(message.c.number, "keys")), keys=pack(keys)
        )
        return {row[0]: self._messages.from_row(row) for row in rows}

    def messages_with_ids(self, ids: Collection[str]) -> dict[str, Message]:
        """By id, the readable messages of any conversation; the newest where several have one."""
        if not ids:
            return {}
        rows = self._view.all(
            lambda: (
                self._messages.select()
                .where(among(message.c.id, "ids"), message.c.salt.is_not(None))
                .order_by(message.c.number)
            ),
            ids=pack(sorted(ids)),
        )
        newest = {row[MESSAGE_FIELDS.index("id")]: row for row in rows}
        return {id: self._messages.from_row(row) for id, row in newest.items()}

    def messages_named(self, conversation_id: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The caller's own messages of a conversation, by their ids."""
        result = self.row_of(conversation_id)
        if result is None or not ids:
            return ()
        rows = self._view.all(
            lambda: self._messages.select().where(
                message.c.conversation_n == bindparam("owner_n"),
                message.c.owner == bindparam("viewer"),
                among(message.c.id, "ids"),
            ),
            owner_n=result["number"],
            ids=pack(ids),
        )
        return tuple(self._messages.from_row(row) for row in rows)

    def owners_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """By id, the owners of the readable messages with that id, the first owner first."""
        place = self.row_of(conversation_id)
        if place is None or not ids:
            return {}
        result: dict[str, tuple[str, ...]] = {}
        for id, owner in self._view.all(
            lambda: (
                self._messages.select()
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
            result[id] = (*result.get(id, ()), owner)
        return result

    def trusts_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, Trust]:
        """By id, the trust of a message that the caller may read. Of several, the lowest."""
        place = self.row_of(conversation_id)
        if place is None or not ids:
            return {}
        trusts: dict[str, Trust] = {}
        for id, role, noted in self._view.all(
            lambda: (
                self._messages.select()
                .with_only_columns(message.c.id, message.c.role, message.c.trust)
                .where(
                    message.c.conversation_n == bindparam("owner_n"),
                    among(message.c.id, "ids"),
                )
            ),
            owner_n=place["number"],
            ids=pack(sorted(ids)),
        ):
            trust = Trust(noted) if noted else of_role(role)
            trusts[id] = lowest((trust, trusts.get(id, trust)))
        return trusts

    def last_messages(self, conversation_id: str, limit: int) -> tuple[Message, ...]:
        """The messages that arrived last, in arrival order."""
        result = self.row_of(conversation_id)
        if result is None:
            return ()
        rows = self._view.all(
            lambda: (
                self._messages.select()
                .where(message.c.conversation_n == bindparam("owner_n"))
                .order_by(message.c.number.desc())
                .limit(bindparam("limit"))
            ),
            owner_n=result["number"],
            limit=limit,
        )
        return tuple(self._messages.from_row(row) for row in reversed(rows))

    def recent_messages(self, channel_id: str, *, before: Any, limit: int) -> tuple[Message, ...]:
        """The last messages of a channel strictly before a time, oldest first."""
        rows = self._view.all(
            lambda: (
                self._messages.select()
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
        return tuple(self._messages.from_row(row) for row in reversed(rows))

    def unsummarised(
        self, conversation_id: str, *, window: int, limit: int, owner: str | None = None
    ) -> Unsummarised | None:
        """The oldest messages that are neither in the window nor in the digest; None if unknown."""
        place = self.row_of(conversation_id, owner)
        if place is None:
            return None
        state_row = self.fitting_state(place)
        covered = state_row["message_n"] if state_row is not None else None
        rows = self._view.all(
            lambda: (
                self.digestible()
                .where(
                    message.c.number > bindparam("covered"),
                    message.c.number <= self._before_window(),
                )
                .order_by(message.c.number)
                .limit(bindparam("limit"))
            ),
            self.covers,
            owner_n=place["number"],
            conversation_owner=place["owner"],
            covered=covered or 0,
            window=window,
            limit=limit,
        )
        return Unsummarised(
            digest=digest_from(state_row),
            messages=tuple(self._messages.from_row(row) for row in rows),
            upto=rows[-1][0] if rows else None,
            after=covered,
            is_personal=bool(place["is_personal"]),
        )

    def waits_for_summary(self, conversation_id: str, *, window: int, batch: int) -> bool:
        """Whether a full batch of messages has left the window without being in a digest."""
        place = self.row_of(conversation_id)
        if place is None:
            return False
        state_row = self.fitting_state(place)
        row = self._view.one(
            lambda: select(func.count()).select_from(
                self.digestible(message.c.number)
                .where(message.c.number > bindparam("covered"))
                .limit(bindparam("limit"))
                .subquery()
            ),
            self.covers,
            owner_n=place["number"],
            conversation_owner=place["owner"],
            covered=(state_row and state_row["message_n"]) or 0,
            limit=window + batch,
        )
        return bool(row[0] == window + batch)

    @property
    def covers(self) -> str:
        """Whose messages may go into a digest that every reader of the conversation sees."""
        by_members = self._view.space.preset.recall.messages is MessageReaders.MEMBERS
        return OF_ALL if by_members else OF_OWNER

    def digestible(self, *columns: Any) -> Select[Any]:
        query = self._messages.select().where(
            message.c.conversation_n == bindparam("owner_n"), message.c.salt.is_not(None)
        )
        if columns:
            query = query.with_only_columns(*columns)
        if self.covers == OF_OWNER:
            query = query.where(message.c.owner == bindparam("conversation_owner"))
        return query

    def _before_window(self) -> Any:
        """The number of the newest message that is not among the last `window`."""
        return (
            self.digestible(message.c.number)
            .order_by(message.c.number.desc())
            .limit(1)
            .offset(bindparam("window"))
            .scalar_subquery()
        )

    def fitting_state(self, place: dict[str, Any]) -> dict[str, Any] | None:
        """The state, unless its digest was made when others could read the messages."""
        return self._fitting(self._state_row(place["number"]))

    def _fitting(self, state_row: dict[str, Any] | None) -> dict[str, Any] | None:
        return None if state_row is None or state_row["covers"] != self.covers else state_row

    def _state_row(self, conversation_n: int) -> dict[str, Any] | None:
        row = self._view.one(
            lambda: self._standing().where(standing.c.conversation_n == bindparam("owner_n")),
            owner_n=conversation_n,
        )
        return named(standing, row) if row else None

    def _standing(self) -> Select[Any]:
        return select(standing).where(
            self._view.rights.visible(standing), self._view.rights.raw_readable(standing)
        )

    def row_of(self, id: str, owner: str | None = None) -> dict[str, Any] | None:
        """The conversation with that id: the owner's, or the caller's own before others."""
        if not is_text(id):
            return None
        known = self._places.get((id, owner))
        if known is not None:
            return known
        row = self._view.one(
            lambda: self._place(is_owned=owner is not None),
            owner is None,
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
            self._view.rights.visible(conversation), conversation.c.id == bindparam("id")
        )
        if is_owned:
            query = query.where(conversation.c.owner == bindparam("conversation_owner"))
        return query.order_by(
            (conversation.c.owner != bindparam("viewer")), conversation.c.number
        ).limit(1)

    def _activity(self) -> Select[Any]:
        count: Any = func.count()
        return select(count, func.max(message.c.timestamp)).where(
            self._view.rights.visible(message),
            self._view.rights.raw_readable(message),
            message.c.conversation_n == bindparam("owner_n"),
        )

    # -- pages

    def _listed(self, given: Collection[str]) -> Select[Any]:
        """Conversations with messages the caller may read, or where they may add the first."""
        known = {
            "of_subject": conversation.c.subject == bindparam("of_subject"),
            "of_channel_id": conversation.c.channel_id == bindparam("of_channel_id"),
            "of_owner": conversation.c.owner == bindparam("of_owner"),
            "after": conversation.c.number < bindparam("after"),
        }
        has_words = exists(
            select(message.c.number).where(
                is_row_of(message.c.conversation_n, conversation),
                self._view.rights.visible(message),
                self._view.rights.raw_readable(message),
            )
        )
        return (
            select(conversation)
            .where(
                self._view.rights.visible(conversation),
                or_(conversation.c.is_personal == 0, conversation.c.owner == bindparam("viewer")),
                conversation.c.salt.is_not(None),
                or_(self._view.rights.raw_readable(conversation), has_words),
                *(known[name] for name in given),
            )
            .order_by(conversation.c.number.desc())
            .limit(bindparam("limit"))
        )

    def _as_listed(self, places: Sequence[dict[str, Any]]) -> tuple[ListedConversation, ...]:
        among_these = {"places": pack(one["number"] for one in places)}
        rows = self._view.all(self._standings, **among_these)
        stood = {value["conversation_n"]: value for value in (named(standing, row) for row in rows)}
        active = {
            number: (count, last, opening)
            for number, count, last, opening in self._view.all(self._activities, **among_these)
        }
        result = []
        for place in places:
            state_row = stood.get(place["number"])
            count, last, opening = active.get(place["number"], (0, None, None))
            told = conversation_from(
                place,
                count=count,
                last=last,
                closed_at=None if state_row is None else state_row["closed_at"],
                summary=digest_from(self._fitting(state_row)).text,
            )
            result.append(ListedConversation(**dict(told), opening=opening))
        return tuple(result)

    def _standings(self) -> Select[Any]:
        return self._standing().where(among(standing.c.conversation_n, "places"))

    def _activities(self) -> Select[Any]:
        """The number of messages, the time of the newest, and the beginning of the first."""
        first = message.alias("first")
        opening = (
            select(func.substr(first.c.content, 1, OPENING_CHARACTERS_MAX))
            .where(
                first.c.conversation_n == message.c.conversation_n,
                first.c.salt.is_not(None),
                self._view.rights.visible(first),
                self._view.rights.raw_readable(first),
            )
            .order_by(first.c.number)
            .limit(1)
            .scalar_subquery()
        )
        return (
            select(message.c.conversation_n, func.count(), func.max(message.c.timestamp), opening)
            .where(
                self._view.rights.visible(message),
                self._view.rights.raw_readable(message),
                among(message.c.conversation_n, "places"),
            )
            .group_by(message.c.conversation_n)
        )
