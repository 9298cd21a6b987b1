"""Acts: what the engine did by itself, on what grounds, and a button that undoes it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from remembrancer.core.grounds import ActKind
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.governance.act import Act

_PAGE: Final = 30
_HERE: Final = "/acts"


def acts(visit: Visit) -> PageView:
    """A page of acts, newest first: those of which this person may see all items."""
    visit.check_sees("browse", "timeline")
    kind, subject = visit.parameter("act"), visit.parameter("subject")
    found = visit.memory.review.acts(
        limit=_PAGE, cursor=visit.parameter("cursor"), subject=subject, act=kind
    )
    kept = {
        name: value for name, value in (("act", kind), ("subject", subject)) if value is not None
    }
    return PageView(
        "acts.html",
        {
            "found": found,
            "kinds": tuple(one.value for one in ActKind),
            "kind": kind,
            "subject": subject,
            "may_undo": lambda one: _may_undo(visit, one),
            "further": None if found.next is None else urlencode({**kept, "cursor": found.next}),
        },
    )


def undo(visit: Visit) -> Sent:
    """Undoes one act. It says which items stand now."""
    visit.check_sees("browse", "timeline")
    undone = visit.memory.review.undo(visit.path["id"], reason=visit.filled("reason"))
    return Sent(f"{_HERE}#{undone.id}", "Undone, and remembered as wrong.")


def _may_undo(visit: Visit, act: Act) -> bool:
    """Whether the button is shown. The verb decides by itself; this spares a refusal."""
    if act.is_undone:
        return False
    if act.act is ActKind.FLAGGED:
        return visit.may_review
    return all(visit.has_right_to(one) for one in (act.item, *act.others))
