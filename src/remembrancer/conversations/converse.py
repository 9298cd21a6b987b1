"""Conversations: stores messages first, and queues their jobs in the same unit of work."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from remembrancer.conversations import new_message as capture
from remembrancer.core.errors import Forbidden, NotFound
from remembrancer.core.limits import (
    CONVERSATION_IDLE_SECONDS,
    DIGEST_BATCH_MESSAGES,
    WINDOW_MESSAGES,
)
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Trust
from remembrancer.items.message import Message, MessageDraft
from remembrancer.items.trust import of_conversation
from remembrancer.items.visibility import groups_of
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import EXTRACT, SUMMARISE, URGENT
from remembrancer.ports import Writer

_IDLE = timedelta(seconds=CONVERSATION_IDLE_SECONDS)


def start(
    unit: Writer, scope: Scope, id: str | None, *, trust: Trust | None, **fields: Any
) -> Conversation:
    """A conversation to append to. Starting a new one ends earlier ones."""
    made = capture.start(unit, id, trust=of_conversation(scope.viewer, trust), **fields)
    if unit.is_changed:
        # A program talks with many people at once, so only conversations about the same subject
        # end.
        unit.jobs.hasten(EXTRACT, made, whatever_subject=scope.viewer.is_person)
    return made


def append(
    unit: Writer, scope: Scope, id: str, drafts: list[MessageDraft], *, is_over: bool = False
) -> tuple[Message, ...]:
    """The stored messages. Their jobs are queued in the same unit of work."""
    _check_no_note_of_others(unit, scope, id)
    messages = capture.append(unit, id, drafts)
    if unit.is_changed:
        make_due(unit, scope, id, is_over=is_over)
    return messages


def make_due(unit: Writer, scope: Scope, id: str, *, is_over: bool = False) -> None:
    """Queues extraction after an idle period, and a digest if a batch is full.

    A conversation that is already over needs no idle period.
    """
    extraction = _extraction(unit, scope, id, after=timedelta() if is_over else _IDLE)
    unit.jobs.put(extraction)
    if unit.conversations.waits_for_summary(
        id, window=WINDOW_MESSAGES, batch=DIGEST_BATCH_MESSAGES
    ):
        unit.jobs.put(NewJob(SUMMARISE, id, extraction.actor, scope.now, priority=URGENT))


def make_drawn_later(unit: Writer, scope: Scope, id: str) -> str:
    """Queues extraction for a worker, in case the current extraction does not finish."""
    return unit.jobs.put(_extraction(unit, scope, id, after=_IDLE))


def close(unit: Writer, scope: Scope, id: str) -> Conversation:
    """Closes a conversation for now, and queues its extraction."""
    _check_no_note_of_others(unit, scope, id)
    closed = unit.conversation_state.close(id)
    if closed is None:
        raise NotFound("conversation", id)
    unit.jobs.put(_extraction(unit, scope, id, after=timedelta()))
    return closed


def _check_no_note_of_others(unit: Writer, scope: Scope, id: str) -> None:
    """Raises if the text was remembered by somebody else: only its owner may add to it."""
    if not str(id).startswith("src_"):
        return
    conversation = unit.conversations.get(id, counted=False)
    if conversation is not None and conversation.owner != scope.viewer.name:
        raise Forbidden(
            f"{id} is a text that somebody else remembered, and only they may add to it. Start a "
            "conversation of your own."
        )


def _extraction(unit: Writer, scope: Scope, id: str, *, after: timedelta) -> NewJob:
    """The extraction job of a conversation. Its items belong to the owner of the conversation."""
    conversation = unit.conversations.get(id, counted=False)
    actor = scope.viewer
    if conversation is not None and conversation.owner != actor.name:
        # Only name and groups of an absent owner are known, and items need no more.
        actor = Principal(conversation.owner, groups=groups_of(conversation.audience))
    return NewJob(EXTRACT, id, actor, scope.now + after)
