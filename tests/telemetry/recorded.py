"""Telemetry that stays in memory, and what a test reads from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from remembrancer.telemetry import OpenTelemetry


class Recorded:
    """What was told so far."""

    def __init__(self) -> None:
        self._spans = InMemorySpanExporter()
        self._numbers = InMemoryMetricReader()
        tracing = TracerProvider(shutdown_on_exit=False)
        tracing.add_span_processor(SimpleSpanProcessor(self._spans))
        self.tracing = tracing
        metering = MeterProvider([self._numbers], shutdown_on_exit=False)
        self.telemetry = OpenTelemetry(tracing, metering)

    def clear(self) -> None:
        self._spans.clear()

    def spans(self, name: str | None = None) -> list[ReadableSpan]:
        """All spans, or those of this name, in the order of their ends."""
        found = self._spans.get_finished_spans()
        return [span for span in found if name in (None, span.name)]

    def only(self, name: str) -> ReadableSpan:
        (found,) = self.spans(name)
        return found

    def children(self, parent: ReadableSpan) -> list[str]:
        """The names of what is part of a span, by their beginnings; transactions left out."""
        inside = [span for span in self.spans() if id_of(span.parent) == id_of(parent.context)]
        inside.sort(key=lambda span: span.start_time or 0)
        return [span.name for span in inside if not span.name.startswith("store ")]

    def numbers(self) -> dict[str, list[Any]]:
        """The data points of each metric by its name."""
        found: dict[str, list[Any]] = defaultdict(list)
        read = self._numbers.get_metrics_data()
        for resource in [] if read is None else read.resource_metrics:
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    found[metric.name] += metric.data.data_points
        return found


def id_of(context: Any) -> int | None:
    return None if context is None else context.span_id


def attributes_of(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def all_texts(recorded: Recorded) -> Iterator[tuple[str, str]]:
    """Every text that leaves, with the name of its attribute, or what else it is."""
    for span in recorded.spans():
        yield "span name", span.name
        yield "status", span.status.description or ""
        yield "trace state", span.context.trace_state.to_header() if span.context else ""
        yield "events", " ".join(str(event.attributes) for event in span.events)
        for name, value in attributes_of(span).items():
            if not isinstance(value, int | float):
                yield name, value
    for name, points in recorded.numbers().items():
        yield "metric name", name
        for point in points:
            for key, value in point.attributes.items():
                if not isinstance(value, int | float):
                    yield key, value
