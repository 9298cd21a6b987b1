"""`memory.conversations`: what was said, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from remembrancer.conversations import converse
from remembrancer.conversations import new_message as capture
from remembrancer.conversations.window import Window
from remembrancer.core.errors import NotFound
from remembrancer.core.limits import (
    CONVERSATIONS_LISTED_MAX,
    DELIVERIES_LISTED_MAX,
    MESSAGES_MAX,
    WINDOW_MESSAGES,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_name, check_whole, listed_names
from remembrancer.delivery.templates import MESSAGE_IDS
from remembrancer.front.argument_parsing import END_OF_TIME, as_moment, as_trust
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.governance.access.people import check_addressed
from remembrancer.governance.receipt import ReceiptHead
from remembrancer.items.conversation import Conversation, ConversationPage
from remembrancer.items.delivered_text import delivered
from remembrancer.items.message import Message
from remembrancer.items.visibility import check_audience
from remembrancer.jobs.schedule import WORKER
from remembrancer.ports import Writer


@traced("conversations")
@handing_over
class Conversations:
    """Starts conversations and appends to them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def start(
        self,
        id: str | None = None,
        *,
        subject: str | None = None,
        channel_id: str | None = None,
        title: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        trust: str | None = None,
    ) -> Conversation:
        """A conversation to append to. Its messages inherit subject, audience and privacy.

        `trust` may lower the trust of its messages: agent, document or outside.
        """
        declared = as_trust(trust)
        audience = check_audience(self._session.principal, audience)
        check_flag(is_personal, "is_personal")

        def act(unit: Writer, scope: Scope) -> Conversation:
            check_addressed(unit, scope, audience)
            made = converse.start(
                unit,
                scope,
                id,
                subject=subject,
                channel_id=channel_id,
                title=title,
                audience=audience,
                is_personal=is_personal,
                trust=declared,
            )
            # One that was there already has messages to be counted.
            return made if unit.is_changed else unit.conversations.get(made.id) or made

        return self._session.write(act)

    def append(
        self,
        conversation_id: str,
        messages: Mapping[str, Any] | Iterable[Mapping[str, Any]],
    ) -> tuple[Message, ...]:
        """The messages as stored. The same message appended twice is stored once."""
        drafts = capture.drafts_from(messages)
        session = self._session
        drafts = session.new_taint_check().messages(drafts, None)
        return session.write(
            lambda unit, scope: converse.append(unit, scope, conversation_id, drafts)
        )

    def close(self, conversation_id: str) -> Conversation:
        """Ends a conversation for now, so that items can be extracted from it.

        It can be gone on with: more messages may follow.
        """
        return self._session.write(lambda unit, scope: converse.close(unit, scope, conversation_id))

    def get(self, conversation_id: str) -> Conversation:
        result = self._session.read(lambda reader, _: reader.conversations.get(conversation_id))
        if result is None:
            raise NotFound("conversation", conversation_id)
        return result

    def list(
        self,
        *,
        subject: str | None = None,
        channel_id: str | None = None,
        owner: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ConversationPage:
        """Conversations of which the caller may read words, the last begun first, a page at a time.

        Those about one subject, of one channel, or begun by one owner. What is personal to others
        is in no list, not even of an admin's.
        """
        for name, value in (("subject", subject), ("channel_id", channel_id), ("owner", owner)):
            if value is not None:
                check_name(value, name)
        check_whole(limit, "limit", at_least=1, at_most=CONVERSATIONS_LISTED_MAX)
        return self._session.read(
            lambda reader, _: reader.conversations.page(
                limit=limit, after=cursor, subject=subject, channel_id=channel_id, owner=owner
            )
        )

    def messages(
        self, conversation_id: str, *, ids: Sequence[str] | None = None
    ) -> tuple[Message, ...]:
        """All messages that the caller may read, in the order of their time; with ids, those."""
        wanted = None if ids is None else listed_names(ids, "ids")
        for value in wanted or ():
            check_name(value, "ids")
        return self._session.read(
            lambda reader, _: capture.messages(reader, conversation_id, wanted)
        )

    def window(self, conversation_id: str, *, size: int = WINDOW_MESSAGES) -> Window:
        """The last messages word for word, and one summary for everything before; their words as
        an agent may read them.

        `window.prompt()` is ready for a chat model.
        """
        from remembrancer.conversations import digest_job

        check_whole(size, "size", at_least=1, at_most=MESSAGES_MAX)
        session = self._session
        scope = session.scope()
        worker = scope.model_copy(update={"viewer": WORKER})
        result = session.looked(
            digest_job.window(
                session.store, scope, worker, session.shop.tools, conversation_id, size
            )
        )
        if session.shows_marks:
            return result
        messages = tuple(delivered(message, but=MESSAGE_IDS) for message in result.messages)
        return result.changed(messages=messages)

    def receipts(self, conversation_id: str, *, limit: int = 20) -> tuple[ReceiptHead, ...]:
        """The deliveries that contain messages of a conversation, newest first: for admins
        everybody's, to others their own. `memory.receipt()` tells what it said."""
        check_whole(limit, "limit", at_least=1, at_most=DELIVERIES_LISTED_MAX)
        from remembrancer.delivery.replay import handed_over_in

        return self._session.read(
            lambda reader, scope: handed_over_in(reader, scope.viewer, conversation_id, limit)
        )

    def get_recent_messages(
        self, channel_id: str, limit: int = 50, before_timestamp: datetime | str | None = None
    ) -> tuple[Message, ...]:
        """The last messages of a channel strictly before a time, oldest first."""
        check_name(channel_id, "channel_id")
        check_whole(limit, "limit", at_least=1, at_most=MESSAGES_MAX)
        before = as_moment(before_timestamp, "before_timestamp") or END_OF_TIME
        return self._session.read(
            lambda reader, _: reader.conversations.recent_messages(
                channel_id, before=before, limit=limit
            )
        )
