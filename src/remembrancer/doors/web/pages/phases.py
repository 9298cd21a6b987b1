"""Phases: what each needs, what there is of it, and what is switched on."""

from __future__ import annotations

from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pages.decisions import check


def phases(visit: Visit) -> PageView:
    """The six phases as they are in this space."""
    check(visit)
    return PageView("phases.html", {"phases": visit.memory.decisions.phases()})
