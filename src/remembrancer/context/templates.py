"""Templates: the forms of what is delivered, each with its version.

A delivery's text is made by its template, when it is delivered and when its receipt is replayed.
So a template is a pure function of what it is given, and a new wording is a new version: the old
one stays for the receipts that were made with it. It goes by what an item says, and leaves out
what may change later without a new version of the item: its audience and what replaced it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from remembrancer.loading import load
from remembrancer.model.item import Item
from remembrancer.model.message import Message


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
    "bundle/1": "remembrancer.context.bundle:text",
    "compose/1": "remembrancer.context.request:text_1",
    "compose/2": "remembrancer.context.request:text",
    "summary/1": "remembrancer.context.summary:text_1",
    "summary/2": "remembrancer.context.summary:text",
    "search/1": "remembrancer.context.search:text_1",
    "search/2": "remembrancer.context.search:text",
    "pull/1": "remembrancer.context.rules_files:text",
    "briefing/1": "remembrancer.context.briefing:text_1",
    "briefing/2": "remembrancer.context.briefing:text",
    "suggestions/1": "remembrancer.context.suggestions:text",
    "reminder/1": "remembrancer.context.reminders:text",
}


def template(name: str) -> Template | None:
    """The template of that name; None: this version does not know it."""
    where = WHERE.get(name)
    if where is None:
        return None
    module, _, function = where.partition(":")
    found: Template = getattr(load(module), function)
    return found


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
