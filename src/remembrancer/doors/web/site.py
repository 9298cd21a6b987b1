"""The site: pages by their addresses, each for whoever may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from remembrancer.core.errors import Forbidden, NotAuthenticated, NotFound, RemembrancerError
from remembrancer.core.limits import OUTCOME_CHARACTERS_MAX
from remembrancer.decisions.reports.report_page import CONTENT_POLICY
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.doors.web.assets import Assets
from remembrancer.doors.web.page_request import (
    Page,
    PageView,
    ReportPage,
    ScriptAnswer,
    Sent,
    Visit,
)
from remembrancer.doors.web.pages import (
    acts,
    alike,
    ask,
    audit,
    browse,
    communities,
    conversation,
    credibility,
    debate,
    debates,
    decision,
    decisions,
    desk,
    graph,
    home,
    item,
    notifications,
    phases,
    policies,
    receipt,
    review,
    settings,
    subject,
    what_if,
)
from remembrancer.doors.web.provider_sign_in import ProviderSignIn, hold, let_go
from remembrancer.doors.web.response_compression import packed
from remembrancer.doors.web.safety import SAFETY, inside, is_foreign
from remembrancer.doors.web.session_cookie import (
    COOKIE,
    SPACE_COOKIE,
    Visitor,
    Visitors,
    check_form,
    display_name,
)
from remembrancer.doors.web.template_engine import Templates
from remembrancer.front.session import read_clock

_REPORT_SAFETY: Final = {
    **SAFETY,
    "Content-Security-Policy": f"{CONTENT_POLICY}; frame-ancestors 'none'",
}
_TOLD: Final = "told"  # the cookie that carries one sentence to the next page
_COOKIE_SECONDS: Final = 30 * 24 * 3600  # at most; the token may end before
_SIGNED_OUT: Final = "/sign-in"

PAGES: Final[Mapping[str, Page]] = {
    "/": home.home,
    "/search": home.search,
    "/corporate-memory": browse.browse,
    "/corporate-memory/mine": browse.mine,
    "/corporate-memory/admin": review.queue,
    "/corporate-memory/admin/items/{id:name}": review.case,
    "/corporate-memory/admin/contradictions": review.contradictions,
    "/acts": acts.acts,
    "/corporate-memory/admin/audit": audit.audit,
    "/conversations": conversation.conversations,
    "/conversations/{id:name}": conversation.conversation,
    "/graph": graph.graph,
    "/graph/{id:name}": graph.node,
    "/ask": ask.ask,
    "/ask/{id:name}": ask.session,
    "/decisions": decisions.decisions,
    "/decisions/coverage": decisions.coverage,
    "/decisions/learned": decisions.learned,
    "/decisions/what-if": what_if.what_if,
    "/decisions/communities": communities.communities,
    "/decisions/communities/{id:name}": communities.community,
    "/decisions/{id:name}": decision.decision,
    "/decisions/{id:name}/report": decision.report,
    "/desk": desk.desk,
    "/debates": debates.debates,
    "/debates/{id:name}": debate.debate,
    "/credibility": credibility.credibility,
    "/credibility/{agent:name}": credibility.agent,
    "/notifications": notifications.notifications,
    "/phases": phases.phases,
    "/policies": policies.policies,
    "/policies/{id:name}": policies.policy,
    "/settings": settings.settings,
    "/items/{id:name}": item.item,
    "/receipts": receipt.receipts,
    "/receipts/{id:name}": receipt.receipt,
    "/subjects/{subject:name}": subject.subject,
    "/subjects/{subject:name}/sidebar": conversation.sidebar,
    "/subjects/{subject:name}/report": decision.subject_report,
}
ACTS: Final[Mapping[str, Page]] = {
    "/corporate-memory": browse.submit,
    "/corporate-memory/vote": browse.vote,
    "/corporate-memory/share": browse.share,
    "/corporate-memory/admin/decide": review.decide,
    "/corporate-memory/admin/contradictions/{id:name}": review.resolve,
    "/acts/{id:name}/undo": acts.undo,
    "/items/{id:name}/vote": item.vote,
    "/items/{id:name}/confirm": item.confirm,
    "/items/{id:name}/dismiss": item.dismiss,
    "/subjects/{subject:name}/dismiss": subject.dismiss,
    "/subjects/{subject:name}/confirm": subject.confirm,
    "/subjects/{subject:name}/done": subject.done,
    "/conversations/{id:name}": conversation.say,
    "/ask": ask.answer,
    "/ask/{id:name}/rate": ask.rate,
    "/decisions": decisions.record,
    "/decisions/links/{id:name}/confirm": decisions.confirm_link,
    "/decisions/links/{id:name}/reject": decisions.reject_link,
    "/decisions/{id:name}/outcome": decision.outcome,
    "/decisions/{id:name}/revisit": decision.revisit,
    "/decisions/{id:name}/label": alike.label,
    "/debates/{id:name}/position": debate.position,
    "/debates/{id:name}/advance": debate.advance,
    "/debates/{id:name}/decide": debate.decide,
    "/debates/{id:name}/override": debate.override,
    "/debates/{id:name}/outcome": debate.outcome,
    "/credibility/outcome": credibility.outcome,
    "/policies": policies.add,
    "/policies/defaults": policies.add_defaults,
    "/policies/{id:name}/end": policies.end,
    "/notifications/seen": notifications.seen,
    "/notifications/settings": notifications.settings,
    "/settings": settings.configure,
    "/settings/people": settings.put_person,
    "/settings/people/end-sign-ins": settings.end_sign_ins,
    "/settings/tokens": settings.issue,
    "/settings/tokens/{id:name}/revoke": settings.revoke,
    "/settings/jobs/retry": settings.retry,
}


class Site:
    """All pages. They speak to the memory by its verbs alone."""

    def __init__(self, visitors: Visitors, flow: SignInFlow | None = None) -> None:
        self._visitors = visitors
        self._assets = Assets()
        self._templates = Templates(self._assets)
        self._provider = None if flow is None else ProviderSignIn(flow, self._templates)

    def routes(self) -> Sequence[Route]:
        """The addresses of the pages, for a server to answer."""
        routes = [Route(path, self._shown(page), methods=["GET"]) for path, page in PAGES.items()]
        routes += [Route(path, self._done(act), methods=["POST"]) for path, act in ACTS.items()]
        return (
            *routes,
            *(() if self._provider is None else self._provider.routes()),
            Route("/sign-in", self._door, methods=["GET"]),
            Route("/sign-in", self._signed_in, methods=["POST"]),
            Route("/sign-out", self._left, methods=["POST"]),
            Route("/space", self._done(_go_to), methods=["POST"]),
            Route("/static/{name:name}", self._assets.endpoint, methods=["GET"]),
        )

    def lost(self, request: Request) -> Response | None:
        """What a browser is told of an address that there is not; None: it is no browser."""
        return self._told(request, 404, "No page has this address.")

    def failed(self, request: Request) -> Response | None:
        """What a browser is told of a failure that nobody foresaw; None: it is no browser."""
        id = request.state.request_id
        return self._told(request, 500, f"Try it again. The server's log has it under {id}.")

    def _told(self, request: Request, status: int, why: str) -> Response | None:
        if "text/html" not in request.headers.get("accept", ""):
            return None
        text = self._templates.plain("lost.html", title=_TITLES[status], why=why)
        return Response(text, status, SAFETY, media_type="text/html")

    def _shown(self, page: Page) -> Any:
        async def endpoint(request: Request) -> Response:
            def made() -> Response:
                try:
                    visitor = self._visitors.visitor(request.cookies)
                except NotAuthenticated:
                    return self._to_the_door(request)
                return self._answer(request, visitor, page, {})

            return await run_in_threadpool(made)

        return endpoint

    def _done(self, act: Page) -> Any:
        async def endpoint(request: Request) -> Response:
            form = _form(await request.body())

            def made() -> Response:
                try:
                    visitor = self._visitors.visitor(request.cookies)
                except NotAuthenticated:
                    return self._to_the_door(request)
                return self._answer(request, visitor, act, form)

            return await run_in_threadpool(made)

        return endpoint

    def _answer(
        self,
        request: Request,
        visitor: Visitor,
        page: Page,
        form: Mapping[str, tuple[str, ...]],
    ) -> Response:
        visit = Visit(
            session=visitor.session,
            path=dict(request.path_params),
            query=dict(request.query_params),
            form=form,
            is_local=visitor.is_local,
            spaces=visitor.spaces,
            display_name=display_name(request.cookies, visitor.session.principal.name),
            now=read_clock(visitor.session.clock),
        )
        try:
            if request.method == "POST":
                check_form(visitor, form)
            made = page(visit)
        except RemembrancerError as error:
            made = _sorry(error)
        if isinstance(made, Sent):
            return _sent(made)
        if isinstance(made, ScriptAnswer):
            return JSONResponse(made.told, 200, SAFETY)
        if isinstance(made, ReportPage):
            return packed(request, Response(made.html, 200, _REPORT_SAFETY, media_type="text/html"))
        text = _unquoted(request.cookies.get(_TOLD))
        page_text = self._templates.rendered(
            made, visit, form_key=visitor.form_key, told=text, address=str(request.url.path)
        )
        response = Response(page_text, made.status, SAFETY, media_type="text/html")
        if text is not None:
            response.delete_cookie(_TOLD)
        return packed(request, response)

    def _to_the_door(self, request: Request) -> Response:
        """Whoever was inside is told that the visit is over, and led back after signing in."""
        asked = {"next": _wanted(request)}
        if COOKIE in request.cookies:
            asked["ended"] = "act" if request.method == "POST" else "visit"
        response = RedirectResponse(f"/sign-in?{urlencode(asked)}", 303, SAFETY)
        response.delete_cookie(COOKIE)
        return response

    async def _door(self, request: Request) -> Response:
        asked = request.query_params
        return self._sign_in_page(asked.get("next", ""), told=_ENDED.get(asked.get("ended", "")))

    async def _signed_in(self, request: Request) -> Response:
        form = _form(await request.body())
        token = (form.get("token") or ("",))[0].strip()
        place = (form.get("next") or ("",))[0]
        if is_foreign(request):
            return self._sign_in_page(place, 403, told="Sign in here: another site sent this form.")
        if not await run_in_threadpool(self._visitors.accepts, token):
            text = "This token is not accepted. Ask for a new one."
            return self._sign_in_page(place, 401, told=text)
        response = RedirectResponse(inside(place), 303, SAFETY)
        hold(response, token, _COOKIE_SECONDS, is_secure=request.url.scheme == "https")
        return response

    async def _left(self, request: Request) -> Response:
        """Ends a visit, and the sign-in that it began with."""
        response: Response = await self._done(_sign_out)(request)
        is_over = response.headers.get("location") == _SIGNED_OUT
        return (
            response
            if self._provider is None or not is_over
            else await self._provider.left(request)
        )

    def _sign_in_page(self, place: str, status: int = 200, *, told: str | None) -> Response:
        if self._provider is not None:
            return self._provider.page(place, status, told=told)
        text = self._templates.plain("sign_in.html", next=inside(place), told=told, provider=None)
        return Response(text, status, SAFETY, media_type="text/html")


def _wanted(request: Request) -> str:
    """Where somebody wants to be: the page they asked for, or the one that their form stood on."""
    url = request.url
    if request.method != "GET":
        came = urlsplit(request.headers.get("referer", ""))
        if came.netloc != request.headers.get("host"):
            return ""
        return f"{came.path}?{came.query}" if came.query else came.path
    return url.path + (f"?{url.query}" if url.query else "")


def _sign_out(visit: Visit) -> Sent:
    return Sent(_SIGNED_OUT, is_leaving=True)


def _go_to(visit: Visit) -> Sent:
    """Another space of this visitor's."""
    name = visit.required("space")
    if name not in visit.spaces:
        raise NotFound("space", name)
    return Sent("/", space=name)


def _sorry(error: RemembrancerError) -> PageView:
    status = 404 if isinstance(error, NotFound) else 403 if isinstance(error, Forbidden) else 422
    return PageView("sorry.html", {"why": str(error), "title": _TITLES[status]}, status)


_TITLES: Final = {
    403: "That is not for you to do",
    404: "There is nothing here",
    422: "That did not work",
    500: "Something failed here",
}
_ENDED: Final = {
    "act": "Your visit is over, and what you sent was not done. Sign in and send it again.",
    "visit": "Your visit is over. Sign in again.",
}


def _sent(made: Sent) -> Response:
    response = RedirectResponse(made.to, 303, SAFETY)
    if made.is_leaving:
        let_go(response)
    if made.space is not None:
        response.set_cookie(
            SPACE_COOKIE,
            quote(made.space, safe=""),
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="strict",
        )
    if made.told is not None:
        text = made.told
        if len(text) > OUTCOME_CHARACTERS_MAX:
            text = f"{text[: OUTCOME_CHARACTERS_MAX - 1]}…"
        response.set_cookie(_TOLD, quote(text), max_age=60, httponly=True, samesite="strict")
    return response


def _unquoted(value: str | None) -> str | None:
    return None if value is None else unquote(value, errors="replace")


def _form(body: bytes) -> dict[str, tuple[str, ...]]:
    text = body.decode("utf-8", "replace")
    return {name: tuple(values) for name, values in parse_qs(text, True).items()}
