"""The systemd unit: that systemd accepts it, how exposed it is, and that its command runs so."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.cli.program import PROGRAM, environment
from tests.proofs.servers import wait_until

pytestmark = pytest.mark.soak

UNIT = Path(__file__).parents[2] / "deploy" / "systemd" / "remembrancer.service"
EXPOSURE_MAX = 15  # tenths: 0 is shut, 100 is open
NEEDS_SYSTEMD = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze: apt-get install systemd"
)
NEEDS_SETPRIV = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="needs root, whose rights it drops, and setpriv: apt-get install util-linux",
)
# What systemd does before it starts the command, as far as one can without it: no rights to gain,
# and no memory that is both written and run (MemoryDenyWriteExecute).
_SHUT_IN = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
libc.prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0)  # an older kernel does not know it
os.umask(0o077)
os.execve(sys.argv[1], sys.argv[1:], dict(os.environ))
"""


def unit() -> dict[str, str]:
    """The settings of the service; of several with one name the last."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNIT, encoding="utf-8")
    return dict(parser["Service"])


def _settings(state: Path) -> dict[str, str]:
    """What the unit puts into the environment, with its folders below another one."""
    found = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if line.startswith("Environment="):
            name, _, value = line.removeprefix("Environment=").partition("=")
            found[name] = value.replace("%S", str(state)).replace("%C", str(state / "cache"))
    return found


@NEEDS_SYSTEMD
def test_systemd_accepts_it(tmp_path: Path) -> None:
    """Every word is known; with the program in place nothing is left to say."""
    program = tmp_path / "rmb"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text = UNIT.read_text(encoding="utf-8").replace("/opt/remembrancer/bin/rmb", str(program))
    placed = tmp_path / UNIT.name
    placed.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(placed)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@NEEDS_SYSTEMD
def test_it_is_shut(tmp_path: Path) -> None:
    """By systemd's own count, little is open."""
    threshold = f"--threshold={EXPOSURE_MAX}"
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", threshold, str(UNIT)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-300:]


@NEEDS_SETPRIV
def test_its_command_runs_like_that(tmp_path: Path) -> None:
    """Without any right of root, with the unit's environment and one folder to write: it answers a
    question in Cypher, which starts a process of its own, and ends when it is told to."""
    folder = tmp_path / "remembrancer"
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _, *words = shlex.split(unit()["ExecStart"])
    shut_in = [sys.executable, "-c", _SHUT_IN, *PROGRAM, *words, "--port", str(port), "--local"]
    package = environment()["PYTHONPATH"]
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", *shut_in],
            cwd=folder,
            env={"PATH": os.defpath, "PYTHONPATH": package, **_settings(tmp_path)},
            stdout=output,
            stderr=output,
        )
    try:
        wait_until(lambda: "Serving" in log.read_text() or process.poll() is not None, "it")
        assert process.poll() is None, log.read_text()
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            assert http.get("/health").status_code == 200
            query = {"query": "MATCH (p:Person) RETURN p.name AS name"}
            asked = http.post("/api/graph/cypher", json=query)
            assert asked.status_code == 200, asked.text
        assert (folder / "remembrancer.db").stat().st_mode & 0o077 == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(int(unit()["TimeoutStopSec"])) == 0, log.read_text()
    finally:
        process.kill()
        process.wait()
