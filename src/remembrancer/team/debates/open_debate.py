"""Opening a debate: precedents are brought up, and what is known is held as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import DEBATE_TEXT_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import Line, Name
from remembrancer.core.validation import check_word, validated
from remembrancer.governance.access.people import check_addressed
from remembrancer.items import trust
from remembrancer.items.item import Item, Trust
from remembrancer.items.visibility import EVERYONE, check_audience
from remembrancer.ports import Embedder, Reader, Writer
from remembrancer.team.debates import debate_graph, debate_items, debate_rows, levels, participants
from remembrancer.team.debates import precedents as precedent_search
from remembrancer.team.debates.debate import (
    GENERAL,
    Cited,
    Debate,
    DebatePayload,
    DebatePriority,
    Names,
    Position,
    PrecedentScore,
    Said,
)
from remembrancer.team.debates.precedent import PrecedentContext

_ITEM_PREFIX: Final = "km_"
_LENGTH_MAX: Final = DEBATE_TEXT_CHARACTERS_MAX
_SPOKEN: Final = ("topic", "disputed_finding", "challenge_basis", "conservative_position")


class DebateDraft(Value):
    """A debate as a caller opens it."""

    topic: Line
    challenger: Name
    challenged: Name
    disputed_finding: Said  # in words, or the id of the item that holds it
    challenge_basis: Said
    priority: DebatePriority = DebatePriority.SUPPORTING
    domain: Name | None = None  # None: that of the disputed item
    conservative_position: Said | None = None  # None: the disputed finding stands
    subject: Name | None = None  # the company or other thing that it is about
    evidence: Cited = ()  # ids of items that the challenge rests on
    patterns: Names = ()  # names of patterns that are cited
    analyses: Names = ()  # names or ids of analyses that depend on it
    audience: Name | None = None
    estimate: float | None = Field(default=None, allow_inf_nan=False)  # the challenger's figure


class DebateOpening(NamedTuple):
    """A debate to be opened, with what was found for it."""

    draft: DebateDraft
    payload: DebatePayload
    domain: str
    subject: str | None
    audience: str | None
    cited: tuple[str, ...]  # ids of the items that it rests on
    context: PrecedentContext


def draft_from(scope: Scope, given: Mapping[str, Any]) -> DebateDraft:
    """A checked draft, if the caller may open it."""
    known = {name: value for name, value in given.items() if value is not None}
    draft = validated(DebateDraft, known, what="debates.open()")
    for name in _SPOKEN:
        text = getattr(draft, name)
        if text is not None and not text.strip():
            raise InvalidInput(f"{name} is empty. Put it in words.", field=name)
    challenger = participants.named(draft.challenger, "challenger")
    challenged = participants.named(draft.challenged, "challenged")
    if challenger == challenged:
        raise InvalidInput(
            f"{challenger!r} cannot debate with itself. Name another agent.", field="challenged"
        )
    check_audience(scope.viewer, draft.audience)
    check_word(scope.space.preset.domains, draft.domain, "domain")
    return draft.changed(challenger=challenger, challenged=challenged)


def prepared(
    reader: Reader,
    scope: Scope,
    draft: DebateDraft,
    embedder: Embedder | None,
    *,
    derived: Trust | None = None,
    contradiction: str | None = None,
) -> DebateOpening:
    """The debate, with precedents and track records. Nothing is stored yet."""
    finding = _disputed(reader, draft)
    evidence = debate_items.cited(reader, draft.evidence, "evidence")
    audience = _audience(draft.audience, finding)
    domain = draft.domain or (finding.domain if finding else None) or GENERAL
    subject = draft.subject or (finding.subject if finding else None)
    said_by = trust.lowest([trust.of_caller(scope.viewer), *([derived] if derived else ())])
    text = draft.disputed_finding if finding is None else finding.content
    if len(text) > _LENGTH_MAX:
        text = text[: _LENGTH_MAX - 1] + "…"
    payload = DebatePayload(
        topic=draft.topic,
        challenger_agent=draft.challenger,
        challenged_agent=draft.challenged,
        disputed_finding=text,
        challenge_basis=draft.challenge_basis,
        timestamp=scope.now,
        priority=draft.priority,
        conservative_position=draft.conservative_position or text,
        disputed_item=None if finding is None else finding.id,
        finding_trust=said_by if finding is None else finding.trust,
        finding_quality=debate_items.quality(scope, [] if finding is None else [finding]),
        basis_trust=trust.lowest([said_by, *(one.trust for one in evidence)]),
        contradiction=contradiction,
        patterns=tuple(dict.fromkeys(draft.patterns)),
        analyses=tuple(dict.fromkeys(draft.analyses)),
        company_traits=precedent_search.company_traits(reader, scope, subject, audience),
    )
    context = precedent_search.context(
        reader, scope, payload, domain=domain, audience=audience, embedder=embedder
    )
    payload = levels.begun(
        payload.changed(
            credibility=context.track_records,
            pattern_rates=context.patterns,
            precedents=tuple(
                PrecedentScore(debate_id=one.debate.id, score=one.score, criteria=one.criteria)
                for one in context.debates
            ),
        )
    )
    if evidence or draft.estimate is not None:
        payload = payload.changed(positions=(_first_position(scope, draft, payload, evidence),))
    cited = (*draft.evidence, *(() if finding is None else (finding.id,)))
    return DebateOpening(draft, payload, domain, subject, audience, cited, context)


def store(unit: Writer, scope: Scope, opening: DebateOpening) -> Debate:
    """Stores a debate with its relations."""
    check_addressed(unit, scope, opening.audience)
    payload, audience = opening.payload, opening.audience
    rests_on = debate_items.cited(unit, opening.cited, "evidence")
    item = debate_items.add_debate(
        unit,
        scope,
        payload,
        domain=opening.domain,
        subject=opening.subject,
        audience=audience,
        rests_on=rests_on,
    )
    if payload.disputed_item is not None:
        debate_graph.relate(
            unit, scope, item.id, debate_graph.DISPUTES, payload.disputed_item, audience=audience
        )
    for one in payload.precedents:
        debate_graph.relate(
            unit,
            scope,
            item.id,
            debate_graph.SIMILAR_TO,
            one.debate_id,
            audience=audience,
            attrs={"score": one.score},
        )
    debate_graph.relate_to_nodes(
        unit,
        scope,
        item.id,
        debate_graph.SUPPORTS_POSITION,
        [(debate_graph.PATTERN, name) for name in payload.patterns],
        audience=audience,
        is_source=False,
    )
    for agent in payload.agents:
        debate_graph.node(unit, scope, debate_graph.AGENT, agent, audience)
    rules = scope.space.preset.desk
    return debate_rows.debate_from(item, scope.now, rules, opening.context.text)


def _disputed(reader: Reader, draft: DebateDraft) -> Item | None:
    """The item that holds the disputed finding, if it is named by its id."""
    named = draft.disputed_finding.strip()
    if not named.startswith(_ITEM_PREFIX) or " " in named:
        return None
    return debate_items.cited(reader, [named], "disputed_finding")[0]


def _audience(given: str | None, finding: Item | None) -> str | None:
    """The audience of a debate: it quotes the finding, so it is for nobody who may not see it."""
    if finding is None or (finding.audience or EVERYONE) == EVERYONE:
        return given
    if given is None:
        return finding.audience
    if given != finding.audience:
        raise InvalidInput(
            f"{finding.id} is for {finding.audience}, and the debate quotes it. Leave audience "
            "out, or give the same.",
            field="audience",
        )
    return given


def _first_position(
    scope: Scope, draft: DebateDraft, payload: DebatePayload, evidence: Sequence[Item]
) -> Position:
    """The challenge itself, as the challenger's position, where it cites something."""
    return Position(
        agent=draft.challenger,
        text=draft.challenge_basis,
        evidence=draft.evidence,
        estimate=draft.estimate,
        evidence_quality=debate_items.quality(scope, evidence),
        trust=payload.basis_trust,
        at=scope.now,
        by=scope.viewer.name,
    )
