"""Live data for background extraction, taken from the receipts of earlier requests.

A compose request carries live state, and its receipt keeps it. Extraction that runs later uses the
state of that conversation, and erasing the receipt removes it. For other conversations about the
same subject only the field names count, not their values.
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
from remembrancer.reading.live_state import state_values

_COMPOSE: Final = "compose"


def live_data_for(reader: Reader, scope: Scope, place: Conversation) -> dict[str, Any]:
    """The live data of requests in a conversation or about its subject.

    From other conversations, only the caller's own requests count.
    """
    own = reader.deliveries.page(
        kind=_COMPOSE, owner=scope.viewer.name, subject=place.subject, limit=LIVE_DELIVERIES_MAX
    )
    held: dict[str, Any] = {}
    for one in own.deliveries:
        if one.subject == place.subject:
            held |= dict.fromkeys(_values(one))
    # The newest value comes last and wins.
    for one in reversed(reader.deliveries.of_conversation(place.id, limit=LIVE_DELIVERIES_MAX)):
        if one.kind == _COMPOSE:
            held |= _values(one)
    return held


def _values(delivery: StoredDelivery) -> Mapping[str, Any]:
    """The live state of a request, by name; empty after erasure."""
    lines = delivery.given.get("live")
    if not isinstance(lines, list):
        return {}
    told = state_values("\n".join(one for one in lines if isinstance(one, str)))
    return {name: _plain(value) for name, value in told.items()}


def _plain(value: str) -> Any:
    """A number if the text is one, otherwise the text."""
    try:
        found = json.loads(value)
    except ValueError:
        return value
    return found if isinstance(found, int | float) else value
