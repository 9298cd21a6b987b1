"""The rate limit: how often one caller and one address may ask, and when to come back."""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from starlette.requests import Request

from remembrancer.core.errors import NotAuthenticated, TooManyRequests
from remembrancer.core.limits import PACE_BURST_SECONDS, PACES_KNOWN_MAX, REFUSED_TOKEN_COST
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.front.session import Session


class TokenBuckets:
    """A token bucket for each key. It fills at the rate, and each request takes one token.

    Several threads may use it. The keys that have not asked for longest are dropped first: their
    buckets are full by then, or there are more requests than this process can answer anyway.
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._full = max(1.0, rate * PACE_BURST_SECONDS)
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, cost: float = 1) -> int:
        """Takes tokens. Gives the seconds to wait, or 0; a refused request takes nothing."""
        if not self._rate:
            return 0
        now = self._clock()
        with self._lock:
            left, at = self._known.pop(key, (self._full, now))
            left = min(self._full, left + (now - at) * self._rate)
            is_enough = left >= 1
            self._known[key] = (left - cost if is_enough else left, now)
            while len(self._known) > PACES_KNOWN_MAX:
                self._known.popitem(last=False)
        return 0 if is_enough else math.ceil((1 - left) / self._rate)


class RateLimit:
    """Limits the requests of each address and of each caller."""

    def __init__(self, limits: ServerLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._addresses = TokenBuckets(limits.address_rate, clock)
        self._callers = TokenBuckets(limits.rate, clock)

    def address_wait(self, scope: Any) -> int:
        """Seconds that a request has to wait because of its address, or 0."""
        return self._addresses.take(_address(scope))

    def limit(self, caller: Caller) -> Caller:
        """The same caller, refused if they ask too often. A request counts once."""

        def limited(request: Request) -> Session:
            try:
                session = caller(request)
            except NotAuthenticated:
                self._addresses.take(_address(request.scope), REFUSED_TOKEN_COST)
                raise
            state = request.scope.setdefault("state", {})
            if "caller_kind" not in state:  # a stream authenticates its reader many times
                state["caller_kind"] = session.principal.kind.value
                wait = self._callers.take((session.space.uid, session.principal.name))
                if wait:
                    raise TooManyRequests(wait)
            return session

        return limited


def _address(scope: Any) -> str:
    """The address of a request. IPv6 counts by network: whoever has one address has all of it."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    if ":" not in host:
        return host
    try:
        return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return host
