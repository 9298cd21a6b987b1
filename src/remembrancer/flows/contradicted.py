"""What a message speaks against, of what is known: looked up before it is remembered.

An assistant that is told what was so until now can acknowledge the change. Nothing is written: the
message is filed when the conversation is read, or by `remember`.
"""

from __future__ import annotations

from remembrancer.flows import draw, reconcile
from remembrancer.flows.spoken import Spoken
from remembrancer.flows.task import Tools
from remembrancer.model.item import Item
from remembrancer.model.message import Message
from remembrancer.model.scope import Scope
from remembrancer.ports import Reader
from remembrancer.rules.limits import CONTRADICTED_ITEMS_MAX, CONTRADICTING_CHARACTERS_MAX
from remembrancer.rules.trust import of_caller

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
    spoken = Spoken(
        messages=[said],
        source=None,
        subject=subject,
        audience=None,
        is_personal=False,
        source_type=draw.known_type(scope.space.preset, "conversation"),
        source_id=_PLACE,
    )
    made = draw.by_rules(spoken, draw.brief_for(reader, scope, spoken, None))
    candidates, _ = draw.checked(scope, spoken, made)
    found = {one.id: one for one in reconcile.spoken_against(reader, scope, tools, candidates)}
    newest = sorted(found.values(), key=lambda one: (one.occurred_at, one.id), reverse=True)
    return newest[:CONTRADICTED_ITEMS_MAX]
