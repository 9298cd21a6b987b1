"""Whose request it is: by its token, or in local mode the one user there is."""

from __future__ import annotations

from fastapi import Request

from remembrancer.api.endpoints import Caller
from remembrancer.errors import NotAuthenticated
from remembrancer.memory import Memory
from remembrancer.verbs.callers import Callers

SPACE_HEADER = "Remembrancer-Space"


def by_token(callers: Callers) -> Caller:
    """The memory as whoever holds the token sees it."""

    def caller(request: Request) -> Memory:
        return Memory(callers.session(token_of(request), request.headers.get(SPACE_HEADER)))

    return caller


def local(memory: Memory, callers: Callers | None) -> Caller:
    """The memory as it was opened; where a token is shown, that of its holder."""

    def caller(request: Request) -> Memory:
        if callers is not None and "authorization" in request.headers:
            return by_token(callers)(request)
        return memory

    return caller


def token_of(request: Request) -> str:
    """The bearer token of a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated
    return token.strip()
