"""A verb is a span, and nothing that was said is in it."""

from remembrancer import Memory
from remembrancer.telemetry import OpenTelemetry

telemetry = OpenTelemetry()  # without the extra it says what to install

from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import (  # noqa: E402
    InMemorySpanExporter,
)

exporter, provider = InMemorySpanExporter(), TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
with Memory.open(
    "traced.db", embedder="none", background=False, telemetry=OpenTelemetry(provider)
) as memory:
    memory.add(content="Orders settle after three days.")
spans = exporter.get_finished_spans()
assert any("add" in span.name for span in spans), [span.name for span in spans]
assert "settle" not in "".join(span.to_json() for span in spans)
