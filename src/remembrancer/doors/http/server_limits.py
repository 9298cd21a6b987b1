"""Terms: how much a server takes on, and for whom, as it is told at its start."""

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
class Terms:
    """What holds for every request of a server. Where a number is 0, there is no such limit."""

    rate: float = 0  # requests per second of one caller
    address_rate: float = 0  # requests per second of one address, before it is known who calls
    request_seconds: float = 0  # until a request is answered
    requests_max: int = REQUESTS_AT_ONCE_MAX  # under way at once, streams aside
    origins: frozenset[str] = frozenset()  # web sites whose pages may call it
    are_numbers_open: bool = False  # to whoever asks, and not to this machine and admins alone

    @classmethod
    def usual(
        cls,
        *,
        rate: float | None = None,
        address_rate: float | None = None,
        request_seconds: float | None = None,
        **more: Any,
    ) -> Terms:
        """The terms of a server to which nothing else is told."""
        return cls(
            rate=CALLER_REQUESTS_PER_SECOND if rate is None else rate,
            address_rate=ADDRESS_REQUESTS_PER_SECOND if address_rate is None else address_rate,
            request_seconds=REQUEST_SECONDS_MAX if request_seconds is None else request_seconds,
            **more,
        )
