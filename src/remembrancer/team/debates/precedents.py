"""Precedents: earlier debates that are like one, with track records and success rates."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import PRECEDENT_DEBATES_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions.precedent_vectors import VECTORS, embedded
from remembrancer.items.entity import name_key
from remembrancer.items.item import Item
from remembrancer.items.kinds.debate_kinds import DEBATE
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.language.stemming import language
from remembrancer.ports import Embedder, Reader
from remembrancer.team.debates import debate_graph, debate_rows, precedent_criteria
from remembrancer.team.debates.debate import GENERAL, Debate, DebatePayload, PatternRate
from remembrancer.team.debates.precedent import PrecedentContext, SimilarDebate, rendered
from remembrancer.team.debates.precedent_criteria import DebateTraits
from remembrancer.team.track_record import credibility
from remembrancer.team.track_record.credibility import AgentCredibility
from remembrancer.team.track_record.credibility_port import Readers

_LOG: Final = logging.getLogger("remembrancer.team")


def context(
    reader: Reader,
    scope: Scope,
    debate: DebatePayload,
    *,
    domain: str,
    audience: str | None,
    embedder: Embedder | None,
    is_opening: bool = True,
    but: str | None = None,
) -> PrecedentContext:
    """What earlier debates tell for this one.

    At the opening only what all its readers may see counts, because it is kept with the debate;
    later, what the viewer may see.
    """
    rules = scope.space.preset.desk
    readers = Readers(audience) if is_opening else None
    found = similar(
        reader,
        scope,
        debate,
        domain=domain,
        k=rules.precedents_max,
        embedder=embedder,
        readers=readers,
        but=but,
    )
    known = [scored(reader, scope, agent, domain, readers) for agent in debate.agents]
    records = tuple(map(credibility.record_of, known))
    cited = [*debate.patterns, *(name for one in found for name in one.debate.patterns)]
    patterns = rates(reader, cited, audience)
    comparison = credibility.compared(records[0], records[1], rules)
    corrections = {one.agent_id: one.bias_corrections for one in known if one.bias_corrections}
    return PrecedentContext(
        domain=domain,
        debates=found,
        patterns=patterns,
        track_records=records,
        comparison=comparison,
        corrections=corrections,
        text=rendered(domain, found, patterns, records, comparison, corrections),
    )


def scored(
    reader: Reader, scope: Scope, agent: str, domain: str, readers: Readers | None
) -> AgentCredibility:
    """The credibility of an agent, as the viewer or all these readers may know it."""
    points = reader.credibility.points(agent=agent, domain=domain, readers=readers)
    return credibility.credibility(agent, domain, points, scope.space.preset.desk)


def similar(
    reader: Reader,
    scope: Scope,
    debate: DebatePayload,
    *,
    domain: str,
    k: int,
    embedder: Embedder | None,
    readers: Readers | None = None,
    but: str | None = None,
) -> tuple[SimilarDebate, ...]:
    """Settled debates like this one, the most alike first."""
    rules = scope.space.preset.desk
    items = [
        one
        for one in debate_rows.all_of(reader, DEBATE, most=PRECEDENT_DEBATES_MAX)
        if one.id != but
        and one.review not in WITHDRAWN
        and (readers is None or debate_rows.is_for(one.audience, readers.audience))
    ]
    known = [(one, debate_rows.payload_of(one)) for one in items]
    settled = [(one, told) for one, told in known if told.is_resolved]
    own = traits_of(scope, debate, domain)
    near = _meanings(debate.topic, [told.topic for _, told in settled], embedder)
    ranked: list[tuple[float, dict[str, float], Item]] = []
    for (item, told), meaning in zip(settled, near, strict=True):
        theirs = traits_of(scope, told, item.domain or GENERAL)
        found = precedent_criteria.scores(own, theirs, traits=rules.company_traits, meaning=meaning)
        score = precedent_criteria.total(found, rules.precedents)
        if score >= rules.precedent_score_min:
            ranked.append((score, found, item))
    ranked.sort(key=lambda one: (-one[0], -one[2].occurred_at.timestamp(), one[2].id))
    chosen = ranked[:k]
    debates = {item.id: debate_rows.debate_from(item, scope.now, rules) for _, _, item in chosen}
    outcomes = debate_rows.resolutions(reader, list(debates.values()))
    return tuple(
        SimilarDebate(
            debate=debates[item.id],
            resolution=outcomes.get(item.id),
            score=min(1.0, score),
            criteria=found,
        )
        for score, found, item in chosen
    )


def traits_of(scope: Scope, debate: DebatePayload | Debate, domain: str) -> DebateTraits:
    words = language(scope.space.preset.language)
    company = debate.company_traits if isinstance(debate, DebatePayload) else {}
    return DebateTraits(
        stems=frozenset(words.stems(debate.topic.replace("_", " "))),
        agents=(debate.challenger_agent, debate.challenged_agent),
        domain=domain,
        patterns=frozenset(map(name_key, debate.patterns)),
        company=company,
    )


def company_traits(
    reader: Reader, scope: Scope, subject: str | None, audience: str | None
) -> dict[str, Any]:
    """Sector, size and maturity of the company that a debate is about, as far as known."""
    if subject is None:
        return {}
    found = debate_graph.visible_node(reader, "Company", subject, audience)
    attrs = {} if found is None else found.attrs
    return {
        name: attrs[name]
        for name in scope.space.preset.desk.company_traits
        if isinstance(attrs.get(name), str | int | float)
    }


def rates(reader: Reader, names: Sequence[str], audience: str | None) -> tuple[PatternRate, ...]:
    """How often these patterns held, as far as the graph tells all readers."""
    made: dict[str, PatternRate] = {}
    for name in names:
        key = name_key(name)
        if key in made:
            continue
        found = debate_graph.visible_node(reader, debate_graph.PATTERN, name, audience)
        attrs = {} if found is None else found.attrs
        rate, count = attrs.get("success_rate"), attrs.get("occurrence_count")
        made[key] = PatternRate(
            name=name if found is None else found.name,
            success_rate=float(rate) if isinstance(rate, int | float) else None,
            occurrence_count=int(count) if isinstance(count, int | float) else None,
        )
    return tuple(made.values())


def _meanings(topic: str, topics: Sequence[str], embedder: Embedder | None) -> list[float]:
    """How near each topic is by its meaning; 0 where no model can tell."""
    nothing = [0.0] * len(topics)
    if embedder is None or not topics:
        return nothing
    try:
        own = embedded(embedder, [topic])[0]
        return [_cosine(own, one) for one in VECTORS.of_texts(embedder, list(topics))]
    except ModelFailed as error:
        _LOG.warning("%s could not compare topics: %s", embedder.name, error)
        return nothing


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    length = sqrt(sum(a * a for a in one)) * sqrt(sum(b * b for b in other))
    return sum(a * b for a, b in zip(one, other, strict=True)) / length if length else 0.0
