"""A conversation: what was said, what it came to, and what is known beside it."""

from __future__ import annotations

from remembrancer.web.visit import Shown, Visit


def conversation(visit: Visit) -> Shown:
    """The last messages, the summary of those before, and what is known of its subject."""
    memory = visit.memory
    id = visit.path["id"]
    found = memory.conversations.get(id)
    subject = found.subject if visit.may_manage else None
    return Shown(
        "conversation.html",
        {
            "conversation": found,
            "window": memory.conversations.window(id),
            "messages": memory.conversations.messages(id) if visit.asked("all") else None,
            "summary": None if subject is None else memory.summary(subject),
            "suggestions": memory.suggestions(found.subject) if found.subject else None,
        },
    )


def sidebar(visit: Visit) -> Shown:
    """A part of the page: what is known of a subject, beside what is said."""
    visit.check_sees("sidebar", "browse", "timeline")
    summary = visit.memory.summary(visit.path["subject"])
    return Shown("_sidebar.html", {"summary": summary})
