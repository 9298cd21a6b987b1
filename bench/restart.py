"""How long a server is away that was killed: all its processes at once, by kill -9."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from statistics import median

ROUNDS = 3
WORKERS = 2
_ADDRESS = re.compile(r"at (http://\S+)\. ")


def restart_seconds(url: str) -> float:
    """From its start to its first answer, as a rule."""
    port, taken = "0", []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        process, address = _started(url, port)
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=60) as answer:
                assert answer.status == 200
            taken.append(time.perf_counter() - begun)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        port = address.rpartition(":")[2]
    return median(taken[1:])  # nobody was killed before the first


def _started(url: str, port: str) -> tuple[subprocess.Popen[str], str]:
    options = ("--workers", str(WORKERS), "--port", port, "--url", url, "--quiet")
    process = subprocess.Popen(
        [sys.executable, "-m", "remembrancer", "serve", *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "500"},
    )
    assert process.stderr is not None
    for said in process.stderr:
        found = _ADDRESS.search(said)
        if found is not None:
            return process, found[1]
    raise RuntimeError("The server ended before it answered.")
