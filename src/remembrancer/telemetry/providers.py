"""Providers of our own, set up by the standard `OTEL_*` variables, that send by OTLP over HTTP.

They are nobody else's: the global providers of the process stay as they are, so that no library
that tells of more than we do sends anything through them. Threads of exporters start here, which is
after a server process was forked.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, Final
from uuid import uuid4

from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import (
    MetricExportResult,
    MetricReader,
    MetricsData,
    PeriodicExportingMetricReader,
)
from opentelemetry.sdk.resources import (
    SERVICE_INSTANCE_ID,
    SERVICE_NAME,
    SERVICE_VERSION,
    OTELResourceDetector,
    Resource,
)
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.limits import TELEMETRY_STOP_SECONDS
from remembrancer.telemetry.open_telemetry import OpenTelemetry
from remembrancer.telemetry.reach import Reach

_PROTOCOL: Final = "http/protobuf"
_PROTOCOLS: Final = (
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
    "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL",
)

log = logging.getLogger("remembrancer.telemetry")


def opened() -> OpenTelemetry:
    """Telemetry that goes where the environment says."""
    for name in _PROTOCOLS:
        if os.environ.get(name, _PROTOCOL) != _PROTOCOL:
            raise InvalidSettings(
                f"{name} is {os.environ[name]!r}, and traces and metrics are sent as {_PROTOCOL} "
                "only. Leave it out, and name the HTTP port of the collector, which is often 4318.",
                field=name,
            )
    own_version = version("remembrancer")
    own = {
        SERVICE_NAME: "remembrancer",
        SERVICE_VERSION: own_version,
        SERVICE_INSTANCE_ID: str(uuid4()),
    }
    # What the environment says of the service wins.
    resource = Resource.create({**own, **OTELResourceDetector().detect().attributes})
    tracing = TracerProvider(resource=resource, shutdown_on_exit=False)
    exporters: list[_SpanExporter | _MetricExporter] = []
    if _is_sent("OTEL_TRACES_EXPORTER"):
        spans = _SpanExporter()
        exporters.append(spans)
        tracing.add_span_processor(BatchSpanProcessor(spans))
    readers: list[MetricReader] = []
    if _is_sent("OTEL_METRICS_EXPORTER"):
        figures = _MetricExporter()
        exporters.append(figures)
        readers.append(PeriodicExportingMetricReader(figures))
    metering = MeterProvider(metric_readers=readers, resource=resource, shutdown_on_exit=False)
    theirs = logging.getLogger("opentelemetry")
    if theirs.level == logging.NOTSET:  # nobody wants to hear them
        # Each failed round would be a line, with a stack. `Reach` tells it once.
        theirs.setLevel(logging.CRITICAL)

    def stop() -> None:
        for exporter in exporters:
            if exporter.reach.is_refused():
                exporter.reach.note(is_reached=False)
                exporter.shutdown()  # so that nothing is tried again and again at the end
        _within(TELEMETRY_STOP_SECONDS, tracing.shutdown, metering.shutdown)

    return OpenTelemetry(tracing, metering, version=own_version, stop=stop)


def _is_sent(variable: str) -> bool:
    wanted = os.environ.get(variable) or "otlp"
    if wanted not in ("otlp", "none"):
        raise InvalidSettings(
            f"{variable} is {wanted!r}. Write otlp, which is the default, or none.", field=variable
        )
    return wanted == "otlp"


def _within(seconds: float, *acts: Callable[[], Any]) -> None:
    """Does all of it at the same time, and waits no longer than that for it."""
    threads = [threading.Thread(target=act, daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    ends = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, ends - time.monotonic()))
    if any(thread.is_alive() for thread in threads):
        log.warning("The last traces and metrics were not taken in time and are lost.")


class _SpanExporter(OTLPSpanExporter):
    def __init__(self) -> None:
        super().__init__()
        self.reach = Reach("traces", self._endpoint)

    def shutdown(self) -> None:
        self.reach.has_ended = True
        super().shutdown()  # type: ignore[no-untyped-call]

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = super().export(spans)
        self.reach.note(result is SpanExportResult.SUCCESS)
        return result


class _MetricExporter(OTLPMetricExporter):
    def __init__(self) -> None:
        super().__init__()
        self.reach = Reach("metrics", self._endpoint)

    def shutdown(self, timeout_millis: float = 30_000, **kwargs: Any) -> None:
        self.reach.has_ended = True
        super().shutdown(timeout_millis, **kwargs)

    def export(
        self, metrics_data: MetricsData, timeout_millis: float | None = 10_000, **kwargs: Any
    ) -> MetricExportResult:
        result = super().export(metrics_data, timeout_millis, **kwargs)
        self.reach.note(result is MetricExportResult.SUCCESS)
        return result
