"""The router finds the verb behind an address."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

from remembrancer import Memory
from remembrancer.doors.http.router import VerbRouter
from remembrancer.doors.server.app import create_app
from remembrancer.wire.routes import ROUTES


@pytest.mark.parametrize("path", ["/api/memory", "/mcp"])
def test_what_nobody_foresaw_while_a_body_is_read_is_a_failure(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is no fault of who sent it: the answer is 500, and the log says what it was."""
    answer: dict[str, Any] = {}

    async def receive() -> Any:
        raise ZeroDivisionError

    async def send(message: Any) -> None:
        answer.update(message)

    with Memory.open(":memory:", embedder="none", background=False) as memory:
        app = create_app(memory._session, lambda _: memory._session)
        scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode()}
        headers = [(b"content-type", b"application/json")]
        anyio.run(app, {**scope, "query_string": b"", "headers": headers}, receive, send)
    assert answer["status"] == 500
    assert json.loads(answer["body"])["title"] == "Unexpected"
    failed = [one.exc_info for one in caplog.records if one.name == "remembrancer.api"]
    assert [one[0] for one in failed if one is not None] == [ZeroDivisionError]


def test_every_plain_address_is_found_at_once() -> None:
    """A route that is found by its path alone is the one that is found by going through all."""
    router = VerbRouter(lambda _: pytest.fail("nobody is asked who calls"))
    for route in ROUTES:
        scope = {"type": "http", "method": route.method, "path": route.path, "root_path": ""}
        match, found = router.matches(scope)
        assert match.name == "FULL"
        router._fixed, kept = {}, router._fixed
        assert router.matches(scope)[1]["route"] is found["route"]
        router._fixed = kept
