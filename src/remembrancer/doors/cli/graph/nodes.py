"""Nodes as they are typed: an id, or the name of an entity."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from remembrancer.core.errors import Conflict, NotFound

if TYPE_CHECKING:
    from remembrancer.items.relation import Relation
    from remembrancer.memory import Memory

_ID: Final = re.compile(r"(ent|km)_[0-9a-f]{12}")
_SHOWN_MAX: Final = 5  # entities that an error names


def node_id(memory: Memory, typed: str) -> str:
    """The id of what was typed: an id itself, a whole name or alias, or an id of another system."""
    from remembrancer.core.limits import PAGE_ITEMS_MAX  # with the types, too heavy for a help
    from remembrancer.items.entity import name_key

    if _ID.fullmatch(typed) is not None:
        return typed
    listed = memory.graph.entities(name=typed, limit=PAGE_ITEMS_MAX).entities
    key = name_key(typed)
    called = [one for one in listed if key in map(name_key, (one.name, *one.aliases))]
    if len(called) == 1:
        return called[0].id
    if called:
        ids = ", ".join(f"{one.id} ({one.kind})" for one in called[:_SHOWN_MAX])
        raise Conflict(f"Several are called {typed!r}: {ids}. Name one by its id.")
    try:
        return memory.graph.person(typed).person.id
    except NotFound:
        close = ", ".join(f"{one.name!r}" for one in listed[:_SHOWN_MAX])
        advice = f"Did you mean {close}?" if close else "List what there is: rmb graph entities"
        raise NotFound("entity", typed, advice) from None


def by_name(*parameters: str) -> Callable[[Memory, dict[str, Any]], dict[str, Any]]:
    """Makes ids of what was typed for these parameters of a verb."""

    def prepare(memory: Memory, named: dict[str, Any]) -> dict[str, Any]:
        ids = {name: node_id(memory, named[name]) for name in parameters if name in named}
        return {**named, **ids}

    return prepare


def names_of(memory: Memory, relations: Iterable[Relation]) -> dict[str, str]:
    """The names of what relations connect: of an item its title or first words."""
    ids = dict.fromkeys(end for one in relations for end in (one.source, one.target))
    return {id: _name(memory, id) for id in ids}


def _name(memory: Memory, id: str) -> str:
    try:
        if id.startswith("km_"):
            item = memory.get(id)
            return item.title or item.content
        return memory.graph.get(id).name
    except NotFound:
        return id  # it was taken away meanwhile
