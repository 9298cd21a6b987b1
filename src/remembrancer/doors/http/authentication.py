"""Authentication: the session of a request, by its token or, in local mode, of the one user."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from starlette.requests import Request

from remembrancer.core.errors import NotAuthenticated
from remembrancer.doors.http.endpoints import Caller
from remembrancer.front.access.authentication import Callers
from remembrancer.front.session import Session
from remembrancer.wire.routes import SPACE_HEADER

_API: Final = "/api/"


def by_token(callers: Callers, cookie: str | None = None) -> Caller:
    """The holder of the token in the Authorization header.

    With the name of a cookie, a script of our own pages may call the API without that header, as
    whoever is signed in to them.
    """

    def caller(request: Request) -> Session:
        named = request.headers.get(SPACE_HEADER)
        space = None if named is None else unquote(named)
        return callers.session(_token_of(request, cookie), space)

    return caller


def local(session: Session, callers: Callers) -> Caller:
    """The one user of this machine. A request with a token is its holder's."""
    holder = by_token(callers)

    def caller(request: Request) -> Session:
        return holder(request) if "authorization" in request.headers else session.here()

    return caller


def _token_of(request: Request, cookie: str | None) -> str:
    if cookie is not None and _is_own_script(request):
        return request.cookies.get(cookie, "")
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated
    return token.strip()


def _is_own_script(request: Request) -> bool:
    """Whether a page of this very site makes the request. Browsers say so in a header that no
    script can set; a request without it gets nowhere by a cookie."""
    return (
        "authorization" not in request.headers
        and request.headers.get("sec-fetch-site") == "same-origin"
        and request.scope["path"].startswith(_API)
    )
