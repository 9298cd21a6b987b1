"""The OpenAPI document of the server. FastAPI writes it from the signatures of the verbs.

FastAPI does nothing else here: requests are read by `request_reader.py`. Loading it takes longer
than all else of a start, so this file is loaded when somebody asks for the document.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Collection, Sequence
from typing import Annotated, Any, Final

from fastapi import Body, FastAPI, Header, Query, Request
from fastapi.routing import APIRoute
from starlette.responses import StreamingResponse

from remembrancer import __version__
from remembrancer.core import errors
from remembrancer.core.ledger import Change
from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.core.problem import Problem
from remembrancer.delivery.bundle.bundle import RulesFiles
from remembrancer.doors.http.events import EventsQuery
from remembrancer.doors.http.field_meanings import with_meanings
from remembrancer.doors.http.http_transfer import RulesFilesQuery
from remembrancer.wire.call import GROUPS, Call, ParameterPlace, calls
from remembrancer.wire.problems import MEDIA_TYPE, STATUSES
from remembrancer.wire.routes import (
    EVENTS_PATH,
    EXPORT_PATH,
    IMPORT_PATH,
    JSON_QUERY,
    KEY_HEADER,
    LINES_TYPE,
    RULES_FILES_PATH,
)

_REFUSALS: Final = {
    400: "The body cannot be read.",
    401: "No token, or one that is not accepted.",
    403: "The caller may not do this.",
    404: "There is no such thing, or the caller may not know of it.",
    408: "The body did not arrive in time.",
    409: "It does not fit the state that the thing is in.",
    405: "The address is there for other methods.",
    413: "The body is too large.",
    414: "The address is too long.",
    421: "In local mode: the server was called by another name than its own.",
    422: "Something in it cannot be accepted; the sentence says what.",
    429: "Too many requests; the header says when to come back.",
    431: "The headers are too long.",
    500: "Something failed here. It is in the log under the request's id.",
    502: "A language model that was asked did not answer as it has to.",
    503: "The store cannot do it now. Repeat it later.",
    507: "The store has no room left.",
    504: "It took too long. Repeat it, with the same Idempotency-Key where it changes something.",
}
_OF_BODIES: Final = frozenset({408, 413})
# GETs that may ask a model.
_ASKING: Final = frozenset({"bundle", "briefing", "suggestions", "insights", "summary"})
# GETs that write nothing. Others do: a receipt, or that an admin saw what is personal to another.
_QUIET: Final = ("/api/jobs", "/api/tools", "/api/admin/")

# What programs need to know that make a client of it: see `_hints`, `_errors` and `_groups`.
_HINTS: Final = "x-remembrancer"
_ERRORS: Final = "x-remembrancer-errors"
_GROUPS: Final = "x-remembrancer-groups"
_SCHEMAS: Final = "#/components/schemas/"
# Of two classes with one name FastAPI tells all modules; the capability is enough to tell.
_LONG_NAME: Final = re.compile(r"\bremembrancer__([a-z]+)__(?:[a-z_]+__)?([A-Z]\w*)")

_Responses = dict[int | str, dict[str, Any]]
_LINES: Final = {LINES_TYPE: {"schema": {"type": "string"}}}
_EVENT: Final = {
    "type": "object",
    "properties": {
        "event": {"enum": ["ready", "change"]},
        "id": {"type": "string", "description": "The cursor to go on from, as `after`."},
        "data": {
            "type": "string",
            "description": "A change as JSON; of `ready`, {}.",
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [{"$ref": f"{_SCHEMAS}Change"}, {"type": "object", "maxProperties": 0}]
            },
        },
        "retry": {"type": "integer"},
    },
    "required": ["event", "id", "data"],
}


def document() -> dict[str, Any]:
    """All routes of the API."""
    app = FastAPI(
        title="Remembrancer",
        version=__version__,
        description="The memory that agents share and people govern.",
        separate_input_output_schemas=False,
        openapi_url=None,
    )
    app.router.routes.extend((_events(), *map(_verb, calls()), *_transfers()))
    return _short_names(with_meanings(_shared(app.openapi())))


def _verb(call: Call) -> APIRoute:
    route = call.route
    return APIRoute(
        route.path,
        _endpoint(route.operation.replace(".", "_"), call.verb.__doc__, _parameters(call)),
        methods=[route.method],
        status_code=route.status,
        response_model=call.answers,
        responses=_refusals(
            route.operation,
            route.method,
            route.path,
            [argument.name for argument in call.arguments],
            is_reading=route.is_reading,
        ),
        operation_id=route.operation,
        summary=(call.verb.__doc__ or "").strip().split("\n")[0],
        tags=[route.path.split("/")[2]],
        openapi_extra=_hints(call),
    )


def _hints(call: Call) -> dict[str, Any]:
    """The verb behind a route, for clients that have the verbs of `Memory`.

    `arguments` are those that stand alone, in this order, by their names in the request; the others
    are told by name. `pages` is the list in the answer that goes on with `cursor`. Where `query` is
    "json", all that is asked can be told as one JSON object, which nothing is lost in. A second
    address of a verb has no hints.
    """
    if call.route.second is not None:
        return {}
    alone = [
        argument.told[0]
        for argument in call.arguments
        if argument.default is ... and argument.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    hints: dict[str, Any] = {"verb": call.route.verb, "arguments": alone}
    fields = getattr(call.answers, "model_fields", {})
    if "cursor" in call.names_in(ParameterPlace.QUERY) and "next" in fields:
        hints["pages"] = next(iter(fields))
    if call.asks_in_json and call.query is not None:
        hints["query"] = JSON_QUERY
    return {_HINTS: hints}


def _transfer_hints(verb: str) -> dict[str, Any]:
    return {_HINTS: {"verb": verb, "arguments": []}}


def _events() -> APIRoute:
    content = {"text/event-stream": {"itemSchema": _EVENT}}
    ok: _Responses = {200: {"description": "Changes, one event each.", "content": content}}
    last = _parameter("last_event_id", Annotated[str | None, Header()], None)
    return APIRoute(
        EVENTS_PATH,
        _endpoint(
            "events",
            "Changes from now on, or from a cursor on, as server-sent events.",
            [_parameter("query", Annotated[EventsQuery, Query()]), last],
        ),
        operation_id="subscribe",
        responses=ok | _refusals("subscribe", "GET", EVENTS_PATH),
        response_class=StreamingResponse,
        response_model=None,
        tags=["events"],
        openapi_extra=_transfer_hints("subscribe"),
    )


def _transfers() -> Sequence[APIRoute]:
    exported: _Responses = {200: {"description": "The space, one row a line.", "content": _LINES}}
    query = _parameter("query", Annotated[RulesFilesQuery, Query()])
    return (
        APIRoute(
            EXPORT_PATH,
            _endpoint("export", "The whole space as JSON Lines. For admins."),
            operation_id="export",
            responses=exported | _refusals("export", "GET", EXPORT_PATH),
            response_model=None,
            tags=["admin"],
            openapi_extra=_transfer_hints("export"),
        ),
        APIRoute(
            IMPORT_PATH,
            _endpoint(
                "import_",
                "Fills a space that holds nothing yet from an export. Gives the number of rows.",
            ),
            methods=["POST"],
            operation_id="import_",
            responses=_refusals("import_", "POST", IMPORT_PATH),
            response_model=int,
            openapi_extra={
                "requestBody": {"required": True, "content": _LINES},
                **_transfer_hints("import_"),
            },
            tags=["admin"],
        ),
        _rules_files(
            "GET",
            "pull.look",
            "rules_files",
            _endpoint(
                "look",
                "What rules files of a project would say now. Nothing counts as delivered.",
                [query],
            ),
        ),
        _rules_files(
            "POST",
            "pull",
            "pull",
            _endpoint(
                "deliver",
                "What rules files of a project say, with a receipt.",
                [query, _key()],
            ),
        ),
    )


def _rules_files(method: str, operation: str, verb: str, endpoint: Any) -> APIRoute:
    return APIRoute(
        RULES_FILES_PATH,
        endpoint,
        methods=[method],
        operation_id=operation,
        responses=_refusals(operation, method, RULES_FILES_PATH),
        response_model=RulesFiles,
        tags=["context"],
        openapi_extra=_transfer_hints(verb),
    )


def _endpoint(
    name: str, documentation: str | None, parameters: Sequence[inspect.Parameter] = ()
) -> Any:
    """What FastAPI reads a description off. It is never called."""

    def endpoint() -> None:
        raise NotImplementedError

    described: Any = endpoint
    described.__name__ = name
    described.__doc__ = documentation
    described.__signature__ = inspect.Signature([_parameter("request", Request), *parameters])
    return described


def _parameter(
    name: str, annotation: Any, default: Any = inspect.Parameter.empty
) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _key(description: str | None = None) -> inspect.Parameter:
    header = Header(
        alias=KEY_HEADER, min_length=1, max_length=NAME_CHARACTERS_MAX, description=description
    )
    return _parameter("idempotency_key", Annotated[str | None, header], None)


def _parameters(call: Call) -> Sequence[inspect.Parameter]:
    """The path, the query, the body and the key of a call."""
    listed = [
        _parameter(argument.name, str)
        for argument in call.arguments
        if argument.place is ParameterPlace.PATH
    ]
    if call.query is not None:
        listed.append(_parameter("query", Annotated[call.query, Query()]))
    if call.body is not None:
        name = call.route.body or "body"
        if call.is_body_needed:
            listed.append(_parameter(name, Annotated[call.body, Body()]))
        else:
            listed.append(_parameter(name, Annotated[call.body | None, Body()], None))
    if call.route.is_unsafe:
        listed.append(_key("Makes a repeated call harmless: it is given the same answer."))
    return listed


def _refusals(
    operation: str,
    method: str,
    path: str,
    arguments: Collection[str] = (),
    *,
    is_reading: bool = False,
) -> _Responses:
    """The answers that a route may give instead of its own: all but those that it cannot give."""
    is_get = method == "GET"
    left_out: set[int] = set()
    if "{" not in path:
        left_out.add(405)  # no name in it makes another address of it
        if (is_get or is_reading) and not any(_is_id(name) for name in arguments):
            left_out.add(404)
    if is_get:
        left_out |= _OF_BODIES | {409}
        left_out |= {507} if path.startswith(_QUIET) and operation != "export" else set()
        left_out |= set() if operation in _ASKING else {502}
    elif is_reading:
        left_out.add(409)
    return {
        status: {"description": sentence}
        for status, sentence in _REFUSALS.items()
        if status not in left_out
    }


_IDS: Final = ("id", "ids", "a", "b", "of")  # the last three name nodes of the graph


def _is_id(name: str) -> bool:
    return name in _IDS or name.endswith(("_id", "_ids"))


def _shared(document: dict[str, Any]) -> dict[str, Any]:
    """The same document, with what all routes share written once."""
    parts = document.setdefault("components", {})
    for shared in (Change, Problem):
        parts.setdefault("schemas", {})[shared.__name__] = shared.model_json_schema()
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    parts["responses"] = {_name(status): _refusal(text) for status, text in _REFUSALS.items()}
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            for status in answers:
                if status.isdigit() and int(status) in _REFUSALS:
                    answers[status] = {"$ref": f"#/components/responses/{_name(int(status))}"}
    document |= {_GROUPS: _groups(), _ERRORS: _errors()}
    return {**document, "security": [{"token": []}]}


def _groups() -> dict[str, str]:
    """What each group of verbs is for; the verbs of `Memory` itself have the group without a
    name."""
    return {name: inspect.cleandoc(kind.__doc__ or "") for name, kind in GROUPS.items()}


def _errors() -> dict[str, dict[str, Any]]:
    """The errors by the `title` of a problem, each after its base."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    statuses = dict(STATUSES)
    return {
        kind.__name__: {
            "base": None if kind is errors.RemembrancerError else kind.mro()[1].__name__,
            "description": inspect.cleandoc(kind.__doc__ or ""),
            "status": next(statuses[base] for base in kind.__mro__ if base in statuses),
        }
        for kind in kinds
        if issubclass(kind, errors.RemembrancerError)
    }


def _short_names(document: dict[str, Any]) -> dict[str, Any]:
    """The same, where classes of one name are told apart by their capability: `JobsReport`."""
    text = _LONG_NAME.sub(lambda found: found[1].capitalize() + found[2], json.dumps(document))
    short: dict[str, Any] = json.loads(text)
    return short


def _name(status: int) -> str:
    return f"Refused{status}"


def _refusal(text: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": text, "content": {MEDIA_TYPE: {"schema": schema}}}
