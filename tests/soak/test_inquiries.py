"""Sixteen inquiries at once, on two processes: of a program's own, and of a server."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.bench.retrieval_worlds import EXAMPLE, fill, read_worlds
from remembrancer.core.limits import INQUIRY_SECONDS
from tests.cli.program import environment
from tests.engines import NEEDS_KGLITE
from tests.inquiry.scripted import FINDINGS, LOOKS
from tests.inquiry.sessions import SESSIONS, SPACE, STRATEGIES
from tests.llm.embedding_server import Answer, Asked, EmbeddingServer
from tests.llm.tool_wires import OPENAI_TOOLS, Call
from tests.proofs.served import Served
from tests.proofs.servers import drop, fresh_url
from tests.soak.size import Told, sized

pytestmark = [pytest.mark.soak, NEEDS_KGLITE]

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The example world, in a store that several processes open."""
    url = str(tmp_path / "store.db") if request.param == "sqlite" else fresh_url()
    (world,) = read_worlds(EXAMPLE)
    with Memory.open(url, space=SPACE, preset="community", background=False) as memory:
        fill(memory, world)
    yield url
    if request.param == "postgres":
        drop(url)


def _asked(store: str, *, rounds: int, seconds: float = 0.0) -> list[list[str]]:
    """What two processes with eight sessions each say of their inquiries."""
    command = (sys.executable, "-m", "tests.inquiry.sessions", store, str(rounds), str(seconds))
    started = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [one.communicate(timeout=570) for one in started]
    assert [one.returncode for one in started] == [0, 0], "\n".join(err for _, err in said)
    return [line.split() for out, _ in said for line in out.splitlines()]


def test_sixteen_sessions_at_once(store: str) -> None:
    """With every strategy: no error, no limit, and the three facts each time."""
    rounds = sized(ci=2, full=10)
    told = Told(f"16 inquiries at once on two processes, {rounds} rounds")
    lines = _asked(store, rounds=rounds)
    assert len(lines) == 2 * SESSIONS * rounds
    assert {strategy for strategy, _, _ in lines} == set(STRATEGIES)
    assert {(facts, limited) for _, facts, limited in lines} == {("3", "False")}
    told.result(f"{len(lines)} inquiries, no error")


def test_the_deadline_holds_for_all_of_them(store: str) -> None:
    """Sixteen models that think for ever: each inquiry ends at its deadline, with what was found
    so far."""
    lines = _asked(store, rounds=1, seconds=5.0)
    assert len(lines) == 2 * SESSIONS
    assert {limited for _, _, limited in lines} == {"True"}


CALLERS = 2 * SESSIONS
_LATE_SECONDS = 15.0  # after the deadline, for sixteen answers on busy cores


def _next_turn(asked: Asked) -> Answer:
    """The next step of the reference session: it hangs on what is sent alone."""
    done = sum(one["role"] == "assistant" for one in asked.body["messages"])
    if done >= len(LOOKS):
        return OPENAI_TOOLS.turn(None, Call("finish", FINDINGS, "call_end"))
    name, query = LOOKS[done]
    return OPENAI_TOOLS.turn("Next.", Call(name, {"query": query}, f"call_{done}"))


@contextmanager
def _served(store: str, folder: Path, model: EmbeddingServer) -> Iterator[tuple[str, list[str]]]:
    """A server of two processes that ask this model: its address, and a token for each caller.
    At the end nothing has failed in it."""
    with Memory.open(store, space=SPACE, background=False) as memory:
        tokens = []
        for number in range(CALLERS):
            memory.admin.add_person(f"caller-{number}", kind="agent" if number % 2 else "user")
            tokens.append(memory.admin.issue_token(f"caller-{number}").token)
    with Served(
        store,
        folder,
        workers=2,
        REMEMBRANCER_SPACE=SPACE,
        REMEMBRANCER_LLM_MODEL="openai:small",
        REMEMBRANCER_LLM_BASE_URL=model.url,
        REMEMBRANCER_LLM_API_KEY="none",
        REMEMBRANCER_LLM_IS_LOCAL="yes",
    ) as served:
        yield served.url, tokens
        assert served.failed() == {}
        assert served.stop() == 0
        assert '"level": "error"' not in served.said()


def _retrieved(url: str, tokens: Sequence[str], strategies: Sequence[str]) -> list[dict[str, Any]]:
    """The answers to all callers, who ask at the same moment and with each strategy in turn."""
    (world,) = read_worlds(EXAMPLE)
    asked = world.request(next(one for one in world.conversations if one.key == "google"))
    together = threading.Barrier(len(tokens))

    def ask(token: str) -> list[dict[str, Any]]:
        with httpx2.Client(timeout=INQUIRY_SECONDS + 60) as http:
            told = []
            for strategy in strategies:
                together.wait(INQUIRY_SECONDS + 60)
                answer = http.post(
                    f"{url}/api/knowledge/retrieve",
                    json={**asked, "strategy": strategy},
                    headers={"Authorization": f"Bearer {token}"},
                )
                assert answer.status_code == 200, answer.text
                told.append(answer.json())
            return told

    with ThreadPoolExecutor(len(tokens)) as callers:
        return [one for told in callers.map(ask, tokens) for one in told]


def test_sixteen_callers_of_two_server_processes(store: str, tmp_path: Path) -> None:
    """Over HTTP, with a model behind an address and without one: no error, no limit, and the three
    facts each time."""
    rounds = sized(ci=1, full=5)
    told = Told(f"{CALLERS} callers at once on two server processes, {rounds} rounds")
    with (
        EmbeddingServer(_next_turn).running() as model,
        _served(store, tmp_path, model) as (url, tokens),
    ):
        answers = _retrieved(url, tokens, ["react", "rules"] * rounds)
    assert len(answers) == 2 * rounds * CALLERS
    assert {(one["facts_retrieved"], one["is_limited"]) for one in answers} == {(3, False)}
    counts = {one["queries_count"] for one in answers if one["strategy"] == "react"}
    assert counts == {len(LOOKS)}
    slowest = max(one["processing_time_ms"] for one in answers) / 1000
    told.result(f"{len(answers)} inquiries, no error, the slowest took {slowest:.1f} s")


@pytest.mark.full_soak
def test_a_servers_deadline_holds_for_all_callers(store: str, tmp_path: Path) -> None:
    """A model that hangs after its first look: each of sixteen callers is answered at the deadline
    of the product, with what was found until then."""
    model = EmbeddingServer(lambda asked: _hanging(model, asked))
    told = Told(f"{CALLERS} callers of a server whose model hangs")
    with model.running(), _served(store, tmp_path, model) as (url, tokens):
        answers = _retrieved(url, tokens, ["react"])
        model.ended.set()
    assert {one["is_limited"] for one in answers} == {True}
    assert all(one["queries_count"] == 1 for one in answers)
    assert all("PREVIOUSLY" in {fact["type"] for fact in one["relevant_facts"]} for one in answers)
    slowest = max(one["processing_time_ms"] for one in answers) / 1000
    assert slowest < INQUIRY_SECONDS + _LATE_SECONDS
    told.result(f"the slowest took {slowest:.1f} s")


def _hanging(model: EmbeddingServer, asked: Asked) -> Answer:
    if any(one["role"] == "assistant" for one in asked.body["messages"]):
        model.ended.wait()
    return _next_turn(asked)
