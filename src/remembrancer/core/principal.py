"""Who is calling: a person, a service or an agent, with roles and groups."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.text import Line, Name


class Role(StrEnum):
    CONTRIBUTOR = "CONTRIBUTOR"  # may read shared items and add items
    KM_ADMIN = "KM_ADMIN"  # reviews items, sees every audience
    ADMIN = "ADMIN"  # all of that, plus spaces, people, verification and export


_ADMINS: Final = frozenset({Role.KM_ADMIN, Role.ADMIN})


class PrincipalKind(StrEnum):
    USER = "user"  # a person
    SERVICE = "service"  # a program with its own account
    AGENT = "agent"  # a language-model agent


def _one_word_is_one_member(value: object) -> object:
    """Wraps a bare text, which would otherwise be read letter by letter."""
    return (value,) if isinstance(value, str) else value


Roles = Annotated[frozenset[Role], BeforeValidator(_one_word_is_one_member)]
Groups = Annotated[frozenset[Name], BeforeValidator(_one_word_is_one_member)]


class Principal(Value):
    """The caller. In Python its roles and groups count as given; servers fill them in."""

    name: Name  # unique in a space; an e-mail address is a good one
    roles: Roles = frozenset()  # what it may do
    groups: Groups = frozenset()  # the groups that it belongs to
    kind: PrincipalKind = PrincipalKind.USER  # person, service or agent

    def __init__(
        self,
        name: str,
        *,
        roles: Iterable[str] = (),
        groups: Iterable[str] = (),
        kind: str = "user",
        **unknown: Any,
    ) -> None:
        try:
            BaseModel.__init__(self, name=name, roles=roles, groups=groups, kind=kind, **unknown)
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            field = str(detail["loc"][0])
            why = f"cannot have {field}={detail['input']!r}: {detail['msg']}"
            if field in unknown:
                fields = ", ".join(type(self).model_fields)
                close = get_close_matches(field, list(type(self).model_fields), n=1)
                meant = f" Did you mean {close[0]!r}?" if close else ""
                why = f"cannot have the field {field!r}.{meant} Its fields are: {fields}"
            raise InvalidInput(f"A principal {why}.", field=field) from None

    @classmethod
    def named(cls, name: str) -> Principal:
        """A user without roles or groups, with a name that is already validated."""
        kind = PrincipalKind.USER
        return cls.trusted(
            {"name": name, "roles": frozenset(), "groups": frozenset(), "kind": kind}
        )

    @property
    def is_admin(self) -> bool:
        """Whether it reviews items and sees every audience."""
        return not _ADMINS.isdisjoint(self.roles)

    @property
    def is_person(self) -> bool:
        return self.kind is PrincipalKind.USER

    @property
    def sees_personal(self) -> bool:
        """Whether it may read items personal to others, on record: only an admin who is a person.

        A program may not, whatever its role.
        """
        return self.is_admin and self.is_person


class WorkerPrincipal(Principal):
    """The memory itself at its own work, which it does for everybody. No caller is one."""

    @property
    def sees_personal(self) -> bool:
        return True


class Person(Value):
    """A principal as the space keeps it on record."""

    name: Name  # unique in the space
    kind: PrincipalKind = PrincipalKind.USER
    email: Line | None = None  # where to reach the person
    roles: Roles = frozenset()
    groups: Groups = frozenset()
    notes_path: Line | None = None  # the notes file collected for this person

    def as_principal(self) -> Principal:
        return Principal.trusted(
            {"name": self.name, "roles": self.roles, "groups": self.groups, "kind": self.kind}
        )
