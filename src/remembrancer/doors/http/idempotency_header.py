"""The Idempotency-Key header: a repeated request is given the first answer again."""

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


def answer_once(
    session: Session,
    route: Route,
    key: str,
    arguments: Mapping[str, Any],
    act: Callable[[Session], bytes],
) -> tuple[bytes, dict[str, str]]:
    """The answer to a request, and the header of one that was answered before."""
    # Requests are compared by their arguments, not by how they are spelled.
    body = json.dumps(_ANYTHING.dump_python(arguments, mode="json"), sort_keys=True)
    answer = once(
        session,
        KeyedCall(route.verb, key, body),
        route.status,
        lambda own: act(own).decode(),
        keeps=not route.is_secret,
    )
    headers = {REPLAYED_HEADER: "true"} if answer.is_replayed else {}
    return answer.body.encode(), headers
