"""What one process erases, others let go of by themselves."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from remembrancer import Memory
from tests.cli.program import environment
from tests.engines import ON_CONNECTIONS, Engine

_HOLDER = """
import sys
from remembrancer import Memory
with Memory.open(sys.argv[1], space="northgate", background=False) as memory:
    for _ in sys.stdin:
        rows = memory.graph.cypher("MATCH (p:Client) RETURN p.name AS n ORDER BY n")
        print(",".join(row["n"] for row in rows), flush=True)
"""


def _children(pid: int) -> set[int]:
    """The processes that a process started and that live."""
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return {int(child) for file in listed for child in file.read_text().split()}


@ON_CONNECTIONS
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs the children in /proc")
def test_another_process_lets_go_of_what_was_erased(engine: Engine, tmp_path: Path) -> None:
    """A process that is asked nothing any more ends the engine that held what was erased, and keeps
    it after a change that erased nothing."""
    url = engine.fresh_url(tmp_path)
    with Memory.open(url, space="northgate", preset="adviser", background=False) as store:
        _is_let_go(store, url)


def _is_let_go(store: Memory, url: str) -> None:
    for name in ("Dana", "Eve"):
        store.graph.entity("Client", name)
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None

        def asked() -> str:
            print(file=holder.stdin, flush=True)
            assert holder.stdout is not None
            return holder.stdout.readline().strip()

        assert asked() == "Dana,Eve"
        held = _children(holder.pid)
        assert len(held) == 1
        store.graph.entity("Client", "Fay")
        time.sleep(2.5)
        assert _children(holder.pid) == held
        store.erase(subject="Dana", reason="asked for it")
        until = time.monotonic() + 60
        while _children(holder.pid) and time.monotonic() < until:
            time.sleep(0.1)
        assert _children(holder.pid) == set()
        assert asked() == "Eve,Fay"
        holder.stdin.close()
