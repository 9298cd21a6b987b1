"""Telemetry by OpenTelemetry: `Memory.open(..., telemetry=OpenTelemetry())`."""

from __future__ import annotations

from remembrancer.core.errors import NotAvailable

try:
    from remembrancer.telemetry.open_telemetry import OpenTelemetry
except ImportError:
    raise NotAvailable(
        "Traces and metrics need OpenTelemetry, which is not installed. Install Remembrancer with "
        "its extra: pip install 'remembrancer[otel]'."
    ) from None

__all__ = ["OpenTelemetry"]
