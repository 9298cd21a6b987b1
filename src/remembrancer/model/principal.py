"""Who is calling: a person, a service or an agent, with roles and groups."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, field_validator

from remembrancer.model.base import Value
from remembrancer.model.text import Name


class Role(StrEnum):
    CONTRIBUTOR = "CONTRIBUTOR"  # may read what is shared and add knowledge
    KM_ADMIN = "KM_ADMIN"  # reviews knowledge, sees every audience
    ADMIN = "ADMIN"  # all of that, and spaces, people, verification and export


class PrincipalKind(StrEnum):
    USER = "user"  # a person
    SERVICE = "service"  # a program with an account of its own
    AGENT = "agent"  # a language-model agent


class Principal(Value):
    """The caller. In Python its roles and groups count as given; servers fill them in."""

    name: Name  # unique in a space; an e-mail address is a good one
    roles: frozenset[Role] = frozenset()  # what it may do
    groups: frozenset[Name] = frozenset()  # whose audiences it belongs to
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
        BaseModel.__init__(self, name=name, roles=roles, groups=groups, kind=kind, **unknown)

    @field_validator("roles", "groups", mode="before")
    @classmethod
    def _one_word_is_a_mistake(cls, given: object) -> object:
        """A bare string would be read letter by letter; the caller meant one member."""
        return frozenset({given}) if isinstance(given, str) else given

    @property
    def is_admin(self) -> bool:
        """Sees every audience and, audited, what is personal."""
        return bool(self.roles & {Role.KM_ADMIN, Role.ADMIN})

    @property
    def is_person(self) -> bool:
        return self.kind is PrincipalKind.USER


class Person(Value):
    """A principal as the space keeps it on record."""

    name: Name  # unique in the space
    kind: PrincipalKind = PrincipalKind.USER
    email: str | None = None  # where a person can be reached
    roles: frozenset[Role] = frozenset()
    groups: frozenset[Name] = frozenset()
    notes_path: str | None = None  # the notes file collected for this person

    def as_principal(self) -> Principal:
        return Principal(self.name, roles=self.roles, groups=self.groups, kind=self.kind)
