"""What an inquiry knows of a conversation before it weighs facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from remembrancer.inquiry.conversation_analysis import ReadConversation
from remembrancer.inquiry.facts import PERSON_KINDS, FactCandidate
from remembrancer.items.entity import Entity


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a conversation is about, as far as the memory knows it."""

    said: ReadConversation
    participants: tuple[Entity, ...] = ()
    mentioned: tuple[Entity, ...] = ()  # that do not take part
    maybe: tuple[Entity, ...] = ()  # that may be meant by a part of their name

    def people_found(self, candidates: Iterable[FactCandidate]) -> list[str]:
        """People who are named, then those connected with a thing that is named: by id."""
        own = {one.id for one in self.participants}
        named = [one.id for one in self.mentioned if one.kind in PERSON_KINDS]
        things = {one.id for one in self.mentioned if one.kind not in PERSON_KINDS}
        others = {
            id: None
            for one in candidates
            if things.intersection(one.fact.ends)
            for id, kind in one.kinds.items()
            if kind in PERSON_KINDS and id not in own
        }
        return list(dict.fromkeys([*named, *others]))
