"""Requests that hold something of another type than its argument has, for every argument."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from remembrancer.wire.call import Argument, Call, ParameterPlace, calls
from tests.http.conftest import Site

A_FEW: tuple[Any, ...] = ("many", 7, ["x"], {"a": {}})
ALL: tuple[Any, ...] = (
    *A_FEW,
    *(True, 1.5, float("nan"), float("inf"), 10**400, -1, None),
    *([], [{}], [[]], [None], {"a": {"b": [1]}}, {"id": []}),
    *("", "0", "\x00", "2026-13-99", "a" * 300),
)
_LEFT_OUT = frozenset({"admin.archive", "admin.configure"})  # they end the world that is asked
# What the other arguments are, so that it is this one that is looked at.
FITTING: dict[tuple[str, str], Any] = {
    ("jobs.schedule", "kind"): "collect",
    ("jobs.schedule", "every"): "1d",
    ("vote", "value"): 1,
    ("review.resolve", "action"): "kept_a",
    ("review.batch", "action"): "approve",
    ("review.batch", "ids"): ["km_000000000000"],
    ("sources.meeting", "id"): "m",
    ("sources.meeting", "notes"): {"action_items": ["Priya sends it."]},
    ("conversations.append", "messages"): [{"author_id": "a", "content": "x"}],
    ("tools.call", "tool_name"): "recall",
    ("tools.call", "arguments"): {"query": "x"},
    ("add_many", "items"): [{"content": "x"}],
    ("sources.backfill", "given"): [{"id": "r", "messages": []}],
    ("sources.import_", "given"): [{"id": "1", "memory": "x"}],
    ("sources.session", "lines"): "{}\n",
    ("admin.apply_erasures", "certificates"): [],
    ("walks.used", "ids"): ["km_000000000000"],
    ("admin.grant", "roles"): ["KM_ADMIN"],
    ("admin.withdraw", "roles"): ["KM_ADMIN"],
    ("admin.join_group", "groups"): ["g"],
    ("admin.leave_group", "groups"): ["g"],
}


class Try(NamedTuple):
    """One request."""

    what: str  # verb, argument and value
    method: str
    path: str
    query: dict[str, str]
    body: str | None


def tries(site: Site, wrong: tuple[Any, ...]) -> Iterator[Try]:
    site.memory.conversations.start("talk")
    site.token("eve")
    for call in calls():
        if call.route.verb in _LEFT_OUT:
            continue
        for one in call.arguments:
            for value in wrong:
                yield _request(site, call, one, value)


def _request(site: Site, call: Call, wrong: Argument, value: Any) -> Try:
    path, query, body = call.route.path, {}, {}
    whole: Any = None
    for one in call.arguments:
        if one is not wrong and one.default is not ...:
            continue
        told = value if one is wrong else _fitting(site, call, one.name)
        if one.place is ParameterPlace.PATH:
            path = path.replace("{" + one.name + "}", quote(_text(told), safe=""))
        elif one.place is ParameterPlace.QUERY:
            query[one.told[0]] = _text(told)
        elif one.name == call.route.body:
            whole = told
        else:
            body[one.told[0]] = told
    content = None if call.body is None else json.dumps(body if whole is None else whole)
    what = f"{call.route.operation} {wrong.name}={str(value)[:40]!r}"
    return Try(what, call.route.method, path, query, content)


def _fitting(site: Site, call: Call, name: str) -> Any:
    if (call.route.verb, name) in FITTING:
        return FITTING[call.route.verb, name]
    if name in ("id", "item_id"):
        return site.memory.add(content="x").id
    return {"conversation_id": "talk", "name": "eve"}.get(name, "abc")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)[:100]


def check(site: Site, one: Try) -> int:
    """It is answered or refused; if refused, in a sentence and by the name of a field."""
    headers = {"Content-Type": "application/json"}
    answer = site.send(
        one.method, one.path, token=site.admin, params=one.query, content=one.body, headers=headers
    )
    assert answer.status_code < 500, (one.what, answer.text)
    if answer.status_code >= 400:
        told = answer.json()
        assert told["detail"].endswith((".", "?")), (one.what, told)
        assert " " in told["detail"], (one.what, told)
    return answer.status_code
