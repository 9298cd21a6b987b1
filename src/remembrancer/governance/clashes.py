"""Clashes: live state contradicts mandatory items; they are flagged for admins.

Live state takes precedence, so a request uses it. A person should see that a mandatory item no
longer holds. Each clash is a relation of the item with itself, so erasing the item removes it. A
clash ends once the item says something else or is no longer mandatory.
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
    """Records which mandatory items live state contradicts, once for each name."""
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
            unit.links.add_relation(
                RelationDraft(type=CLASHES, source=id, target=id, attrs=dict(attrs))
            )


def listed(reader: Reader, scope: Scope) -> tuple[Clash, ...]:
    """Clashes that still apply, oldest first. For admins."""
    require_admin(scope.viewer, "see what live state contradicts")
    links = reader.candidates.links([CLASHES], None)
    items = reader.items.named({one.source for one in links})
    return tuple(
        Clash(
            item=items[one.source],
            live_name=str(one.attrs["live_name"]),
            found_at=one.timestamp,
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
    """A keyed hash that shows whether the item has changed, useless for confirming a guess."""
    return keyed_hash(scope.space.key, ["clash", item.content])
