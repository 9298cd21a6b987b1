"""Signing in with a provider: the way there, the way back, and the way out.

The way back is a page and no redirect: browsers do not send a cookie that no other site sends
while a chain of redirects goes on that another site began. The way out is a page for a like
reason: a form of ours may lead to no other site, nor may what it redirects to.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import anyio
import anyio.to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from remembrancer.core.limits import (
    PROVIDER_CALLS_MAX,
    PROVIDER_SECONDS,
    PROVIDER_WAITING_MAX,
    SIGN_IN_BEGUN_SECONDS,
)
from remembrancer.doors.oidc.sign_in_flow import SignInFlow, VerifiedSignIn
from remembrancer.doors.web.safety import SAFETY, inside, is_foreign
from remembrancer.doors.web.session_cookie import (
    COOKIE,
    NAME_COOKIE,
    SPACE_COOKIE,
    named_cookie,
)
from remembrancer.doors.web.template_engine import Templates
from remembrancer.front.access.sign_in import SignedIn
from remembrancer.governance.access.sign_in_rules import SignInRefused, Why
from remembrancer.wire.routes import SIGN_IN_BACK_PATH, SIGN_IN_START_PATH

log = logging.getLogger("remembrancer.sign_in")

_T = TypeVar("_T")
_BEGUN: Final = "remembrancer_sign_in"  # the cookie of a sign-in that has begun
_HINT: Final = "remembrancer_provider"  # the cookie that says at the provider whose visit ends
_HINT_PATH: Final = "/sign-out"
# A sign-in asks a provider up to three times: for its addresses, for the code, for its keys.
_WAIT_SECONDS: Final = 2 * PROVIDER_SECONDS
# The address of the way back has a code in it, which no other page is to learn.
_NOWHERE: Final = {**SAFETY, "Referrer-Policy": "no-referrer"}

# What somebody is told who is to begin again, with the status of the answer.
_AGAIN: Final[Mapping[Why, tuple[int, str]]] = {
    Why.NOT_BEGUN_HERE: (
        400,
        f"This sign-in was not begun in this browser, or it took longer than "
        f"{SIGN_IN_BEGUN_SECONDS // 60} minutes. Begin again here.",
    ),
    Why.PROVIDER_FAILED: (
        503,
        "{provider} does not answer as it should. Try again in a minute. If it stays so, tell "
        "{contact}: the server's log says what is wrong.",
    ),
    Why.PROVIDER_REFUSED: (403, "{provider} did not let you in. Try again, or ask {contact}."),
    Why.NOT_BELIEVED: (
        403,
        "The answer of {provider} was not accepted, so nobody was signed in. Begin again. If it "
        "happens again, tell {contact}: the server's log says why.",
    ),
}
# What somebody is told whom the provider knows and the memory does not.
_ASK: Final[Mapping[Why, str]] = {
    Why.NOTHING_GIVEN: (
        "{provider} knows you, and nothing in this memory is open to you yet. Ask {contact} to "
        "put you into a group at {provider} that opens it, and tell them who you are:"
    ),
    Why.NO_NAME: (
        "{provider} knows you, but does not say that your e-mail address is yours, and this "
        "memory knows people by their address. Ask {contact} to have it verified there."
    ),
    Why.NO_GROUPS: (
        "{provider} knows you, but you are in so many groups that it did not send them. Ask "
        "{contact} to have it send only the groups of this application, and tell them who you are:"
    ),
    Why.IS_PROGRAM: (
        "Your name at {provider} is that of a program here, so you cannot sign in with it. Ask "
        "{contact} to register the program under another name:"
    ),
    Why.LAST_ADMIN: (
        "{provider} no longer says that you are an admin, and here you are the only one. Ask "
        "{contact} to make somebody else ADMIN first, or to put you back into the group:"
    ),
}
_NOBODY: Final = "an admin of this memory"


class ProviderSignIn:
    """The pages of one provider."""

    def __init__(self, flow: SignInFlow, templates: Templates) -> None:
        self._flow = flow
        self._templates = templates
        self._is_secure = flow.settings.is_secure
        # No other site of the same domain can set a cookie of such a name.
        self._begun = f"__Host-{_BEGUN}" if self._is_secure else _BEGUN
        self._threads: anyio.CapacityLimiter | None = None

    def routes(self) -> Sequence[Route]:
        return (
            Route(SIGN_IN_START_PATH, self._start, methods=["GET"]),
            Route(SIGN_IN_BACK_PATH, self._back, methods=["GET"]),
        )

    def page(self, place: str, status: int = 200, *, told: str | None) -> Response:
        """The door, with the provider beside the token."""
        settings, next = self._flow.settings, inside(place)
        start = f"{settings.public_url}{SIGN_IN_START_PATH}?{urlencode({'next': next})}"
        text = self._templates.plain(
            "sign_in.html",
            next=next,
            told=told,
            provider={"label": settings.label, "start": start},
        )
        return Response(text, status, SAFETY, media_type="text/html")

    async def left(self, request: Request) -> Response:
        """Ends the sign-in, here and, where that is offered, at the provider."""
        token, hint = request.cookies.get(COOKIE, ""), request.cookies.get(_HINT)
        id_token = await run_in_threadpool(self._flow.leave, token, hint)
        url: str | None = None
        if hint is not None:  # whoever came with a token has no visit at the provider
            try:
                url = await self._at_provider(lambda: self._flow.end_session_url(id_token))
            except SignInRefused:
                url = None
        response: Response
        if url is None:
            response = RedirectResponse("/sign-in", 303, SAFETY)
        else:
            response = self._onward("signed_out.html", url)
        let_go(response)
        response.delete_cookie(_HINT, path=_HINT_PATH)
        return response

    async def _start(self, request: Request) -> Response:
        place = inside(request.query_params.get("next", ""))
        if is_foreign(request):  # nobody is sent away by a link of another site
            return self.page(place, told=None)
        begun, cookie = await run_in_threadpool(self._flow.new, place)
        try:
            url = await self._at_provider(lambda: self._flow.begin(begun))
        except SignInRefused as refused:
            return self._refused(request, refused, place)
        response = RedirectResponse(url, 303, _NOWHERE)
        response.set_cookie(
            self._begun,
            cookie,
            max_age=SIGN_IN_BEGUN_SECONDS,
            httponly=True,
            samesite="lax",  # the way back begins at the provider
            secure=self._is_secure,
        )
        return response

    async def _back(self, request: Request) -> Response:
        place = "/"
        try:
            cookie = request.cookies.get(self._begun)
            begun = await run_in_threadpool(self._flow.opened, cookie)
            place = inside(begun.return_to)
            query = request.query_params
            answer = {name: query.getlist(name) for name in query}
            verified = await self._at_provider(lambda: self._flow.verify(begun, answer))
            signed_in, hint = await run_in_threadpool(self._let_in, verified)
        except SignInRefused as refused:
            response = self._refused(request, refused, place)
        else:
            response = self._onward("signed_in.html", place)
            hold(response, signed_in.token, signed_in.seconds, is_secure=self._is_secure)
            self._remember(response, verified, hint, signed_in.seconds)
        response.delete_cookie(self._begun, secure=self._is_secure, httponly=True, samesite="lax")
        return response

    def _let_in(self, verified: VerifiedSignIn) -> tuple[SignedIn, str | None]:
        return self._flow.let_in(verified), self._flow.hint(verified)

    def _remember(
        self, response: Response, verified: VerifiedSignIn, hint: str | None, seconds: int
    ) -> None:
        """What the browser keeps beside the token: what to call them, and who to sign out."""
        about: dict[str, Any] = {
            "max_age": seconds,
            "httponly": True,
            "samesite": "strict",
            "secure": self._is_secure,
        }
        identity = verified.identity
        if identity.display_name != identity.name:
            named = named_cookie(identity.name, identity.display_name)
            response.set_cookie(NAME_COOKIE, named, **about)
        response.set_cookie(_HINT, hint or "-", path=_HINT_PATH, **about)

    async def _at_provider(self, ask: Callable[[], _T]) -> _T:
        """Asks the provider in one of a few threads of its own: if it hangs, only those who sign
        in wait, and not for long."""
        if self._threads is None:
            self._threads = anyio.CapacityLimiter(PROVIDER_CALLS_MAX)
        if self._threads.statistics().tasks_waiting >= PROVIDER_WAITING_MAX:
            raise SignInRefused(Why.PROVIDER_FAILED, "Too many sign-ins wait for the provider.")
        try:
            with anyio.fail_after(_WAIT_SECONDS):
                return await anyio.to_thread.run_sync(
                    ask, limiter=self._threads, abandon_on_cancel=True
                )
        except TimeoutError:
            detail = "The provider did not answer in time."
            raise SignInRefused(Why.PROVIDER_FAILED, detail) from None

    def _refused(self, request: Request, refused: SignInRefused, place: str) -> Response:
        fields = {
            "request_id": request.state.request_id,
            "why": refused.why.value,
            "detail": refused.detail,
        }
        log.warning("A sign-in was refused.", extra={"fields": fields})
        settings = self._flow.settings
        words = {"provider": settings.label, "contact": settings.contact or _NOBODY}
        if refused.why in _AGAIN:
            status, told = _AGAIN[refused.why]
            return self.page(place, status, told=told.format(**words))
        text = self._templates.plain(
            "not_let_in.html",
            told=_ASK[refused.why].format(**words),
            identity=refused.identity,
            provider=settings.label,
            start=f"{SIGN_IN_START_PATH}?{urlencode({'next': place})}",
        )
        return Response(text, 403, _NOWHERE, media_type="text/html")

    def _onward(self, template: str, to: str) -> Response:
        text = self._templates.plain(template, to=to, provider=self._flow.settings.label)
        return Response(text, 200, _NOWHERE, media_type="text/html")


def hold(response: Response, token: str, seconds: int, *, is_secure: bool) -> None:
    """Has a browser keep a token. What it kept of another visit goes."""
    for name in (SPACE_COOKIE, NAME_COOKIE):
        response.delete_cookie(name)
    response.set_cookie(
        COOKIE, token, max_age=seconds, httponly=True, samesite="strict", secure=is_secure
    )


def let_go(response: Response) -> None:
    """Has a browser forget the visit."""
    for name in (COOKIE, SPACE_COOKIE, NAME_COOKIE):
        response.delete_cookie(name)
