"""Writing the items that hold a debate and its resolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.preset import ReviewPolicy
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import LINE_LENGTH_MAX
from remembrancer.governance.change import quoted_again
from remembrancer.items import confidence, trust
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.item_intake import first_review
from remembrancer.items.kinds.debate_kinds import DEBATE, RESOLUTION
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.ports import Reader, Writer
from remembrancer.team.debates import levels
from remembrancer.team.debates.debate import DebatePayload, ResolutionPayload

SOURCE_TYPE: Final = "debate"
_OUT_OF_USE: Final = (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)


def cited(reader: Reader, ids: Sequence[str], field: str) -> list[Item]:
    """The items that somebody cites, if the caller may see all of them."""
    found = reader.items.named(ids)
    for id in ids:
        if id not in found:
            raise NotFound("item", id, f"{field} names items that you can see.")
        if found[id].is_personal:
            raise InvalidInput(
                f"{id} is personal, and a debate is read by others. Share it first.", field=field
            )
    return [found[id] for id in ids]


def quality(scope: Scope, evidence: Sequence[Item]) -> float:
    """How good the evidence is: the mean by where each piece came from."""
    values = scope.space.preset.desk.evidence_quality
    if not evidence:
        return values.none
    return float(sum(getattr(values, one.trust.value) for one in evidence) / len(evidence))


def add_debate(
    unit: Writer,
    scope: Scope,
    payload: DebatePayload,
    *,
    domain: str,
    subject: str | None,
    audience: str | None,
    rests_on: Sequence[Item],
) -> Item:
    state = _state(
        scope,
        kind=DEBATE,
        title=payload.topic,
        content=_content(payload),
        data=payload.export(),
        domain=domain,
        subject=subject,
        audience=audience,
        by=trust.lowest([payload.finding_trust, payload.basis_trust]),
    )
    state = state._replace(occurred_at=payload.timestamp)
    return unit.items.add([NewItem(state, rests_on=_numbers(unit, rests_on))])[0]


def add_resolution(
    unit: Writer, scope: Scope, debate: StoredItem, payload: ResolutionPayload, by: Trust
) -> Item:
    """The item of a resolution. It is for those who may see the debate, and goes with it."""
    state = _state(
        scope,
        kind=RESOLUTION,
        title=f"Resolution: {debate.state.title}"[:LINE_LENGTH_MAX],
        content=_resolution_content(payload),
        data=payload.export(),
        domain=debate.state.domain,
        subject=debate.state.subject,
        audience=debate.state.audience,
        by=by,
    )
    state = state._replace(occurred_at=payload.resolved_at)
    return unit.items.add([NewItem(state, rests_on=(debate.number,))])[0]


def stored(unit: Writer, id: str) -> StoredItem:
    found = unit.items.stored(id)
    if found is None:
        raise NotFound("debate", id)
    if found.state.lifecycle in _OUT_OF_USE or found.state.review in (
        Review.REJECTED,
        Review.REVOKED,
    ):
        raise Conflict(f"{id} was withdrawn by a reviewer. Open a new debate.")
    return found


def change_debate(
    unit: Writer,
    scope: Scope,
    known: StoredItem,
    payload: DebatePayload,
    *,
    reason: str | None = None,
    by: Trust | None = None,
    evidence: Sequence[Item] = (),
) -> Item:
    """The next version of a debate. Its trust never rises."""
    trusts = [known.state.trust, *(() if by is None else (by,))]
    state = known.state._replace(
        data=payload.export(), content=_content(payload), trust=trust.lowest(trusts)
    )
    return _change(unit, scope, known, state, reason, _new_evidence(unit, known.id, evidence))


def change_resolution(
    unit: Writer,
    scope: Scope,
    known: StoredItem,
    payload: ResolutionPayload,
    *,
    reason: str | None = None,
    by: Trust | None = None,
) -> Item:
    state = known.state._replace(data=payload.export(), content=_resolution_content(payload))
    if by is not None:
        state = state._replace(trust=by)
    return _change(unit, scope, known, state, reason, ())


def _change(
    unit: Writer,
    scope: Scope,
    known: StoredItem,
    state: ItemState,
    reason: str | None,
    evidence: Sequence[NewEvidence],
) -> Item:
    is_reviewed = scope.space.preset.review is ReviewPolicy.REQUIRED
    if is_reviewed and not scope.viewer.is_person:
        state = state._replace(review=Review.PENDING)  # nobody has read the new words
    return unit.items.change(
        known, state, action=Action.ITEM_UPDATE, reason=reason, evidence=evidence
    )


def _state(
    scope: Scope,
    *,
    kind: str,
    title: str,
    content: str,
    data: dict[str, object],
    domain: str | None,
    subject: str | None,
    audience: str | None,
    by: Trust,
) -> ItemState:
    preset = scope.space.preset
    return ItemState(
        kind=kind,
        category=None,
        domain=domain,
        title=title,
        content=content,
        data=data,
        metadata={},
        tags=(),
        entities=(),
        subject=subject,
        lifecycle=Lifecycle.ACTIVE,
        review=first_review(scope),
        confidence_base=confidence.base(
            preset.confidence, source_type=SOURCE_TYPE, subtype=None, given=None
        ),
        confidence_subtype=None,
        verifier_count=0,
        admin_approved=False,
        live_confirmed=False,
        last_confirmed_at=None,
        audience=audience,
        is_personal=False,
        sensitivity=preset.default_sensitivity,
        importance=None,
        source_type=SOURCE_TYPE,
        source_id=None,
        trust=by,
        valid_from=None,
        valid_until=None,
        expires_at=None,  # a debate is kept
        occurred_at=scope.now,
        superseded_by=None,
    )


def _numbers(unit: Writer, items: Sequence[Item]) -> tuple[int, ...]:
    found = (unit.items.stored(one.id) for one in items)
    return tuple(dict.fromkeys(one.number for one in found if one is not None))


def _new_evidence(unit: Writer, id: str, items: Sequence[Item]) -> tuple[NewEvidence, ...]:
    """What the cited items rest on, as far as the debate does not rest on it yet."""
    if not items:
        return ()
    known = unit.items.get(id)
    seen = {
        (one.source_id, one.message_id, one.quote)
        for one in (() if known is None else known.evidence)
    }
    made = []
    for item in items:
        whole = unit.items.get(item.id)  # with its evidence
        for one in () if whole is None else whole.evidence:
            key = (one.source_id, one.message_id, one.quote)
            if key not in seen:
                seen.add(key)
                made.append(quoted_again(one))
    return tuple(made)


def _content(debate: DebatePayload) -> str:
    """The debate in sentences, as recall finds it."""
    lines = [
        f"Debate: {debate.topic}",
        f"{debate.challenger_agent} disputes a finding of {debate.challenged_agent}: "
        f"{debate.disputed_finding}",
        f"Because: {debate.challenge_basis}",
    ]
    lines += [f"{agent}: {one.text}" for agent, one in sorted(levels.latest(debate).items())]
    if debate.resolution_method is not None:
        method = debate.resolution_method.value.replace("_", " ")
        lines.append(f"Settled ({method}): {debate.final_position}")
    return "\n".join(lines)


def _resolution_content(resolution: ResolutionPayload) -> str:
    method = resolution.resolution_method.value.replace("_", " ")
    lines = [f"Settled ({method}): {resolution.winning_position}"]
    lines += [f"Reason: {resolution.reason}"] if resolution.reason else []
    if resolution.override_rationale:
        lines.append(f"Overridden because: {resolution.override_rationale}")
    if resolution.outcome_note:
        lines.append(f"What came of it: {resolution.outcome_note}")
    if resolution.lesson:
        lines.append(f"Lesson: {resolution.lesson}")
    return "\n".join(lines)
