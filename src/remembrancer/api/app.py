"""The application: a memory as a web server answers for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

from remembrancer import __version__
from remembrancer.api import agents, events
from remembrancer.api.endpoints import Caller, router
from remembrancer.api.gate import TOO_LARGE, App, Gate, TooLarge
from remembrancer.errors import NotAuthenticated, RemembrancerError, TooManyRequests
from remembrancer.rules.validation import refusal
from remembrancer.verbs.session import Session
from remembrancer.web.site import Site
from remembrancer.wire.problems import MEDIA_TYPE, problem, problem_of
from remembrancer.wire.routes import EVENTS_PATH

_ROUTING: Final[Mapping[int, tuple[str, str]]] = {
    404: ("NotFound", "There is no such address here. All of them are in /openapi.json."),
    405: ("NotAllowed", "This address is there for other methods, as /openapi.json says."),
    400: ("InvalidInput", "The body cannot be read as JSON. Correct it."),
}


def create_app(
    session: Session,
    caller: Caller,
    *,
    hosts: frozenset[str] | None = None,
    streams: events.Streams | None = None,
    site: Site | None = None,
    watcher: Caller | None = None,
) -> App:
    """The server's application. `caller` says whose request it is, or refuses it.

    `site` has the pages for people, and `watcher` says who looks at them. With `hosts`, it answers
    only to these names, and to no other web page: that is local mode.
    """
    mcp = agents.Agents(caller, hosts)
    app = FastAPI(
        title="Remembrancer",
        version=__version__,
        description="The memory that agents share and people govern.",
        redirect_slashes=False,
        docs_url=None,  # theirs loads scripts from elsewhere; ours is one of our pages
        redoc_url=None,
        separate_input_output_schemas=False,
        lifespan=mcp.lifespan,
    )
    streams = streams or events.Streams()
    app.add_api_route(
        EVENTS_PATH,
        streams.endpoint(caller),
        operation_id="subscribe",
        responses=events.documented(),
        response_model=None,
        tags=["events"],
    )
    if watcher is not None:  # a page cannot show a token; it has its cookie
        app.add_api_route("/live", streams.endpoint(watcher), include_in_schema=False)
    app.include_router(router(caller))
    app.router.routes.extend(Route(path, mcp) for path in agents.PATHS)
    if site is not None:
        app.router.routes.extend((*site.routes(), site.verbs(app.openapi)))
    app.add_api_route("/health", _health(session), include_in_schema=False)
    app.add_exception_handler(RemembrancerError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unrouted(site))
    app.add_exception_handler(TooLarge, _grown)
    app.add_exception_handler(Exception, _failed)
    return Gate(app, hosts=hosts)


def _health(session: Session) -> Any:
    def health() -> dict[str, str]:
        """Whether the store answers."""
        session.read(lambda reader, _: reader.last_position())
        return {"status": "ok"}

    return health


def _told(
    request: Request, document: dict[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    content = {**document, "request_id": request.state.request_id}
    return JSONResponse(content, document["status"], headers, media_type=MEDIA_TYPE)


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
    detail = error.errors()[0]
    place, *path = detail["loc"]
    if detail["type"] == "json_invalid" and place == "body":
        return _told(request, problem(400, *_ROUTING[400]))
    what = "the query" if place == "query" else "the request"
    return _told(request, problem_of(refusal(detail, path, known=(), what=what)))


async def _grown(request: Request, error: Exception) -> Response:
    """A body that did not say how large it is, and was too large."""
    return _told(request, TOO_LARGE)


async def _failed(request: Request, error: Exception) -> Response:
    """What nobody foresaw. The gate logs of which kind it is, and nothing of what was said."""
    detail = "Something failed here. The server's log has it under the id of this request."
    return _told(request, problem(500, "Unexpected", detail))


def _unrouted(site: Site | None) -> Any:
    async def unrouted(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status = error.status_code
        page = site.lost(request) if site is not None and status == 404 else None
        if page is not None:
            return page
        title, detail = _ROUTING.get(status, ("Refused", "The request cannot be answered."))
        return _told(request, problem(status, title, detail), error.headers)

    return unrouted
