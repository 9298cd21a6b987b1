"""The relations that people state in a conversation, as far as the space knows them."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.core.kinds import Brief
from remembrancer.items.message import Message
from remembrancer.items.relation_proposal import RelationProposal
from remembrancer.reading.offline.relations.relations import find_relations

_PEOPLE = frozenset({"user", "human"})


def read_relations(messages: Iterable[Message], brief: Brief) -> tuple[RelationProposal, ...]:
    """What people state; programs are heard only where the space hears its agents.

    In a text that a caller gives, "I" is its subject, or else the caller.
    """
    graph = brief.graph
    if graph is None:
        return ()
    found: list[RelationProposal] = []
    for message in messages:
        if message.role not in _PEOPLE and not brief.hears_agents:
            continue
        speaker = (brief.subject if brief.is_told else None) or message.author_id
        stated = find_relations(
            message.content, speaker=speaker, at=message.timestamp, language=brief.language
        )
        found += [
            one.model_copy(update={"message_id": message.id})
            for one in stated
            if one.type in graph.types
        ]
    return tuple(found)
