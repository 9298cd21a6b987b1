"""Live data that background work knows of: what its space says of it, and what requests held.

A request to a chat model is given live state, and its receipt keeps that. So what was so while a
conversation went on is known when it is read, and is erased with it. Beyond the conversation only
the names count: what live data holds of a subject, and no value of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from remembrancer.core.limits import LIVE_DELIVERIES_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance.port import StoredDelivery
from remembrancer.items.conversation import Conversation
from remembrancer.ports import Reader
from remembrancer.reading.live_state import values_of

_COMPOSE: Final = "compose"


def known_for(reader: Reader, scope: Scope, place: Conversation) -> dict[str, Any]:
    """What live data holds, as far as requests in a conversation or about its subject told.

    Of requests elsewhere only the caller's own count.
    """
    own = reader.deliveries.page(
        kind=_COMPOSE, owner=scope.viewer.name, subject=place.subject, limit=LIVE_DELIVERIES_MAX
    )
    held: dict[str, Any] = {}
    for one in own.deliveries:
        if one.subject == place.subject:
            held |= dict.fromkeys(_values(one))
    # The newest last: it is the one that counts.
    for one in reversed(reader.deliveries.of_conversation(place.id, limit=LIVE_DELIVERIES_MAX)):
        if one.kind == _COMPOSE:
            held |= _values(one)
    return held


def _values(delivery: StoredDelivery) -> Mapping[str, Any]:
    """What a request was given, by name. Of what was erased nothing is left."""
    lines = delivery.given.get("live")
    if not isinstance(lines, list):
        return {}
    told = values_of("\n".join(one for one in lines if isinstance(one, str)))
    return {name: _plain(value) for name, value in told.items()}


def _plain(value: str) -> Any:
    """A number as a number; a text as it stands."""
    try:
        found = json.loads(value)
    except ValueError:
        return value
    return found if isinstance(found, int | float) else value
