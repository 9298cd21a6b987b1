"""Visitors: who looks at the pages, by the cookie that signing in gave them.

The cookie holds the token itself, so that a server keeps nothing, and a token that is revoked or
runs out ends the visit. Forms carry a key that only the holder of the cookie can have been given.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from remembrancer.core.errors import Forbidden, NotAuthenticated
from remembrancer.front.access.authentication import Callers
from remembrancer.front.session import Session

COOKIE: Final = "remembrancer"
SPACE_COOKIE: Final = "remembrancer_space"  # the name of the space that they went to
NAME_COOKIE: Final = "remembrancer_name"  # a name for the head of their pages, and whose it is
FORM_KEY: Final = "form_key"


class Visitor(NamedTuple):
    """A person at the door."""

    session: Session
    form_key: str  # what their forms carry, in this space alone
    is_local: bool
    spaces: tuple[str, ...] = ()  # where they may go, by name


class Visitors:
    """Knows visitors by their cookies. In local mode, everybody else is the owner."""

    def __init__(self, callers: Callers, owner: Session | None = None) -> None:
        self._callers = callers
        self._owner = owner

    def visitor(self, cookies: Mapping[str, str]) -> Visitor:
        """Whoever shows the cookie; who shows none, or one that is not accepted, has to sign in.

        They are in the space that they chose, as long as it is one of theirs.
        """
        token = cookies.get(COOKIE)
        wanted = unquote(cookies.get(SPACE_COOKIE, ""), errors="replace")
        if token:
            names = tuple(one.name for one in self._callers.spaces(token))
            session = self._callers.session(token, wanted if wanted in names else None)
            key = _key_of(token.encode() + session.space.uid.encode())
            return Visitor(session, key, False, names)
        if self._owner is None:
            raise NotAuthenticated
        spaces = {one.name: one for one in self._callers.spaces()}
        space = spaces.get(wanted) or spaces.get(self._owner.space.name) or self._owner.space
        session = self._owner.with_space(space)
        return Visitor(session, _key_of(space.key), True, tuple(spaces))

    def accepts(self, token: str) -> bool:
        """Whether a token opens the pages."""
        try:
            self._callers.session(token)
        except NotAuthenticated:
            return False
        return True


def check_form(visitor: Visitor, form: Mapping[str, tuple[str, ...]]) -> None:
    """A form that another site made up has no key, or not this visitor's."""
    value = (form.get(FORM_KEY) or ("",))[0]
    if not hmac.compare_digest(value.encode(), visitor.form_key.encode()):
        raise Forbidden("This form is not from one of our pages, or is too old. Load it again.")


def named_cookie(name: str, display_name: str) -> str:
    """The cookie with what people call somebody."""
    return f"{quote(name, safe='')}:{quote(display_name, safe='')}"


def display_name(cookies: Mapping[str, str], name: str) -> str | None:
    """What the cookie calls somebody. It is theirs alone to see, and counts for nothing else."""
    whose, _, shown = cookies.get(NAME_COOKIE, "").partition(":")
    is_theirs = unquote(whose, errors="replace") == name
    return unquote(shown, errors="replace") or None if is_theirs else None


def _key_of(secret: bytes) -> str:
    return hmac.new(secret, b"a form of the pages", sha256).hexdigest()
