"""The application: the API, the pages and MCP as one web server."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from remembrancer.core.errors import NotAuthenticated, RemembrancerError, TooManyRequests
from remembrancer.core.limits import REQUEST_THREADS_KEPT, REQUEST_THREADS_MAX
from remembrancer.doors.http import events, http_transfer, wording
from remembrancer.doors.http.admission import Overloaded
from remembrancer.doors.http.api_docs import ApiDocs
from remembrancer.doors.http.api_route import ApiRoute
from remembrancer.doors.http.endpoints import Caller, is_of_another
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.middleware import (
    CLIENT_CLOSED_REQUEST,
    App,
    BodyTooLarge,
    ServerMiddleware,
    overloaded,
    too_large,
)
from remembrancer.doors.http.origins import is_from_here
from remembrancer.doors.http.rate_limit import RateLimit
from remembrancer.doors.http.request_reader import InvalidRequest
from remembrancer.doors.http.router import VerbRouter
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.doors.http.store_figures import read_figures
from remembrancer.doors.server import mcp_mount
from remembrancer.doors.server.observed import observe
from remembrancer.doors.web.site import Site
from remembrancer.front.session import Session
from remembrancer.items.visibility import require_full_admin
from remembrancer.wire.problems import MEDIA_TYPE, problem, problem_of
from remembrancer.wire.routes import EVENTS_PATH, LIVE_PATH

_SAVE_SECONDS: Final = 1.0
_DOCUMENTS: Final = {400: wording.unreadable_body, 404: wording.unknown_address}


def create_app(
    session: Session,
    caller: Caller,
    *,
    hosts: frozenset[str] | None = None,
    streams: events.EventStreams | None = None,
    site: Site | None = None,
    watcher: Caller | None = None,
    limits: ServerLimits | None = None,
    metrics: Metrics | None = None,
) -> App:
    """The server's application. `caller` authenticates a request, or refuses it.

    `site` has the pages for people, and `watcher` authenticates those who look at them. With
    `hosts` the server answers only to these names and to its own pages: that is local mode.
    """
    limits = limits or ServerLimits()
    metrics = metrics or Metrics()
    streams = streams or events.EventStreams()
    metrics.gauges["event_streams"] = lambda: streams.open
    metrics.reads = session.store.read_counts
    metrics.tally = session.shop.tally
    rate_limit = RateLimit(limits)
    caller = rate_limit.limit(caller)
    mcp = mcp_mount.McpEndpoint(caller, hosts)
    docs = ApiDocs()
    routes: list[BaseRoute] = [ApiRoute(EVENTS_PATH, streams.endpoint(caller))]
    if watcher is not None:  # a page authenticates by its cookie
        routes.append(ApiRoute(LIVE_PATH, streams.endpoint(rate_limit.limit(watcher))))
    routes += [VerbRouter(caller), *http_transfer.routes(caller)]
    routes += [Route(path, mcp) for path in mcp_mount.PATHS]
    routes += [] if site is None else site.routes()
    routes += [
        ApiRoute("/health", _health(session)),
        ApiRoute("/openapi.json", docs.document, methods=["GET", "HEAD"]),
        ApiRoute("/docs", docs.page, methods=["GET", "HEAD"]),
        ApiRoute("/metrics", _metrics(session, caller, metrics, limits)),
    ]
    handlers: dict[Any, Any] = {
        RemembrancerError: _refused,
        InvalidRequest: _for_callers(caller, _invalid),
        HTTPException: _http_error_for(caller, site),
        BodyTooLarge: _too_large,
        Overloaded: _overloaded,
        ClientDisconnect: _hung_up,
        Exception: _failed_for(site),
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=_lifespan(mcp, metrics))
    app.router.redirect_slashes = False
    around = ServerMiddleware(
        app,
        hosts=hosts,
        limits=limits,
        rate_limit=rate_limit,
        metrics=metrics,
        is_closing=lambda: streams.is_closing,
        telemetry=session.telemetry,
    )
    observe(session, metrics)
    return around


def _lifespan(mcp: mcp_mount.McpEndpoint, metrics: Metrics) -> Any:
    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        # As many threads answer requests as there are connections to the store.
        threads = REQUEST_THREADS_MAX + REQUEST_THREADS_KEPT
        anyio.to_thread.current_default_thread_limiter().total_tokens = threads
        async with mcp.lifespan(app), anyio.create_task_group() as group:
            group.start_soon(_save_metrics, metrics)
            yield
            group.cancel_scope.cancel()
        metrics.save()

    return lifespan


async def _save_metrics(metrics: Metrics) -> None:
    while metrics.is_shared:
        await anyio.sleep(_SAVE_SECONDS)
        metrics.save()


def _health(session: Session) -> Any:
    def health(request: Request) -> Response:
        """Whether the store answers."""
        session.read(lambda reader, _: reader.last_position(), may_lag=False)
        return JSONResponse({"status": "ok"})

    return health


Handler = Callable[[Request, Exception], Awaitable[Response]]


def _for_callers(caller: Caller, handler: Handler) -> Handler:
    """The same handler, for authenticated callers only. Requests are read before the caller is
    known, and a stranger is not told what is wrong with them."""

    async def handle(request: Request, error: Exception) -> Response:
        try:
            await anyio.to_thread.run_sync(caller, request)
        except RemembrancerError as refusal:
            return await _refused(request, refusal)
        return await handler(request, error)

    return handle


def _http_error_for(caller: Caller, site: Site | None) -> Handler:
    for_callers = _for_callers(caller, _http_error)

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        page = site.lost(request) if site is not None and error.status_code == 404 else None
        if page is not None:
            return page
        is_of_body = error.status_code == 400  # all others are about the address alone
        return await (for_callers if is_of_body else _http_error)(request, error)

    return handle


def _metrics(session: Session, caller: Caller, metrics: Metrics, limits: ServerLimits) -> Any:
    def text(request: Request) -> Response:
        """The metrics of the server, for Prometheus."""
        known_spaces = None
        if not limits.are_metrics_open and not is_from_here(request):
            asking = caller(request)
            require_full_admin(asking.principal, "read the numbers of this server")
            known_spaces = asking.known_spaces
        figures = read_figures(session, known_spaces)
        return Response(metrics.text(figures), media_type=metrics.media_type)

    return text


def _problem_response(
    request: Request, document: dict[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    text = json.dumps({**document, "request_id": request.state.request_id}, ensure_ascii=False)
    # It repeats what was sent, and half a surrogate pair cannot be encoded.
    content = text.encode(errors="replace")
    return Response(content, document["status"], headers, media_type=MEDIA_TYPE)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RemembrancerError)
    document = problem_of(error)
    headers: dict[str, str] = {}
    if isinstance(error, NotAuthenticated):
        headers["WWW-Authenticate"] = "Bearer"
    elif isinstance(error, TooManyRequests):
        headers["Retry-After"] = f"{error.retry_after_seconds:.0f}"
    elif document["status"] == 503:
        headers["Retry-After"] = "1"
    return _problem_response(request, document, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    """What could not be read as the verb's arguments."""
    assert isinstance(error, InvalidRequest)
    if is_of_another(request):
        return _problem_response(request, *wording.not_allowed(request, ""))
    return _problem_response(request, wording.invalid_request(request, error.details))


async def _too_large(request: Request, error: Exception) -> Response:
    """A body without Content-Length that grew too large."""
    assert isinstance(error, BodyTooLarge)
    return _problem_response(request, too_large(error.limit))


async def _overloaded(request: Request, error: Exception) -> Response:
    """A request whose turn would have come too late, once its body was there."""
    assert isinstance(error, Overloaded)
    headers = {"Retry-After": str(error.retry_after_seconds)}
    return _problem_response(request, overloaded(error), headers)


async def _hung_up(request: Request, error: Exception) -> Response:
    """The client hung up in the middle of a body. Nothing was done, and nothing failed."""
    return Response(status_code=CLIENT_CLOSED_REQUEST)


def _failed_for(site: Site | None) -> Handler:
    async def handle(request: Request, error: Exception) -> Response:
        page = None if site is None else site.failed(request)
        return page or await _failed(request, error)

    return handle


async def _failed(request: Request, error: Exception) -> Response:
    """An unexpected error. The middleware logs its class and its stack, and none of its text."""
    detail = "Something failed here. The server's log has it under the id of this request."
    return _problem_response(request, problem(500, "Unexpected", detail))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, BodyTooLarge):
        return await _too_large(request, error.__cause__)
    status = error.status_code
    if status == 405:
        allowed = (error.headers or {}).get("Allow", "")
        return _problem_response(request, *wording.not_allowed(request, allowed))
    if status in _DOCUMENTS:
        return _problem_response(request, _DOCUMENTS[status](), error.headers)
    document = problem(status, "Refused", "The request cannot be answered.")
    return _problem_response(request, document, error.headers)
