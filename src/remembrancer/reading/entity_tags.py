"""Entity tags: finds the known people, teams and metrics that a new item names."""

from __future__ import annotations

from typing import NamedTuple

from remembrancer.core.kinds import Brief
from remembrancer.core.limits import NAMES_LEARNED_ITEMS, NAMES_TOLD_MAX
from remembrancer.core.scope import Scope
from remembrancer.items.port import NewItem
from remembrancer.ports import Reader
from remembrancer.reading.offline import entities


class KnownNames(NamedTuple):
    """The names that the caller may see."""

    names: tuple[str, ...] = ()  # people, and entities on record
    teams: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # metrics, and what shared items are tagged with


def known_names(reader: Reader, scope: Scope, audience: str | None) -> KnownNames:
    """The names that texts of this audience may be tagged with.

    A tag reveals that a group exists, so only members and admins get group names; public team
    names are in the preset. Personal items add no names.
    """
    preset, viewer = scope.space.preset, scope.viewer
    people = reader.people.names_of_people()
    groups = set(viewer.groups)
    if viewer.is_admin:
        groups.update(group for _, theirs in people for group in theirs)
    names = (*(name for name, _ in people), *reader.entities.names(limit=NAMES_TOLD_MAX))
    in_use = reader.people.names_in_use(audience, items_max=NAMES_LEARNED_ITEMS)
    teams = dict.fromkeys((*preset.teams, *sorted(groups)))
    for metric in preset.metrics:
        teams.pop(metric, None)  # a metric counts wherever it is named
    return KnownNames(
        tuple(dict.fromkeys(names))[:NAMES_TOLD_MAX],
        tuple(teams)[:NAMES_TOLD_MAX],
        tuple(dict.fromkeys((*preset.metrics, *in_use)))[:NAMES_TOLD_MAX],
    )


class EntityTagger:
    """Adds the entities that a new item's text names to those that the caller gave."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._briefs: dict[str | None, Brief] = {}  # by audience

    def with_entities(self, new: NewItem) -> NewItem:
        state = new.state
        found = entities.find_entities(state.content, self._brief(state.audience))
        if not found:
            return new
        given = {name.casefold() for name in state.entities}
        more = [name for name in found if name.casefold() not in given]
        listed = (*state.entities, *more)[: max(entities.ENTITIES_MAX, len(state.entities))]
        return new._replace(state=state._replace(entities=listed))

    def _brief(self, audience: str | None) -> Brief:
        brief = self._briefs.get(audience)
        if brief is None:
            known = known_names(self._reader, self._scope, audience)
            brief = self._briefs[audience] = Brief(
                domains=self._scope.space.preset.domains.values,
                names=known.names,
                teams=known.teams,
                tags=known.tags,
                now=self._scope.now,
            )
        return brief
