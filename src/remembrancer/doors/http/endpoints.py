"""Endpoints: a route of the table calls its verb and answers with what the verb gives."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from remembrancer.doors.http.idempotency_header import answer_once
from remembrancer.doors.http.request_reader import Arguments
from remembrancer.front.positions import position_of, with_positions
from remembrancer.front.session import Session
from remembrancer.memory import Memory
from remembrancer.wire.call import Call
from remembrancer.wire.routes import FIXED, POSITION_HEADER

Caller = Callable[[Request], Session]  # the session of whoever sent the request


def answer(call: Call, caller: Caller, request: Request, arguments: Arguments) -> Response:
    """Calls the verb. With a key, a repeated request is given the first answer again."""
    if is_of_another(request):
        raise HTTPException(405)
    values, key = arguments
    headers: dict[str, str] = {}
    session = caller(request)
    if (sent := request.headers.get(POSITION_HEADER)) is not None:
        session = with_positions(session, sent)
    if key is None:
        content = _call_verb(call, session, values, None)
    else:
        content, headers = answer_once(
            session,
            call.route,
            key,
            values,
            lambda own: _call_verb(call, own, values, key),
        )
    if (reached := position_of(session)) is not None:
        headers[POSITION_HEADER] = reached
    return Response(
        content, status_code=call.route.status, headers=headers, media_type="application/json"
    )


def is_of_another(request: Request) -> bool:
    """Whether the path is that of another verb, which takes another method. Such a path is never
    read as a name: PATCH /api/memory/recall does not update an item called recall."""
    methods = FIXED.get(request.scope["path"])
    return methods is not None and request.method not in methods


def call_of(request: Request) -> Call | None:
    """The call that a request makes; None: its route is of no verb."""
    return getattr(request.scope.get("route"), "call", None)


def _call_verb(call: Call, session: Session, values: dict[str, Any], key: str | None) -> bytes:
    """The verb's answer as JSON."""
    listed, named = call.arrange(values)
    if key is not None and call.is_keyed:
        named["key"] = key
    memory: Any = Memory(session)
    verb = attrgetter(call.route.verb)(memory)
    return call.answer.dump_json(verb(*listed, **named))
