"""A trace goes on: from a client to the server, to the work that follows, and by MCP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.client.connection import ServerConnection
from remembrancer.doors.http.authentication import local
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from remembrancer.memory import remote_memory
from remembrancer.testing import HashingEmbedder
from tests.proofs.servers import wait_until
from tests.remote import Listening
from tests.telemetry.recorded import Recorded, id_of

_TRACE = "0af7651916cd43dd8448eb211c80319c"
_CALLER = f"00-{_TRACE}-b7ad6b7169203331-01"


@contextmanager
def serving(recorded: Recorded) -> Iterator[str]:
    with Memory.open(
        ":memory:", embedder=HashingEmbedder(8), telemetry=recorded.telemetry
    ) as memory:
        session = memory._session
        server = Listening(create_app(session, local(session, Callers(session))))
        try:
            yield server.url
        finally:
            server.close()


def test_from_the_client_to_the_job() -> None:
    """The span of a client's call is that of which the server's request is a part; the job that
    the request made due is linked to the same trace."""
    here, there = Recorded(), Recorded()
    with serving(there) as url:
        make: Any = remote_memory()
        memory: Memory = make(ServerConnection(url, None, telemetry=here.telemetry))
        with here.tracing.get_tracer("agent").start_as_current_span("turn") as turn:
            memory.add(content="Ellen wants to retire at 60.")
        memory.close()
        wait_until(lambda: bool(there.spans("job embed")), "the job")
    trace = turn.get_span_context().trace_id
    call, request = here.only("POST /api/memory"), there.only("POST /api/memory")
    assert id_of(call.parent) == turn.get_span_context().span_id
    assert id_of(request.parent) == id_of(call.context)
    assert id_of(there.only("add").parent) == id_of(request.context)
    assert {span.context.trace_id for span in (call, request, there.only("add"))} == {trace}
    (job,) = there.spans("job embed")
    assert {link.context.trace_id for link in job.links} == {trace}
    assert job.context.trace_id != trace  # it may run much later, and for several calls


@pytest.mark.parametrize(
    "headers",
    [
        [("traceparent", "zebra17")],
        [("traceparent", f"00-{'0' * 32}-b7ad6b7169203331-01")],
        [("traceparent", _CALLER), ("traceparent", _CALLER)],
        [],
    ],
)
def test_what_names_no_span_begins_a_trace(headers: list[tuple[str, str]]) -> None:
    """A header that is no span, or that stands there twice, is as good as none."""
    recorded = Recorded()
    with serving(recorded) as url:
        assert httpx2.get(f"{url}/api/memory/stats", headers=headers).status_code == 200
        assert httpx2.get(f"{url}/health", headers={"traceparent": _CALLER}).status_code == 200
    assert recorded.only("GET /api/memory/stats").parent is None
    assert [span.name for span in recorded.spans() if "health" in span.name] == []


@pytest.mark.parametrize("place", ["header", "message"])
def test_a_tool_call_is_part_of_the_agent_s_trace(place: str) -> None:
    """Whether the agent names its span in a header or in the message; other state is left."""
    recorded = Recorded()
    state = {"traceparent": _CALLER, "tracestate": "zebra17=zebra17"}
    tool = {"name": "recall", "arguments": {"query": "Ellen"}}
    if place == "message":
        tool["_meta"] = state
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool}
    headers = {"Accept": "application/json, text/event-stream"}
    if place == "header":
        headers |= state
    with serving(recorded) as url:
        sent = httpx2.post(f"{url}/mcp", json=message, headers=headers, timeout=60)
        assert sent.status_code == 200
    span = recorded.only("tools/call recall")
    assert f"{span.context.trace_id:032x}" == _TRACE
    assert span.context.trace_state.to_header() == ""
    assert recorded.children(span) == ["tools.call"]
    assert "recall" in recorded.children(recorded.only("tools.call"))
    if place == "header":
        assert id_of(span.parent) == id_of(recorded.only("POST other").context)
