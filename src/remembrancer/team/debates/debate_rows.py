"""Debates and resolutions, made of the items that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from remembrancer.core.desk_rules import DebateRules
from remembrancer.core.errors import NotFound
from remembrancer.core.limits import DEBATES_READ_AT_ONCE
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item
from remembrancer.items.kinds.debate_kinds import DEBATE, RESOLUTION
from remembrancer.items.visibility import EVERYONE
from remembrancer.ports import Reader
from remembrancer.team.debates import levels
from remembrancer.team.debates.debate import (
    GENERAL,
    Debate,
    DebatePayload,
    DebateResolution,
    ResolutionPayload,
)


def item_of(reader: Reader, id: Any, kind: str = DEBATE) -> Item:
    """The item of a debate. What is hidden, unknown or of another kind is not found."""
    found = reader.items.get(id) if is_text(id) else None
    if found is None or found.kind != kind:
        advice = "List what there is: memory.debates.list()." if is_text(id) else None
        raise NotFound("debate" if kind == DEBATE else "resolution", id, advice)
    return found


def payload_of(item: Item) -> DebatePayload:
    return DebatePayload.model_validate(item.data)


def resolution_payload_of(item: Item) -> ResolutionPayload:
    return ResolutionPayload.model_validate(item.data)


def debate_from(
    item: Item, now: datetime, rules: DebateRules, context: str | None = None
) -> Debate:
    """The debate as it is now, by the clock."""
    told = levels.as_of(payload_of(item), now, rules)
    fields = {name: getattr(told, name) for name in Debate.model_fields if hasattr(told, name)}
    return Debate(
        **{
            **fields,
            "id": item.id,
            "domain": item.domain or GENERAL,
            "subject": item.subject,
            "context": context,
            "opened_by": item.source_user,
            "audience": item.audience,
            "trust": item.trust,
            "review": item.review,
            "lifecycle": item.lifecycle,
            "version": item.version,
        }
    )


def resolution_from(item: Item) -> DebateResolution:
    told = resolution_payload_of(item)
    fields = {name: getattr(told, name) for name in ResolutionPayload.model_fields}
    return DebateResolution(**{**fields, "id": item.id, "trust": item.trust})


def named(reader: Reader, scope: Scope, id: Any) -> Debate:
    return debate_from(item_of(reader, id), scope.now, scope.space.preset.desk)


def resolutions(reader: Reader, debates: Sequence[Debate]) -> dict[str, DebateResolution]:
    """The resolutions of these debates that the viewer may see, by the id of the debate."""
    ids = {one.resolution_id for one in debates if one.resolution_id is not None}
    found = reader.items.named(ids) if ids else {}
    made = [resolution_from(one) for one in found.values() if one.kind == RESOLUTION]
    return {one.debate_id: one for one in made}


def all_of(reader: Reader, kind: str, *, most: int, **filters: Any) -> Iterator[Item]:
    """Bare items of a kind that the viewer may see, newest first, up to a limit."""
    after: str | None = None
    left = most
    while left > 0:
        page = reader.items.page(
            ItemFilter(kind=(kind,), **filters),
            limit=min(left, DEBATES_READ_AT_ONCE),
            after=after,
            is_bare=True,
        )
        yield from page.items
        left -= len(page.items)
        after = page.next
        if after is None:
            return


def is_for(item_audience: str | None, audience: str | None) -> bool:
    """Whether all readers of this audience may see what is for that one."""
    return (item_audience or EVERYONE) in (EVERYONE, audience or EVERYONE)
