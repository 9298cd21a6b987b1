"""Contradictions that agents debate: each opens one debate, which settles it when it ends."""

from __future__ import annotations

from typing import Final

from remembrancer.core.limits import DEBATE_TEXT_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import LINE_LENGTH_MAX
from remembrancer.governance import contradictions
from remembrancer.governance.contradiction import Contradiction
from remembrancer.items.item import Item
from remembrancer.items.kinds.debate_kinds import DEBATE
from remembrancer.items.visibility import EVERYONE
from remembrancer.ports import Reader, Writer
from remembrancer.team.debates import debate_rows
from remembrancer.team.debates.debate import DebatePayload, ResolutionMethod, ResolutionPayload
from remembrancer.team.debates.open_debate import DebateDraft, DebateOpening, prepared, store

_DEBATES_OF_ITEM: Final = "DISPUTES"
_BY_PEOPLE: Final = (ResolutionMethod.HUMAN_BINDING, ResolutionMethod.OVERRIDE)


def opening(reader: Reader, scope: Scope, id: str) -> DebateOpening | None:
    """The debate that a contradiction leads to; None: there is one, or it is for a person alone.

    Two statements of one contributor are no debate, and neither is what is personal, too long, or
    for two different groups.
    """
    found = next((one for one in contradictions.listed(reader, scope) if one.id == id), None)
    if found is None:
        return None
    known, new = found.a, found.b
    if not (isinstance(known, Item) and isinstance(new, Item)):
        return None
    if known.is_personal or new.is_personal or known.source_user == new.source_user:
        return None
    if max(len(known.content), len(new.content)) > DEBATE_TEXT_CHARACTERS_MAX:
        return None
    if _is_debated(reader, known.id, id):
        return None
    groups = {one.audience for one in (known, new) if (one.audience or EVERYONE) != EVERYONE}
    if len(groups) > 1:
        return None
    draft = DebateDraft(
        topic=_topic(known, found),
        challenger=new.source_user,
        challenged=known.source_user,
        disputed_finding=known.id,
        challenge_basis=new.content,
        domain=known.domain or new.domain,
        subject=known.subject,
        evidence=(new.id,),
        audience=next(iter(groups), None),
    )
    return prepared(reader, scope, draft, None, contradiction=id)


def open_for(unit: Writer, scope: Scope, id: str) -> None:
    """Opens the debate of a contradiction, once."""
    found = opening(unit, scope, id)
    if found is not None:
        store(unit, scope, found)


def settle(
    unit: Writer, scope: Scope, debate: DebatePayload, resolution: ResolutionPayload
) -> None:
    """Settles the contradiction that a debate was about, once the debate is binding."""
    if debate.contradiction is None or debate.provisional:
        return
    contradictions.settle_debated(
        unit,
        scope,
        debate.contradiction,
        resolution.winning_position,
        f"settled by the debate {resolution.debate_id}",
        by_person=resolution.resolution_method in _BY_PEOPLE,
    )


def _is_debated(reader: Reader, item: str, contradiction: str) -> bool:
    """Whether a debate about this contradiction was opened before."""
    edges = reader.edges.listed(ends=[item], types=[_DEBATES_OF_ITEM])
    debates = reader.items.named({one.source for one in edges})
    return any(
        debate_rows.payload_of(one).contradiction == contradiction
        for one in debates.values()
        if one.kind == DEBATE
    )


def _topic(known: Item, found: Contradiction) -> str:
    about = known.title or found.reason or known.content
    return f"Contradiction: {' '.join(about.split())}"[:LINE_LENGTH_MAX]
