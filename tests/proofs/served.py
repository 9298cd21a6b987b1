"""A server as people start it, with clients that read, write and listen while it may be killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx2
import psutil  # type: ignore[import-untyped]  # comes with the server of PostgreSQL

from remembrancer import Memory, RemembrancerError, ServerUnreachable
from remembrancer.client.connection import ServerConnection
from tests.cli.program import PROGRAM, environment
from tests.proofs.servers import wait_until

_ADDRESS = re.compile(r"at (http://\S+)\. ")
_REFUSED_FOR_NOW = "503"
_FACTS = 40
_LISTENED = 50  # changes, after which the listener hangs up and goes on from its cursor


class Served:
    """`rmb serve` in processes of its own, always at the same port."""

    def __init__(self, url: str, folder: Path, *, workers: int, **settings: str) -> None:
        self._store = url
        self._settings = settings  # of the environment
        self._folder = folder
        self._workers = workers
        self._log = folder / "server.log"
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> float:
        """Seconds until it answered."""
        begun = time.monotonic()
        options = ["--workers", str(self._workers), "--port", str(self._port), "--url", self._store]
        free = ["--quiet", "--rate", "0", "--address-rate", "0"]
        self._log.write_text("")
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*PROGRAM, "serve", *options, *free],
                cwd=self._folder,
                env=environment(REMEMBRANCER_EMBEDDER="none", COLUMNS="500", **self._settings),
                stderr=log,
                start_new_session=True,
            )
        wait_until(lambda: self._address() is not None, "a server that answers")
        self.url = self._address() or ""
        self._port = int(self.url.rpartition(":")[2])
        assert httpx2.get(f"{self.url}/health", timeout=60).status_code == 200
        return time.monotonic() - begun

    def _address(self) -> str | None:
        assert self._process is not None
        said = self.said()
        assert self._process.poll() is None, said
        found = _ADDRESS.search(said)
        return None if found is None else found[1]

    def said(self) -> str:
        return self._log.read_text()

    def stop(self) -> int:
        """Its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def kill(self) -> None:
        """kill -9 of all its processes at once."""
        assert self._process is not None
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def kill_one(self) -> None:
        """kill -9 of one process that answers; the others go on."""
        assert self._process is not None
        answering = [
            child
            for child in psutil.Process(self._process.pid).children()
            if not any("resource_tracker" in word for word in child.cmdline())
        ]
        answering[0].kill()

    def answers(self) -> Counter[str]:
        """How many answers of each status there were, as the server counts them."""
        text = httpx2.get(f"{self.url}/metrics", timeout=60).text
        found: Counter[str] = Counter()
        for status, number in re.findall(r'_total{[^}]*status="(\d+)"} (\d+)', text):
            found[status] += int(number)
        return found

    def failed(self) -> Counter[str]:
        """Its answers that tell of a failure. Who is refused because the machine has more to do
        than it can calls again."""
        found = self.answers()
        return Counter(
            {
                status: number
                for status, number in found.items()
                if status >= "400" and status != _REFUSED_FOR_NOW
            }
        )


def prepare(url: str, callers: int) -> tuple[str, list[str]]:
    """A store with facts for a bundle; a token of an admin, and those of callers."""
    with Memory.open(url, preset="corporate", embedder="none", background=False) as memory:
        memory.add_many(
            {
                "content": f"Rule {n}: order {n} settles after {n} days.",
                "source_type": "admin_mandate",
            }
            for n in range(_FACTS)
        )
        memory.admin.add_person("ada", roles=["ADMIN"])
        tokens = []
        for number in range(callers):
            memory.admin.add_person(f"caller-{number}", kind="agent" if number % 2 else "user")
            tokens.append(memory.admin.issue_token(f"caller-{number}").token)
        return memory.admin.issue_token("ada").token, tokens


class Clients:
    """So many callers, each in a thread of its own, until they are told to end."""

    def __init__(
        self, url: str, tokens: list[str], *, seed: int, writes: float, is_patient: bool
    ) -> None:
        self.kept: dict[str, str] = {}  # what was acknowledged: content by id
        self.calls: Counter[str] = Counter()
        self.errors: list[BaseException] = []
        self._url = url
        self._seed = seed
        self._writes = writes  # the share of calls that write
        self._is_patient = is_patient  # goes on where the server cannot be reached
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=self._call, args=(number, token))
            for number, token in enumerate(tokens)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()

    @property
    def is_well(self) -> bool:
        return not self.errors

    def wait_for(self, writes: int) -> None:
        """Until so many more were acknowledged, or somebody gave up."""
        enough = len(self.kept) + writes
        wait_until(lambda: len(self.kept) >= enough or not self.is_well, f"{writes} writes more")

    def _call(self, number: int, token: str) -> None:
        chance = Random(f"{self._seed}/{number}")
        try:
            with Memory.open(self._url, token=token) as memory:
                for turn in range(10**9):
                    if self._ending.is_set():
                        return
                    self._turn(memory, chance, f"{number}/{turn}")
        except BaseException as error:
            self.errors.append(error)

    def _turn(self, memory: Memory, chance: Random, name: str) -> None:
        if chance.random() < self._writes:
            content = f"{name} was told by a caller."
            kept = self._persist(lambda: memory.add(content=content, key=name))
            self.kept[kept.id] = content
            self.calls["add"] += 1
        elif chance.random() < 0.5:
            assert len(self._persist(memory.bundle).mandatory) == _FACTS
            self.calls["bundle"] += 1
        else:
            question = f"after how many days does order {chance.randrange(_FACTS)} settle"
            assert self._persist(lambda: memory.recall(question)).hits
            self.calls["recall"] += 1

    def _persist(self, act: Callable[[], Any]) -> Any:
        """The same call with the same key, until it is answered."""
        while True:
            try:
                return act()
            except ServerUnreachable:
                if not self._is_patient:
                    raise
                time.sleep(0.05)


class Listener:
    """Hears of changes, hangs up now and then, and goes on from the last one it heard."""

    def __init__(self, url: str, token: str) -> None:
        self.heard: list[str] = []  # ids of items that were added, in order
        self.times_connected = 0
        self.error: BaseException | None = None
        self._connection = ServerConnection(url, token)
        self._cursor: str | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._listen)

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._cursor is not None or self.error is not None, "listening")
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join()
        self._connection.close()

    def _listen(self) -> None:
        try:
            while not self._ending.is_set():
                try:
                    self._read()
                except ServerUnreachable:
                    time.sleep(0.05)
        except BaseException as error:
            self.error = error

    def _read(self) -> None:
        query = [("idle_seconds", "0.5")]
        if self._cursor is not None:
            query.append(("after", self._cursor))
        self.times_connected += 1
        for number, (kind, id, data) in enumerate(self._connection.events(query)):
            self._cursor = id
            if kind == "change":
                self.heard.append(json.loads(data)["item_id"])
            if self._ending.is_set() or number >= _LISTENED:
                return


def check(url: str, clients: Clients, listener: Listener) -> None:
    """Every acknowledged write is there once, and every change was heard once."""
    wait_until(
        lambda: set(clients.kept) <= set(listener.heard) or bool(listener.error), "all heard"
    )
    assert listener.error is None, listener.error
    twice = [id for id, number in Counter(listener.heard).items() if number > 1]
    assert twice == []
    with Memory.open(url, embedder="none", background=False) as memory:
        page = memory.items(limit=500)
        found = {item.id: item.content for item in page.items}
        while page.next is not None:
            page = memory.items(limit=500, cursor=page.next)
            found |= {item.id: item.content for item in page.items}
        assert {id: found.get(id) for id in clients.kept} == clients.kept
        told = Counter(text for text in found.values() if text.endswith("told by a caller."))
        assert [text for text, number in told.items() if number > 1] == []
        assert set(listener.heard) == {id for id, text in found.items() if text in told}
        assert memory.verify().ok


def failures(clients: Clients) -> list[str]:
    return [
        str(error) if isinstance(error, RemembrancerError) else repr(error)
        for error in clients.errors
    ]
