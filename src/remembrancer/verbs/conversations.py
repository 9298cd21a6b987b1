"""`memory.conversations`: what was said, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from remembrancer.capture import conversation as capture
from remembrancer.errors import NotFound
from remembrancer.model.conversation import Conversation
from remembrancer.model.message import Message
from remembrancer.rules.validation import check_flag
from remembrancer.rules.visibility import check_audience
from remembrancer.verbs.session import Session


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
    ) -> Conversation:
        """A conversation to append to. Its messages inherit subject, audience and privacy."""
        audience = check_audience(self._session.principal, audience)
        check_flag(is_personal, "is_personal")
        return self._session.write(
            lambda unit, _: capture.start(
                unit,
                id,
                subject=subject,
                channel_id=channel_id,
                title=title,
                audience=audience,
                is_personal=is_personal,
            )
        )

    def append(
        self,
        conversation_id: str,
        messages: Mapping[str, Any] | Iterable[Mapping[str, Any]],
    ) -> tuple[Message, ...]:
        """The messages as stored. The same message appended twice is stored once."""
        drafts = capture.drafts_from(messages)
        return self._session.write(lambda unit, _: capture.append(unit, conversation_id, drafts))

    def get(self, conversation_id: str) -> Conversation:
        found = self._session.read(lambda reader, _: reader.conversation(conversation_id))
        if found is None:
            raise NotFound("conversation", conversation_id)
        return found

    def messages(self, conversation_id: str) -> tuple[Message, ...]:
        """All messages that the caller may read, in the order of their time."""
        return self._session.read(lambda reader, _: capture.messages(reader, conversation_id))
