"""A small community whose talk is inquired into: who worked where, and who knows whom."""

from __future__ import annotations

from typing import Any

from remembrancer import Memory, Principal
from remembrancer.inquiry.inquiry import Inquiry

TALK = [{"author_id": "mira_id", "content": "Thinking of a job at Northwind. Who should I ask?"}]


class ChatWorld:
    """Mira asks; Oskar was at Northwind, Priya is there."""

    def __init__(self, memory: Memory, *, audience: str | None = None, kind: str = "Org") -> None:
        self.memory = memory
        self.audience = audience
        memory.conversations.start("general", channel_id="general")
        memory.conversations.append(
            "general",
            [{"id": "m1", "author_id": "oskar_id", "content": "Northwind interviews were hard."}],
        )
        self.mira, self.oskar, self.priya = map(self._person, ("Mira", "Oskar", "Priya"))
        self.northwind = memory.graph.entity(kind, "Northwind", audience=audience).id
        # No two are equally sure: which of those comes first is left to chance.
        self.was = self.relate(
            self.oskar, "PREVIOUSLY", confidence=0.95, role="engineer", evidence=["m1"]
        )
        self.works = self.relate(self.priya, "WORKS_AT", confidence=0.8, role="product manager")

    def _person(self, name: str) -> str:
        made = self.memory.graph.entity(
            "Person", name, external_id=f"{name.lower()}_id", audience=self.audience
        )
        return made.id

    def relate(
        self,
        person: str,
        type: str,
        *,
        confidence: float = 0.9,
        evidence: Any = (),
        **attrs: Any,
    ) -> str:
        return self.memory.graph.relate(
            person,
            type,
            self.northwind,
            confidence=confidence,
            evidence=evidence,
            attrs=attrs,
            audience=self.audience,
        ).id

    def ask(self, who: Principal | None = None, talk: Any = TALK) -> Inquiry:
        memory = self.memory if who is None else self.memory.acting_as(who)
        return memory.inquire(talk)
