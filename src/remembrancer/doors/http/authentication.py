"""Authentication: the session of a request, by its token or, in local mode, of the one user."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.requests import Request

from remembrancer.core.errors import NotAuthenticated
from remembrancer.doors.http.endpoints import Caller
from remembrancer.front.authentication import Callers
from remembrancer.front.session import Session
from remembrancer.wire.routes import SPACE_HEADER


def by_token(callers: Callers) -> Caller:
    """The holder of the token in the Authorization header."""

    def caller(request: Request) -> Session:
        named = request.headers.get(SPACE_HEADER)
        space = None if named is None else unquote(named)
        return callers.session(_token_of(request), space)

    return caller


def local(session: Session, callers: Callers) -> Caller:
    """The one user of this machine. A request with a token is its holder's."""
    holder = by_token(callers)

    def caller(request: Request) -> Session:
        return holder(request) if "authorization" in request.headers else session.here()

    return caller


def _token_of(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated
    return token.strip()
