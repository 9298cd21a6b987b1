"""Suggestions: prompts that a person may choose to send. They are never messages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.items.item import Trust


class Trigger(StrEnum):
    """What made something worth offering."""

    STALE_UNRESOLVED = "stale_unresolved"  # left open, and not touched for days
    FOLLOW_UP = "follow_up"  # a decision after which something has to be prepared
    DEADLINE_NEAR = "deadline_near"  # due within days, and decided about before


class SuggestedPrompt(Value):
    """One choice to show. Whoever chooses it sends `prompt`; nothing is sent by itself."""

    trigger: Trigger
    prompt: str  # in the words of who would say it, in the language asked for
    topic: str  # what it is about, as it was put down
    item_id: str
    related_id: str | None = None  # the decision, with a deadline
    subject: str | None = None
    trust: Trust  # how far what it is about is trusted
    due: date | None = None  # the deadline
    days: int  # since it was left open or decided, or until it is due


class Suggestions(Value):
    """What to offer at the start of a conversation. Iterate it."""

    prompts: tuple[SuggestedPrompt, ...] = ()
    locale: str  # en or sv
    receipt: str | None = None  # None: there was nothing to offer

    def __len__(self) -> int:
        return len(self.prompts)

    def __iter__(self) -> Iterator[SuggestedPrompt]:  # type: ignore[override]
        return iter(self.prompts)

    def __getitem__(self, index: int) -> SuggestedPrompt:
        return self.prompts[index]
