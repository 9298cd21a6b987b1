"""The description: what the server says of its own routes, made once and then ready."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

import anyio.to_thread
from fastapi.responses import Response

from remembrancer.core.problem import Problem
from remembrancer.doors.http import reference
from remembrancer.wire.problems import MEDIA_TYPE

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

_Refusals = dict[int | str, dict[str, Any]]


def refusals(
    operation: str,
    method: str,
    path: str,
    arguments: Collection[str] = (),
    *,
    is_reading: bool = False,
) -> _Refusals:
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
        status: {"description": told}
        for status, told in _REFUSALS.items()
        if status not in left_out
    }


def _is_id(name: str) -> bool:
    return name in ("id", "ids") or name.endswith(("_id", "_ids"))


class _Ready(NamedTuple):
    document: bytes
    page: bytes


class Description:
    """What /openapi.json and /docs answer. It is made at the first request, beside all others:
    it takes long, and needs no token."""

    def __init__(self, made: Callable[[], dict[str, Any]]) -> None:
        self._made = made
        self._lock = asyncio.Lock()
        self._ready: _Ready | None = None

    async def document(self) -> Response:
        return Response((await self._told()).document, media_type="application/json")

    async def page(self) -> Response:
        return Response(
            (await self._told()).page, media_type="text/html", headers=reference.HEADERS
        )

    async def _told(self) -> _Ready:
        if self._ready is None:
            async with self._lock:  # of many that ask at once, one thread makes it
                if self._ready is None:
                    self._ready = await anyio.to_thread.run_sync(self._make)
        return self._ready

    def _make(self) -> _Ready:
        document = described(self._made())
        told = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return _Ready(told.encode(), reference.page(document).encode())


def described(document: dict[str, Any]) -> dict[str, Any]:
    """The description of all routes, with what they share written once."""
    parts = document.setdefault("components", {})
    parts.setdefault("schemas", {})["Problem"] = Problem.model_json_schema()
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    parts["responses"] = {_name(status): _refusal(told) for status, told in _REFUSALS.items()}
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            for status in answers:
                if status.isdigit() and int(status) in _REFUSALS:
                    answers[status] = {"$ref": f"#/components/responses/{_name(int(status))}"}
    return {**document, "security": [{"token": []}]}


def _name(status: int) -> str:
    return f"Refused{status}"


def _refusal(told: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": told, "content": {MEDIA_TYPE: {"schema": schema}}}
