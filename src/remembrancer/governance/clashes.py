"""Clashes: live state against what is mandatory, flagged for admins.

Live state counts more, so a request goes by it. That something binding is not so any more is for a
person to see: each clash is a relation of the item with itself, and erasing the item takes it
along. It is over once the item says something else, or is not mandatory any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from remembrancer.core.hashing import keyed_hash
from remembrancer.core.scope import Scope
from remembrancer.governance.clash import Clash
from remembrancer.governance.contradiction_relations import CLASHES
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.relation import RelationDraft
from remembrancer.items.visibility import require_admin
from remembrancer.ports import Reader, Writer

_NAME_CHARACTERS_MAX = 80


def flag(unit: Writer, scope: Scope, found: Mapping[str, str]) -> None:
    """Puts on record which mandatory items live state contradicts, by what it calls it; once."""
    known = {
        (one.source, one.attrs.get("live_name"), one.attrs.get("text_hash"))
        for one in unit.candidates.links([CLASHES], list(found))
    }
    items = unit.items.named(found)
    for id, name in found.items():
        item = items.get(id)
        if item is None:
            continue
        said = _text_hash(scope, item)
        attrs = {"live_name": name[:_NAME_CHARACTERS_MAX], "text_hash": said}
        if (id, *attrs.values()) not in known:
            unit.graph.add_relation(
                RelationDraft(type=CLASHES, source=id, target=id, attrs=dict(attrs))
            )


def listed(reader: Reader, scope: Scope) -> tuple[Clash, ...]:
    """Those that still stand, the oldest first. For admins."""
    require_admin(scope.viewer, "see what live state contradicts")
    links = reader.candidates.links([CLASHES], None)
    items = reader.items.named({one.source for one in links})
    return tuple(
        Clash(
            item=items[one.source],
            live_name=str(one.attrs["live_name"]),
            found_at=one.observed_at,
            found_by=one.owner,
        )
        for one in links
        if one.source in items and _stands(scope, items[one.source], one.attrs.get("text_hash"))
    )


def _stands(scope: Scope, item: Item, text_hash: object) -> bool:
    return (
        item.review is Review.MANDATORY
        and item.lifecycle is Lifecycle.ACTIVE
        and _text_hash(scope, item) == text_hash
    )


def _text_hash(scope: Scope, item: Item) -> str:
    """By which it is known whether the item says something else by now; it confirms no guess."""
    return keyed_hash(scope.space.key, ["clash", item.content])
