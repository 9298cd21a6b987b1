"""Debates: a list by priority and level, open and settled."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pages.debate_words import LEVELS, METHODS, PRIORITIES, countdown
from remembrancer.doors.web.pages.desk import Disputed, check, part_of
from remembrancer.team.debates.debate import DebatePage, DebatePriority

_PAGE: Final = 20
_FILTERS: Final = ("priority", "level", "agent", "domain", "topic")
_SHOWN: Final[dict[str, dict[str, Any]]] = {  # which debates, by the name of the tab
    "open": {"is_resolved": False},
    "provisional": {"is_provisional": True},
    "settled": {"is_resolved": True},
    "all": {},
}


class PriorityGroup(NamedTuple):
    """Debates of one priority."""

    priority: DebatePriority
    debates: tuple[Disputed, ...]


def debates(visit: Visit) -> PageView:
    """Debates that fit, the most urgent first."""
    check(visit)
    chosen = {name: value for name in _FILTERS if (value := visit.parameter(name))}
    show = visit.parameter("show") or "open"
    why = None
    try:
        found = _found(visit, show, chosen)
    except InvalidInput as error:
        found, why = DebatePage(debates=()), str(error)
    page = part_of(visit, found.debates, _PAGE)
    listed = [Disputed(one, countdown(one, visit.now)) for one in page.shown]
    return PageView(
        "debates.html",
        {
            "groups": [
                PriorityGroup(priority, tuple(of_it))
                for priority, of_it in groupby(listed, key=lambda one: one.debate.priority)
            ],
            "page": page,
            "is_cut": found.is_cut and page.further is None,
            "count": f"{len(found)}+" if found.is_cut else str(len(found)),
            "show": show if show in _SHOWN else "open",
            "shows": tuple(_SHOWN),
            "chosen": chosen,
            "levels": LEVELS,
            "methods": METHODS,
            "priorities": PRIORITIES,
            "why": why,
        },
        200 if why is None else 422,
    )


def _found(visit: Visit, show: str, chosen: dict[str, str]) -> DebatePage:
    if show not in _SHOWN:
        raise InvalidInput(f"show is one of {', '.join(_SHOWN)}, not {show!r}.", field="show")
    asked: dict[str, Any] = {**chosen, **_SHOWN[show]}
    return visit.memory.debates.list(**asked, limit=PAGE_ITEMS_MAX)
