"""Communities as they are told: in short, or one with its members through time.

All figures are computed over what every member of the space may see, whoever asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from statistics import median
from typing import Any, Final

from remembrancer.core.errors import NotFound
from remembrancer.core.limits import COMMUNITY_MEMBERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.decisions import decision_rows
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.shapes.communities import DecisionGroup, SpaceCommunities
from remembrancer.decisions.shapes.community import (
    COMMUNITY,
    CommunityAttribute,
    CommunityClient,
    CommunityMember,
    CommunityOutcome,
    CommunityPerson,
    CommunityRange,
    CommunitySummary,
    CommunityTie,
    DecisionCommunity,
)
from remembrancer.decisions.shapes.community_clients import clients_of
from remembrancer.decisions.shapes.community_drivers import drivers
from remembrancer.decisions.shapes.community_topic import by_topic
from remembrancer.decisions.shapes.space_shapes import SpaceShapes
from remembrancer.ports import Reader

_TIES_MAX: Final = 10
_ATTRIBUTES_MAX: Final = 12
_RANGES_MAX: Final = 6
_SHARE_TOLD_MIN: Final = 0.25  # of the members, that have an attribute which is told


def summaries(
    shapes: SpaceShapes, *, topic: str | None, limit: int, least: int
) -> tuple[CommunitySummary, ...]:
    """The communities of at least so many decisions: the largest first, or those of a topic."""
    found = shapes.communities
    groups: Sequence[DecisionGroup] = [one for one in found.groups if len(one.members) >= least]
    if topic is not None:
        groups = by_topic(groups, shapes.graph, shapes.facts, shapes.features, topic)
    return tuple(
        CommunitySummary(**_summary(shapes, one, clients_of(shapes.facts, one.members)))
        for one in groups[:limit]
    )


def report(reader: Reader, scope: Scope, shapes: SpaceShapes, id: Any) -> DecisionCommunity:
    """The community that a decision is in now, so that an id once given keeps leading there."""
    found = shapes.communities
    group = found.of(id) if is_text(id) else None
    if group is None:
        decision_rows.named(reader, scope.space.preset, id)  # what is no decision is not found
        raise NotFound(
            COMMUNITY,
            id,
            "The decision is in none: nothing that everybody may see caused it, influenced it or "
            "followed from it together with others. Link it: memory.decisions.link().",
        )
    facts = shapes.facts
    order = sorted(group.members, key=lambda one: facts.decisions[one].at)
    clients = clients_of(facts, group.members)
    members = _members(reader, scope, shapes, order[:COMMUNITY_MEMBERS_MAX])
    return DecisionCommunity(
        **_summary(shapes, group, clients),
        member_ids=tuple(order),
        members=members,
        is_cut=len(order) > COMMUNITY_MEMBERS_MAX,
        clients=clients,
        drivers=drivers(shapes.graph, facts, found.features, group.members),
        attributes=_attributes(found, group),
        ranges=_ranges(shapes, group),
        people=_people(members),
        outcomes=_outcomes(members),
        without_outcome=sum(not one.decision.outcomes for one in members),
    )


def _summary(
    shapes: SpaceShapes, group: DecisionGroup, clients: Collection[CommunityClient]
) -> dict[str, Any]:
    times = [shapes.facts.decisions[id].at for id in group.members]
    reviewed = sum(one.is_reviewed for one in clients)
    return {
        "id": group.id,
        "label": group.label,
        "size": len(group.members),
        "client_count": len(clients),
        "reviewed_count": reviewed,
        "outstanding_count": len(clients) - reviewed,
        "first_at": min(times),
        "last_at": max(times),
        "ties": _ties(shapes.communities, group),
    }


def _ties(found: SpaceCommunities, group: DecisionGroup) -> tuple[CommunityTie, ...]:
    linked = found.ties.get(found.group_of[group.id], Counter())
    closest = sorted(linked, key=lambda other: (-linked[other], other))[:_TIES_MAX]
    return tuple(CommunityTie(id=found.groups[one].id, links=linked[one]) for one in closest)


def _members(
    reader: Reader, scope: Scope, shapes: SpaceShapes, ids: Sequence[str]
) -> tuple[CommunityMember, ...]:
    """The decisions with links that everybody may see."""
    items = reader.items.named(ids)
    listed = [items[id] for id in ids if id in items]
    shared = reader.projection.shared()
    roots, edges = shared.roots(), list(shared.edges(ends=ids))
    links = {one.key for one in edges}
    ends = frozenset(shapes.graph.ids)
    # Both may be for all, and that they belong together for a few.
    linked: dict[str, set[str]] = {}
    for edge in edges:
        linked.setdefault(edge.source, set()).add(roots.get(edge.target, edge.target))
    facts = shapes.facts
    made = []
    for one in decision_rows.shown(reader, scope.space.preset, listed):
        near = ends & linked.get(one.id, set())
        decision = one.changed(
            about=tuple(end for end in one.about if end in near),
            policies=tuple(
                use for use in one.policies if use.link_id in links and use.policy_id in ends
            ),
            exceptions=tuple(end for end in one.exceptions if end.id in near),
            escalations=tuple(end for end in one.escalations if end.id in near),
            evidence=(),
        )
        known = facts.decisions[one.id]
        named = [facts.clients[key] for key in known.clients]
        made.append(
            CommunityMember(
                decision=decision,
                clients=tuple(client.name for client in named),
                by=_deciders(decision, [name for one in named for name in (one.name, one.subject)]),
                looked_at=known.looked_at,
            )
        )
    return tuple(made)


def _deciders(decision: Decision, clients: Iterable[str]) -> tuple[str, ...]:
    """Who decided: those who took part and are no clients; else who recorded it."""
    untold = {name.casefold() for name in (*clients, decision.subject or "")}
    took_part = [name for name in decision.participants if name.casefold() not in untold]
    return tuple(dict.fromkeys(took_part)) or (decision.recorded_by,)


def _attributes(found: SpaceCommunities, group: DecisionGroup) -> tuple[CommunityAttribute, ...]:
    shares = [
        one
        for one in found.features.of(group.members)
        if one.is_typical or one.share >= _SHARE_TOLD_MIN
    ]
    shares.sort(key=lambda one: (not one.is_typical, one.outside - one.share, one.feature))
    return tuple(
        CommunityAttribute(
            name=one.feature.name,
            value=one.feature.value,
            count=one.members,
            share=round(one.share, 4),
            share_outside=round(one.outside, 4),
            is_typical=one.is_typical,
        )
        for one in shares[:_ATTRIBUTES_MAX]
    )


def _ranges(shapes: SpaceShapes, group: DecisionGroup) -> tuple[CommunityRange, ...]:
    """Numbers of several clients: the number of one alone is nothing they have in common."""
    values: dict[str, list[float]] = {}
    whose: dict[str, set[str]] = {}
    for id in group.members:
        facts = shapes.facts.decisions[id]
        for name, value in facts.numbers:
            values.setdefault(name, []).append(value)
            whose.setdefault(name, set()).update(facts.clients)
    names = [name for name in values if len(whose[name]) > 1]
    names.sort(key=lambda name: (-len(values[name]), name))
    return tuple(
        CommunityRange(
            name=name,
            low=min(values[name]),
            middle=median(values[name]),
            high=max(values[name]),
            count=len(values[name]),
        )
        for name in names[:_RANGES_MAX]
    )


def _people(members: Sequence[CommunityMember]) -> tuple[CommunityPerson, ...]:
    """Whoever decided, each once, in the order of their first decision."""
    first: dict[str, tuple[datetime, str, str]] = {}
    counts: dict[str, int] = {}
    for member in members:
        for name in member.by:
            key = name.casefold()
            first.setdefault(key, (member.decision.decided_at, member.id, name))
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        CommunityPerson(name=name, first_at=at, first_decision=id, count=counts[key])
        for key, (at, id, name) in first.items()
    )


def _outcomes(members: Sequence[CommunityMember]) -> tuple[CommunityOutcome, ...]:
    """What came of them: the same words are one outcome, whatever their case and marks."""
    texts: dict[str, str] = {}
    decisions: dict[str, dict[str, None]] = {}
    values: dict[str, list[Any]] = {}
    for member in members:
        for outcome in member.decision.outcomes:
            key = _plain(outcome.text)
            texts.setdefault(key, outcome.text)
            decisions.setdefault(key, {})[member.id] = None
            if outcome.value is not None:
                values.setdefault(key, []).append(outcome.value)
    made = [
        CommunityOutcome(
            text=text,
            count=len(decisions[key]),
            decisions=tuple(decisions[key]),
            values=tuple(values.get(key, ())),
        )
        for key, text in texts.items()
    ]
    return tuple(sorted(made, key=lambda one: -one.count))


def _plain(text: str) -> str:
    """A text without marks and case; where nothing else is in it, as it is."""
    words = "".join(mark if mark.isalnum() else " " for mark in text.casefold()).split()
    return " ".join(words) or text
