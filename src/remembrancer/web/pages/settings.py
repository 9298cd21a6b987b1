"""Settings: how a space is set up, who is in it, and whether its work is done."""

from __future__ import annotations

from remembrancer.errors import NotFound
from remembrancer.web.visit import Shown, Visit


def settings(visit: Visit) -> Shown:
    """For admins. Where memory is invisible, there is no such page for anybody else."""
    if not visit.may_review:
        raise NotFound("page", "/settings")
    memory = visit.memory
    return Shown(
        "settings.html",
        {
            "settings": memory.admin.settings(),
            "people": memory.admin.people(),
            "groups": memory.admin.groups(),
            "tokens": memory.admin.tokens(),
            "jobs": memory.jobs.list(),
            "failed": memory.jobs.failed(),
        },
    )
