"""Extraction job: extracts items from a conversation once it is idle."""

from __future__ import annotations

import logging
from typing import Any

from remembrancer.core.preset import Preset
from remembrancer.core.texts.naming import MEETING, SESSION, SESSION_FEED, meeting_of_talk
from remembrancer.core.texts.text import ERASED
from remembrancer.graph import talk
from remembrancer.items.conversation import Conversation
from remembrancer.items.filters import ItemFilter
from remembrancer.items.message import Message
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.ports import Reader, Writer
from remembrancer.reading import extraction, taint_tracking
from remembrancer.reading.extraction_input import ExtractionInput
from remembrancer.remember import live_data, reconcile
from remembrancer.remember.filing import file_in_parts

_CONVERSATION = "conversation"

log = logging.getLogger("remembrancer.work")


def handle(task: Task) -> None:
    """Stores the items extracted from a conversation whose quotes really occur in it.

    Items extracted from the same words before, by this or another worker, are not stored again.
    """
    scope, id = task.scope(), task.job.key

    def look(reader: Reader) -> tuple[ExtractionInput | None, bool, dict[str, Any]]:
        place = reader.conversations.get(id, counted=False)
        if place is None:
            return None, False, {}
        spoken = _spoken(reader, scope.space.preset, place, reader.conversations.messages(id))
        # Somebody may have made an item from these messages personal since then.
        names = tuple(dict.fromkeys((id, spoken.source_id or id)))
        made_personal = reader.items.page(ItemFilter(source_id=names, is_personal=True), limit=1)
        words = {(id, one.id) for one in spoken.messages}
        rests = reader.evidence.resting_on(words, ()) if words and not made_personal.items else ()
        holds_personal = bool(made_personal.items) or any(one.is_personal for one in rests)
        return spoken, holds_personal, live_data.live_data_for(reader, scope, place)

    (spoken, holds_personal, live), _ = transactions.read(task.store, scope, look)
    if spoken is None or not spoken.messages:
        transactions.written(task.store, scope, task.finish)
        return
    brief, _ = transactions.read(
        task.store, scope, lambda reader: extraction.brief_for(reader, scope, spoken, live)
    )
    tools = task.tools.for_task()
    if holds_personal:
        tools = tools.at_home()
    made = extraction.extract(tools, scope, spoken, brief)
    heard = taint_tracking.taint_check(task.store, scope, tools)
    candidates, refused = extraction.check_proposals(scope, spoken, made, heard)
    prepared = reconcile.prepared(task.store, scope, tools, candidates)

    def end(unit: Writer) -> None:
        talk.file_relations(unit, scope, made.relations, spoken.messages)
        task.finish(unit)

    filed = file_in_parts(task.store, scope, tools, prepared, spoken, between=task.keep, last=end)
    log.info(
        "%s: %d messages read, %d items stored, %d known, %d refused",
        id,
        len(spoken.messages),
        len(filed.items),
        len(filed.plan) - len(filed.items),
        len(refused),
    )


def _spoken(
    reader: Reader, preset: Preset, place: Conversation, messages: tuple[Message, ...]
) -> ExtractionInput:
    spoken = ExtractionInput(
        messages=[one for one in messages if one.content != ERASED],
        source=None,
        subject=place.subject,
        audience=place.audience,
        is_personal=place.is_personal,
        source_type=_source_type(reader, preset, place),
        source_id=meeting_of_talk(place.id) or place.id,
    )
    for captured in reader.sources.named([place.id]):  # the messages repeat a captured text
        return spoken._replace(
            source=captured.id,
            source_type=extraction.known_source_type(preset, captured.type),
            source_id=captured.external_id or captured.id,
        )
    return spoken


def _source_type(reader: Reader, preset: Preset, place: Conversation) -> str:
    """The source type of the conversation, in a word that the space knows."""
    found = _CONVERSATION
    if meeting_of_talk(place.id) is not None:
        found = MEETING
    elif reader.feeds.get(SESSION_FEED, place.id) is not None:
        found = SESSION
    return extraction.known_source_type(preset, found)
