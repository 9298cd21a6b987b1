"""People, groups and roles of a space."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.core.principal import Person, Role
from remembrancer.core.scope import Scope
from remembrancer.core.validation import listed_names, validated
from remembrancer.items.visibility import groups_of, require_full_admin
from remembrancer.ports import Reader, Writer

_CLOSE_GROUPS_MAX: Final = 3  # suggested for a misspelt group


def put(unit: Writer, scope: Scope, fields: dict[str, Any]) -> Person:
    """Registers a person, service or agent, or changes an existing entry."""
    require_full_admin(scope.viewer, "manage people")
    given = {name: value for name, value in fields.items() if value is not None}
    cleared = {name: None for name in ("email", "notes_path") if given.get(name) == ""}
    person = validated(Person, {**given, **cleared}, what="a person")
    known = unit.people.get(person.name)
    if known is not None:
        person = known.model_copy(update={name: getattr(person, name) for name in given})
        _check_admin_stays(unit, known, person)
        _check_kind_stays(scope, known, person)
    unit.people.put(person)
    return person


def change_groups(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage groups")
    added, removed = listed_names(add, "groups"), listed_names(remove, "groups")
    groups = found(unit, name).groups.union(added).difference(removed)
    return put(unit, scope, {"name": name, "groups": groups})


def change_roles(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage roles")
    added, removed = listed_names(add, "roles"), listed_names(remove, "roles")
    roles = {*found(unit, name).roles, *added} - set(removed)
    return put(unit, scope, {"name": name, "roles": roles})


def check_addressed(reader: Reader, scope: Scope, audience: str | None) -> None:
    """Passes if the audience is a group of the caller or a registered group.

    If no group is registered, callers bring their own groups, and any group is accepted.
    """
    for group in set(groups_of(audience)) - scope.viewer.groups:
        known = sorted({one for person in reader.people.all() for one in person.groups})
        if not known or group in known:
            continue
        close = get_close_matches(group, known, n=_CLOSE_GROUPS_MAX)
        named = ", ".join(map(repr, close or known[:_CLOSE_GROUPS_MAX]))
        raise InvalidInput(
            f"No group {group!r} is on record in this space. "
            + (f"Did you mean {named}? " if close else f"There is {named}. ")
            + "An ADMIN puts people into a new one with admin.join_group().",
            field="audience",
        )


def _check_admin_stays(unit: Writer, before: Person, after: Person) -> None:
    if Role.ADMIN not in before.roles or Role.ADMIN in after.roles:
        return
    if not any(Role.ADMIN in one.roles and one.name != before.name for one in unit.people.all()):
        raise Conflict(
            f"{before.name!r} is the only ADMIN on record. Make somebody else ADMIN first."
        )


def _check_kind_stays(scope: Scope, before: Person, after: Person) -> None:
    """A program that became a person, or replaced one, could read personal items."""
    if before.kind is not after.kind and not scope.viewer.is_person:
        raise Forbidden(
            f"{scope.viewer.name!r} is a program and may not say that {before.name!r} is of kind "
            f"{after.kind.value!r}. Ask an ADMIN who is a person."
        )


def found(reader: Reader, name: str) -> Person:
    person = reader.people.get(name)
    if person is None:
        raise NotFound("person", name)
    return person
