"""/metrics: what a server does, in numbers that tell nothing of what it holds."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2

from remembrancer import Memory
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.doors.http.store_figures import StoreFigures
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from tests.remote import Listening

_LINE = re.compile(r'remembrancer_[a-z_]+(\{([a-z]+="[^"\\]*",?)+\})? [0-9.]+')
_MARK = "zebra17"


def _read(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not _LINE.fullmatch(line)] == []
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_requests_are_counted_by_route_and_answer() -> None:
    """Prometheus can read it; no word of a path, a query or a body is in it; admins may."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        tokens = {}
        for name, roles in (("ada", ["ADMIN"]), ("maya", [])):
            memory.admin.add_person(name, roles=roles)
            tokens[name] = memory.admin.issue_token(name).token
        app = create_app(memory._session, by_token(Callers(memory._session)))
        server = Listening(app)
        try:
            with httpx2.Client(timeout=60, base_url=server.url) as http:

                def send(method: str, path: str, who: str | None = None, **more: Any) -> int:
                    headers = {"Authorization": f"Bearer {tokens[who]}"} if who else {}
                    headers |= more.pop("headers", {})
                    return http.request(method, path, headers=headers, **more).status_code

                assert send("POST", "/api/memory", "ada", json={"content": _MARK}) == 201
                assert send("GET", f"/api/memory/{_MARK}", "ada") == 404
                assert send("GET", f"/{_MARK}?{_MARK}={_MARK}", "ada") == 404
                assert send(_MARK.upper(), "/api/memory", "ada") == 400
                assert send("GET", "/api/memory/stats") == 401
                # From this machine it is open, unless it was passed on or asked for by a name.
                passed_on = {"X-Forwarded-For": "192.0.2.1"}
                assert send("GET", "/metrics", headers=passed_on) == 401
                assert send("GET", "/metrics", headers={"Host": "evil.example"}) == 401
                assert send("GET", "/metrics", "maya", headers=passed_on) == 403
                assert send("GET", "/metrics", "ada", headers=passed_on) == 200
                told = http.get("/metrics")
        finally:
            server.close()
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert _MARK not in told.text.lower()
    assert "maya" not in told.text
    found = _read(told.text)
    total, seconds = "remembrancer_requests_total", "remembrancer_request_seconds"
    assert found[f'{total}{{route="/api/memory",method="POST",status="201"}}'] == 1
    assert found[f'{total}{{route="/api/memory/{{id}}",method="GET",status="404"}}'] == 1
    assert found[f'{total}{{route="other",method="GET",status="404"}}'] == 1
    assert found[f'{total}{{route="/api/memory/stats",method="GET",status="401"}}'] == 1
    assert found[f'{seconds}_bucket{{route="/api/memory",method="POST",le="+Inf"}}'] == 1
    assert found[f'{seconds}_count{{route="/api/memory",method="POST"}}'] == 1
    assert found["remembrancer_requests_under_way"] == 1
    assert found["remembrancer_event_streams"] == 0
    assert found['remembrancer_jobs{state="failed"}'] == 0


def test_an_admin_of_one_space_is_told_of_its_work_alone() -> None:
    """How much is due in the spaces of others is not for the holder of a token."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        other = memory.in_space("other", "corporate")
        tokens = {}
        for name, space in (("ada", memory), ("oskar", other)):
            space.admin.add_person(name, roles=["ADMIN"])
            tokens[name] = space.admin.issue_token(name).token
        other.jobs.schedule("collect", every="1d")
        other.conversations.start("talk")
        other.conversations.append("talk", {"author_id": "oskar", "content": "Refunds take days."})
        other.conversations.close("talk")
        server = Listening(create_app(memory._session, by_token(Callers(memory._session))))
        due = {}
        try:
            for name, token in (*tokens.items(), ("nobody", None)):
                headers = {}
                if token is not None:
                    headers = {"X-Forwarded-For": "192.0.2.1", "Authorization": f"Bearer {token}"}
                told = httpx2.get(f"{server.url}/metrics", headers=headers).text
                due[name] = _read(told)['remembrancer_jobs{state="due"}']
        finally:
            server.close()
    assert due["ada"] == 0 < due["oskar"] == due["nobody"]


def test_the_numbers_may_be_open() -> None:
    """Whoever runs the server may show them to all."""
    with Memory.open(":memory:", embedder="none", background=False) as memory:
        caller = by_token(Callers(memory._session))
        server = Listening(
            create_app(memory._session, caller, limits=ServerLimits(are_metrics_open=True))
        )
        try:
            headers = {"X-Forwarded-For": "192.0.2.1"}
            assert httpx2.get(f"{server.url}/metrics", headers=headers).status_code == 200
        finally:
            server.close()


def test_several_processes_tell_as_one(tmp_path: Path) -> None:
    """Whichever process is asked adds up what all of them counted; a new one goes on."""
    one, two = Metrics(tmp_path, 0), Metrics(tmp_path, 1)
    for metrics in (one, two):
        metrics.gauges["event_streams"] = lambda: 3
        metrics.count("/api/memory", "GET", 200, 0.02)
        metrics.save()
    two.count("/api/memory", "GET", 200, 700.0)
    two.save()
    again = Metrics(tmp_path, 0)
    again.gauges["event_streams"] = lambda: 1
    again.count("/api/memory", "GET", 200, 0.02)
    found = _read(again.text(StoreFigures({"due": 2, "failed": 0}, ledger_rows=7)))
    assert found['remembrancer_requests_total{route="/api/memory",method="GET",status="200"}'] == 4
    name = "remembrancer_request_seconds"
    assert found[f'{name}_bucket{{route="/api/memory",method="GET",le="0.025"}}'] == 3
    assert found[f'{name}_count{{route="/api/memory",method="GET"}}'] == 4
    assert found["remembrancer_event_streams"] == 4
    assert found['remembrancer_jobs{state="due"}'] == 2


def test_several_who_ask_at_once_are_all_told(tmp_path: Path) -> None:
    """Whoever asks has the process save its counts, and so does its timer: nobody is in the way."""
    metrics = Metrics(tmp_path, 0)
    metrics.count("/api/memory", "GET", 200, 0.02)
    figures = StoreFigures({"due": 2, "failed": 0}, ledger_rows=7)
    with ThreadPoolExecutor(8) as threads:
        texts = set(threads.map(lambda _: metrics.text(figures), range(200)))
    assert texts == {metrics.text(figures)}
