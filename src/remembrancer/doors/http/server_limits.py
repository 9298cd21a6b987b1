"""The limits of a server: how many requests it answers, for whom, and how long they may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from remembrancer.core.limits import (
    ADDRESS_REQUESTS_PER_SECOND,
    CALLER_REQUESTS_PER_SECOND,
    REQUEST_SECONDS_MAX,
    REQUESTS_AT_ONCE_MAX,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """What every request is held to. 0: there is no such limit."""

    rate: float = 0  # requests per second of one caller
    address_rate: float = 0  # requests per second of one address, counted before authentication
    request_seconds: float = 0  # from a request to its answer
    requests_max: int = REQUESTS_AT_ONCE_MAX  # at the same time, event streams aside
    origins: frozenset[str] = frozenset()  # web sites whose pages may call the server (CORS)
    are_metrics_open: bool = False  # anybody may read /metrics, not only this machine and admins

    @classmethod
    def defaults(
        cls,
        *,
        rate: float | None = None,
        address_rate: float | None = None,
        request_seconds: float | None = None,
        **more: Any,
    ) -> ServerLimits:
        """The usual limits, but for those that are given here."""
        return cls(
            rate=CALLER_REQUESTS_PER_SECOND if rate is None else rate,
            address_rate=ADDRESS_REQUESTS_PER_SECOND if address_rate is None else address_rate,
            request_seconds=REQUEST_SECONDS_MAX if request_seconds is None else request_seconds,
            **more,
        )
