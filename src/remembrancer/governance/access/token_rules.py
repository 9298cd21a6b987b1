"""Token rules: how long a token may be valid, and who may issue it for whom."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.limits import TOKEN_DAYS_MAX, TOKEN_SECONDS_MIN
from remembrancer.core.principal import Person, Principal, Role
from remembrancer.core.texts.text import LINE_LENGTH_MAX
from remembrancer.core.validation import check_text

USUAL_LIFE: Final = timedelta(days=90)
_RANKS: Final = {Role.CONTRIBUTOR: 1, Role.KM_ADMIN: 2, Role.ADMIN: 3}


def expiry(now: datetime, expires_in: Any) -> datetime:
    """When a token expires, in whole seconds as in the token itself."""
    if not isinstance(expires_in, timedelta):
        raise InvalidInput(
            f'expires_in is a span of time, not {expires_in!r}: timedelta(days=90), or "P90D" in '
            "JSON.",
            field="expires_in",
        )
    if not timedelta(seconds=TOKEN_SECONDS_MIN) <= expires_in <= timedelta(days=TOKEN_DAYS_MAX):
        raise InvalidInput(
            f"A token is good for {TOKEN_SECONDS_MIN} seconds to {TOKEN_DAYS_MAX} days, not for "
            f"{expires_in}.",
            field="expires_in",
        )
    return (now + expires_in).replace(microsecond=0)


def retirement(now: datetime, retire_after: Any) -> datetime:
    """Until when replaced keys still verify."""
    longest = timedelta(days=TOKEN_DAYS_MAX)
    if not isinstance(retire_after, timedelta) or not timedelta(0) <= retire_after <= longest:
        raise InvalidInput(
            f"retire_after is a timedelta from 0 to {TOKEN_DAYS_MAX} days, not {retire_after!r}.",
            field="retire_after",
        )
    return now + retire_after


def check_note(note: Any) -> None:
    """Passes for one line or None."""
    if note is None:
        return
    check_text(note, "note", length_max=LINE_LENGTH_MAX)
    if not note.strip() or len(note.splitlines()) > 1:
        raise InvalidInput("note must be one line with a text in it.", field="note")


def check_may_issue(issuer: Principal, person: Person) -> None:
    """Refuses a token that would give its issuer rights that the issuer does not have."""
    if _rank(person.roles) > _rank(issuer.roles):
        raise Forbidden(
            f"{issuer.name!r} may not issue a token for {person.name!r}, who may do more than "
            "that. Ask somebody with the same roles."
        )
    if person.name != issuer.name and not issuer.is_person:
        raise Forbidden(
            f"{issuer.name!r} is a program and may issue a token for itself alone: with one for "
            f"{person.name!r} it would read what is personal to others. Ask an ADMIN who is a "
            "person."
        )


def _rank(roles: frozenset[Role]) -> int:
    return max((_RANKS[role] for role in roles), default=0)
