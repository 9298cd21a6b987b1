"""Browse: everything a person may see, with filters; and a form to add to it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from remembrancer.web.choices import choices
from remembrancer.web.visit import Sent, Shown, Visit

_PAGE = 30
_FILTERS = ("kind", "domain", "category", "status", "subject")


def browse(visit: Visit) -> Shown:
    """What is shared, newest first."""
    visit.check_sees("browse")
    chosen = {name: visit.query[name] for name in _FILTERS if visit.asked(name)}
    filters: dict[str, Any] = {**chosen, "is_personal": False}
    page = visit.memory.items(limit=_PAGE, cursor=visit.asked("cursor"), **filters)
    further = None if page.next is None else urlencode({**chosen, "cursor": page.next})
    return Shown(
        "browse.html",
        {
            "page": page,
            "chosen": chosen,
            "choices": choices(visit.session.space.preset, chosen),
            "further": further,
        },
    )


def mine(visit: Visit) -> Shown:
    """What the visitor brought, whatever became of it, and what is personal to them."""
    visit.check_sees("browse", "timeline")
    page = visit.memory.my_contributions(limit=_PAGE, cursor=visit.asked("cursor"))
    further = None if page.next is None else urlencode({"cursor": page.next})
    return Shown("mine.html", {"page": page, "further": further})


def submit(visit: Visit) -> Sent:
    """Adds what somebody wrote into the form."""
    visit.check_sees("browse")
    fields = {
        name: value
        for name in ("title", "domain", "category", "subject")
        if (value := visit.filled(name)) is not None
    }
    made = visit.memory.add(
        content=visit.required("content"),
        is_personal=visit.filled("is_personal") is not None,
        **fields,
    )
    waits = made.status == "pending"
    return Sent(f"/items/{made.id}", "It waits for a reviewer." if waits else "It is kept.")
