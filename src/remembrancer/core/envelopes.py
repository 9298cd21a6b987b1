"""Envelopes: the marks and headings between which agents are told something.

Renderers take them from here and from nowhere else, and `items/delivered_text.py` makes each of
them harmless in stored text. A new mark or heading joins by standing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from remembrancer.core.preset import ContextRules


class Envelope(NamedTuple):
    """What is told between an opening and a closing mark."""

    name: str
    end: str | None = None  # the name in its closing mark, where that is another

    @property
    def opening(self) -> str:
        return f"[{self.name}]"

    @property
    def closing(self) -> str:
        return f"[END {self.end or self.name}]"

    def opening_of(self, subject: str) -> str:
        """The opening mark with whom it is about."""
        return f"[{self.name}: {subject}]"


MEMORY: Final = Envelope("COMPANY MEMORY")
CONVERSATION: Final = Envelope("CONVERSATION CONTEXT", "CONTEXT")
LIVE_STATE: Final = Envelope("LIVE STATE")
CLIENT: Final = Envelope("CLIENT KNOWLEDGE")
ENVELOPES: Final = (MEMORY, CONVERSATION, LIVE_STATE, CLIENT)

# Begins the comments by which a pull knows its own files again.
PULL: Final = "remembrancer pull"

MANDATORY: Final = "Must be followed"  # what a person made binding
OTHERS: Final = "Company context"  # what a preset has no heading for
TEAM_KNOWLEDGE: Final = "Team Knowledge"
HOW_TO_USE: Final = "How to use what stands here"
EARLIER: Final = "Earlier in this conversation"
# What the message speaks against.
CONTRADICTED: Final = "Earlier, and otherwise than the message says (acknowledge the change)"
# Of the parts of a briefing, by language.
BRIEFING: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "action": "To do",
        "contradiction": "Contradictions to settle",
        "unresolved": "Left open",
        "preference": "Preferences",
        "goal": "Goals",
        "decision": "Recent decisions",
        "fact": "Facts",
    },
    "sv": {
        "action": "Att göra",
        "contradiction": "Motsägelser att reda ut",
        "unresolved": "Öppna frågor",
        "preference": "Önskemål",
        "goal": "Mål",
        "decision": "Senaste besluten",
        "fact": "Fakta",
    },
}


def mark_names() -> Iterator[str]:
    """What stands behind the bracket of a mark of ours."""
    for envelope in ENVELOPES:
        yield envelope.name
        yield envelope.closing.strip("[]")
    yield PULL


def headings() -> Iterator[str]:
    """Every heading of ours. A space may choose others for the sections of its memory block, in
    which stored words stand in quotes on one line and cannot be a heading."""
    yield from (MANDATORY, OTHERS, TEAM_KNOWLEDGE, HOW_TO_USE, EARLIER, CONTRADICTED)
    yield from ContextRules().sections
    for words in BRIEFING.values():
        yield from words.values()
