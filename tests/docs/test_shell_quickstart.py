"""The quickstart with curl, typed as it stands in the README: a server starts, and answers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.program import environment
from tests.docs import pages
from tests.docs.pages import Block

README = pages.ROOT / "README.md"
PORT = "8765"
_INSTALLS = re.compile(r"^python3 -m venv .*pip install '\.\[(\w+)\]'$")


def quickstart() -> Block:
    (block,) = [one for one in pages.blocks(README) if one.language == "sh"]
    return block


def _commands() -> str:
    """All but the line that installs, which is held against the extras that there are."""
    first, _, rest = quickstart().text.partition("\n")
    extra = _INSTALLS.match(first)
    assert extra is not None, first
    settings = tomllib.loads((pages.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert extra[1] in settings["project"]["optional-dependencies"]
    return rest


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with `rmb` in it, as an installation puts it there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    path = folder / "rmb"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m remembrancer "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return folder


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
@pytest.mark.skipif(os.name == "nt", reason="the README speaks to a Unix shell")
def test_the_quickstart_with_curl(tmp_path: Path, program: Path) -> None:
    """Whoever types it in an empty folder has a fact stored and found."""
    port = str(free_port())
    typed = _commands().replace(PORT, port).replace("--local", f"--local --port {port}")
    # The shell says when it is through; the server goes on in the background.
    script = f"{typed}\necho\n"
    around = environment(
        PATH=f"{program}{os.pathsep}{os.environ['PATH']}", REMEMBRANCER_EMBEDDER="none"
    )
    for name in ("REMEMBRANCER_URL", "REMEMBRANCER_SPACE", "REMEMBRANCER_TOKEN"):
        around.pop(name, None)
    with subprocess.Popen(
        ["sh", "-e"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env=around,
        text=True,
        start_new_session=True,
    ) as shell:
        try:
            # The server holds the pipe open for as long as it runs: it is stopped before its end.
            assert shell.stdin is not None
            assert shell.stdout is not None
            shell.stdin.write(script)
            shell.stdin.close()
            code = shell.wait(120)
        finally:
            os.killpg(shell.pid, signal.SIGTERM)
        printed = shell.stdout.read()
    assert code == 0, printed
    shown = quickstart().output
    assert shown is not None
    # curl ends no line, so the two answers follow each other.
    assert pages.agrees(printed.replace("\n", ""), shown.replace("\n", "")), printed
    assert (tmp_path / "remembrancer.db").is_file()
