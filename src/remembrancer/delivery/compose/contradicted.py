"""What a message speaks against, of what is known: looked up before it is remembered.

An assistant that is told what was so until now can acknowledge the change. Nothing is written: the
message is filed when the conversation is read, or by `remember`.
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
    """Items in use that are not so any more if the message is right, the newest first.

    Our own rules read it, whoever reads it later: nobody waits for a model here.
    """
    if len(message) > CONTRADICTING_CHARACTERS_MAX:
        return []  # a text that is handed over, and no word in a conversation
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
    found = {one.id: one for one in reconcile.spoken_against(reader, scope, tools, candidates)}
    newest = sorted(found.values(), key=lambda one: (one.occurred_at, one.id), reverse=True)
    return newest[:CONTRADICTED_ITEMS_MAX]
