"""Imports a channel of a chat server as a conversation, each message once."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from remembrancer.capture import chat_export
from remembrancer.capture.chat_export import ChatChannel
from remembrancer.conversations import converse, new_message
from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.graph import talk
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.items.relation_proposal import EntityMention
from remembrancer.jobs.report import FileReport, Outcome
from remembrancer.ports import Writer
from remembrancer.reading.taint_check import TaintCheck

PERSON: Final = "Person"
CHANNEL: Final = "Channel"
MEMBER_OF: Final = "MEMBER_OF"

log = logging.getLogger("remembrancer.work")

_PRIVATE: Final = (
    "Only some people take part in it. Import it by itself, as personal or with the audience that "
    "may read it."
)


def why_not(channel: ChatChannel, shared: Mapping[str, Any]) -> str | None:
    """Why a channel is left out; None: it can be imported.

    A private talk does not become everybody's because somebody exported it.
    """
    if channel.is_private and not (shared.get("audience") or shared.get("is_personal")):
        return _PRIVATE
    if not channel.messages:
        return _left_out(channel, 0) or "There is no message in it."
    return None


def take_channel(
    unit: Writer,
    scope: Scope,
    channel: ChatChannel,
    shared: Mapping[str, Any],
    *,
    trust: Trust,
    heard: TaintCheck,
) -> FileReport:
    """Stores the messages that the conversation does not have yet, and says what came of it."""
    subject = shared.get("subject")
    place = converse.start(
        unit,
        scope,
        channel.conversation_id,
        subject=subject,
        channel_id=channel.id,
        title=channel.title,
        audience=shared.get("audience"),
        is_personal=bool(shared.get("is_personal", False)),
        trust=trust,
    )
    drafts = heard.messages(chat_export.drafts_of(channel), subject)
    split = new_message.split_by_novelty(unit, place.id, drafts)
    edited = [one for one in map(_edited, split.others) if one is not None]
    again = new_message.split_by_novelty(unit, place.id, edited)
    fresh = [*split.fresh, *again.fresh]
    if fresh:
        converse.append(unit, scope, place.id, fresh, is_over=True)
        _enter_people(unit, scope, channel, place, fresh)
    conflicts = len(split.others) - len(edited) + len(again.others)
    return FileReport(
        place=place.id,
        outcome=Outcome.NEW if fresh else Outcome.KNOWN,
        owner=scope.viewer.name,
        source=place.id,
        messages_new=len(fresh),
        messages_known=split.known + again.known,
        conflicts=conflicts,
        reason=_left_out(channel, conflicts),
    )


def _enter_people(
    unit: Writer,
    scope: Scope,
    channel: ChatChannel,
    place: Conversation,
    fresh: Sequence[MessageDraft],
) -> None:
    """Makes an entity of the channel and of each person who speaks in it, with a message of theirs
    as evidence. The account's id tells a person from namesakes.

    They are for those who may read the channel. A space that does not know them gets none.
    """
    spoke = {one.author_id: one.id for one in reversed(fresh) if one.id is not None}
    where = EntityMention(kind=CHANNEL, name=channel.title, author_id=channel.id)
    for person in channel.people:
        if person.is_bot or person.id not in spoke:
            continue
        who = EntityMention(kind=PERSON, name=person.name, author_id=person.id)
        attrs = {"realName": person.real_name} if person.real_name else {}
        try:
            talk.file_member(
                unit, scope, who, MEMBER_OF, where, (place.id, spoke[person.id]),
                aliases=person.aliases, attrs=attrs,
            )  # fmt: skip
        except InvalidInput as error:  # the messages come all the same
            log.info("%s in %s is not entered: %s", person.id, channel.id, error)


def _edited(draft: MessageDraft) -> MessageDraft | None:
    """A message that was edited since it was stored, under an id of its own."""
    id = chat_export.edited_id(draft)
    return None if id is None else draft.model_copy(update={"id": id})


def _left_out(channel: ChatChannel, conflicts: int) -> str | None:
    told = [
        f"{count:,} {what}."
        for count, what in (
            (channel.notices, "notices of the program itself were left out"),
            (channel.deleted, "messages were deleted there, and were left out"),
            (channel.empty, "messages without text were left out"),
            (conflicts, "messages are here already with other words, and stay as they are"),
        )
        if count
    ]
    return " ".join(told) or None
