"""Review: what waits for a decision, with all that is needed to decide."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from remembrancer.errors import InvalidInput, RemembrancerError
from remembrancer.memory import Memory
from remembrancer.model.item import Item
from remembrancer.web.choices import choices
from remembrancer.web.difference import worded
from remembrancer.web.passages import passages
from remembrancer.web.visit import Said, Sent, Shown, Visit

_PAGE = 50
_FILTERS = ("kind", "domain", "category", "source_user", "subject")
_NO_CASE: dict[str, Any] = {"case": None, "passages": (), "against": {}}
_ACTS = ("approve", "reject", "mandate", "revoke", "edit")


def queue(visit: Visit) -> Shown:
    """All that waits, newest first, and the case of the one that is looked at."""
    visit.check_reviews()
    chosen = {name: visit.query[name] for name in _FILTERS if visit.asked(name)}
    filters: dict[str, Any] = chosen
    waiting = visit.memory.review.queue(limit=_PAGE, cursor=visit.asked("cursor"), **filters)
    looked_at = visit.asked("item") or (waiting[0].id if len(waiting) else None)
    further = None if waiting.next is None else urlencode({**chosen, "cursor": waiting.next})
    return Shown(
        "review.html",
        {
            "waiting": waiting,
            "chosen": chosen,
            "choices": choices(visit.session.space.preset, chosen),
            **(_NO_CASE if looked_at is None else _case(visit.memory, looked_at)),
            "conflicts": visit.memory.review.contradictions(),
            "further": further,
        },
    )


def case(visit: Visit) -> Shown:
    """A part of the page: one item with its evidence, its neighbours and what contradicts it."""
    visit.check_reviews()
    return Shown("_case.html", _case(visit.memory, visit.path["id"]))


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


def decide(visit: Visit) -> Said | Sent:
    """One decision on one item or on many. Scripts are told what became of each."""
    visit.check_reviews()
    act = visit.required("act")
    if act not in _ACTS:
        raise InvalidInput(f"There is no act {act!r}. Use one of: {', '.join(_ACTS)}.", field="act")
    decided = [_decided(visit, act, id, n) for n, id in enumerate(visit.form.get("id", ()))]
    if visit.filled("script"):
        return Said({"decided": decided})
    failed = [one["error"] for one in decided if one["error"]]
    told = " ".join(failed) if failed else f"Decided: {len(decided)}."
    return Sent("/corporate-memory/admin", told)


def _decided(visit: Visit, act: str, id: str, n: int) -> dict[str, str | None]:
    seen = visit.form.get("seen", ())
    version = int(seen[n]) if n < len(seen) and seen[n].isdigit() else None
    try:
        item = _done(visit, act, id, version)
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


def contradictions(visit: Visit) -> Shown:
    """Two and two, side by side, with what the judge would do."""
    visit.check_reviews()
    is_all = visit.asked("all") is not None
    found = visit.memory.review.contradictions(include_resolved=is_all)
    told = {
        one.id: worded(*(side.content for side in one.items))
        for one in found
        if len(one.items) == 2
    }
    return Shown("contradictions.html", {"found": found, "differences": told, "is_all": is_all})


def resolve(visit: Visit) -> Sent:
    """An admin decides between two."""
    visit.check_reviews()
    visit.memory.review.resolve(
        visit.path["id"],
        visit.required("act"),
        merged_content=visit.filled("merged_content") if visit.filled("act") == "merge" else None,
        reason=visit.filled("reason"),
    )
    return Sent("/corporate-memory/admin/contradictions", "Settled, and on record.")


def audit(visit: Visit) -> Shown:
    """Who did what, when and why; and whether the chain of records holds."""
    visit.check_reviews()
    before = visit.asked("before")
    if before is not None and not before.isdigit():
        raise InvalidInput("before is a position of the ledger: a number.", field="before")
    entries = visit.memory.admin.audit(
        item_id=visit.asked("item"), before=None if before is None else int(before), limit=100
    )
    who, what = visit.asked("who"), visit.asked("what")
    shown = [
        one
        for one in entries
        if (who is None or one.actor == who) and (what is None or one.action.startswith(what))
    ]
    return Shown(
        "audit.html",
        {
            "entries": shown,
            "is_item": _is_item,
            "chosen": {"item": visit.asked("item"), "who": who, "what": what},
            "earlier": entries[-1].seq if len(entries) == 100 else None,
            "chain": _chain(visit.memory) if visit.asked("verify") else None,
        },
    )


def _chain(memory: Memory) -> object:
    return memory.verify()


def _is_item(target: str) -> bool:
    return target.startswith("km_")
