"""Home: what is new, what waits, what to ask next; and the search over everything."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.doors.web.choices import IN_USE, in_use
from remembrancer.doors.web.findings import findings
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.items.item import Item, Review
from remembrancer.recall.hit import Hit

_NEW_MAX = 8
_WAITING_MAX = 5
_FOUND_MAX = 8  # while somebody types
_PAGE = 30


def home(visit: Visit) -> PageView:
    """What a person sees first."""
    memory = visit.memory
    # What is personal is under Mine, for its owner; an admin's look at it is on record.
    new = memory.items(limit=_NEW_MAX, is_personal=False, **IN_USE) if visit.may_manage else None
    stats = memory.stats(by=("status",)) if visit.may_manage else None
    return PageView(
        "home.html",
        {
            "new": new,
            "subjects": _subjects(new or ()),
            "waiting": memory.review.queue(limit=_WAITING_MAX) if visit.may_review else None,
            "conflicts": memory.review.contradictions() if visit.may_review else (),
            "clashes": memory.review.clashes() if visit.may_review else (),
            "failed": memory.jobs.failed() if visit.may_configure else (),
            "mine": _mine(visit),
            "suggestions": memory.suggestions().prompts,
            "reminders": memory.reminders(7)[:_WAITING_MAX] if visit.may_manage else (),
            "stats": stats,
            "known": None if stats is None else in_use(stats),
        },
    )


def _mine(visit: Visit) -> tuple[Item, ...]:
    """What the visitor brought and waits for others."""
    if visit.may_review or not visit.may_manage:
        return ()
    own = visit.memory.my_contributions(limit=30)
    waits = (item for item in own if item.review is Review.PENDING and not item.is_personal)
    return tuple(waits)[:_WAITING_MAX]


def _subjects(items: Iterable[Item]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.subject for item in items if item.subject is not None))


def search(visit: Visit) -> PageView:
    """What answers a question, with the reasons. A part of the page, while somebody types."""
    wanted = visit.parameter("q")
    is_part = visit.parameter("part") is not None
    hits = _hits(visit, wanted, is_part=is_part) if wanted else ()
    found = findings(hits, visit.session.space.preset.language)
    template = "_found.html" if is_part else "search.html"
    return PageView(template, {"wanted": wanted or "", "found": found, "is_part": is_part})


def _hits(visit: Visit, wanted: str, *, is_part: bool) -> tuple[Hit, ...]:
    if not is_part:
        return visit.memory.recall(wanted, k=_PAGE, explain=True).hits
    hits = visit.memory.recall(wanted, k=_FOUND_MAX, explain=True).hits
    begun, _, last = wanted.rpartition(" ")
    if hits or not begun or not last:
        return hits
    # The last word may not be whole yet.
    return visit.memory.recall(begun, k=_FOUND_MAX, explain=True).hits
