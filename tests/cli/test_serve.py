"""`rmb serve`, as somebody starts it who follows the guide."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
import psutil  # type: ignore[import-untyped]  # comes with the server of PostgreSQL
import pytest

from remembrancer import Memory
from tests.cli.program import PROGRAM, Program, environment
from tests.proofs.servers import wait_until

_ADDRESS = re.compile(r"at (http://\S+)\. ")


# The same program with a thread more, so that its processes cannot be copies of it.
_CROWDED = (
    sys.executable,
    "-c",
    "import threading, time; from remembrancer.doors.cli import main; "
    "threading.Thread(target=time.sleep, args=(600,), daemon=True).start(); main()",
)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, str]]:
    """The address of a server that runs, and what it said at its start."""
    command = [*PROGRAM, "serve", "--port", "0", *options]
    around = environment(REMEMBRANCER_EMBEDDER="none", COLUMNS="500")
    with subprocess.Popen(
        command, cwd=folder, env=around, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        found = _ADDRESS.search(said)
        assert found is not None, said + process.stderr.read()
        try:
            yield found[1], said
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def test_the_first_fact_of_a_newcomer(tmp_path: Path) -> None:
    """On a machine without a store, local mode says so, stores a fact and finds it again."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with serving(tmp_path, "--local") as (url, said), httpx2.Client(timeout=60) as http:
        assert "LOCAL MODE" in said
        body = json.dumps({"content": "Orders settle after three days."})
        assert http.post(f"{url}/api/memory", content=body, headers=form).status_code == 201
        asked = http.post(f"{url}/api/memory/recall", json={"query": "when do orders settle"})
        assert asked.json()["hits"][0]["text"] == "Orders settle after three days."
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert http.get(f"{url}/api/memory", headers=headers).status_code == 403
        foreign = {"Host": "evil.example"}
        assert http.get(f"{url}/api/memory", headers=foreign).status_code == 421


def test_a_token_opens_the_door(rmb: Program) -> None:
    """Without --local nobody is let in but the holders of tokens, and it says how to issue one."""
    place = ("--url", "our team.db", "--space", "northgate")
    rmb.done("init", "--preset", "corporate", *place)
    token = rmb.done("token", "issue", "owner", *place).out.strip()
    with serving(rmb.folder, *place) as (url, said), httpx2.Client(timeout=60) as http:
        assert "rmb token issue NAME --url 'our team.db' --space northgate. " in said
        assert http.get(f"{url}/api/memory/bundle").status_code == 401
        headers = {"Authorization": f"Bearer {token}"}
        assert http.get(f"{url}/api/memory/bundle", headers=headers).json()["mandatory"] == []


def test_local_mode_is_for_this_machine(rmb: Program) -> None:
    """Where others could reach the port, local mode is refused, and no store is made."""
    told = rmb.failed("serve", "--local", "--host", "0.0.0.0")
    assert "for this machine alone" in told
    assert list(rmb.folder.iterdir()) == []


def test_a_port_that_is_taken_leaves_no_store(rmb: Program) -> None:
    """Who meets another program at the port is told so, and finds the folder as it was."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        for workers in ("1", "2"):
            told = rmb.failed("serve", "--local", "--port", port, "--workers", workers)
            assert f"127.0.0.1:{port}" in told
            assert "--port" in told
    assert list(rmb.folder.iterdir()) == []


def test_too_many_processes_leave_no_store(rmb: Program) -> None:
    """A number of processes that no server has is refused before anything is made."""
    told = rmb.failed("serve", "--local", "--port", "0", "--workers", "65")
    assert "1 to 64 processes" in told
    assert list(rmb.folder.iterdir()) == []


def test_several_processes_are_one_server(tmp_path: Path) -> None:
    """Both answer for one store, are counted together, and end streams so that they can go on."""
    heard: list[str] = []
    with httpx2.Client(timeout=60) as http, ExitStack() as held:
        with serving(tmp_path, "--local", "--workers", "2", "--quiet") as (url, said):
            assert "2 processes" in said
            stream = held.enter_context(http.stream("GET", f"{url}/api/events"))
            lines = stream.iter_lines()
            while not next(lines).startswith("event: ready"):
                pass
            ids = [
                httpx2.post(f"{url}/api/memory", json={"content": f"{number}"}).json()["id"]
                for number in range(4)
            ]
            while sum(id in line for line in heard for id in ids) < len(ids):
                heard.append(next(lines))
            # What the other one counted is told within a second.
            count = 'requests_total{route="/api/memory",method="POST",status="201"} 4'
            while count not in httpx2.get(f"{url}/metrics").text:
                time.sleep(0.1)
        heard += lines  # it ends without an error
        cursor = [line for line in heard if line.startswith("id: ")][-1].removeprefix("id: ")
    with Memory.open(
        str(tmp_path / "remembrancer.db"), embedder="none", background=False
    ) as memory:
        changes = memory.subscribe(after=cursor)
        assert changes.poll() == ()
        later = memory.add(content="Later.")
        assert [one.item_id for one in changes.poll()] == [later.id]


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(PROGRAM, id="copies", marks=pytest.mark.soak),
        pytest.param(_CROWDED, id="anew", marks=pytest.mark.soak),
    ],
)
def test_the_dead_are_replaced_and_orphans_end(tmp_path: Path, program: Sequence[str]) -> None:
    """Another takes the place of a process that dies, and all end with the one that looks after
    them, whether they were copies of it or not."""
    around = environment(REMEMBRANCER_EMBEDDER="none", COLUMNS="500")
    options = ("serve", "--port", "0", "--local", "--quiet", "--workers", "2")
    with subprocess.Popen(
        [*program, *options], cwd=tmp_path, env=around, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            found = _ADDRESS.search(said := process.stderr.readline())
            assert found is not None, said
            first = _answering(process.pid)
            assert len(first) == 2
            is_new = any("spawn_main" in word for word in first[0].cmdline())
            assert is_new == (program is _CROWDED or sys.platform != "linux")
            first[0].kill()
            wait_until(lambda: len({*_answering(process.pid)} - {*first}) == 1, "another")
            second = _answering(process.pid)
            assert len(second) == 2
            with httpx2.Client(timeout=60) as http:
                assert http.get(f"{found[1]}/health").status_code == 200
        finally:
            process.kill()
    wait_until(lambda: not any(one.is_running() for one in second), "the end of all")


def _answering(pid: int) -> list[psutil.Process]:
    """Those that live, of the processes that answer."""
    found: list[psutil.Process] = []
    for child in psutil.Process(pid).children():
        with suppress(psutil.NoSuchProcess):  # it may end while it is looked at
            is_helper = any("resource_tracker" in word for word in child.cmdline())
            if not is_helper and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
    return found
