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
    known = unit.person(str(fields.get("name", "")))
    before = known.model_dump() if known else {}
    given = {name: value for name, value in fields.items() if value is not None}
    person = validated(Person, {**before, **given}, what="a person")
    unit.put_person(person)
    return person


def change_groups(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage groups")
    person = found(unit, name)
    groups = (person.groups | set(add)) - set(remove)
    return put(unit, scope, {"name": name, "groups": groups})


def change_roles(
    unit: Writer, scope: Scope, name: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Person:
    require_full_admin(scope.viewer, "manage roles")
    person = found(unit, name)
    roles = (person.roles | set(add)) - set(remove)
    if Role.ADMIN in person.roles and Role.ADMIN not in roles:
        others = [one for one in unit.people() if Role.ADMIN in one.roles and one.name != name]
        if not others:
            raise Conflict(f"{name!r} is the only ADMIN on record. Make somebody else ADMIN first.")
    return put(unit, scope, {"name": name, "roles": roles})


def found(reader: Reader, name: str) -> Person:
    person = reader.person(name)
    if person is None:
        raise NotFound("person", name)
    return person
