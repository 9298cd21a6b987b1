"""Review: what waits for a decision and what is in use, with all that is needed to decide."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from remembrancer.core.errors import Conflict, InvalidInput, NotFound, RemembrancerError
from remembrancer.core.limits import CONTRADICTIONS_SHOWN_MAX
from remembrancer.doors.web.choices import choices
from remembrancer.doors.web.difference import worded
from remembrancer.doors.web.page_request import PageView, ScriptAnswer, Sent, Visit
from remembrancer.doors.web.passages import passages
from remembrancer.governance.contradiction import Contradiction
from remembrancer.items.item import Item
from remembrancer.items.page import Page
from remembrancer.memory import Memory

_PAGE: Final = 50
_FILTERS: Final = ("kind", "domain", "category", "source_user", "subject")
_NO_CASE: Final[dict[str, Any]] = {"case": None, "passages": (), "against": {}}
_ACTS: Final = ("approve", "reject", "mandate", "revoke", "edit")
_USED: Final = "used"  # the list of what agents rely on
_HERE: Final = "/corporate-memory/admin"


def queue(visit: Visit) -> PageView:
    """All that waits or is in use, newest first, and the case of the one that is looked at."""
    visit.check_reviews()
    is_used = visit.parameter("list") == _USED
    chosen = {name: visit.query[name] for name in _FILTERS if visit.parameter(name)}
    waiting = _listed(visit, is_used, chosen)
    kept = {**({"list": _USED} if is_used else {}), **chosen}
    looked_at = visit.parameter("item") or (waiting[0].id if len(waiting) else None)
    further = None if waiting.next is None else urlencode({**kept, "cursor": waiting.next})
    return PageView(
        "review.html",
        {
            "waiting": waiting,
            "is_used": is_used,
            "chosen": chosen,
            "kept": urlencode(kept),
            "choices": choices(visit.session.space.preset, chosen),
            **(_NO_CASE if looked_at is None else _case(visit.memory, looked_at)),
            "conflicts": visit.memory.review.contradictions(),
            "further": further,
        },
    )


def _listed(visit: Visit, is_used: bool, chosen: dict[str, Any]) -> Page:
    cursor = visit.parameter("cursor")
    if not is_used:
        return visit.memory.review.queue(limit=_PAGE, cursor=cursor, **chosen)
    in_use = {"review": ("approved", "mandatory"), "lifecycle": "active", "is_personal": False}
    return visit.memory.items(limit=_PAGE, cursor=cursor, **{**chosen, **in_use})


def case(visit: Visit) -> PageView:
    """A part of the page: one item with its evidence, its neighbours and what contradicts it."""
    visit.check_reviews()
    return PageView("_case.html", _case(visit.memory, visit.path["id"]))


def _case(memory: Memory, id: str) -> dict[str, Any]:
    found = memory.review.case(id)
    sides = {
        side.id: worded(found.item.content, side.content)[1]
        for pair in found.contradictions
        for side in pair.items
        if side.id != id
    }
    sources = memory.provenance(id).sources
    return {
        "case": found,
        "passages": passages(memory, found.item, sources),
        "against": sides,
    }


def decide(visit: Visit) -> ScriptAnswer | Sent:
    """One decision on one item or on many. Scripts are told what became of each."""
    visit.check_reviews()
    act = visit.required("act")
    if act not in _ACTS:
        raise InvalidInput(f"There is no act {act!r}. Use one of: {', '.join(_ACTS)}.", field="act")
    decided = [_decided(visit, act, id, seen) for id, seen in _looked_at(visit)]
    if visit.filled("script"):
        return ScriptAnswer({"decided": decided})
    failed = [entry["error"] for entry in decided if entry["error"]]
    text = f"Decided: {len(decided) - len(failed)}."
    is_used = visit.filled("list") == _USED
    to = f"{_HERE}?list={_USED}" if is_used else _HERE
    return Sent(to, " ".join([text, *failed]))


def _looked_at(visit: Visit) -> list[tuple[str, int | None]]:
    """The items that a form is about, each with the version that was seen.

    Without scripts, and with nothing selected, it is the one whose case is shown.
    """
    ids, seen = visit.form.get("id", ()), visit.form.get("seen", ())
    if not ids:
        ids, seen = visit.form.get("case", ()), visit.form.get("case_seen", ())
    versions = [int(value) if value.isdigit() else None for value in seen]
    return [(id, versions[n] if n < len(versions) else None) for n, id in enumerate(ids)]


def _decided(visit: Visit, act: str, id: str, seen: int | None) -> dict[str, str | None]:
    try:
        item = _done(visit, act, id, seen)
    except RemembrancerError as error:
        return {"id": id, "status": None, "error": str(error)}
    return {"id": id, "status": item.status, "error": None}


def _done(visit: Visit, act: str, id: str, seen: int | None) -> Item:
    review = visit.memory.review
    reason = visit.filled("reason")
    if act == "approve":
        return review.approve(id, reason=reason, seen=seen)
    if act == "reject":
        return review.reject(id, reason=reason, seen=seen)
    if act == "mandate":
        audience = visit.filled("audience")
        return review.mandate(id, reason=reason or "", audience=audience, seen=seen)
    if act == "revoke":
        return review.revoke(id, reason=reason or "", seen=seen)
    fields = {
        name: value for name in ("title", "content") if (value := visit.filled(name)) is not None
    }
    return review.edit(id, reason=reason, seen=seen, **fields)


def contradictions(visit: Visit) -> PageView:
    """Two and two, side by side, with what the judge would do."""
    visit.check_reviews()
    return _pairs(visit)


def _pairs(visit: Visit, refused: str | None = None, why: str | None = None) -> PageView:
    """The pairs of a page; with the one whose form was refused, what was typed into it."""
    is_all = visit.parameter("all") is not None
    found = visit.memory.review.contradictions(include_resolved=is_all)
    first = _number(visit.parameter("from"))
    if refused is not None:
        first = _place(found, refused)
    pairs = found[first : first + CONTRADICTIONS_SHOWN_MAX]
    after = first + len(pairs)
    told = {
        entry.id: worded(*(side.content for side in entry.items))
        for entry in pairs
        if len(entry.items) == 2
    }
    return PageView(
        "contradictions.html",
        {
            "found": pairs,
            "open": len([entry for entry in found if entry.resolution is None]),
            "differences": told,
            "is_all": is_all,
            "further": after if after < len(found) else None,
            "refused": refused,
            "why": why,
            "typed": {name: values[0] for name, values in visit.form.items()},
        },
        200 if why is None else 422,
    )


def _number(asked: str | None) -> int:
    if asked is None:
        return 0
    if not asked.isdecimal() or len(asked) > len("1000000"):
        raise InvalidInput("from is a place in the list: a number.", field="from")
    return int(asked)


def _place(found: tuple[Contradiction, ...], id: str) -> int:
    """Where the page begins that has this pair."""
    at = next((n for n, entry in enumerate(found) if entry.id == id), 0)
    return at - at % CONTRADICTIONS_SHOWN_MAX


def resolve(visit: Visit) -> Sent | PageView:
    """An admin decides between two. Whoever comes second is told that it is settled."""
    visit.check_reviews()
    act = visit.required("act")
    try:
        visit.memory.review.resolve(
            visit.path["id"],
            act,
            merged_content=visit.filled("merged_content") if act == "merge" else None,
            reason=visit.filled("reason"),
        )
    except InvalidInput as error:
        return _pairs(visit, visit.path["id"], str(error))
    except (Conflict, NotFound) as error:
        return Sent(f"{_HERE}/contradictions", str(error))
    return Sent(f"{_HERE}/contradictions", "Settled, and on record.")
