"""What somebody hostile sends: in every part of every path, query and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from pydantic import BaseModel

from remembrancer.wire.call import Call, calls
from tests.http.conftest import Site

UNKNOWN = "km_000000000000"
TEXTS = (
    "' OR '1'='1",
    "'; DROP TABLE item; --",
    '" OR 1=1 --',
    "%",
    "_",
    "\\",
    "$.a[*]",
    '{"$ne": null}',
    "km_%",
    "x\x00y",
    "\ud800",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "file:///etc/passwd",
    "a\r\nX-Hostile: 1",
    "\u0663",
    "\uff11\uff12",
    "x" * 60_000,
    "NaN",
    "1e999",
    "9" * 400,
    "\u202e",
    "{{7*7}}",
    "${x}",
    "",
    " ",
    "null",
    "[]",
    "1_000",
)
# As they stand in a body, so that they can be what no value of ours is written as.
VALUES = (
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 5_000,
    b"[" * 50_000 + b"]" * 50_000,
    b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    b'{"x": 1, "x": 2}',
    b'{"\\ud800": 1}',
    b'{"\\u0000": 1}',
    b'{"$ne": null}',
    b"[]",
    b"null",
    b"true",
    b"-1",
    b"1.5",
    b"18446744073709551616",
    b'"\\ud800"',
    b'["\\ud800", null]',
)
# They would end the test's own world.
_LEFT_OUT = frozenset({"admin.archive", "admin.configure"})


class Try(NamedTuple):
    """One request, and where its hostile part stands."""

    verb: str
    place: str
    method: str
    path: str
    body: bytes | None = None

    def send(self, site: Site, token: str) -> Any:
        return site.send(self.method, self.path, token=token, content=self.body)


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _path(call: Call, **told: str) -> str:
    return re.sub(r"{(\w+)}", lambda name: told.get(name[1], UNKNOWN), call.route.path)


def _fields(model: Any) -> dict[str, bool]:
    """By its name on the wire: whether a field has to be given."""
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return {}
    fields = model.model_fields.items()
    return {one.serialization_alias or name: one.is_required() for name, one in fields}


def _in_path_and_query(call: Call) -> Iterator[Try]:
    verb, method = call.route.verb, call.route.method
    body = None if call.body is None else b"{}"
    for text in TEXTS:
        for name in re.findall(r"{(\w+)}", call.route.path):
            if text:
                path = _path(call, **{name: _quoted(text)})
                yield Try(verb, name, method, path, body)
        for name in _fields(call.query):
            path = f"{_path(call)}?{name}={_quoted(text)}"
            yield Try(verb, name, method, path, body)


def _in_body(call: Call) -> Iterator[Try]:
    if call.body is None:
        return
    verb, method, path = call.route.verb, call.route.method, _path(call)
    fields = _fields(call.body)
    for value in (*VALUES, *(json.dumps(text).encode() for text in TEXTS)):
        yield Try(verb, "the body", method, path, value)
        for name in fields:
            rest = {one: "x" for one, is_needed in fields.items() if is_needed and one != name}
            told = json.dumps(rest).encode().removeprefix(b"{")
            comma = b", " if rest else b""
            body = b'{"' + name.encode() + b'": ' + value + comma + told
            yield Try(verb, name, method, path, body)


def tries() -> list[Try]:
    """All of them, over every route of the table."""
    return [
        one
        for call in calls()
        if call.route.verb not in _LEFT_OUT
        for one in (*_in_path_and_query(call), *_in_body(call))
    ]


def check(site: Site, token: str, one: Try) -> int:
    """It is answered or refused, in our own words; what fails is nothing of ours."""
    told = one.send(site, token)
    where = f"{one.verb} {one.place}: {one.path[:200]} {(one.body or b'')[:200]!r}"
    assert told.status_code < 500, f"{where} -> {told.text[:500]}"
    assert "x-hostile" not in told.headers, where
    if told.status_code >= 400:
        assert told.headers["content-type"] == "application/problem+json", where
        assert told.json()["status"] == told.status_code, where
        assert not re.search(r"Traceback|sqlite|psycopg|pydantic", told.text), told.text
        # What is said of a query in SQL may name the statement that is allowed.
        is_of_sql = told.json().get("language") == "sql"
        assert is_of_sql or "SELECT " not in told.text, told.text
    status: int = told.status_code
    return status
