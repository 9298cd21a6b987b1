"""Templates: the forms of what is delivered, each with its version.

A delivery's text is made by its template, when it is delivered and when its receipt is replayed.
So a template is a pure function of what it is given, and a new wording is a new version: the old
one stays for the receipts that were made with it. It goes by what an item says, and leaves out
what may change later without a new version of the item: its audience and what replaced it.

Stored words come to a template as an agent may read them: no template can forget to clean them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from remembrancer.core.unseen_characters import without_unseen
from remembrancer.items.delivered_text import delivered, harmless
from remembrancer.items.item import Item
from remembrancer.items.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """What a template makes a text of."""

    parts: Mapping[str, Sequence[Item]]  # in the order in which they are told
    messages: Sequence[Message]  # in the order in which they are told
    given: Mapping[str, Any]  # as JSON can hold it; each key is a word of the template's own
    now: datetime  # when it was delivered
    # Ids of items of which a replay has nothing but the word [erased] or [withheld]. What the word
    # says is no sign of it: an item may hold it as its own. One that is withheld has no id.
    gone: frozenset[str] = frozenset()


Template = Callable[[Rendering], str]

# Of a message, what it is looked up by. Its words, and who is said to have said them, are text.
MESSAGE_IDS: Final = ("id", "conversation_id", "channel_id", "owner")
_OUR_OWN: Final = "system"  # the prompt of whoever composes a request, who may name our marks


def cleaning(make: Template) -> Template:
    """The template, given stored words as an agent may read them."""
    return lambda rendering: without_unseen(make(cleaned(rendering)))


def cleaned(rendering: Rendering) -> Rendering:
    """The same with all stored words as an agent may read them."""
    parts: dict[str, list[Item]] = {}
    for name, items in rendering.parts.items():
        parts.setdefault(harmless(name), []).extend(map(delivered, items))
    return replace(
        rendering,
        parts=parts,
        messages=[delivered(one, but=MESSAGE_IDS) for one in rendering.messages],
        given=delivered(rendering.given, but=(_OUR_OWN,)),
    )
