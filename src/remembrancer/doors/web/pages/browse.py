"""Browse: everything a person may see, with filters and votes; and a form to add to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from remembrancer.core.errors import InvalidInput
from remembrancer.doors.web.choices import IN_USE, STATUSES_IN_USE, choices
from remembrancer.doors.web.page_request import PageView, Sent, Visit

_PAGE: Final = 30
_FILTERS: Final = ("kind", "domain", "category", "status", "subject", "tags", "source_user")
_TEXTS: Final = ("title", "kind", "domain", "category", "subject")
_HERE: Final = "/corporate-memory"
_SHOW, _ALL = "show", "all"  # what is no longer in use too


def browse(visit: Visit) -> PageView:
    """What is shared and holds, newest first; and all that once did, where somebody asks."""
    visit.check_sees("browse")
    return _listed(visit, {}, None)


def _listed(visit: Visit, typed: Mapping[str, str], why: str | None) -> PageView:
    """The list; beside it the form, with what somebody typed into it and why that was refused."""
    chosen = {name: visit.query[name] for name in _FILTERS if visit.parameter(name)}
    is_all = visit.parameter(_SHOW) == _ALL or chosen.get("status", "active") not in STATUSES_IN_USE
    filters: dict[str, Any] = {**chosen, "is_personal": False, **({} if is_all else IN_USE)}
    kept = {**chosen, **({_SHOW: _ALL} if is_all else {})}
    cursor = visit.parameter("cursor")
    page = visit.memory.items(limit=_PAGE, cursor=cursor, **filters)
    further = None if page.next is None else urlencode({**kept, "cursor": page.next})
    narrowed = {name: word for name, word in chosen.items() if name != "status"}
    return PageView(
        "browse.html",
        {
            "page": page,
            "votes": {
                votes.item_id: votes for votes in visit.memory.votes([item.id for item in page])
            },
            "chosen": chosen,
            "choices": choices(visit.session.space.preset, chosen),
            "further": further,
            "here": urlencode({**kept, **({"cursor": cursor} if cursor else {})}),
            "is_all": is_all,
            "to_used": urlencode(narrowed),
            "to_all": urlencode({**narrowed, _SHOW: _ALL}),
            "typed": typed,
            "why": why,
        },
        200 if why is None else 422,
    )


def mine(visit: Visit) -> PageView:
    """What the visitor brought, whatever became of it, and what is personal to them."""
    visit.check_sees("browse", "timeline")
    page = visit.memory.my_contributions(limit=_PAGE, cursor=visit.parameter("cursor"))
    further = None if page.next is None else urlencode({"cursor": page.next})
    return PageView("mine.html", {"page": page, "further": further})


def share(visit: Visit) -> Sent:
    """What was for its owner alone is for all, once a reviewer has let it in."""
    visit.check_sees("browse", "timeline")
    made = visit.memory.share(visit.required("id"))
    return Sent(f"{_HERE}/mine", _kept(made.status))


def submit(visit: Visit) -> PageView | Sent:
    """Adds what somebody wrote into the form; what cannot be is told beside what they typed."""
    visit.check_sees("browse")
    fields: dict[str, Any] = {
        name: value for name in _TEXTS if (value := visit.filled(name)) is not None
    }
    tags = [text.strip() for text in (visit.filled("tags") or "").split(",")]
    try:
        made = visit.memory.add(
            content=visit.required("content"),
            is_personal=visit.filled("is_personal") is not None,
            tags=[tag for tag in tags if tag],
            **fields,
        )
    except InvalidInput as error:
        typed = {name: values[0] for name, values in visit.form.items()}
        return _listed(visit, typed, str(error))
    return Sent(f"/items/{made.id}", "It is kept." if made.is_personal else _kept(made.status))


def _kept(status: str) -> str:
    return "It waits for a reviewer." if status == "pending" else "It is kept."


def vote(visit: Visit) -> Sent:
    """Up or down, from the list; the last one counts."""
    visit.check_sees("browse")
    id = visit.required("id")
    visit.memory.vote(id, 1 if visit.required("value") == "1" else -1)
    back = urlencode(parse_qsl(visit.filled("here") or ""))
    return Sent(f"{_HERE}{'?' if back else ''}{back}#{id}", "Your vote counts.")
