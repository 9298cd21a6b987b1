"""No content leaves by telemetry: every text in it is one of ours, whatever a memory is given."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import httpx2
import pytest

from remembrancer import Memory, Principal, RemembrancerError
from remembrancer.build import HANDLERS
from remembrancer.core.model_call import CallOutcome
from remembrancer.core.principal import PrincipalKind
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.metrics import METHODS
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from remembrancer.jobs.job import JobState
from remembrancer.ports.telemetry import Attribute, Gauge
from remembrancer.recall.recall_spans import Leg
from remembrancer.telemetry.instruments import DURATIONS, TOKEN_USAGE
from remembrancer.testing import FrozenClock, HashingEmbedder, ScriptedModel
from remembrancer.tools.agent_tools import BUILT_IN
from remembrancer.wire.call import calls
from remembrancer.wire.routes import ROUTES
from tests.conftest import START
from tests.lived_space import live
from tests.remote import Listening
from tests.telemetry.recorded import Recorded, all_texts, attributes_of

MARK: Final = "zebra17"  # in every text, name and key that a caller gives
MODEL: Final = "model-1"


def _one_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)))


_VERBS: Final = {route.verb for route in ROUTES} | {"export", "import_", "subscribe", "pull"}
_PATHS: Final = {route.path for route in ROUTES} | {"other", "/openapi.json", "pages", "/mcp"}
_HEX: Final = "[0-9a-f]"
# Every text that may leave, attribute by attribute. A new attribute needs its line.
_FORMS: Final[dict[Attribute, re.Pattern[str]]] = {
    Attribute.METHOD: _one_of({*METHODS, "_OTHER"}),
    Attribute.ROUTE: _one_of(_PATHS),
    Attribute.ERROR: re.compile(r"[A-Z][A-Za-z]+|5\d\d|" + "|".join(CallOutcome)),
    Attribute.REQUEST_ID: re.compile(f"{_HEX}{{32}}"),
    Attribute.CALLER: _one_of(PrincipalKind),
    Attribute.SPACE: re.compile(f"{_HEX}{{32}}"),
    Attribute.VERB: re.compile("|".join(map(re.escape, _VERBS)) + r"|tools\.\w+|admin\.\w+"),
    Attribute.WALK: re.compile(f"walk_{_HEX}{{16}}"),
    Attribute.RECEIPT: re.compile(f"rcp_{_HEX}{{12}}"),
    Attribute.LEG: _one_of(Leg),
    Attribute.JOB_ID: re.compile(f"job_{_HEX}{{12}}"),
    Attribute.JOB_KIND: _one_of(HANDLERS),
    Attribute.JOB_STATE: _one_of({*JobState, "due", "late"}),
    Attribute.DB_SYSTEM: re.compile("sqlite|postgresql"),
    Attribute.DB_OPERATION: re.compile("read|write"),
    Attribute.OPERATION: re.compile("chat|embeddings|execute_tool"),
    Attribute.PROVIDER: re.compile("custom"),
    Attribute.MODEL: re.compile(f"{MODEL}|hashing-english-8"),
    Attribute.TOKEN_TYPE: re.compile("input|output"),
    Attribute.MODEL_ROLE: re.compile("cheap|chat"),
    Attribute.TOOL: _one_of(BUILT_IN),
    Attribute.MCP_METHOD: re.compile("tools/call"),
    Attribute.READER: re.compile("primary|replica"),
    Attribute.READ_REASON: re.compile("[a-z_]+"),
    Attribute.RESULT: re.compile("sound|broken"),
}
_NUMBERS: Final = {
    Attribute.STATUS,
    Attribute.RESULTS,
    Attribute.CANDIDATES,
    Attribute.JOB_ATTEMPT,
    Attribute.TOKENS_IN,
    Attribute.TOKENS_OUT,
    Attribute.TEXTS,
}
_METRICS: Final = {*(one.name for one in DURATIONS.values()), TOKEN_USAGE, *Gauge}
_SPANS: Final = re.compile(
    "|".join(
        [
            *map(re.escape, _VERBS),
            r"(tools|admin)\.\w+",
            *(f"recall {leg.value}" for leg in Leg),
            "store (read|write)",
            f"job ({'|'.join(HANDLERS)})",
            f"(chat {MODEL}|embeddings hashing-english-8)",
            rf"({'|'.join(METHODS)}|_OTHER) ({'|'.join(map(re.escape, _PATHS))})",
            rf"tools/call ({'|'.join(BUILT_IN)})",
        ]
    )
)


def check(recorded: Recorded) -> int:
    """That all texts are ours. Returns how many there were."""
    count = 0
    for name, text in all_texts(recorded):
        count += 1
        assert MARK not in text.lower(), (name, text)
        if name == "span name":
            assert _SPANS.fullmatch(text), text
        elif name == "metric name":
            assert text in _METRICS
        elif name in ("status", "events", "trace state"):
            assert text == "", (name, text)
        else:
            assert _FORMS[Attribute(name)].fullmatch(text), (name, text)
    return count


def test_every_attribute_has_its_form() -> None:
    """What can be told is a number, or a text of a known form: there is no other attribute."""
    assert {*_FORMS, *_NUMBERS} == {*Attribute}
    assert not _NUMBERS & set(_FORMS)


def test_a_space_that_has_been_lived_in_tells_nothing() -> None:
    """A change of every sort, with names, mail addresses and texts, leaves none of them."""
    recorded, clock = Recorded(), FrozenClock(START)
    with Memory.open(
        ":memory:",
        space=f"space {MARK}",
        preset="corporate",
        clock=clock,
        embedder=HashingEmbedder(8),
        telemetry=recorded.telemetry,
        background=False,
    ) as memory:
        live(memory, clock)
        memory.jobs.wait()
        clock.advance(timedelta(days=400))
        memory.jobs.wait()
        memory.verify()
    assert check(recorded) > 500


def test_whatever_a_verb_is_given_is_not_told() -> None:
    """Each verb, called with a marked text for each argument, by a marked caller: most of it is
    refused, and the error repeats the text, which telemetry does not."""
    recorded = Recorded()
    raised: set[str] = set()
    with Memory.open(
        ":memory:",
        space=MARK,
        principal=Principal(MARK, roles=["ADMIN"]),
        embedder=HashingEmbedder(8),
        llm=ScriptedModel([ValueError(MARK)], name=MODEL),
        telemetry=recorded.telemetry,
        background=False,
    ) as memory:
        memory.remember(f"{MARK} wants to retire at 60.", subject=MARK, title=MARK, tags=[MARK])
        memory.conversations.start(MARK)
        memory.conversations.append(MARK, {"author_id": MARK, "content": MARK})
        memory.graph.entity("Person", MARK)
        for call in calls():
            verb: Any = memory
            for name in call.route.verb.split("."):
                verb = getattr(verb, name)
            given = {
                one.name: MARK for one in call.arguments if one.kind is not one.kind.VAR_POSITIONAL
            }
            listed, named = call.arrange(given)
            try:
                verb(*listed, **named)
            except (RemembrancerError, TypeError, ValueError, AttributeError) as error:
                raised.add(f"{error}")
        memory.jobs.wait()
    assert sum(MARK in text for text in raised) > 20
    assert check(recorded) > 500


def test_requests_and_tools_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither address, query, header, token nor body of a request is told, nor what failed in it;
    a caller's trace goes on without what else the caller sent along."""
    recorded = Recorded()
    with Memory.open(
        ":memory:", space=MARK, embedder="none", background=False, telemetry=recorded.telemetry
    ) as memory:
        memory.admin.add_person(MARK, roles=["ADMIN"])
        token = memory.admin.issue_token(MARK).token
        server = Listening(create_app(memory._session, by_token(Callers(memory._session))))
        try:
            with httpx2.Client(timeout=60, base_url=server.url) as http:
                span = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
                headers = {
                    "Authorization": f"Bearer {token}",
                    "traceparent": span,
                    "tracestate": f"{MARK}={MARK}",
                    "baggage": f"{MARK}={MARK}",
                    "User-Agent": MARK,
                }

                def send(method: str, path: str, **more: Any) -> int:
                    return http.request(method, path, headers=headers, **more).status_code

                assert send("POST", "/api/memory", json={"content": MARK, "subject": MARK}) == 201
                assert send("GET", f"/api/memory/{MARK}") == 404
                assert send("GET", f"/{MARK}?{MARK}={MARK}") == 404
                assert send(MARK.upper(), "/api/memory") == 400
                assert send("POST", "/api/memory/recall", json={"query": MARK}) == 200
                assert send("POST", "/api/memory/recall", json={MARK: MARK}) == 422
                tool = {"name": "recall", "arguments": {"query": MARK}}
                message = {"jsonrpc": "2.0", "id": MARK, "method": "tools/call", "params": tool}
                headers["Accept"] = "application/json, text/event-stream"
                assert send("POST", "/mcp", json=message) == 200
                tool["name"] = MARK
                send("POST", "/mcp", json=message)
                headers["Authorization"] = f"Bearer {MARK}"
                assert send("GET", "/api/memory") == 401
                # An unexpected error is an answer 500, and its message stays here.
                headers["Authorization"] = f"Bearer {token}"
                monkeypatch.setattr("remembrancer.front.memory_verbs.MemoryVerbs.stats", _failing)
                with suppress(httpx2.HTTPError):
                    send("GET", "/api/memory/stats")
        finally:
            server.close()
    assert token not in str([text for _, text in all_texts(recorded)])
    assert check(recorded) > 100
    assert len(recorded.spans("tools/call recall")) == 1
    names = {span.name: span for span in recorded.spans()}
    failed = attributes_of(names["GET /api/memory/stats"])
    assert failed["error.type"] == "ZeroDivisionError"
    assert failed["http.response.status_code"] == 500


def _failing(self: Any, **given: Any) -> Any:
    raise ZeroDivisionError(MARK)
