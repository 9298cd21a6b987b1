"""Every verb with odd values in the place of each argument: here, and at a server."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from remembrancer import Memory, RemembrancerError
from remembrancer.testing import FrozenClock
from remembrancer.wire.call import Call, calls
from tests.http.wrong_types import FITTING
from tests.plain_arrivals import unchecked_arrivals
from tests.remote import House

A_FEW: tuple[Any, ...] = ([], "", None, False, 7)
ALL: tuple[Any, ...] = (
    *A_FEW,
    *(0, -1, 1.5, 2.0, True, {}, {"a": 1}),
    *(["x"], [""], [None], [7], [[]]),
    *("x", " ", "1", "[]", "\x00", "a" * 300),
)
CALLS = {call.route.verb: call for call in calls() if call.route.second is None}
# A text in place of records is a path of this machine, and does not cross the wire.
_PATHS = frozenset({("sources.backfill", "given"), ("sources.import_", "given")})
_NEEDED: dict[str, dict[str, Any]] = {
    "add": {"content": "Tea."},
    "supersede": {"content": "Coffee."},
    "sources.meeting": {"notes": {"action_items": ["Priya sends it."]}},
}
_MADE_UP = re.compile(
    r"\b(?:[a-z]+_)?[0-9a-f]{12,64}\b|[\w-]{40,}(?:\.[\w-]+)*"
    r"|(?<=\"processing_time_ms\": )[\d.]+"
)


class Door(NamedTuple):
    """A memory, and what there is in it."""

    memory: Memory
    item: str
    token: str


def differences(house: House, call: Call, values: tuple[Any, ...]) -> list[str]:
    """What one of them gives or refuses otherwise than the other."""
    found: list[str] = []
    fields = () if call.fields is None else call.fields.model_fields
    with _pair() as (here, behind):
        there = house.enter(behind)
        for name in dict.fromkeys((*(one.name for one in call.arguments), *fields)):
            if (call.route.verb, name) in _PATHS:
                continue
            doors = _door(here, here), _door(behind, there)
            for value in values:
                said = [_said(one, call, name, value) for one in doors]
                if said[0] != said[1]:
                    found.append(f"{call.route.verb}({name}={value!r}): {said[0]} and {said[1]}")
    return found


@contextmanager
def _pair() -> Iterator[list[Memory]]:
    with ExitStack() as opened:
        yield [
            opened.enter_context(
                Memory.open(
                    ":memory:",
                    preset="corporate",
                    clock=FrozenClock(datetime(2026, 3, 2, 9, tzinfo=UTC)),
                    embedder="none",
                    background=False,
                )
            )
            for _ in range(2)
        ]


def _door(memory: Memory, seen: Memory) -> Door:
    """With things that nobody has touched yet."""
    with unchecked_arrivals():  # there is one for each argument
        item = memory.add(content="Tea is at four.", subject="ada", tags=["drink"])
    memory.admin.add_person("eve", groups=["kitchen"])
    memory.conversations.start("talk")
    memory.conversations.append("talk", [{"author_id": "ada", "content": "I like tea."}])
    return Door(seen, item.id, memory.admin.issue_token("eve").id)


def _said(door: Door, call: Call, name: str, value: Any) -> tuple[str, ...]:
    """What comes of it, without what is made up anew each time."""
    given = {one.name: _fitting(door, call, one.name) for one in call.arguments if _needs(one)}
    given |= _NEEDED.get(call.route.verb, {})
    is_spread = any(one.name == name and one.kind is _SPREAD for one in call.arguments)
    given[name] = [value] if is_spread else value
    group = attrgetter(call.group)(door.memory) if call.group else door.memory
    listed, named = call.arrange(given)
    try:
        found = getattr(group, call.name)(*listed, **named)
    except RemembrancerError as error:
        told = sorted((one, repr(more)) for one, more in vars(error).items())
        return type(error).__name__, _MADE_UP.sub("…", f"{error} {told}")
    told_as_json = json.dumps(call.answer.dump_python(found, mode="json"), sort_keys=True)
    return ("gives", _MADE_UP.sub("…", told_as_json))


_SPREAD = inspect.Parameter.VAR_POSITIONAL


def _needs(one: Any) -> bool:
    return one.default is ...


def _fitting(door: Door, call: Call, name: str) -> Any:
    if (call.route.verb, name) in FITTING:
        return FITTING[call.route.verb, name]
    if call.route.verb == "admin.revoke_token" and name == "id":
        return door.token
    if name in ("id", "item_id"):
        return door.item
    return {"conversation_id": "talk", "name": "eve", "subject": "ada"}.get(name, "abc")
