"""Envelopes: the marks and headings that enclose what an agent is given.

Renderers use only the marks and headings of this file, and `items/delivered_text.py` neutralises
each of them in stored text. To add a mark or heading, add it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from remembrancer.core.preset import ContextRules


class Envelope(NamedTuple):
    """An opening and a closing mark around delivered text."""

    name: str
    end: str | None = None  # the name in its closing mark, if it differs

    @property
    def opening(self) -> str:
        return f"[{self.name}]"

    @property
    def closing(self) -> str:
        return f"[END {self.end or self.name}]"

    def opening_of(self, subject: str) -> str:
        """The opening mark with its subject."""
        return f"[{self.name}: {subject}]"


MEMORY: Final = Envelope("COMPANY MEMORY")
CONVERSATION: Final = Envelope("CONVERSATION CONTEXT", "CONTEXT")
LIVE_STATE: Final = Envelope("LIVE STATE")
CLIENT: Final = Envelope("CLIENT KNOWLEDGE")
ENVELOPES: Final = (MEMORY, CONVERSATION, LIVE_STATE, CLIENT)

# The first words of the comments by which a pull recognises its own files.
PULL: Final = "remembrancer pull"

MANDATORY: Final = "Must be followed"  # mandatory items
OTHERS: Final = "Company context"  # items without a heading in the preset
TEAM_KNOWLEDGE: Final = "Team Knowledge"
HOW_TO_USE: Final = "How to use what stands here"
EARLIER: Final = "Earlier in this conversation"
# Items that the message contradicts.
CONTRADICTED: Final = "Earlier, and otherwise than the message says (acknowledge the change)"
# What an agent of a desk is told at the start.
SHARED: Final = "Shared by others"
TRACK_RECORD: Final = "Your track record, and what to correct for"
OPEN_DEBATES: Final = "Your open debates"
# Headings of the parts of a briefing, by language.
BRIEFING: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "action": "To do",
        "contradiction": "Contradictions to settle",
        "unresolved": "Left open",
        "preference": "Preferences",
        "goal": "Goals",
        "decision": "Recent decisions",
        "precedent": "Decided for others in like situations",
        "fact": "Facts",
    },
    "sv": {
        "action": "Att göra",
        "contradiction": "Motsägelser att reda ut",
        "unresolved": "Öppna frågor",
        "preference": "Önskemål",
        "goal": "Mål",
        "decision": "Senaste besluten",
        "precedent": "Beslut för andra i liknande lägen",
        "fact": "Fakta",
    },
}


def mark_names() -> Iterator[str]:
    """The names after the opening bracket of our marks."""
    for envelope in ENVELOPES:
        yield envelope.name
        yield envelope.closing.strip("[]")
    yield PULL


def headings() -> Iterator[str]:
    """All our headings.

    A space may choose other headings for the sections of its memory block. Stored text is quoted on
    one line there, so it cannot pass for a heading.
    """
    yield from (MANDATORY, OTHERS, TEAM_KNOWLEDGE, HOW_TO_USE, EARLIER, CONTRADICTED)
    yield from (SHARED, TRACK_RECORD, OPEN_DEBATES)
    yield from ContextRules().sections
    for words in BRIEFING.values():
        yield from words.values()
