"""A collector on this machine: it takes OTLP over HTTP, and answers as a test wants it to."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTracePartialSuccess,
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from tests.proofs.servers import wait_until

PARTIAL = ExportTraceServiceResponse(
    partial_success=ExportTracePartialSuccess(rejected_spans=1, error_message="zebra17")
).SerializeToString()


class Collector:
    """What came in so far."""

    def __init__(self) -> None:
        self.status = 200
        self.answer = b""
        self.hangs = threading.Event()
        self.hangs.set()  # cleared: nobody is answered before it is set again
        self.requests = 0
        self.spans: list[Any] = []  # as they were sent
        self.metrics: list[Any] = []
        self.resources: list[dict[str, str]] = []
        self.senders: set[tuple[str, str]] = set()  # names of spans, each with who sent it
        self.raw = b""  # all that was sent
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    body = gzip.decompress(body)
                outer.requests += 1
                outer.hangs.wait()
                if outer.status == 200:
                    outer._take(self.path, body)
                with suppress(ConnectionError):  # who sent it may have given up
                    self.send_response(outer.status)
                    self.send_header("content-type", "application/x-protobuf")
                    self.send_header("content-length", str(len(outer.answer)))
                    self.end_headers()
                    self.wfile.write(outer.answer)

            def log_message(self, *given: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _take(self, path: str, body: bytes) -> None:
        self.raw += body
        if path == "/v1/traces":
            sent = ExportTraceServiceRequest.FromString(body)
            for one in sent.resource_spans:
                self.resources.append(_attributes(one.resource.attributes))
                for scope in one.scope_spans:
                    self.spans += scope.spans
                    sender = self.resources[-1]["service.instance.id"]
                    self.senders |= {(span.name, sender) for span in scope.spans}
        else:
            assert path == "/v1/metrics"
            for measured in ExportMetricsServiceRequest.FromString(body).resource_metrics:
                for each in measured.scope_metrics:
                    self.metrics += each.metrics

    def names(self) -> set[str]:
        return {span.name for span in self.spans}

    def await_spans(self, *names: str) -> None:
        wait_until(lambda: {*names} <= self.names(), f"the spans {', '.join(names)}")

    def close(self) -> None:
        self.hangs.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _attributes(pairs: Any) -> dict[str, str]:
    return {pair.key: pair.value.string_value for pair in pairs}


def attributes_sent(span: Any) -> dict[str, str]:
    """The texts among the attributes of a span."""
    return _attributes(span.attributes)


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()
    try:
        yield collector
    finally:
        collector.close()


def settings(collector_url: str) -> dict[str, str]:
    """The environment of who sends there, and quickly."""
    return {
        "REMEMBRANCER_OTEL": "1",
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector_url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
        "OTEL_METRIC_EXPORT_INTERVAL": "200",
    }
