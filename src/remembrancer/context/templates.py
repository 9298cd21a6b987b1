"""Templates: the forms of what is delivered, each with its version.

A delivery's text is made by its template, when it is delivered and when its receipt is replayed.
So a template is a pure function of what it is given, and a new wording is a new version: the old
one stays for the receipts that were made with it. It goes by what an item says, and leaves out
what may change later without a new version of the item: its audience and what replaced it.

Stored words come to a template as an agent may read them: no template can forget to clean them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from remembrancer.loading import load
from remembrancer.model.item import Item
from remembrancer.model.message import Message
from remembrancer.rules.delivered_text import delivered, harmless
from remembrancer.rules.unseen_characters import without_unseen


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

# Where each form is made: "module:function". None is taken out while a receipt may name it.
WHERE: dict[str, str] = {
    "bundle/2": "remembrancer.context.bundle:text",
    "compose/2": "remembrancer.context.request:text",
    "summary/2": "remembrancer.context.summary:text",
    "search/2": "remembrancer.context.search:text",
    "pull/2": "remembrancer.context.rules_files:text",
    "briefing/2": "remembrancer.context.briefing:text",
    "suggestions/2": "remembrancer.context.suggestions:text",
    "reminder/2": "remembrancer.context.reminders:text",
    "bundle/1": "remembrancer.context.first_forms:bundle",
    "compose/1": "remembrancer.context.first_forms:compose",
    "summary/1": "remembrancer.context.first_forms:summary",
    "search/1": "remembrancer.context.first_forms:search",
    "pull/1": "remembrancer.context.first_forms:pull",
    "briefing/1": "remembrancer.context.first_forms:briefing",
    "suggestions/1": "remembrancer.context.first_forms:suggestions",
    "reminder/1": "remembrancer.context.first_forms:reminder",
}
_FIRST_FORMS: Final = "remembrancer.context.first_forms"  # they clean by themselves, as then

# Of a message, what it is looked up by. Its words, and who is said to have said them, are text.
MESSAGE_IDS: Final = ("id", "conversation_id", "channel_id", "owner")
_OUR_OWN: Final = "system"  # the prompt of whoever composes a request, who may name our marks


def template(name: str) -> Template | None:
    """The template of that name; None: this version does not know it."""
    where = WHERE.get(name)
    if where is None:
        return None
    module, _, function = where.partition(":")
    found: Template = getattr(load(module), function)
    if module == _FIRST_FORMS:
        return found
    return lambda rendering: without_unseen(found(cleaned(rendering)))


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


class _Templates(Mapping[str, Template]):
    """All of them, each loaded when it is first asked for."""

    def __getitem__(self, name: str) -> Template:
        found = template(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Any:
        return iter(WHERE)

    def __len__(self) -> int:
        return len(WHERE)


TEMPLATES: Mapping[str, Template] = _Templates()


def rendered(name: str, rendering: Rendering) -> str:
    """The text. What was given is first read as a receipt will read it: from JSON, by key."""
    plain = json.loads(json.dumps(dict(rendering.given), sort_keys=True))
    return TEMPLATES[name](
        Rendering(
            parts=rendering.parts, messages=rendering.messages, given=plain, now=rendering.now
        )
    )
