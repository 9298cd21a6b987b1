"""Credibility in the graph: a node and a relation for each agent and domain.

They count only what everybody in the space may see, because everybody reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.items import trust
from remembrancer.items.entity import EntityDraft
from remembrancer.items.visibility import EVERYONE
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.ports import Reader, Writer
from remembrancer.team.debates import debate_graph, precedents
from remembrancer.team.track_record.credibility import AgentCredibility
from remembrancer.team.track_record.credibility_port import Readers


def update(unit: Writer, scope: Scope, pairs: Iterable[tuple[str, str]]) -> None:
    """Brings the graph up to date for these agents and domains."""
    for agent, domain in sorted(set(pairs)):
        _update(unit, scope, precedents.scored(unit, scope, agent, domain, Readers()))


def handle(task: Task) -> None:
    """After an erasure: the scores of all agents anew."""
    scope = task.own_scope()

    def act(unit: Writer) -> None:
        update(unit, scope, _known(unit))
        task.finish(unit)

    transactions.written(task.store, scope, act)


def _known(reader: Reader) -> set[tuple[str, str]]:
    """The agents and domains that have a node, or should have one."""
    listed = {(one.agent, one.domain) for one in reader.credibility.points(readers=Readers())}
    for one in reader.entities.listed(kind=debate_graph.CREDIBILITY):
        agent, domain = one.attrs.get("agent_id"), one.attrs.get("domain")
        if isinstance(agent, str) and isinstance(domain, str):
            listed.add((agent, domain))
    return listed


def _update(unit: Writer, scope: Scope, found: AgentCredibility) -> None:
    name = f"{found.agent_id}/{found.domain}"[:200]
    known = debate_graph.visible_node(unit, debate_graph.CREDIBILITY, name, None)
    if found.sample_size == 0 and known is None:
        return  # nothing that everybody may know of
    attrs = {**found.export(), "agent_id": found.agent_id}
    kinds = scope.space.preset.graph.kinds
    if known is not None:
        if {key: known.attrs.get(key) for key in attrs} != attrs:
            unit.entities.change(known.id, {"attrs": {**known.attrs, **attrs}})
    elif not kinds.strict or debate_graph.CREDIBILITY in kinds.values:
        draft = EntityDraft(kind=debate_graph.CREDIBILITY, name=name, external_id=name, attrs=attrs)
        unit.entities.add(draft, trust=trust.of_caller(scope.viewer))
    agent = debate_graph.node(unit, scope, debate_graph.AGENT, found.agent_id, None)
    domain = debate_graph.node(unit, scope, debate_graph.DOMAIN, found.domain, None)
    if agent is None or domain is None:
        return
    _relate(unit, scope, agent.id, domain.id, attrs)
    scores = {**agent.attrs.get("accuracy_scores", {}), found.domain: found.overall_score}
    if agent.attrs.get("accuracy_scores") != scores:
        own = unit.entities.own(agent.id).attrs
        unit.entities.change(agent.id, {"attrs": {**own, "accuracy_scores": scores}})


def _relate(unit: Writer, scope: Scope, agent: str, domain: str, attrs: dict[str, Any]) -> None:
    type = debate_graph.HAS_CREDIBILITY_IN
    shown = {key: value for key, value in attrs.items() if key not in ("agent_id", "domain")}
    for one in unit.edges.listed(within=[agent, domain], types=[type]):
        is_for_all = (one.audience or EVERYONE) == EVERYONE and not one.is_personal
        if (one.source, one.target) == (agent, domain) and one.ended_at is None and is_for_all:
            if one.attrs != shown:
                unit.edges.change(one.id, {"attrs": shown}, action=Action.EDGE_CHANGE)
            return
    debate_graph.relate(unit, scope, agent, type, domain, audience=None, attrs=shown)
