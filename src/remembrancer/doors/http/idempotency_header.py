"""Requests that may be repeated: those that come with a key are answered alike each time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from remembrancer.front.idempotency import once
from remembrancer.front.session import Session
from remembrancer.ports import KeyedCall
from remembrancer.wire.routes import REPLAYED_HEADER, Route

_ANYTHING: Final = TypeAdapter(Any)


def repeatable(
    session: Session,
    route: Route,
    key: str,
    told: Mapping[str, Any],
    act: Callable[[Session], bytes],
) -> tuple[bytes, dict[str, str]]:
    """The answer to a request, and the headers that say whether it was made before."""
    # As it was understood: how a request is spelled makes no other one of it.
    body = json.dumps(_ANYTHING.dump_python(told, mode="json"), sort_keys=True)
    answer = once(
        session,
        KeyedCall(route.verb, key, body),
        route.status,
        lambda own: act(own).decode(),
        keeps=not route.is_secret,
    )
    headers = {REPLAYED_HEADER: "true"} if answer.is_replayed else {}
    return answer.body.encode(), headers
