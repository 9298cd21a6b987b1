"""Reads requests: what a verb is given, out of the path, the query, the headers and the body.

Every request to the API is read here and nowhere else. FastAPI describes the routes and reads none.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import UnionType
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar, Union
from urllib.parse import unquote_plus

from pydantic import AliasChoices, BaseModel, Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from starlette.exceptions import HTTPException
from starlette.requests import Request

from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.wire.call import Call
from remembrancer.wire.routes import JSON_QUERY, KEY_HEADER

IdempotencyKey = Annotated[str, Field(min_length=1, max_length=NAME_CHARACTERS_MAX)]

_KEY: Final = TypeAdapter(IdempotencyKey)
_JSON_QUERY_PREFIX: Final = f"{JSON_QUERY}=".encode()
_NO_BODY: Final = object()
_LISTS: Final = (list, tuple, set, frozenset, Sequence)

_Query = TypeVar("_Query", bound=BaseModel)
_Value = TypeVar("_Value")


class InvalidRequest(Exception):
    """A request that cannot be read. `details` are pydantic's errors, with the place first."""

    def __init__(self, place: str, details: Iterable[Mapping[str, Any]]) -> None:
        super().__init__()
        self.details = tuple({**detail, "loc": (place, *detail["loc"])} for detail in details)


class Arguments(NamedTuple):
    """What a request gives to its verb."""

    values: dict[str, Any]  # by the verb's own names; what the request leaves out is not there
    key: str | None  # the idempotency key


class QueryReader(Generic[_Query]):
    """Reads the query of an address into a model."""

    def __init__(self, model: type[_Query]) -> None:
        self._adapter = TypeAdapter(model)
        self._lists: set[str] = set()  # names of fields that take several values
        self._single: set[str] = set()  # names of all other fields
        for name, field in model.model_fields.items():
            names = self._lists if _takes_list(field.annotation) else self._single
            names.update(_names(name, field))

    def read(self, request: Request) -> _Query:
        sent = request.query_params
        values: dict[str, Any] = {}
        for name in sent:
            listed = sent.getlist(name)
            is_list = name in self._lists or (name not in self._single and len(listed) > 1)
            values[name] = listed if is_list else listed[-1]
        return _validate(self._adapter, values, "query")


class RequestReader:
    """Reads the requests of one route. What it needs for that is made with the first request."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def read(self, request: Request, sent: bytes) -> Arguments:
        """The arguments of the verb. `sent` is the body.

        Where several things are wrong, a body that is no JSON is told of first, and then what is
        wrong with the query, the key and the body.
        """
        body = self._parse_body(request, sent)
        values: dict[str, Any] = dict(request.path_params)
        values |= self._read_query(request)
        key = read_key(request) if self._call.route.is_unsafe else None
        return Arguments(values | self._read_body(body), key)

    def _read_query(self, request: Request) -> dict[str, Any]:
        query_string: bytes = request.scope["query_string"]
        if self._json_query is not None and query_string.startswith(_JSON_QUERY_PREFIX):
            return _given(_validate(self._json_query, _parse_json_query(query_string), "query"))
        return {} if self._query is None else _given(self._query.read(request))

    def _parse_body(self, request: Request, sent: bytes) -> Any:
        """The body as JSON; as it was sent if it is said to be something else."""
        if self._body is None or not sent:
            return _NO_BODY
        if not _is_json(request.headers.get("content-type", "")):
            return sent
        try:
            return json.loads(sent)
        except json.JSONDecodeError as error:
            detail = {"type": "json_invalid", "loc": (error.pos,), "ctx": {"error": error.msg}}
            raise InvalidRequest("body", [detail]) from None
        except (ValueError, RecursionError) as error:  # no text, or numbers and lists too large
            raise HTTPException(400) from error

    def _read_body(self, body: Any) -> dict[str, Any]:
        if self._body is None:
            return {}
        if body is _NO_BODY:
            if self._call.is_body_needed:
                raise InvalidRequest("body", [{"type": "missing", "loc": (), "input": None}])
            return {}
        value = _validate(self._body, body, "body")
        name = self._call.route.body
        if name is None:
            return {} if value is None else _given(value)
        is_wrapped = isinstance(value, dict) and set(value) == {name}
        return {name: value[name] if is_wrapped else value}

    @cached_property
    def _query(self) -> QueryReader[BaseModel] | None:
        return None if self._call.query is None else QueryReader(self._call.query)

    @cached_property
    def _json_query(self) -> TypeAdapter[Any] | None:
        model = self._call.query_as_json if self._call.asks_in_json else None
        return None if model is None else TypeAdapter(model)

    @cached_property
    def _body(self) -> TypeAdapter[Any] | None:
        body = self._call.body
        if body is None:
            return None
        return TypeAdapter(body if self._call.is_body_needed else body | None)


def read_key(request: Request) -> str | None:
    """The idempotency key of a request that has one."""
    key = request.headers.get(KEY_HEADER)
    if key is None:
        return None
    try:
        return _KEY.validate_python(key)
    except ValidationError as error:
        details = error.errors(include_url=False)
    raise InvalidRequest("header", [{**detail, "loc": (KEY_HEADER,)} for detail in details])


def _validate(adapter: TypeAdapter[_Value], value: Any, place: str) -> _Value:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        details = error.errors(include_url=False)
    raise InvalidRequest(place, details)


def _given(model: BaseModel) -> dict[str, Any]:
    """The fields that the request names."""
    return {name: getattr(model, name) for name in model.model_fields_set}


def _parse_json_query(query_string: bytes) -> Any:
    """What an address asks for in JSON. Nothing else stands beside it."""
    text = unquote_plus(query_string.removeprefix(_JSON_QUERY_PREFIX).decode("latin-1"))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        wrong = "it is no JSON. Write it as an object, with all its signs escaped"
    detail = {"type": "no_json", "loc": (JSON_QUERY,), "msg": wrong, "input": text}
    raise InvalidRequest("query", [detail])


def _is_json(content_type: str) -> bool:
    media_type = content_type.partition(";")[0].strip().lower()
    main, _, subtype = media_type.partition("/")
    if main != "application" or "/" in subtype:
        return False
    return subtype == "json" or subtype.endswith("+json")


def _names(name: str, field: FieldInfo) -> Iterable[str]:
    """The names that a field has in an address."""
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return [choice for choice in alias.choices if isinstance(choice, str)]
    return [alias if isinstance(alias, str) else name]


def _takes_list(annotation: Any) -> bool:
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _takes_list(parts[0])
    if origin in (Union, UnionType):
        return any(_takes_list(part) for part in parts)
    kind = origin or annotation
    return isinstance(kind, type) and issubclass(kind, _LISTS) and not issubclass(kind, str | bytes)
