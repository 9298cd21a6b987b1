"""Pace: how often somebody may ask, and when to come back."""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from fastapi import Request

from remembrancer.core.errors import NotAuthenticated, TooManyRequests
from remembrancer.core.limits import PACE_BURST_SECONDS, PACES_KNOWN_MAX, REFUSED_TOKEN_COST
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.server_limits import Terms
from remembrancer.front.session import Session


class Buckets:
    """One bucket each, which fills at the rate and of which each request takes.

    It may be used from several threads. Who has not asked for longest is forgotten first: their
    bucket is full by then, or others ask more than this process can answer anyway.
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._full = max(1.0, rate * PACE_BURST_SECONDS)
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, who: Hashable, cost: float = 1) -> int:
        """Seconds to wait: 0 for whoever may go on. What is refused takes nothing."""
        if not self._rate:
            return 0
        now = self._clock()
        with self._lock:
            left, at = self._known.pop(who, (self._full, now))
            left = min(self._full, left + (now - at) * self._rate)
            is_enough = left >= 1
            self._known[who] = (left - cost if is_enough else left, now)
            while len(self._known) > PACES_KNOWN_MAX:
                self._known.popitem(last=False)
        return 0 if is_enough else math.ceil((1 - left) / self._rate)


class Pace:
    """The pace of each address and of each caller, as the server's terms allow it."""

    def __init__(self, terms: Terms, clock: Callable[[], float] = time.monotonic) -> None:
        self._addresses = Buckets(terms.address_rate, clock)
        self._callers = Buckets(terms.rate, clock)

    def admit(self, scope: Any) -> int:
        """Seconds that a request has to wait before it is looked at who calls."""
        return self._addresses.take(_address(scope))

    def kept_by(self, caller: Caller) -> Caller:
        """Whose request it is, unless they ask too often. A request counts once."""

        def kept(request: Request) -> Session:
            try:
                session = caller(request)
            except NotAuthenticated:
                self._addresses.take(_address(request.scope), REFUSED_TOKEN_COST)
                raise
            state = request.scope.setdefault("state", {})
            if "caller_kind" not in state:  # a stream asks again and again who reads it
                state["caller_kind"] = session.principal.kind.value
                wait = self._callers.take((session.space.uid, session.principal.name))
                if wait:
                    raise TooManyRequests(wait)
            return session

        return kept


def _address(scope: Any) -> str:
    """Where a request comes from. Whoever has one IPv6 address has all of its network."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    if ":" not in host:
        return host
    try:
        return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return host
