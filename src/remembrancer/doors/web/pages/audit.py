"""The audit log: who did what, when and why; and whether the chain of records holds."""

from __future__ import annotations

from typing import Final, NamedTuple

from remembrancer.core.errors import InvalidInput
from remembrancer.core.ledger import Action, LedgerEntry
from remembrancer.core.limits import (
    AUDIT_ENTRIES_MAX,
    AUDIT_ENTRIES_SCANNED_MAX,
    CHAIN_AT_SIGHT_ROWS,
)
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.memory import Memory

_PAGE: Final = 100
_DIGITS_MAX: Final = 18
_FAMILIES: Final = tuple(dict.fromkeys(entry.value.partition(".")[0] for entry in Action))


class AuditPage(NamedTuple):
    """What a look through the ledger found, newest first."""

    entries: tuple[LedgerEntry, ...]
    earlier: int | None  # the position before which it goes on; None: that was all


def audit(visit: Visit) -> PageView:
    """A page of the log. A ledger of some size is walked only when it is asked for."""
    visit.check_reviews()
    memory = visit.memory
    chosen = {name: visit.parameter(name) for name in ("item", "who", "what")}
    page = _audit_page(memory, before=_position(visit.parameter("before")), **chosen)
    last = memory.admin.audit(limit=1)
    records = last[0].seq if last else 0
    is_wanted = visit.parameter("verify") is not None or records <= CHAIN_AT_SIGHT_ROWS
    return PageView(
        "audit.html",
        {
            "entries": page.entries,
            "earlier": page.earlier,
            "is_item": _is_item,
            "chosen": chosen,
            "families": _FAMILIES,
            "actions": tuple(entry.value for entry in Action if "." in entry.value),
            "records": records,
            "chain": memory.verify() if is_wanted and visit.may_configure else None,
        },
    )


def _position(asked: str | None) -> int | None:
    if asked is None:
        return None
    if not asked.isdecimal() or len(asked) > _DIGITS_MAX:
        raise InvalidInput("before is a position of the ledger: a number.", field="before")
    return int(asked)


def _audit_page(
    memory: Memory, *, before: int | None, item: str | None, who: str | None, what: str | None
) -> AuditPage:
    """Entries that fit, up to a page of them, as far back as one look goes."""
    at_once = _PAGE if who is None and what is None else AUDIT_ENTRIES_MAX
    ledger_entries: list[LedgerEntry] = []
    for _ in range(0, AUDIT_ENTRIES_SCANNED_MAX, at_once):
        entries = memory.admin.audit(item_id=item, before=before, limit=at_once)
        for entry in entries:
            before = entry.seq
            if _fits(entry, who, what):
                ledger_entries.append(entry)
            if len(ledger_entries) == _PAGE:
                return AuditPage(tuple(ledger_entries), before if before > 1 else None)
        if len(entries) < at_once:
            return AuditPage(tuple(ledger_entries), None)
    return AuditPage(tuple(ledger_entries), before)


def _fits(entry: LedgerEntry, who: str | None, what: str | None) -> bool:
    is_what = what is None or entry.action == what or entry.action.startswith(f"{what}.")
    return is_what and (who is None or entry.actor == who)


def _is_item(target: str) -> bool:
    return target.startswith("km_")
