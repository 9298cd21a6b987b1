"""The registry of templates: every form of a delivery by its name and version.

None is taken out while a receipt may name it.
"""

from __future__ import annotations

import json
from typing import Final

from remembrancer.delivery import first_forms
from remembrancer.delivery.briefing import briefing_text, client_entries, summary
from remembrancer.delivery.bundle import bundle_text, rules_files
from remembrancer.delivery.compose import request_messages
from remembrancer.delivery.prompting import due_reminders, suggestion_ranking
from remembrancer.delivery.templates import Rendering, Template, cleaning

TEMPLATES: Final[dict[str, Template]] = {
    "bundle/2": cleaning(bundle_text.text),
    "compose/2": cleaning(request_messages.text),
    "summary/2": cleaning(summary.text),
    "search/2": cleaning(client_entries.text),
    "pull/2": cleaning(rules_files.text),
    "briefing/2": cleaning(briefing_text.text),
    "suggestions/2": cleaning(suggestion_ranking.text),
    "reminder/2": cleaning(due_reminders.text),
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
