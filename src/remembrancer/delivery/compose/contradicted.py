"""Existing items that a message contradicts, found before the message is stored.

An assistant that knows what was true until now can acknowledge the change. Nothing is written:
extraction from the conversation, or `remember`, stores the message later.
"""

from __future__ import annotations

from remembrancer.core.limits import CONTRADICTED_ITEMS_MAX, CONTRADICTING_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.trust import of_caller
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader
from remembrancer.reading import extraction
from remembrancer.reading.extraction_input import ExtractionInput
from remembrancer.remember import reconcile

_PLACE = "composed"  # the message is in no conversation yet


def by_message(
    reader: Reader, scope: Scope, tools: Tools, message: str, subject: str | None
) -> list[Item]:
    """Active items that are no longer true if the message is right, newest first.

    Extraction here is always by rules, so that no request waits for a model.
    """
    if len(message) > CONTRADICTING_CHARACTERS_MAX:
        return []  # a pasted text, not a turn of a conversation
    said = Message(
        id="message",
        conversation_id=_PLACE,
        channel_id=None,
        author_id=scope.viewer.name,
        role="user",
        content=message,
        timestamp=scope.now,
        tool_calls=(),
        owner=scope.viewer.name,
        subject=subject,
        audience=None,
        is_personal=False,
        trust=of_caller(scope.viewer),
    )
    spoken = ExtractionInput(
        messages=[said],
        source=None,
        subject=subject,
        audience=None,
        is_personal=False,
        source_type=extraction.known_source_type(scope.space.preset, "conversation"),
        source_id=_PLACE,
    )
    made = extraction.extract_by_rules(spoken, extraction.brief_for(reader, scope, spoken, None))
    candidates, _ = extraction.check_proposals(scope, spoken, made)
    items = {item.id: item for item in reconcile.spoken_against(reader, scope, tools, candidates)}
    newest = sorted(items.values(), key=lambda item: (item.occurred_at, item.id), reverse=True)
    return newest[:CONTRADICTED_ITEMS_MAX]
