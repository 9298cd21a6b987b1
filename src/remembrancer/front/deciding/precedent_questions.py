"""Asking for precedents: the question is checked, answered, and noted as a walk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import PRECEDENTS_MAX, QUERY_CHARACTERS_MAX
from remembrancer.core.preset import PrecedentWeights
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_text, check_whole
from remembrancer.decisions import capabilities, precedents
from remembrancer.decisions.attribute_filter import attribute_filter
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.hybrid_precedents import ShapeAtHand, checked_weights
from remembrancer.decisions.precedent import Precedent
from remembrancer.front.session import Session
from remembrancer.items.delivered_text import delivered
from remembrancer.ports import Reader
from remembrancer.reading.port import RetrievedText
from remembrancer.recall import learn

# What programs look things up by.
_IDS: Final = ("id", "about", "related_entries", "source_id", "conversation_id", "message_id")


def asked(
    session: Session,
    situation: str,
    *,
    subject: str | None,
    filters: Mapping[str, Any] | None,
    k: int,
    walking: str | None,
    tool: str,
    decision: str | None = None,
    weights: Mapping[str, float] | None = None,
) -> tuple[Precedent, ...]:
    """The precedents that the caller may see. `walking` is the session in which it is asked; the
    shape of `decision` counts as well, by these weights."""
    preset = session.space.preset
    capabilities.check(preset, Capability.SEMANTIC_PRECEDENTS)
    check_text(situation, "situation", length_max=QUERY_CHARACTERS_MAX)
    if not situation.strip():
        raise InvalidInput("Tell the situation that precedents are wanted for.", field="situation")
    check_whole(k, "k", at_least=1, at_most=PRECEDENTS_MAX)
    for name, value in (("subject", subject), ("session", walking), ("decision", decision)):
        if value is not None:
            check_name(value, name)
    shares = _weights(session, decision, weights)
    request = precedents.PrecedentRequest(
        situation=situation,
        subject=subject,
        filter=attribute_filter(preset.decisions, filters),
        k=k,
        learned=learned_weights(session),
    )
    session.compare_added()
    watch_embedded(session)

    def look(reader: Reader, scope: Scope) -> tuple[Precedent, ...]:
        wanted = request
        if decision is not None:
            index = None
            if shares.structure:
                index = session.projections.shapes().index(reader, scope)
            shape = ShapeAtHand(decision=decision, weights=shares, index=index)
            wanted = replace(request, shape=shape)
        made = precedents.precedents(reader, scope, wanted, embedder=session.shop.tools.embedder)
        # More decisions were compared than are returned. Those do not count as read.
        reader.only_looked_at({one.decision.id for one in made})
        return made

    found = session.read(look)
    walk = session.walks.note(
        session.scope(),
        tool=tool,
        query=situation,
        subject=subject,
        session=walking,
        hits=[RetrievedText(one.decision.id, None, one.decision.is_personal) for one in found],
    )
    made = tuple(one.changed(walk=walk) for one in found)
    return made if session.principal.is_person else delivered(made, but=(*_IDS, "walk"))


def watch_embedded(session: Session) -> None:
    """Vectors of decisions that this process keeps go with an erasure by another one."""
    if session.shop.tools.embedder is not None:
        session.projections.embeds_decisions(session.scope())


def _weights(
    session: Session, decision: str | None, given: Mapping[str, float] | None
) -> PrecedentWeights:
    preset = session.space.preset
    if decision is not None:
        capabilities.check(preset, Capability.HYBRID_PRECEDENTS)
    elif given is not None:
        raise InvalidInput(
            "weights say how much the shape of a decision at hand counts. Name that decision.",
            field="weights",
        )
    return checked_weights(preset.decisions.precedent_weights, given)


def learned_weights(session: Session) -> dict[str, float]:
    """What the walks of all taught, by category and by type of decision."""
    weights = learn.weights(session.store, session.scope())
    return {one.category: one.weight for one in weights}
