"""A certificate: what an erasure removed, what it kept, and what it could not reach."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.core.ledger import Head

_LINES_MAX = 50  # of each list in a printed certificate


class ErasureTarget(StrEnum):
    """What an erasure was asked to remove."""

    ITEM = "item"  # one item and the raw texts it is based on
    SOURCE = "source"  # a source or a conversation, and everything derived from it
    SUBJECT = "subject"  # everything about one subject
    AGAIN = "again"  # rows erased before that an older copy brought back


class Certificate(Value):
    """Proof of one erasure. Keep it: it erases again what an older backup brings back.

    It names rows by their commitments, which tell nothing of the text.
    """

    id: str  # cert_ and 12 hex digits
    space: str  # the space's permanent uid
    seq: int  # the ledger position of the erasure
    at: datetime
    actor: str  # who erased
    asked: ErasureTarget
    removed: dict[str, int]  # number of texts removed, by place
    items: tuple[str, ...]  # ids of the items
    sources: tuple[str, ...]  # ids of the sources that lost their text
    conversations: tuple[str, ...]  # ids of conversations erased as a whole
    rows: tuple[tuple[str, str], ...]  # place and commitment of each row that lost its text
    kept: tuple[str, ...]  # what the store still holds
    beyond: tuple[str, ...]  # what is outside the store
    pending: tuple[str, ...] = ()  # what remains to be done, and when
    head: Head  # signed end of the chain right after the erasure

    def __str__(self) -> str:
        counts = [f"{count:,} {place}" for place, count in self.removed.items()]
        return "\n".join(
            [
                f"Certificate of erasure {self.id}",
                f"  at {self.at.isoformat(timespec='seconds')} by {self.actor}, asked for: "
                f"{self.asked.value}",
                f"  ledger position {self.seq} of the space {self.space}",
                *_paragraph("Removed", counts),
                *_paragraph("Items", self.items),
                *_paragraph("Sources", self.sources),
                *_paragraph("Conversations", self.conversations),
                *_paragraph("Still in the store", self.kept),
                *_paragraph("Not reached", self.beyond),
                *_paragraph("Still to be done", self.pending),
                f"Head of the chain: {self.head}",
            ]
        )


def _paragraph(title: str, lines: Sequence[str]) -> list[str]:
    listed = [f"  - {line}" for line in lines[:_LINES_MAX]]
    if len(lines) > _LINES_MAX:
        listed.append(f"  - and {len(lines) - _LINES_MAX:,} more")
    return [f"{title}:", *listed] if listed else []
