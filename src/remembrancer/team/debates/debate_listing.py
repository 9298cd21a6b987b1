"""Lists of debates, all that is kept of one, and what is known of how they were settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from math import fsum
from typing import Any, Final

from remembrancer.core.calendar import add_months
from remembrancer.core.limits import DEBATES_READ_MAX, OUTCOMES_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions import decision_rows
from remembrancer.decisions.port import DecisionQuery
from remembrancer.items.item import Lifecycle
from remembrancer.items.kinds.debate_kinds import DEBATE, RESOLUTION
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.ports import Reader
from remembrancer.team.debates import debate_rows
from remembrancer.team.debates.debate import (
    GENERAL,
    Debate,
    DebateHistory,
    DebatePage,
    DebatePriority,
    DebateResolution,
    ResolutionLevel,
    ResolutionMethod,
)
from remembrancer.team.track_record.credibility import FacilitatorReport, MethodReport, OutcomeDue

_ORDER: Final = {priority: place for place, priority in enumerate(DebatePriority)}
_IN_USE: Final = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True)
class DebateFilter:
    """Which debates are listed. Every condition must hold; None: any."""

    agent: str | None = None  # one of the two
    domain: str | None = None
    subject: str | None = None
    topic: str | None = None  # a part of it
    level: ResolutionLevel | None = None
    priority: DebatePriority | None = None
    is_resolved: bool | None = None
    is_provisional: bool | None = None

    def fits(self, one: Debate) -> bool:
        checks = (
            self.agent in (None, one.challenger_agent, one.challenged_agent),
            self.domain in (None, one.domain),
            self.topic is None or self.topic.casefold() in one.topic.casefold(),
            self.level in (None, one.resolution_level, one.level),
            self.priority in (None, one.priority),
            self.is_resolved in (None, one.is_resolved),
            self.is_provisional in (None, one.provisional),
        )
        return all(checks)


def listed(reader: Reader, scope: Scope, asked: DebateFilter, *, limit: int) -> DebatePage:
    """Debates that fit, the most urgent first, then the newest."""
    filters: dict[str, Any] = {} if asked.subject is None else {"subject": asked.subject}
    rules = scope.space.preset.desk
    items = debate_rows.all_of(reader, DEBATE, most=DEBATES_READ_MAX, **filters)
    found = [
        debate
        for item in items
        if asked.fits(debate := debate_rows.debate_from(item, scope.now, rules))
    ]
    found.sort(key=lambda one: one.id)
    found.sort(key=lambda one: one.timestamp, reverse=True)
    found.sort(key=lambda one: _ORDER[one.priority])
    return DebatePage(debates=tuple(found[:limit]), is_cut=len(found) > limit)


def history(reader: Reader, scope: Scope, id: Any) -> DebateHistory:
    """All that is kept of a debate."""
    debate = debate_rows.named(reader, scope, id)
    found = debate_rows.resolutions(reader, [debate]).get(debate.id)
    is_overridden = found is not None and found.human_override
    return DebateHistory(
        debate=debate,
        positions=debate.positions,
        resolution=found,
        credibility_then=debate.credibility,
        credibility_at_resolution=() if found is None else found.credibility,
        levels=debate.levels,
        seconds_by_level={
            one.level.value: one.seconds for one in debate.levels if one.seconds is not None
        },
        is_provisional=debate.provisional,
        is_binding=debate.is_binding,
        was_overridden=is_overridden,
        overridden_position=None if found is None else found.overridden_position,
        override_rationale=None if found is None else found.override_rationale,
        overridden_by=found.resolved_by if found is not None and is_overridden else None,
        fallback_correctness=found.outcome_correctness
        if found is not None and found.resolution_method is ResolutionMethod.CONSERVATIVE_DEFAULT
        else None,
    )


def facilitator(reader: Reader) -> FacilitatorReport:
    """How well each way to settle debates did, as far as outcomes are known."""
    found = list(_resolutions(reader))
    by_method = tuple(_method(method, found) for method in ResolutionMethod)
    own = next(one for one in by_method if one.method is ResolutionMethod.CREDIBILITY_WEIGHTED)
    return FacilitatorReport(
        success_rate=own.correctness,
        total_auto_resolutions=own.tracked,
        by_method=by_method,
        overridden=sum(one.human_override for one in found),
        is_cut=len(found) >= DEBATES_READ_MAX,
    )


def due(reader: Reader, scope: Scope) -> tuple[OutcomeDue, ...]:
    """Decisions and resolutions of which one should know by now what came of them, the oldest
    first."""
    rules = scope.space.preset.desk
    since = add_months(scope.now, -rules.outcome_until_months)
    until = add_months(scope.now, -rules.outcome_after_months) + _MOMENT
    made: list[OutcomeDue] = []
    for item in debate_rows.all_of(
        reader, RESOLUTION, most=OUTCOMES_LISTED_MAX, since=since, until=until
    ):
        told = debate_rows.resolution_from(item)
        if told.accuracy_tracked or item.review in WITHDRAWN:
            continue
        agents = (*told.held_by, *told.opposed_by)
        made.append(_due(scope, item.id, item.kind, item.title, item.domain, agents, told))
    preset = scope.space.preset
    asked = DecisionQuery(kinds=decision_kinds(preset), since=since, until=until)
    page = reader.decisions.page(asked, limit=OUTCOMES_LISTED_MAX, after=None)
    for one in decision_rows.shown(reader, preset, page.items):
        if one.outcomes or one.lifecycle not in _IN_USE or one.review in WITHDRAWN:
            continue
        item = next(item for item in page.items if item.id == one.id)
        title = one.title or one.content
        made.append(
            OutcomeDue(
                id=one.id,
                kind=one.kind,
                title=title,
                domain=item.domain or GENERAL,
                agents=one.participants,
                decided_at=one.decided_at,
                due_since=add_months(one.decided_at, rules.outcome_after_months),
                due_until=add_months(one.decided_at, rules.outcome_until_months),
            )
        )
    return tuple(sorted(made, key=lambda one: (one.decided_at, one.id)))


def _due(
    scope: Scope,
    id: str,
    kind: str,
    title: str | None,
    domain: str | None,
    agents: tuple[str, ...],
    told: DebateResolution,
) -> OutcomeDue:
    rules = scope.space.preset.desk
    return OutcomeDue(
        id=id,
        kind=kind,
        title=title or told.winning_position,
        domain=domain or GENERAL,
        agents=agents,
        decided_at=told.resolved_at,
        due_since=add_months(told.resolved_at, rules.outcome_after_months),
        due_until=add_months(told.resolved_at, rules.outcome_until_months),
    )


def _resolutions(reader: Reader) -> Iterator[DebateResolution]:
    for item in debate_rows.all_of(reader, RESOLUTION, most=DEBATES_READ_MAX):
        if item.review not in WITHDRAWN:
            yield debate_rows.resolution_from(item)


def _method(method: ResolutionMethod, found: list[DebateResolution]) -> MethodReport:
    of_it = [one for one in found if one.resolution_method is method]
    known = [one.outcome_correctness for one in of_it if one.accuracy_tracked]
    values = [one for one in known if one is not None]
    return MethodReport(
        method=method,
        resolved=len(of_it),
        tracked=len(values),
        correctness=fsum(values) / len(values) if values else None,
    )
