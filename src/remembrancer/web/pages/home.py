"""Home: what is new, what waits, what to ask next; and the search over everything."""

from __future__ import annotations

from remembrancer.web.visit import Shown, Visit

_NEW_MAX = 8
_WAITING_MAX = 5
_FOUND_MAX = 8


def home(visit: Visit) -> Shown:
    """What a person sees first."""
    memory = visit.memory
    waiting = memory.review.queue(limit=_WAITING_MAX) if visit.may_review else None
    return Shown(
        "home.html",
        {
            # What is personal is under Mine, for its owner; an admin's look at it is on record.
            "new": memory.items(limit=_NEW_MAX, is_personal=False),
            "waiting": waiting,
            "conflicts": memory.review.contradictions() if visit.may_review else (),
            "suggestions": memory.suggestions().prompts,
            "stats": memory.stats(),
        },
    )


def search(visit: Visit) -> Shown:
    """What answers a question, with the reasons. A part of the page, while somebody types."""
    wanted = visit.asked("q")
    found = visit.memory.recall(wanted, k=_FOUND_MAX, explain=True).hits if wanted else ()
    template = "_found.html" if visit.asked("part") else "search.html"
    return Shown(template, {"wanted": wanted or "", "found": found})
