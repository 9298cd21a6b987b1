"""A conversation: what was said, what it came to, and what is known beside it."""

from __future__ import annotations

from remembrancer.web.visit import Shown, Visit


def conversation(visit: Visit) -> Shown:
    """The last messages, the summary of those before, and what is known of its subject."""
    memory = visit.memory
    id = visit.path["id"]
    found = memory.conversations.get(id)
    subject = found.subject
    return Shown(
        "conversation.html",
        {
            "conversation": found,
            "window": memory.conversations.window(id),
            "messages": memory.conversations.messages(id) if visit.asked("all") else None,
            "summary": None if subject is None else memory.summary(subject),
            "suggestions": memory.suggestions(subject).prompts if subject else (),
        },
    )
