"""What a request costs over HTTP, in a process of its own: one line of JSON.

`python bench/serve.py HOME OURS FLOOR`: bundle, recall and add over REST, as shares of the requests
per second of a bare FastAPI route that runs the same SQL on a copy of the same store and answers
with the same JSON. What a call gives to the driver is recorded once and run again there, so the
floor has neither tokens nor rules, and no code of ours but the connection. On a busy machine the
processor time of a request says more than the requests per second, so both are told.
"""

from __future__ import annotations

import http.client
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped]  # comes with the server of PostgreSQL

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.restart import restart_seconds

FACTS = 200
CLIENTS = 4
TURNS = 7  # ours and the floor take turns, so that what disturbs one disturbs both
REQUESTS = 48  # of each turn
WARMING = 16
COUNT = WARMING + TURNS * REQUESTS
VERBS = ("bundle", "recall", "add")
QUESTIONS = 16
Figures = dict[str, float]


def measure(home: str, ours: str, floor: str) -> Figures:
    token = prepare(ours)
    copy(home, ours, floor)
    with tempfile.TemporaryDirectory() as folder:
        tape = Path(folder) / "tape"
        tape.write_bytes(pickle.dumps(record(ours, token)))
        with Running("ours", ours) as served, Running("floor", floor, str(tape)) as bare:
            found: Figures = {"serve_start_s": served.started_seconds}
            for verb in VERBS:
                found |= together(verb, served, bare, token)
    return found | {"restart_s": restart_seconds(ours)}


def prepare(url: str) -> str:
    """A store with facts for a bundle, and the token of somebody who asks."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    with Memory.open(url, preset="corporate", background=False) as memory:
        memory.admin.configure({"contradiction": "supersede"})
    with Memory.open(url, background=False) as memory:
        memory.add_many(
            {"content": row["content"], "source_type": "admin_mandate"}
            for row in Corpus(FACTS).items()
        )
        memory.admin.add_person("caller", kind="service")
        return str(memory.admin.issue_token("caller").token)


def question(number: int) -> str:
    return _questions()[number % QUESTIONS]


@cache
def _questions() -> list[str]:
    from bench.corpus import Corpus

    return [asked for asked, _ in Corpus(FACTS).questions(QUESTIONS)]


def copy(home: str, ours: str, floor: str) -> None:
    if not home:
        shutil.copy(ours, floor)
        return
    import psycopg

    old, new = (urlsplit(one).path.removeprefix("/") for one in (ours, floor))
    with psycopg.connect(home, autocommit=True) as raw:
        raw.execute(f"DROP DATABASE {new} WITH (FORCE)".encode())
        raw.execute(f"CREATE DATABASE {new} TEMPLATE {old}".encode())


def record(url: str, token: str) -> dict[str, Any]:
    """The SQL of so many calls of each verb, in order, and an answer that is neither long nor
    short among theirs."""
    from bench.tape import recording
    from remembrancer import Memory
    from remembrancer.front.access.authentication import Callers
    from remembrancer.wire.call import calls

    found: dict[str, Any] = {}
    with recording(url) as recorder, Memory.open(url, background=False) as memory:
        callers = Callers(memory._session)
        answers = {call.route.verb: call.answer for call in calls()}

        def act(verb: str, number: int, told: list[Any]) -> None:
            own = Memory(callers.session(token))
            if verb == "add":
                told.append(own.add(content=f"Note {number} of a caller."))
            else:
                told.append(own.bundle() if verb == "bundle" else own.recall(question(number)))

        for verb in VERBS:
            told: list[Any] = []
            tape = [recorder.of(partial(act, verb, number, told)) for number in range(COUNT)]
            said = sorted((answers[verb].dump_json(one) for one in told), key=len)
            found[verb] = (tape, json.loads(said[len(said) // 2]))
    return found


class Running:
    """A server in a process of its own."""

    def __init__(self, *given: str) -> None:
        begun = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, __file__, *given],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if given[0] == "ours" else None,  # ours logs each request
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.started_seconds = time.perf_counter() - begun
        self.port = int(said)
        self._seen = psutil.Process(self._process.pid)

    def processor_seconds(self) -> float:
        """That it took so far."""
        spent = self._seen.cpu_times()
        return float(spent.user + spent.system)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


def together(verb: str, ours: Running, floor: Running, token: str) -> Figures:
    """Requests per second of both, the usual share of ours, and what a request takes."""
    requests(verb, ours.port, token, WARMING, "w")
    requests(verb, floor.port, token, WARMING, "w")
    before = ours.processor_seconds(), floor.processor_seconds()
    pairs = [
        (
            requests(verb, ours.port, token, REQUESTS, f"{n}"),
            requests(verb, floor.port, token, REQUESTS, ""),
        )
        for n in range(TURNS)
    ]
    spent = ours.processor_seconds() - before[0], floor.processor_seconds() - before[1]
    return {
        f"{verb}_share": median(one / other for one, other in pairs),
        f"{verb}_per_s": median(one for one, _ in pairs),
        f"{verb}_floor_per_s": median(other for _, other in pairs),
        f"{verb}_processor_share": spent[1] / spent[0],
        f"{verb}_processor_ms": 1_000 * spent[0] / (TURNS * REQUESTS),
    }


def requests(verb: str, port: int, token: str, number: int, name: str) -> float:
    """How many were answered in a second, by a few clients at once."""
    failed: list[str] = []

    def ask(client: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        for turn in range(number // CLIENTS):
            method, path, body = "POST", "/api/memory", None
            if verb == "bundle":
                method, path = "GET", "/api/memory/bundle"
            elif verb == "recall":
                path, body = "/api/memory/recall", json.dumps({"query": question(turn)})
            else:
                body = json.dumps({"content": f"Note {name}/{client}/{turn} of a caller."})
            line.request(method, path, body, headers)
            answer = line.getresponse()
            content = answer.read()
            if answer.status >= 300:
                failed.append(content.decode())
        line.close()

    threads = [threading.Thread(target=ask, args=(client,)) for client in range(CLIENTS)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - begun
    if failed:
        raise RuntimeError(failed[0])
    return number / took


def serve_ours(url: str) -> None:
    from remembrancer import Memory
    from remembrancer.doors.http.server_limits import ServerLimits
    from remembrancer.doors.server.listen_address import ServerOptions
    from remembrancer.doors.server.serving import serve

    options = ServerOptions(
        host="127.0.0.1", port=0, limits=ServerLimits.defaults(rate=0, address_rate=0)
    )
    with Memory.open(url) as memory:
        serve(memory._session, options, lambda at: print(at.rpartition(":")[2], flush=True))


def serve_floor(url: str, tape: str) -> None:
    import uvicorn
    from fastapi import Body, FastAPI
    from fastapi.responses import JSONResponse

    from bench.tape import Player, in_order
    from remembrancer.doors.server.listen_address import ServerOptions, open_socket

    tapes = pickle.loads(Path(tape).read_bytes())
    player, app = Player(url), FastAPI()

    def route(verb: str) -> Any:
        calls, answer = tapes[verb]
        take = in_order(calls)
        if verb == "bundle":
            return lambda: (player.play(take), JSONResponse(answer))[1]

        def act(body: dict[str, Any] = Body()) -> JSONResponse:  # noqa: B008
            player.play(take)
            return JSONResponse(answer)

        return act

    app.get("/api/memory/bundle", response_model=None)(route("bundle"))
    app.post("/api/memory/recall", response_model=None)(route("recall"))
    app.post("/api/memory", response_model=None)(route("add"))
    listening = open_socket(ServerOptions(host="127.0.0.1", port=0))
    listening.listen()
    print(listening.port, flush=True)
    config = uvicorn.Config(app, log_level="error", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # what vectors cost is measured elsewhere
    first, *rest = sys.argv[1:]
    if first == "ours":
        serve_ours(*rest)
    elif first == "floor":
        serve_floor(*rest)
    else:
        print(json.dumps(measure(first if first != "-" else "", *rest)))
