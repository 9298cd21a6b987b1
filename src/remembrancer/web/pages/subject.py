"""A subject: what is known about somebody or something, at a glance."""

from __future__ import annotations

from remembrancer.web.visit import Shown, Visit


def subject(visit: Visit) -> Shown:
    """What is known, grouped by kind, now or as it was known at another time."""
    name = visit.path["subject"]
    memory = visit.memory
    return Shown(
        "subject.html",
        {
            "subject": name,
            "summary": memory.summary(name, as_of=visit.asked("as_of")),
            "as_of": visit.asked("as_of"),
            "suggestions": memory.suggestions(name).prompts,
        },
    )
