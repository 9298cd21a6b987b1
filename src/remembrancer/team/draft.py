"""What an agent, or somebody in its name, wants to put into its memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import AGENT_VALUE_CHARACTERS_MAX
from remembrancer.core.validation import (
    CONTROL_CHARACTER,
    check_flag,
    check_json,
    check_name,
    is_text,
)
from remembrancer.team.agent import EntryRow, MessageType


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDraft:
    """One entry to write."""

    key: str
    value: Any  # anything that JSON can hold
    kind: str | None = None
    importance: float = 0.5
    subject: str | None = None
    is_shared: bool = True
    message: MessageType = MessageType.FINDING
    receivers: tuple[str, ...] | None = None  # None: relevance decides

    def is_as_pushed(self, known: EntryRow) -> bool:
        """It says nothing that was not pushed before."""
        same = (self.value, self.kind, self.subject, self.importance)
        return (
            known.item_id is not None
            and known.queue is None
            and known.error is None
            and same == (known.value, known.kind, known.subject, known.importance)
        )


def checked(
    key: Any, value: Any, *, kind: Any, importance: Any, subject: Any, is_shared: Any
) -> EntryDraft:
    """The entry, if it can be stored."""
    check_name(key, "key")
    for field, name in (("kind", kind), ("subject", subject)):
        if name is not None:
            check_name(name, field)
    check_flag(is_shared, "is_shared")
    is_number = isinstance(importance, int | float) and not isinstance(importance, bool)
    if not is_number or not 0 <= importance <= 1:
        raise InvalidInput(
            f"importance is a number from 0 to 1, not {importance!r}.", field="importance"
        )
    check_json(value, "value")
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if len(text) > AGENT_VALUE_CHARACTERS_MAX:
        raise InvalidInput(
            f"value takes {len(text):,} characters as JSON; the limit is "
            f"{AGENT_VALUE_CHARACTERS_MAX:,}. Keep large material as a source and refer to it.",
            field="value",
        )
    value = json.loads(text)  # as it is read again: tuples become lists
    if not is_text(text) or any(map(CONTROL_CHARACTER.search, _texts(value))):
        raise InvalidInput("value holds a character that is no text. Remove it.", field="value")
    return EntryDraft(
        key=key,
        value=value,
        kind=kind,
        importance=float(importance),
        subject=subject,
        is_shared=is_shared,
    )


def _texts(value: Any) -> list[str]:
    """All texts in a JSON value."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return found
