"""People, groups and roles of a space."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from remembrancer.errors import Conflict, NotFound
from remembrancer.model.principal import Person, Role
from remembrancer.model.scope import Scope
from remembrancer.ports import Reader, Writer
from remembrancer.rules.validation import validated
from remembrancer.rules.visibility import require_full_admin


def put(unit: Writer, scope: Scope, fields: dict[str, Any]) -> Person:
    """Registers a person, service or agent, or changes what is registered."""
    require_full_admin(scope.viewer, "manage people")
    given = {name: value for name, value in fields.items() if value is not None}
    cleared = {name: None for name in ("email", "notes_path") if given.get(name) == ""}
    person = validated(Person, {**given, **cleared}, what="a person")
    known = unit.person(person.name)
    if known is not None:
        person = known.model_copy(update={name: getattr(person, name) for name in given})
        _check_admin_stays(unit, known, person)
    unit.put_person(person)
    return person


def change_groups(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage groups")
    groups = (found(unit, name).groups | set(add)) - set(remove)
    return put(unit, scope, {"name": name, "groups": groups})


def change_roles(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage roles")
    roles = (found(unit, name).roles | set(add)) - set(remove)
    return put(unit, scope, {"name": name, "roles": roles})


def _check_admin_stays(unit: Writer, before: Person, after: Person) -> None:
    if Role.ADMIN not in before.roles or Role.ADMIN in after.roles:
        return
    if not any(Role.ADMIN in one.roles and one.name != before.name for one in unit.people()):
        raise Conflict(
            f"{before.name!r} is the only ADMIN on record. Make somebody else ADMIN first."
        )


def found(reader: Reader, name: str) -> Person:
    person = reader.person(name)
    if person is None:
        raise NotFound("person", name)
    return person
