"""Arguments: what a caller gives to a verb, looked at, and put where it stands in a request."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Mapping
from datetime import date
from types import NoneType
from typing import Any, Final
from urllib.parse import quote

from pydantic import TypeAdapter

from remembrancer.errors import InvalidInput, NotFound, RemembrancerError
from remembrancer.loading import load
from remembrancer.rules.validation import check_flag, validated
from remembrancer.wire.call import Argument, Call, Place

_PLAIN: Final = TypeAdapter(Any)
# What is named by an argument. Where it is no text, nothing is named by it.
_THINGS: Final[Mapping[str, str]] = {
    "id": "item",
    "item_id": "item",
    "conversation_id": "conversation",
    "event_id": "event",
    "source": "source",
    "tool_name": "tool",
}
_THINGS_OF: Final[Mapping[tuple[str, str], str]] = {
    ("receipt", "id"): "receipt",
    ("review.resolve", "id"): "contradiction",
    ("jobs.unschedule", "id"): "schedule",
    ("walks.get", "id"): "walk",
    ("walks.used", "id"): "walk",
    ("admin.revoke_token", "id"): "token",
    ("admin.person", "name"): "person",
    ("admin.join_group", "name"): "person",
    ("admin.leave_group", "name"): "person",
    ("admin.grant", "name"): "person",
    ("admin.withdraw", "name"): "person",
}


def checked(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, as it can be sent. What would become something else on the way is refused
    as the verb refuses it."""
    told = dict(given)
    if call.route.verb == "compose" and "live_state" in told:  # a callable answers where it is
        told["live_state"] = load("remembrancer.context.live_state").asked(told["live_state"])
    named = {one.name: one for one in call.arguments}
    for name, value in told.items():
        if name in named:
            _check(call, named[name], value)
    fields = {name: value for name, value in told.items() if name not in named and name != "key"}
    if fields and call.fields is not None and call.place_of("") is Place.QUERY:
        validated(call.fields, fields, what=f"{call.route.verb}()")
    return told


def _check(call: Call, one: Argument, value: Any) -> None:
    if _is_one_of(one.meant, bool):
        if value is not None or one.meant is bool:
            check_flag(value, one.name)
    elif one.place is Place.PATH:
        if not isinstance(value, str):
            raise _no_text(call, one.name, value)
    elif _is_one_of(one.meant, str) and not isinstance(value, str | NoneType):
        if one.place is Place.QUERY or isinstance(value, bytes):
            raise _no_text(call, one.name, value)
    elif one.place is Place.QUERY and _is_one_of(one.meant, int) and _is_taken_for_whole(value):
        raise InvalidInput(f"{one.name} is a number, not {value!r}.", field=one.name)
    elif one.place is Place.QUERY and one.name == "as_of" and not _is_point(value):
        raise InvalidInput(
            f"as_of must be a time or a ledger position, not {value!r}.", field=one.name
        )


def _is_one_of(meant: Any, type: type) -> bool:
    """Whether it is this type that is meant, or nothing."""
    return set(typing.get_args(meant) or (meant,)) <= {type, NoneType}


def _is_taken_for_whole(value: Any) -> bool:
    """Whether it is none, and would be one in an address, or be left out there."""
    if isinstance(value, str | float):
        return str(value).strip().lstrip("+-").removesuffix(".0").isdecimal()
    return not isinstance(value, int | NoneType)


def _is_point(value: Any) -> bool:
    return value is None or type(value) is int or isinstance(value, date)


def _no_text(call: Call, name: str, value: Any) -> RemembrancerError:
    what = _THINGS_OF.get((call.route.verb, name)) or _THINGS.get(name)
    if what is not None:
        return NotFound(what, value)
    return InvalidInput(f"{name} must be a text, not {type(value).__name__}.", field=name)


def parted(call: Call, given: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes | None]:
    """The arguments in their places: path, query and body."""
    places = {one.name: one for one in call.arguments}
    path = call.route.path
    query: list[tuple[str, str]] = []
    body: dict[str, Any] = {}
    for name, value in given.items():
        one: Argument | None = places.get(name)
        place = call.place_of(name)
        if place is Place.PATH:
            path = path.replace("{" + name + "}", _quoted(name, value))
        elif place is Place.QUERY:
            query += in_query(name if one is None else one.told[0], value)
        elif name == call.route.body:
            return path, query, _written(name, _listed(value))
        else:
            body[name if one is None else one.told[0]] = _listed(value)
    has_body = call.body is not None
    if not has_body:
        return path, query, None
    fields = (_written(name, name) + b":" + _written(name, one) for name, one in body.items())
    return path, query, b"{" + b",".join(fields) + b"}"


def _written(name: str, value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain).encode()
    except (TypeError, ValueError, RecursionError):  # a thing of this program, or half a sign
        raise InvalidInput(
            f"{name} cannot be written as JSON. Give texts, numbers, lists and mappings.",
            field=name,
        ) from None


def _plain(value: Any) -> Any:
    """What JSON has no word for, as it is told there: a time, one of our own types."""
    if isinstance(value, bytes | bytearray):
        raise TypeError("Bytes are no text.")
    return _PLAIN.dump_python(value, mode="json")


def _quoted(name: str, value: str) -> str:
    """A name as one step of a path, whatever letters it has."""
    try:
        text = quote(value, safe="")
    except UnicodeEncodeError:
        raise InvalidInput(
            f"{name} holds half of a surrogate pair, which is no text. Remove it.", field=name
        ) from None
    # As they are, these two would lead somewhere else before anything is sent.
    return text.replace(".", "%2E") if text in (".", "..") else text


def in_query(name: str, value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [(name, json.dumps(value))]
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    if isinstance(value, date):
        return [(name, value.isoformat())]
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [(name, str(one)) for one in value]
    return [(name, str(value))]


def _listed(value: Any) -> Any:
    """What can only be gone through once, as a list."""
    is_plain = isinstance(value, str | bytes | Mapping)
    return list(value) if isinstance(value, Iterable) and not is_plain else value
