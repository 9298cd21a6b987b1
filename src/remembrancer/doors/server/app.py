"""The application: a memory as a web server answers for it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Route

from remembrancer import __version__
from remembrancer.core.errors import NotAuthenticated, RemembrancerError, TooManyRequests
from remembrancer.core.limits import REQUEST_THREADS_MAX
from remembrancer.doors.http import events, http_transfer, wording
from remembrancer.doors.http.description import Description
from remembrancer.doors.http.endpoints import Caller, is_of_another
from remembrancer.doors.http.metrics import Numbers
from remembrancer.doors.http.middleware import LEFT, App, Gate, TooLarge, too_large
from remembrancer.doors.http.origins import is_from_here
from remembrancer.doors.http.rate_limit import Pace
from remembrancer.doors.http.router import Table
from remembrancer.doors.http.server_limits import Terms
from remembrancer.doors.server import mcp_mount
from remembrancer.doors.web.site import Site
from remembrancer.front.jobs import Jobs
from remembrancer.front.session import Session
from remembrancer.items.visibility import require_full_admin
from remembrancer.wire.problems import MEDIA_TYPE, problem, problem_of
from remembrancer.wire.routes import EVENTS_PATH, LIVE_PATH

_SAVED_EVERY_SECONDS: Final = 1.0
_WORDED: Final = {400: wording.unread, 404: wording.unknown}


def create_app(
    session: Session,
    caller: Caller,
    *,
    hosts: frozenset[str] | None = None,
    streams: events.Streams | None = None,
    site: Site | None = None,
    watcher: Caller | None = None,
    terms: Terms | None = None,
    numbers: Numbers | None = None,
) -> App:
    """The server's application. `caller` says whose request it is, or refuses it.

    `site` has the pages for people, and `watcher` says who looks at them. With `hosts`, it answers
    only to these names, and to no other web page: that is local mode.
    """
    terms = terms or Terms()
    numbers = numbers or Numbers()
    streams = streams or events.Streams()
    numbers.now["event_streams"] = lambda: streams.open
    pace = Pace(terms)
    caller = pace.kept_by(caller)
    mcp = mcp_mount.Agents(caller, hosts)
    app = FastAPI(
        title="Remembrancer",
        version=__version__,
        description="The memory that agents share and people govern.",
        redirect_slashes=False,
        openapi_url=None,  # it would be made while all others wait
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        lifespan=_living(mcp, numbers),
    )
    app.add_api_route(
        EVENTS_PATH,
        streams.endpoint(caller),
        operation_id="subscribe",
        responses=events.documented(),
        response_class=StreamingResponse,
        response_model=None,
        tags=["events"],
    )
    if watcher is not None:  # a page cannot show a token; it has its cookie
        app.add_api_route(
            LIVE_PATH, streams.endpoint(pace.kept_by(watcher)), include_in_schema=False
        )
    # One list of routes: a router within is looked through anew at each request.
    app.router.routes.append(Table(caller))
    app.router.routes.extend(http_transfer.router(caller).routes)
    app.router.routes.extend(Route(path, mcp) for path in mcp_mount.PATHS)
    if site is not None:
        app.router.routes.extend(site.routes())
    app.add_api_route("/health", _health(session), include_in_schema=False)
    told = Description(lambda: _openapi(app))
    for path, endpoint in (("/openapi.json", told.document), ("/docs", told.page)):
        app.add_api_route(path, endpoint, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route(
        "/metrics", _metrics(session, caller, numbers, terms), include_in_schema=False
    )
    app.add_exception_handler(RemembrancerError, _refused)
    app.add_exception_handler(RequestValidationError, _to_callers(caller, _invalid))
    app.add_exception_handler(HTTPException, _unrouted_for(caller, site))
    app.add_exception_handler(TooLarge, _grown)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(Exception, _failed_for(site))
    return Gate(
        app,
        hosts=hosts,
        terms=terms,
        pace=pace,
        numbers=numbers,
        is_closing=lambda: streams.is_closing,
    )


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The description of all routes, those of the table one by one."""
    whole = FastAPI(
        title=app.title,
        version=app.version,
        description=app.description,
        separate_input_output_schemas=app.separate_input_output_schemas,
        openapi_url=None,
    )
    for route in app.routes:
        listed = route.described() if isinstance(route, Table) else (route,)
        whole.router.routes.extend(listed)
    return whole.openapi()


def _living(mcp: mcp_mount.Agents, numbers: Numbers) -> Any:
    @asynccontextmanager
    async def living(app: Any) -> AsyncIterator[None]:
        """While the server lives, as many requests are worked on as there are connections for."""
        anyio.to_thread.current_default_thread_limiter().total_tokens = REQUEST_THREADS_MAX
        async with mcp.lifespan(app), anyio.create_task_group() as group:
            group.start_soon(_saving, numbers)
            yield
            group.cancel_scope.cancel()
        numbers.save()

    return living


async def _saving(numbers: Numbers) -> None:
    while numbers.is_shared:
        await anyio.sleep(_SAVED_EVERY_SECONDS)
        numbers.save()


def _health(session: Session) -> Any:
    def health() -> dict[str, str]:
        """Whether the store answers."""
        session.read(lambda reader, _: reader.last_position())
        return {"status": "ok"}

    return health


Handler = Callable[[Request, Exception], Awaitable[Response]]


def _to_callers(caller: Caller, handler: Handler) -> Handler:
    """What is wrong with a request is told to who may make it. Bodies are read before anybody asks
    who sent them, and a stranger is not told of them."""

    async def told(request: Request, error: Exception) -> Response:
        try:
            await anyio.to_thread.run_sync(caller, request)
        except RemembrancerError as refusal:
            return await _refused(request, refusal)
        return await handler(request, error)

    return told


def _unrouted_for(caller: Caller, site: Site | None) -> Handler:
    unread = _to_callers(caller, _unrouted)

    async def told(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        page = site.lost(request) if site is not None and error.status_code == 404 else None
        if page is not None:
            return page
        is_unread = error.status_code == 400  # and all else is about the address alone
        return await (unread if is_unread else _unrouted)(request, error)

    return told


def _metrics(session: Session, caller: Caller, numbers: Numbers, terms: Terms) -> Any:
    def metrics(request: Request) -> Response:
        """What the server does, in numbers, for Prometheus."""
        known = None
        if not terms.are_numbers_open and not is_from_here(request):
            asking = caller(request)
            require_full_admin(asking.principal, "read the numbers of this server")
            known = asking.known_spaces
        return Response(numbers.told(_work(session, known)), media_type=numbers.media_type)

    return metrics


def _work(session: Session, known: frozenset[str] | None) -> Mapping[str, int]:
    """How much is due, and how much was given up: in all spaces together, or in those that the
    holder of a token may know of."""
    now = session.scope().now
    counted = {"due": 0, "failed": 0}
    for space in session.store.spaces():
        if known is not None and space.uid not in known:
            continue
        jobs = Jobs(session.with_space(space))
        counted["due"] += sum(1 for job in jobs.list() if job.due_at <= now)
        counted["failed"] += len(jobs.failed())
    return counted


def _told(
    request: Request, document: dict[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    told = json.dumps({**document, "request_id": request.state.request_id}, ensure_ascii=False)
    # It repeats what was sent, which need not be text: half a surrogate pair cannot be written.
    content = told.encode(errors="replace")
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
    return _told(request, document, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    """What FastAPI could not read as the verb's arguments, in our own words."""
    assert isinstance(error, RequestValidationError)
    if is_of_another(request):
        return _told(request, *wording.not_allowed(request, ""))
    return _told(request, wording.invalid(request, error.errors()))


async def _grown(request: Request, error: Exception) -> Response:
    """A body that did not say how large it is, and was too large."""
    assert isinstance(error, TooLarge)
    return _told(request, too_large(error.limit))


async def _left(request: Request, error: Exception) -> Response:
    """Who hung up in the middle of a body hears nothing; nothing was done, and nothing failed."""
    return Response(status_code=LEFT)


def _failed_for(site: Site | None) -> Handler:
    async def told(request: Request, error: Exception) -> Response:
        page = None if site is None else site.failed(request)
        return page or await _failed(request, error)

    return told


async def _failed(request: Request, error: Exception) -> Response:
    """What nobody foresaw. The gate logs of which kind it is, and nothing of what was said."""
    detail = "Something failed here. The server's log has it under the id of this request."
    return _told(request, problem(500, "Unexpected", detail))


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, TooLarge):
        return await _grown(request, error.__cause__)
    status = error.status_code
    if status == 405:
        allowed = (error.headers or {}).get("Allow", "")
        return _told(request, *wording.not_allowed(request, allowed))
    if status in _WORDED:
        return _told(request, _WORDED[status](), error.headers)
    told = problem(status, "Refused", "The request cannot be answered.")
    return _told(request, told, error.headers)
