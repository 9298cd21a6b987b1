"""Policies: which are in force, and what decisions did with one of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.decisions.policies import as_day
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.pages.decisions import check, end_of, titles
from remembrancer.doors.web.wording import in_a_path

_MONTHS: Final = 12  # that the chart shows, unless somebody asks for others
_MOMENT: Final = timedelta(microseconds=1)  # what is decided at this time belongs to the span
_LISTED: Final = 50  # decisions of one policy
_FIELDS: Final = ("name", "description", "category", "effective_from", "effective_to")


def policies(visit: Visit) -> PageView:
    """The policies in force on a day, by category."""
    check(visit)
    return _listed(visit, {}, None)


def _listed(visit: Visit, typed: dict[str, str], why: str | None) -> PageView:
    memory = visit.memory
    on, category = visit.parameter("on"), visit.parameter("category")
    day = visit.now.date() if on is None else as_day(on, "on")
    is_all = visit.parameter("show") == "all"
    everything = memory.policies.list()
    found = memory.policies.list(on=None if is_all else day, category=category)
    brought = visit.session.space.preset.decisions.policies
    known = {one.name for one in everything}
    return PageView(
        "policies.html",
        {
            "categories": tuple(
                (name, tuple(listed))
                for name, listed in groupby(found, key=lambda one: one.category or "other")
            ),
            "total": len(everything),
            "day": day,
            "is_all": is_all,
            "category": category,
            "known_categories": sorted({one.category for one in everything if one.category}),
            "missing": [one.name for one in brought if one.name not in known],
            "typed": typed,
            "why": why,
        },
        200 if why is None else 422,
    )


def policy(visit: Visit) -> PageView:
    """One policy: how often it was applied, skipped and overridden, and by which decisions."""
    check(visit)
    id = visit.path["id"]
    found = visit.memory.policies.decisions(id)
    since, until = _span(visit)
    report = visit.memory.policies.compliance(id, since=since, until=until)
    return PageView(
        "policy.html",
        {
            "policy": found.policy,
            "is_in_force": found.policy.is_in_force(visit.now.date()),
            "uses": found.uses[:_LISTED],
            "more": max(0, len(found.uses) - _LISTED),
            "clients": found.clients,
            "compliance": report,
            "titles": titles(visit),
            "may_change": visit.may_change(visit.memory.get(id)),
        },
    )


def _span(visit: Visit) -> tuple[datetime | str, datetime | str]:
    """The time that the chart shows: what the address asks for, or the last twelve months."""
    since, until = visit.parameter("since"), visit.parameter("until")
    first = visit.now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    for _ in range(_MONTHS - 1):
        first = (first - timedelta(days=1)).replace(day=1)
    return since or first, visit.now + _MOMENT if until is None else end_of(until)


def add(visit: Visit) -> PageView | Sent:
    """Adds the policy of the form; what cannot be is told beside what somebody typed."""
    check(visit)
    fields: dict[str, Any] = {name: visit.filled(name) for name in _FIELDS}
    try:
        for name in _FIELDS[:-1]:
            visit.required(name)
        made = visit.memory.policies.add(**fields)
    except InvalidInput as error:
        typed = {name: values[0] for name, values in visit.form.items()}
        return _listed(visit, typed, str(error))
    return Sent(f"/policies/{in_a_path(made.id)}", "The policy is kept.")


def add_defaults(visit: Visit) -> Sent:
    """Adds the policies that the preset brings along, in force from today."""
    check(visit)
    made = visit.memory.policies.add_defaults(effective_from=visit.now)
    return Sent("/policies", f"{len(made)} policies were added.")


def end(visit: Visit) -> Sent:
    """Says on which day a policy is no longer in force."""
    check(visit)
    visit.memory.policies.end(visit.path["id"], effective_to=visit.required("effective_to"))
    return Sent(
        f"/policies/{in_a_path(visit.path['id'])}",
        "Its last day is set. What was decided before stays.",
    )
