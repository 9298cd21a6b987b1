"""Sign-in rules: who somebody is by what a provider says, and what that gives them here.

What a provider says gives nothing by itself. The settings list which value of which claim gives
which groups and roles, and everything that is not listed is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

from pydantic import ValidationError

from remembrancer.core.base import Value
from remembrancer.core.principal import Groups, Person, Role, Roles
from remembrancer.core.texts.text import LINE_LENGTH_MAX, NAME_LENGTH_MAX, Line, Name
from remembrancer.core.validation import is_text

EMAIL: Final = "email"


class NameClaim(StrEnum):
    """The claim that names somebody in the memory."""

    SUB = "sub"  # with the issuer before it: never given to another person
    EMAIL = "email"  # if the provider says that it verified the address


class Why(StrEnum):
    """Why somebody is not let in."""

    NOT_BEGUN_HERE = "not_begun_here"  # another browser began it, or it took too long
    PROVIDER_FAILED = "provider_failed"  # it did not answer, or not as it has to
    PROVIDER_REFUSED = "provider_refused"  # it did not let them in
    NOT_BELIEVED = "not_believed"  # what it says of them does not hold
    NO_NAME = "no_name"  # it does not say what they are called here
    NO_GROUPS = "no_groups"  # it left out their groups, since they are too many
    NOTHING_GIVEN = "nothing_given"  # nothing that it says is listed
    IS_PROGRAM = "is_program"  # the name is that of a service or an agent
    LAST_ADMIN = "last_admin"  # they would lose ADMIN, and nobody else has it


class SignInRefused(Exception):
    """Somebody is not let in. `detail` is for the server's log, and quotes nothing."""

    def __init__(self, why: Why, detail: str, *, identity: ProviderIdentity | None = None) -> None:
        super().__init__(detail)
        self.why = why
        self.detail = detail
        self.identity = identity  # whom the provider said it was, if that much is known


class Grant(Value):
    """What one value of a claim gives, as the settings list it."""

    claim: Name
    value: Line
    space: Name  # where it gives that
    groups: Groups = frozenset()
    roles: Roles = frozenset()  # none are needed to come in


class Rights(Value):
    """Groups and roles in one space."""

    groups: Groups = frozenset()
    roles: Roles = frozenset()


class ProviderIdentity(Value):
    """Who somebody is, by what a provider says."""

    name: Name  # what the memory calls them
    email: Line | None = None  # verified by the provider
    display_name: Line  # for people to read


def identity_of(claims: Mapping[str, Any], issuer: str, named_by: NameClaim) -> ProviderIdentity:
    """Whom the verified claims tell of. Raises `SignInRefused` where they tell of nobody."""
    email = verified_email(claims)
    if named_by is NameClaim.EMAIL:
        if email is None:
            raise SignInRefused(Why.NO_NAME, "The provider has not verified an e-mail address.")
        name = email
    else:
        name = f"{issuer}#{claims['sub']}"
    shown = claims.get("name")
    if not isinstance(shown, str) or not shown.strip():
        shown = email or str(claims["sub"])
    try:
        return ProviderIdentity(name=name, email=email, display_name=_one_line(shown))
    except ValidationError:
        detail = f"Its name has more than {NAME_LENGTH_MAX} characters, or signs that no name has."
        raise SignInRefused(Why.NO_NAME, detail) from None


def verified_email(claims: Mapping[str, Any]) -> str | None:
    """The e-mail address in small letters, if the provider says that it verified it.

    It has to be ASCII: some other letters become these when they are written small, so that two
    people would have one name.
    """
    email = claims.get(EMAIL)
    if claims.get("email_verified") is not True or not isinstance(email, str):
        return None
    local, at, domain = email.partition("@")
    is_plain = email.isascii() and email.isprintable() and " " not in email
    is_address = at and local and domain and "@" not in domain and len(email) <= NAME_LENGTH_MAX
    return email.lower() if is_plain and is_address else None


def given(claims: Mapping[str, Any], grants: Iterable[Grant]) -> dict[str, Rights]:
    """What the claims give, by space. A space that is missing is closed to them."""
    rights: dict[str, Rights] = {}
    for grant in grants:
        if grant.value in values_of(claims, grant.claim):
            before = rights.get(grant.space, Rights())
            rights[grant.space] = Rights(
                groups=before.groups | grant.groups, roles=before.roles | grant.roles
            )
    return rights


def values_of(claims: Mapping[str, Any], claim: str) -> frozenset[str]:
    """The texts of a claim: one, or a list of them. An address counts if it was verified."""
    if claim == EMAIL:
        email = verified_email(claims)
        return frozenset() if email is None else frozenset({email})
    told = claims.get(claim)
    listed = told if isinstance(told, list) else [told]
    return frozenset(one for one in listed if isinstance(one, str))


def is_left_out(claims: Mapping[str, Any], claim: str) -> bool:
    """Whether the provider says that it has more values of a claim than it sent."""
    elsewhere = claims.get("_claim_names")
    return claim not in claims and (
        (isinstance(elsewhere, Mapping) and claim in elsewhere) or claims.get("hasgroups") is True
    )


def decided_by(grants: Iterable[Grant], space: str) -> Rights:
    """All that claims can give in a space. The provider alone decides on it."""
    groups: frozenset[str] = frozenset()
    roles: frozenset[Role] = frozenset()
    for grant in grants:
        if grant.space == space:
            groups, roles = groups | grant.groups, roles | grant.roles
    return Rights(groups=groups, roles=roles)


def after(person: Person | None, rights: Rights, decided: Rights) -> Rights:
    """The rights of somebody who has just signed in.

    What claims can give, they have if theirs give it. What an admin gave them beside that stays.
    """
    groups = frozenset() if person is None else person.groups
    roles = frozenset() if person is None else person.roles
    return Rights(
        groups=(groups - decided.groups) | rights.groups,
        roles=(roles - decided.roles) | rights.roles,
    )


def _one_line(text: str) -> str:
    """The text as it can stand in a list: printable, and not too long."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text if is_text(sign))
    return " ".join(plain.split())[: LINE_LENGTH_MAX // 2] or "-"
