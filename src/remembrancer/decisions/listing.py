"""Lists of decisions and of their links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.decisions import catalogue, policies
from remembrancer.decisions.decision import DecisionLink, DecisionPage, LinkType
from remembrancer.decisions.decision_rows import shown
from remembrancer.decisions.links import TYPES, link_from
from remembrancer.decisions.port import DecisionQuery
from remembrancer.graph import relations
from remembrancer.items.entity import is_entity_id
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.ports import Reader


@dataclass(frozen=True, kw_only=True)
class DecisionFilter:
    """Which decisions are wanted, in a caller's words; None: any."""

    subject: str | None = None
    type: str | None = None
    category: str | None = None
    policy: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def page(
    reader: Reader, scope: Scope, asked: DecisionFilter, *, limit: int, cursor: str | None
) -> DecisionPage:
    """A page of decisions, newest first."""
    preset = scope.space.preset
    query = DecisionQuery(
        kinds=decision_kinds(preset),
        types=_types(scope, asked),
        subject=asked.subject,
        about=None if asked.subject is None else entities_of(reader, scope, asked.subject),
        ids=None if asked.policy is None else _with_policy(reader, scope, asked.policy),
        since=asked.since,
        until=asked.until,
    )
    found = reader.decisions.page(query, limit=limit, after=cursor)
    return DecisionPage(decisions=shown(reader, preset, found.items), next=found.next)


def entities_of(reader: Reader, scope: Scope, subject: str) -> tuple[str, ...]:
    """The entities that stand for a subject, with those merged into them."""
    check_name(subject, "subject")
    if is_entity_id(subject):
        client = reader.entities.get(subject)
        found = set() if client is None else {client.id}
    else:
        found = {one.id for one in reader.entities.anyone(subject)}
    return reader.entities.members(found) if found else ()


def links(
    reader: Reader, id: str | None, *, proposed: bool | None, limit: int
) -> tuple[DecisionLink, ...]:
    """Links in force, newest first."""
    if id is not None and reader.items.get(id) is None:
        raise relations.no_node(id)
    found = reader.decisions.links(id, types=TYPES, proposed=proposed, limit=limit)
    return tuple(map(link_from, found))


def _types(scope: Scope, asked: DecisionFilter) -> tuple[str, ...] | None:
    rules = scope.space.preset.decisions
    wanted = None if asked.type is None else {catalogue.check_type(rules, asked.type)}
    if asked.category is not None:
        of_category = set(catalogue.check_category(rules, asked.category))
        wanted = of_category if wanted is None else wanted & of_category
    return None if wanted is None else tuple(sorted(wanted))


def _with_policy(reader: Reader, scope: Scope, id: str) -> tuple[str, ...]:
    found = policies.named(reader, scope, id)
    applied = LinkType.APPLIED_POLICY.value.upper()
    edges = reader.edges.listed(ends=[found.id], types=[applied])
    return tuple({one.source for one in edges if one.ended_at is None})
