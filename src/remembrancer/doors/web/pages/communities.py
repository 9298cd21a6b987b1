"""Communities of decisions: the map, and one with its members through time."""

from __future__ import annotations

from typing import Final

from remembrancer.core.errors import NotAvailable
from remembrancer.core.limits import COMMUNITIES_MAX
from remembrancer.doors.web.community_map import DRAWN_MAX, community_map
from remembrancer.doors.web.community_timeline import LANES_MAX, community_timeline, lanes
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pages.decisions import check, titles

_LISTED: Final = 12  # clients and members that are shown at once; the rest is a click away
_OUTCOMES: Final = 8


def communities(visit: Visit) -> PageView:
    """The map, and the list beside it."""
    check(visit)
    topic = (visit.parameter("topic") or "").strip()
    values = {"found": (), "topic": topic, "picture": None, "why": None, "drawn_max": DRAWN_MAX}
    try:
        found = visit.memory.decisions.communities(topic=topic or None, limit=COMMUNITIES_MAX)
    except NotAvailable as error:
        return PageView("communities.html", {**values, "why": str(error)})
    picture = community_map(found) if found else None
    return PageView("communities.html", {**values, "found": found, "picture": picture})


def community(visit: Visit) -> PageView:
    """The community that a decision is in."""
    check(visit)
    found = visit.memory.decisions.community(visit.path["id"])
    neighbours = {one.id: one for one in visit.memory.decisions.communities(limit=COMMUNITIES_MAX)}
    return PageView(
        "community.html",
        {
            "found": found,
            "titles": titles(visit),
            "timeline": community_timeline(found),
            "lanes_left": max(0, len(lanes(found)) - LANES_MAX),
            "listed": _LISTED,
            "outcomes_max": _OUTCOMES,
            "ties": [(neighbours[one.id], one.links) for one in found.ties if one.id in neighbours],
        },
    )


def community_label(visit: Visit, id: str) -> str | None:
    """What the community of a decision is called, if communities are at hand: a page of one
    decision does not have all of them made."""
    kept = visit.session.projections.shapes()
    shapes = visit.session.read(kept.at_hand)
    found = None if shapes is None else shapes.communities_at_hand
    group = None if found is None else found.of(id)
    return None if group is None else group.label
