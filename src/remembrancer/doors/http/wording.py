"""What is wrong with a request, as a problem document that says what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.requests import Request

from remembrancer.core.errors import InvalidInput
from remembrancer.core.validation import refusal
from remembrancer.doors.http.endpoints import call_of
from remembrancer.wire.call import Call
from remembrancer.wire.problems import problem, problem_of
from remembrancer.wire.routes import methods_of

_BODILESS: Final = 'It needs a body. Send one as JSON: {"name": value}.'
_UNREADABLE: Final = (
    "The body cannot be read as JSON. Send it as text in UTF-8, without endless numbers, and "
    "without lists within lists beyond measure."
)
_NO_ADDRESS: Final = "There is no such address here. All of them are in /docs and /openapi.json."

Details = Sequence[Mapping[str, Any]]


def invalid_request(request: Request, details: Details) -> dict[str, Any]:
    """For a request that could not be read as the verb's arguments."""
    detail = details[0]
    place, *path = detail["loc"]
    if place == "body" and detail["type"] == "json_invalid":
        return problem(400, "InvalidInput", _invalid_json(detail))
    if place == "body" and not path:
        if detail["type"] == "missing":
            return problem(422, "InvalidInput", _BODILESS)
        if isinstance(detail["input"], bytes):
            return problem(422, "InvalidInput", _wrong_media_type(request))
    what = "The query" if place == "query" else "The body"
    here = [one for one in details if one["loc"][0] == place]
    call = call_of(request)
    if call is None or len(path) != 1:
        return problem_of(refusal(here, known=(), what=what, skipped=1))
    if detail["type"] == "missing":
        known = call.all_names_in(place)
        here += _unknown_names(detail, known)
        return problem_of(refusal(here, known=known, what=what, skipped=1))
    if detail["type"] != "extra_forbidden":
        return problem_of(refusal(here, known=(), what=what, skipped=1))
    return problem_of(_unknown_name(call, place, detail, what))


def _invalid_json(detail: Mapping[str, Any]) -> str:
    why = str(detail.get("ctx", {}).get("error", "")).strip()
    position = detail["loc"][-1]
    where = f", from character {position + 1} on" if isinstance(position, int) else ""
    because = f": {why[0].lower()}{why[1:]}" if why else ""
    return (
        f"The body cannot be read as JSON{where}{because}. Write names and texts in double quotes: "
        '{"name": "text"}.'
    )


def _wrong_media_type(request: Request) -> str:
    media_type = request.headers.get("content-type", "").partition(";")[0]
    return f"The body is {media_type}. Send JSON, with Content-Type: application/json."


def _unknown_names(missing: Mapping[str, Any], known: Sequence[str]) -> list[dict[str, Any]]:
    """The names in a body that are none of its fields. Where a body takes the fields of an item,
    the rules refuse them, which are not reached when something is missing."""
    given = missing["input"]
    place = missing["loc"][0]
    if place != "body" or not isinstance(given, Mapping):
        return []
    return [
        {"type": "extra_forbidden", "loc": (place, name), "input": value}
        for name, value in given.items()
        if name not in known
    ]


def _unknown_name(call: Call, place: str, detail: Mapping[str, Any], what: str) -> InvalidInput:
    refused = refusal([detail], known=call.names_in(place), what=what, skipped=1)
    in_query = call.names_in("query") if place == "body" else ()
    if in_query:  # the list of fields of the body does not show them
        refused.args = (f"{refused} In the query it takes: {', '.join(in_query)}.",)
    return refused


def unreadable_body() -> dict[str, Any]:
    """For a body that is no text."""
    return problem(400, "InvalidInput", _UNREADABLE)


def unknown_address() -> dict[str, Any]:
    """For an address that does not exist."""
    return problem(404, "NotFound", _NO_ADDRESS)


def not_allowed(request: Request, allowed: str) -> tuple[dict[str, Any], dict[str, str]]:
    """For a method that an address does not take, with the header that lists those it takes."""
    path = request.scope["path"]
    taken = ", ".join(methods_of(path)) or allowed
    slash = " Leave out the slash at its end." if path.endswith("/") else ""
    detail = f"{request.method} is not for this address; it takes {taken}.{slash} See /docs."
    return problem(405, "NotAllowed", detail), {"Allow": taken}
