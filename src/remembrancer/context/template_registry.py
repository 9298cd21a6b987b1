"""The registry of templates: every form of a delivery by its name and version.

None is taken out while a receipt may name it.
"""

from __future__ import annotations

import json
from typing import Final

from remembrancer.context import (
    briefing,
    bundle,
    first_forms,
    reminders,
    request,
    rules_files,
    search,
    suggestions,
    summary,
)
from remembrancer.context.templates import Rendering, Template, cleaning

TEMPLATES: Final[dict[str, Template]] = {
    "bundle/2": cleaning(bundle.text),
    "compose/2": cleaning(request.text),
    "summary/2": cleaning(summary.text),
    "search/2": cleaning(search.text),
    "pull/2": cleaning(rules_files.text),
    "briefing/2": cleaning(briefing.text),
    "suggestions/2": cleaning(suggestions.text),
    "reminder/2": cleaning(reminders.text),
    # The first ones clean by themselves, as they did.
    "bundle/1": first_forms.bundle,
    "compose/1": first_forms.compose,
    "summary/1": first_forms.summary,
    "search/1": first_forms.search,
    "pull/1": first_forms.pull,
    "briefing/1": first_forms.briefing,
    "suggestions/1": first_forms.suggestions,
    "reminder/1": first_forms.reminder,
}


def rendered(name: str, rendering: Rendering) -> str:
    """The text. What was given is first read as a receipt will read it: from JSON, by key."""
    plain = json.loads(json.dumps(dict(rendering.given), sort_keys=True))
    return TEMPLATES[name](
        Rendering(
            parts=rendering.parts, messages=rendering.messages, given=plain, now=rendering.now
        )
    )
