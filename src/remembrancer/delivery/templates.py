"""Templates for delivered text, each with a version.

A template renders the text of a delivery, and again when its receipt is replayed. So a template is
a pure function of its input, and a new wording needs a new version; the old one stays for its
receipts. A template uses only versioned content of an item. It leaves out the audience and the
replacement, which may change without a new version.

Stored text is cleaned before a template gets it, so no template can forget to clean it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.items.delivered_text import delivered, harmless
from remembrancer.items.item import Item
from remembrancer.items.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """The input of a template."""

    parts: Mapping[str, Sequence[Item]]  # in delivery order
    messages: Sequence[Message]  # in delivery order
    given: Mapping[str, Any]  # JSON values; the template defines the keys
    now: datetime  # when it was delivered
    # Ids of items that a replay shows only as [erased] or [withheld]. The word alone proves
    # nothing, since an item may contain it. A withheld item has no id.
    gone: frozenset[str] = frozenset()


Template = Callable[[Rendering], str]

# Lookup fields of a message. Its content and its author are text.
MESSAGE_IDS: Final = ("id", "conversation_id", "channel_id", "owner")
_OUR_OWN: Final = "system"  # the caller's own system prompt, which may contain our markers


def cleaning(make: Template) -> Template:
    """The template with cleaned input."""
    return lambda rendering: without_unseen(make(cleaned(rendering)))


def cleaned(rendering: Rendering) -> Rendering:
    """The input with all stored text cleaned for an agent."""
    parts: dict[str, list[Item]] = {}
    for name, items in rendering.parts.items():
        parts.setdefault(harmless(name), []).extend(map(delivered, items))
    return replace(
        rendering,
        parts=parts,
        messages=[delivered(message, but=MESSAGE_IDS) for message in rendering.messages],
        given=delivered(rendering.given, but=(_OUR_OWN,)),
    )
