"""Suggestions: prompts that a person may choose to send. They are never sent automatically."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.items.item import Trust


class Trigger(StrEnum):
    """What made something worth offering."""

    STALE_UNRESOLVED = "stale_unresolved"  # open, and unchanged for days
    FOLLOW_UP = "follow_up"  # a decision that needs preparation
    DEADLINE_NEAR = "deadline_near"  # due within days, and already decided about


class SuggestedPrompt(Value):
    """One choice to show. Whoever chooses it sends `prompt`; nothing is sent by itself."""

    trigger: Trigger
    prompt: str  # in the sender's words, in the requested language
    topic: str  # the stored text that it is about
    item_id: str
    related_id: str | None = None  # for a deadline: the decision
    subject: str | None = None
    trust: Trust  # the trust of the item it is about
    due: date | None = None  # the deadline
    days: int  # since it was opened or decided, or until the deadline


class Suggestions(Value):
    """What to offer at the start of a conversation. Iterate it."""

    prompts: tuple[SuggestedPrompt, ...] = ()
    locale: str  # en or sv
    receipt: str | None = None  # None: no suggestions

    def __len__(self) -> int:
        return len(self.prompts)

    def __iter__(self) -> Iterator[SuggestedPrompt]:  # type: ignore[override]
        return iter(self.prompts)

    def __getitem__(self, index: int) -> SuggestedPrompt:
        return self.prompts[index]
