"""The span of a request: its route and its status, and nothing that a caller put into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from remembrancer.doors.http.metrics import METHODS
from remembrancer.ports import Attribute, Span, Telemetry, Work
from remembrancer.ports.telemetry import SILENT_SPAN, Fact
from remembrancer.wire.routes import EVENTS_PATH, LIVE_PATH, TRACE_HEADER

# A stream would last for hours, and who looks whether the server is there asks too often.
_UNTOLD: Final = frozenset({EVENTS_PATH, LIVE_PATH, "/health", "/metrics"})
_TRACE_HEADER: Final = TRACE_HEADER.encode()


def request_span(telemetry: Telemetry, scope: Mapping[str, Any]) -> Span:
    """The span of a request, as part of the trace that its caller names."""
    if not telemetry.is_on or scope["path"] in _UNTOLD:
        return SILENT_SPAN
    method = _method(scope)
    facts: dict[Attribute, Fact] = {
        Attribute.METHOD: method,
        Attribute.REQUEST_ID: scope["state"]["request_id"],
    }
    return telemetry.span(Work.REQUEST, method, facts, caller=_caller(scope["headers"]))


def tell(
    span: Span, scope: Mapping[str, Any], route: str, status: int, error: Exception | None
) -> None:
    """Adds what is known of a request once it is answered."""
    if span is SILENT_SPAN:
        return
    facts: dict[Attribute, Fact] = {Attribute.ROUTE: route, Attribute.STATUS: status}
    if kind := scope["state"].get("caller_kind"):
        facts[Attribute.CALLER] = kind
    span.note(facts)
    span.rename(f"{_method(scope)} {route}")
    if error is not None:
        span.fail(type(error).__name__)
    elif status >= 500:
        span.fail(str(status))


def _method(scope: Mapping[str, Any]) -> str:
    method: str = scope["method"]
    return method if method in METHODS else "_OTHER"


def _caller(headers: list[tuple[bytes, bytes]]) -> str | None:
    """The span of the caller. Of two, none counts."""
    found = [value for name, value in headers if name == _TRACE_HEADER]
    return found[0].decode("latin-1") if len(found) == 1 else None
