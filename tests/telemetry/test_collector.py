"""A collector on loopback: what a real server sends, and what it does when nobody takes it."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.core import limits
from remembrancer.ports.telemetry import Gauge
from remembrancer.telemetry import providers
from remembrancer.telemetry.reach import Reach
from tests.cli.program import PROGRAM, Program, environment
from tests.proofs.servers import wait_until
from tests.telemetry.collector import PARTIAL, Collector, attributes_sent, collecting, settings

_ADDRESS = re.compile(r"at (http://\S+)\. ")
_MARK = "zebra17"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as made:
        yield made


@pytest.fixture(autouse=True)
def _own_logs() -> Iterator[None]:
    """What is set for the loggers of a process that sends is put back."""
    theirs = logging.getLogger("opentelemetry")
    level = theirs.level
    yield
    theirs.setLevel(level)


@contextmanager
def serving(folder: Path, url: str, *options: str) -> Iterator[tuple[str, list[str]]]:
    """The address of a real server that sends to a collector, and what it says, once it ended."""
    said: list[str] = []
    command = [*PROGRAM, "serve", "--port", "0", "--local", "--quiet", *options]
    around = environment(REMEMBRANCER_EMBEDDER="none", COLUMNS="500", **settings(url))
    with subprocess.Popen(
        command, cwd=folder, env=around, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        found = None
        while found is None:  # on a busy machine, that nobody takes anything may be told before it
            said.append(line := process.stderr.readline())
            assert line, "".join(said)  # it has ended
            found = _ADDRESS.search(line)
        try:
            yield found[1], said
        finally:
            process.send_signal(signal.SIGTERM)
            said += process.stderr.readlines()
            assert process.wait(60) == 0


@pytest.mark.soak
def test_a_server_sends_what_it_does(tmp_path: Path, collector: Collector) -> None:
    """Traces of requests with all their parts, the work that they led to, and the figures of the
    server reach a collector; no text does."""
    with serving(tmp_path, collector.url) as (url, _), httpx2.Client(timeout=60) as http:
        said = {"text": f"{_MARK} wants to retire at 60.", "subject": _MARK}
        assert http.post(f"{url}/api/memory/remember", json=said).status_code == 201
        asked = http.post(f"{url}/api/memory/recall", json={"query": f"when does {_MARK} retire"})
        assert asked.json()["hits"]
        assert http.get(f"{url}/api/memory/{_MARK}").status_code == 404
        collector.await_spans("recall", "remember", "POST /api/memory/recall", "get")
        figures = {*Gauge} - {Gauge.READS, Gauge.REPLICA_MISSING}
        wait_until(lambda: figures <= {one.name for one in collector.metrics}, "the figures")
    by_name = {span.name: span for span in collector.spans}
    request, recall = by_name["POST /api/memory/recall"], by_name["recall"]
    assert recall.parent_span_id == request.span_id
    assert by_name["recall words"].parent_span_id == recall.span_id
    assert attributes_sent(by_name["get"])["error.type"] == "NotFound"
    assert collector.resources[0]["service.name"] == "remembrancer"
    # What was under way when it ended was sent, with the last figures.
    assert "http.server.request.duration" in {one.name for one in collector.metrics}
    assert _MARK.encode() not in collector.raw
    assert str(tmp_path).encode() not in collector.raw


@pytest.mark.soak
def test_each_process_of_a_server_sends(tmp_path: Path, collector: Collector) -> None:
    """Copies of a process send for themselves, and only the first tells of the store."""
    with serving(tmp_path, collector.url, "--workers", "3") as (url, _):

        def ask(_: int) -> None:
            assert httpx2.get(f"{url}/api/memory/stats", timeout=60).status_code == 200

        def asked() -> bool:
            with ThreadPoolExecutor(16) as callers:  # one at a time might all meet the same process
                list(callers.map(ask, range(64)))
            return sum(name == "stats" for name, _ in collector.senders) == 3

        wait_until(asked, "a span of each process")
        wait_until(lambda: Gauge.JOBS in {one.name for one in collector.metrics}, "the figures")


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["away", "hanging", "failing"])
def test_a_server_does_not_wait_for_a_collector(
    tmp_path: Path, collector: Collector, fault: str
) -> None:
    """Requests are answered as fast as ever, the log says once that nobody takes it, and the
    server ends in time."""
    url = collector.url
    if fault == "away":
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
    elif fault == "hanging":
        collector.hangs.clear()
    else:
        collector.status = 500
    with serving(tmp_path, url) as (address, said), httpx2.Client(timeout=60) as http:
        for number in range(50):
            sent = {"content": f"{number}"}
            assert http.post(f"{address}/api/memory", json=sent).status_code == 201
        if fault == "failing":
            wait_until(lambda: collector.requests >= 6, "several rounds")
        ended = time.monotonic()
    assert time.monotonic() - ended < limits.TELEMETRY_STOP_SECONDS + 10
    warned = [line for line in said if "does not take" in line]
    lost = [line for line in said if "not taken in time" in line]
    # A collector that hangs is given up at the end; any other is told of once for each signal.
    assert len(warned) <= 2
    assert warned or lost
    assert not [line for line in said if "Traceback" in line]


def _opened(monkeypatch: pytest.MonkeyPatch, url: str, **more: str) -> Memory:
    for name, value in {**settings(url), **more}.items():
        monkeypatch.setenv(name, value)
    return Memory.open(":memory:", embedder="none", background=False)


def test_a_collector_that_comes_back_is_told_of(
    monkeypatch: pytest.MonkeyPatch, collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    """One line when nobody takes it, one when somebody does again, and no verb ever fails."""
    caplog.set_level(logging.INFO, "remembrancer.telemetry")
    collector.status = 500
    with _opened(monkeypatch, collector.url, OTEL_METRICS_EXPORTER="none") as memory:
        for _ in range(3):
            seen = collector.requests
            memory.recall("anything")
            wait_until(lambda seen=seen: collector.requests > seen, "a round")  # type: ignore[misc]
        collector.status, collector.answer = 200, PARTIAL
        memory.bundle()
        collector.await_spans("bundle")
        wait_until(lambda: len(caplog.messages) == 2, "both lines")
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "127.0.0.1" in caplog.messages[0]
    assert "OTEL_EXPORTER_OTLP_ENDPOINT" in caplog.messages[0]


def test_closing_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch, collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    """A collector that never answers holds up the end for a limited time alone."""
    monkeypatch.setattr(providers, "TELEMETRY_STOP_SECONDS", 0.2)
    collector.hangs.clear()
    memory = _opened(monkeypatch, collector.url)
    memory.recall("anything")
    wait_until(lambda: collector.requests > 0, "a request")
    memory.close()
    assert [message for message in caplog.messages if "not taken in time" in message]


def test_the_service_is_called_as_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, collector: Collector
) -> None:
    """The standard variables name the service; the global providers stay as they were."""
    from opentelemetry import trace

    before = trace.get_tracer_provider()
    named = {"OTEL_SERVICE_NAME": "desk", "OTEL_RESOURCE_ATTRIBUTES": "team=north"}
    with _opened(monkeypatch, collector.url, **named, OTEL_METRICS_EXPORTER="none") as memory:
        memory.bundle()
    (resource,) = collector.resources
    assert (resource["service.name"], resource["team"]) == ("desk", "north")
    assert collector.metrics == []
    assert trace.get_tracer_provider() is before


def test_a_worker_sends_what_it_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    collector: Collector,
) -> None:
    """A process of its own that does due work tells of each piece."""
    rmb = Program(tmp_path, monkeypatch, capsys)
    with Memory.open(str(tmp_path / "remembrancer.db"), background=False) as memory:
        memory.conversations.start("talk")
        memory.conversations.append("talk", {"author_id": "eva", "content": "Refunds take days."})
        memory.conversations.close("talk")
    for name, value in settings(collector.url).items():
        monkeypatch.setenv(name, value)
    rmb.done("worker", "--once")
    assert any(name.startswith("job ") for name in collector.names())


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system copies no processes")
def test_nothing_is_started_before_a_copy_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading what telemetry needs starts no thread, so that a server may still be copied."""
    monkeypatch.setenv("REMEMBRANCER_OTEL", "1")
    program = (
        "import os; from remembrancer.build_tools import load_telemetry; load_telemetry()\n"
        "import sys; assert 'opentelemetry.sdk.trace' in sys.modules\n"
        "print(len(os.listdir('/proc/self/task')) if os.path.isdir('/proc') else 1)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "1"


def test_only_a_refusal_tells_that_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last traces are given up for a closed port, not for a collector that is slow."""
    monkeypatch.setattr("remembrancer.telemetry.reach.getproxies", dict)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        reach = Reach("traces", f"http://127.0.0.1:{listening.getsockname()[1]}/v1/traces")
        assert not reach.is_refused()
    assert reach.is_refused()

    def slow(address: object, timeout: float) -> socket.socket:
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", slow)
    assert not reach.is_refused()
