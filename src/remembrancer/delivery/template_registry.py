"""The template registry: every template by name and version.

No template is removed while a receipt may name it.
"""

from __future__ import annotations

import json
from typing import Final

from remembrancer.delivery import legacy_templates
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
    "briefing/3": cleaning(briefing_text.text),
    "briefing/2": cleaning(briefing_text.text),  # the same without precedents, which it never has
    "suggestions/2": cleaning(suggestion_ranking.text),
    "reminder/2": cleaning(due_reminders.text),
    # Version 1 templates clean the text themselves.
    "bundle/1": legacy_templates.bundle,
    "compose/1": legacy_templates.compose,
    "summary/1": legacy_templates.summary,
    "search/1": legacy_templates.search,
    "pull/1": legacy_templates.pull,
    "briefing/1": legacy_templates.briefing,
    "suggestions/1": legacy_templates.suggestions,
    "reminder/1": legacy_templates.reminder,
}


def rendered(name: str, rendering: Rendering) -> str:
    """The text. The input goes through JSON first, as a receipt will read it."""
    plain = json.loads(json.dumps(dict(rendering.given), sort_keys=True))
    return TEMPLATES[name](
        Rendering(
            parts=rendering.parts, messages=rendering.messages, given=plain, now=rendering.now
        )
    )
