"""Notifications: what waits for this person, and where this person is told."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from remembrancer.core.errors import InvalidInput
from remembrancer.doors.web.page_request import PageView, Sent, Visit

_PAGE: Final = 50
_HERE: Final = "/notifications"


def notifications(visit: Visit) -> PageView:
    """What still waits, or with `?list=all` everything, newest first."""
    return _page(visit)


def _page(visit: Visit, *, wrong: InvalidInput | None = None) -> PageView:
    is_all = visit.parameter("list") == "all"
    mine = visit.memory.notifications
    page = mine.list(
        is_open=None if is_all else True, limit=_PAGE, cursor=visit.parameter("cursor")
    )
    kept = {"list": "all"} if is_all else {}
    return PageView(
        "notifications.html",
        {
            "page": page,
            "is_all": is_all,
            "waiting": visit.waiting_count,
            "settings": mine.settings(),
            "typed": {name: visit.filled(name) for name in ("email", "webhook")},
            "wrong": wrong,
            "further": None if page.next is None else urlencode({**kept, "cursor": page.next}),
        },
        200 if wrong is None else 422,
    )


def seen(visit: Visit) -> Sent:
    """Says that these were seen."""
    ids = visit.form.get("id", ())
    for id in ids:
        visit.memory.notifications.seen(id)
    return Sent(_HERE, "Seen." if len(ids) == 1 else f"{len(ids)} are seen.")


def settings(visit: Visit) -> PageView | Sent:
    """Sets where this person is told. What is wrong stands beside the field."""
    try:
        visit.memory.notifications.settings(
            email=visit.filled("email") or "", webhook=visit.filled("webhook") or ""
        )
    except InvalidInput as error:
        return _page(visit, wrong=error)
    return Sent(_HERE, "Kept.")
