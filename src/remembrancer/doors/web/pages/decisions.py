"""Decisions: a list with filters, a form to record one, and what was captured of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.decisions.catalogue import CatalogueEntry, Covered
from remembrancer.decisions.decision import DecisionLink, PolicyAct
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import in_a_path
from remembrancer.items.item import Item

_PAGE: Final = 30
_FILTERS: Final = ("subject", "type", "category", "policy", "since", "until")
_WAITING: Final = 8  # of each list beside the decisions
_DUE_WITHIN_DAYS: Final = 30
_LINES: Final = ("alternatives_considered", "participants")  # one each line of the field
_TEXTS: Final = ("subject", "trigger", "recommendation", "reasoning", "outcome")


class ProposedLink(NamedTuple):
    """A link that waits for somebody to confirm it, with its two ends."""

    link: DecisionLink
    source: Item
    target: Item


class Category(NamedTuple):
    """The types of one category of the catalogue."""

    title: str
    entries: tuple[CatalogueEntry, ...]


class CoveredCategory(NamedTuple):
    """What was captured of one category."""

    title: str
    types: tuple[Covered, ...]

    @property
    def captured(self) -> int:
        return sum(one.count > 0 for one in self.types)


def check(visit: Visit) -> None:
    """Where memory is invisible, its users have no pages of decisions either."""
    visit.check_sees("browse", "timeline")


def decisions(visit: Visit) -> PageView:
    """What was decided, the newest first; beside it what waits for somebody."""
    check(visit)
    return _listed(visit, {}, None)


def _listed(visit: Visit, typed: Mapping[str, str], why: str | None) -> PageView:
    """The list; beside it the form, with what somebody typed into it and why that was refused."""
    memory = visit.memory
    chosen = {name: visit.query[name].strip() for name in _FILTERS if visit.parameter(name)}
    until = chosen.get("until")
    page = memory.decisions.list(
        **{**chosen, **({} if until is None else {"until": end_of(until)})},
        limit=_PAGE,
        cursor=visit.parameter("cursor"),
    )
    due = memory.decisions.outcomes_due(_DUE_WITHIN_DAYS)
    proposed = memory.decisions.links(proposed=True, limit=PAGE_ITEMS_MAX)
    return PageView(
        "decisions.html",
        {
            "page": page,
            "chosen": chosen,
            "further": None if page.next is None else urlencode({**chosen, "cursor": page.next}),
            "catalogue": catalogue(visit),
            "titles": titles(visit),
            "policies": memory.policies.list(),
            "due": due[:_WAITING],
            "more_due": max(0, len(due) - _WAITING),
            "proposed": tuple(proposed_links(visit, proposed[:_WAITING])),
            "more_proposed": max(0, len(proposed) - _WAITING),
            "acts": tuple(PolicyAct),
            "typed": typed or _begun(visit),
            "why": why,
        },
        200 if why is None else 422,
    )


def end_of(day: str) -> str:
    """A day as the end of a span: what was decided on it belongs to the span."""
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return day  # the verb says what is wrong with it


def _begun(visit: Visit) -> dict[str, str]:
    """What the form begins with where somebody follows up a decision."""
    return {name: value for name in ("cause", "subject") if (value := visit.parameter(name))}


def catalogue(visit: Visit) -> tuple[Category, ...]:
    """The types that the space knows, by category."""
    listed = visit.memory.decisions.catalogue()
    by_category = groupby(listed, key=lambda one: one.category_title)
    return tuple(Category(title, tuple(found)) for title, found in by_category)


def titles(visit: Visit) -> dict[str, str]:
    """The title of each type of the catalogue."""
    return {one.type: one.title for one in visit.memory.decisions.catalogue()}


def proposed_links(visit: Visit, links: Sequence[DecisionLink]) -> Iterator[ProposedLink]:
    """Links that nobody confirmed yet, each with what it links."""
    for link in links:
        try:
            ends = [visit.memory.get(one) for one in (link.source, link.target)]
        except NotFound:
            continue  # one of them is an entity, which is no item
        yield ProposedLink(link, *ends)


def record(visit: Visit) -> PageView | Sent:
    """Records what somebody wrote into the form; what cannot be is told beside it."""
    check(visit)
    fields: dict[str, Any] = {name: visit.filled(name) for name in _TEXTS}
    for name in _LINES:
        fields[name] = [
            line for text in (visit.filled(name) or "").splitlines() if (line := text.strip())
        ]
    policy, cause = visit.filled("policy"), visit.filled("cause")
    if policy is not None:
        use = {"policy": policy, "how": visit.filled("how") or PolicyAct.APPLIED.value}
        fields["policies"] = [{**use, "justification": visit.filled("justification")}]
    if cause is not None:
        fields["causes"] = [cause]
    if (day := visit.filled("at")) is not None:
        fields["at"] = day
    try:
        made = visit.memory.decisions.record(visit.required("type"), **fields)
    except (InvalidInput, NotFound) as error:
        typed = {name: values[0] for name, values in visit.form.items()}
        return _listed(visit, typed, str(error))
    return Sent(f"/decisions/{in_a_path(made.id)}", "It is recorded.")


def coverage(visit: Visit) -> PageView:
    """Which types of the catalogue were captured, from where, and which never."""
    check(visit)
    found = visit.memory.decisions.coverage()
    by_category = groupby(found.types, key=lambda one: one.entry.category_title)
    return PageView(
        "decision_coverage.html",
        {
            "coverage": found,
            "categories": tuple(
                CoveredCategory(title, tuple(listed)) for title, listed in by_category
            ),
            "most": max((one.count for one in found.types), default=0),
        },
    )


def learned(visit: Visit) -> PageView:
    """What was learned from decisions, outcomes and answers."""
    check(visit)
    found = visit.memory.decisions.learned()
    return PageView("decision_learning.html", {"found": found, "titles": titles(visit)})


def confirm_link(visit: Visit) -> Sent:
    """Somebody says that a proposed link holds."""
    check(visit)
    visit.memory.decisions.confirm_link(visit.path["id"])
    return _back(visit, "Confirmed: the link holds.")


def reject_link(visit: Visit) -> Sent:
    """Somebody says that a proposed link is wrong."""
    check(visit)
    visit.memory.decisions.reject_link(visit.path["id"])
    return _back(visit, "Rejected. It is on record, and is not proposed again.")


def _back(visit: Visit, text: str) -> Sent:
    """To the decision that the button stood beside, or to the list."""
    id = visit.filled("decision")
    return Sent("/decisions" if id is None else f"/decisions/{in_a_path(id)}", text)
