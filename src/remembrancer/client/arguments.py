"""Arguments: validates the arguments of a verb and places them in a request."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Final, Union
from urllib.parse import quote

from pydantic import TypeAdapter

from remembrancer.core.errors import InvalidInput, NotFound, RemembrancerError
from remembrancer.core.validation import check_flag, is_text
from remembrancer.reading import live_state
from remembrancer.wire.call import Argument, Call, ParameterPlace
from remembrancer.wire.routes import JSON_QUERY

_PLAIN: Final = TypeAdapter(Any)
_HALF: Final = re.compile("[\ud800-\udfff]")
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
    ("review.undo", "id"): "act",
    ("jobs.unschedule", "id"): "schedule",
    ("walks.get", "id"): "walk",
    ("inquiries.get", "session_id"): "inquiry",
    ("inquiries.rate", "session_id"): "inquiry",
    ("walks.used", "id"): "walk",
    ("notifications.seen", "id"): "notification",
    ("admin.revoke_token", "id"): "token",
    ("graph.get", "id"): "entity",
    ("graph.unmerge", "id"): "entity",
    ("graph.neighbours", "id"): "entity or item",
    ("graph.outline", "id"): "entity or item",
    ("graph.relation", "id"): "relation",
    ("graph.end", "id"): "relation",
    ("graph.person", "person_id"): "person",
    ("decisions.get", "id"): "decision",
    ("decisions.chain", "id"): "decision",
    ("decisions.complexity", "id"): "decision",
    ("decisions.similar", "id"): "decision",
    ("decisions.fingerprint", "id"): "decision",
    ("decisions.label", "id"): "decision",
    ("decisions.community", "id"): "decision",
    ("decisions.propose_links", "id"): "decision",
    ("decisions.context", "id"): "decision",
    ("decisions.report", "id"): "decision",
    ("decisions.outcome", "id"): "decision",
    ("decisions.revisit", "id"): "decision",
    ("decisions.confirm_link", "id"): "relation",
    ("decisions.reject_link", "id"): "relation",
    ("policies.get", "id"): "policy",
    ("policies.end", "id"): "policy",
    ("policies.decisions", "id"): "policy",
    ("policies.compliance", "id"): "policy",
    ("debates.get", "id"): "debate",
    ("debates.position", "id"): "debate",
    ("debates.advance", "id"): "debate",
    ("debates.decide", "id"): "debate",
    ("debates.override", "id"): "debate",
    ("debates.resolution", "id"): "debate",
    ("debates.similar", "id"): "debate",
    ("debates.context", "id"): "debate",
    ("debates.history", "id"): "debate",
    ("debates.snapshot_mark", "id"): "debate",
    ("debates.snapshot_items", "id"): "debate",
    ("debates.snapshot_recall", "id"): "debate",
    ("debates.snapshot_get", "id"): "debate",
    ("credibility.record_outcome", "id"): "debate, resolution or decision",
    ("agents.get", "name"): "agent",
    ("agents.tiers.put", "name"): "agent",
    ("agents.tiers.get", "name"): "agent",
    ("agents.tiers.push", "name"): "agent",
    ("agents.tiers.pull", "name"): "agent",
    ("agents.tiers.pending", "name"): "agent",
    ("agents.tiers.alert", "name"): "agent",
    ("admin.person", "name"): "person",
    ("admin.join_group", "name"): "person",
    ("admin.leave_group", "name"): "person",
    ("admin.grant", "name"): "person",
    ("admin.withdraw", "name"): "person",
}


def checked(call: Call, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, as it can be sent. What would become something else on the way is refused
    as the verb refuses it."""
    result = dict(arguments)
    if call.route.verb == "compose" and "live_state" in result:  # a callable answers where it is
        result["live_state"] = live_state.resolve_live_state(result["live_state"])
    named = {argument.name: argument for argument in call.arguments}
    for name, value in result.items():
        if name in named:
            _check(call, named[name], value)
        if isinstance(value, date) and not _takes_time(_meant(call, name)):
            raise InvalidInput(
                f"{name} cannot be a time, such as {value!r}. Write it as a text if it is one.",
                field=name,
            )
    return result


def _meant(call: Call, name: str) -> Any:
    """The type of an argument, or of a field that replaces one."""
    named = next((argument.meant for argument in call.arguments if argument.name == name), None)
    if named is None and call.fields is not None and name in call.fields.model_fields:
        return call.fields.model_fields[name].annotation
    return named


def _takes_time(meant: Any) -> bool:
    return meant is datetime or any(_takes_time(arg) for arg in typing.get_args(meant))


def _check(call: Call, argument: Argument, value: Any) -> None:
    if _is_one_of(argument.meant, bool):
        if value is not None or argument.meant is bool:
            check_flag(value, argument.name)
    elif argument.name == "as_of":
        _check_point(value)
    elif argument.place is ParameterPlace.PATH or (
        argument.place is ParameterPlace.QUERY and not call.asks_in_json
    ):
        _check_in_address(call, argument, value)
    elif _is_one_of(argument.meant, str) and isinstance(value, bytes | date):
        raise _no_text(call, argument.name, value)


def _check_point(value: Any) -> None:
    if not (value is None or type(value) is int or isinstance(value, date)):
        raise InvalidInput(
            f"as_of must be a time or a ledger position, not {value!r}.", field="as_of"
        )


def _check_in_address(call: Call, argument: Argument, value: Any) -> None:
    """Refuses what is no text: there it would be one. An id that is none is that of nothing."""
    if value is None and argument.default is None:
        return
    is_thing = _thing(call, argument.name) is not None
    if not (is_text(value) if is_thing else isinstance(value, str)):
        raise _no_text(call, argument.name, value)


def _is_one_of(meant: Any, type: type) -> bool:
    """Whether it is this type that is meant, or nothing."""
    is_union = typing.get_origin(meant) in (Union, UnionType)
    return set(typing.get_args(meant) if is_union else (meant,)) <= {type, NoneType}


def _no_text(call: Call, name: str, value: Any) -> RemembrancerError:
    what = _thing(call, name)
    if what is not None:
        return NotFound(what, value)
    return InvalidInput(f"{name} must be a text, not {type(value).__name__}.", field=name)


def _thing(call: Call, name: str) -> str | None:
    return _THINGS_OF.get((call.route.verb, name)) or _THINGS.get(name)


def parted(
    call: Call, arguments: dict[str, Any]
) -> tuple[str, list[tuple[str, str]], bytes | None]:
    """The arguments in their places: path, query and body."""
    places = {one.name: one for one in call.arguments}
    path = call.route.path
    query: list[tuple[str, str]] = []
    asked: dict[str, Any] = {}
    body: dict[str, Any] = {}
    for name, value in arguments.items():
        argument: Argument | None = places.get(name)
        place = call.place_of(name)
        if place is ParameterPlace.PATH:
            path = path.replace("{" + name + "}", _quoted(name, value))
        elif place is ParameterPlace.QUERY and call.asks_in_json:
            asked[name if argument is None else argument.told[0]] = _listed(value)
        elif place is ParameterPlace.QUERY:
            query += in_query(name if argument is None else argument.told[0], value)
        elif name == call.route.body:
            return path, query, _written(name, _listed(value))
        else:
            body[name if argument is None else argument.told[0]] = _listed(value)
    if asked:
        query.append((JSON_QUERY, _object(asked).decode()))
    return path, query, None if call.body is None else _object(body)


def _object(fields: Mapping[str, Any]) -> bytes:
    told = (_written(name, name) + b":" + _written(name, one) for name, one in fields.items())
    return b"{" + b",".join(told) + b"}"


def _written(name: str, value: Any) -> bytes:
    try:
        told = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)
        is_text = told.isascii() or not _HALF.search(told)
        # Half a surrogate pair crosses as its escape: the verb refuses it in its own words.
        return told.encode() if is_text else json.dumps(value, default=_plain).encode()
    except (TypeError, ValueError, RecursionError):  # a thing of this program
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
