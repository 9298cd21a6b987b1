"""A newcomer on a machine with nothing but Python: from the clone to the first answer."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import SETTINGS
from tests.docs import pages
from tests.docs.test_shell_quickstart import PORT, free_port, quickstart
from tests.soak.size import Told

pytestmark = pytest.mark.soak

_PINNED = re.compile(r"^([a-z0-9][\w.\[\]-]*==\S+)", re.MULTILINE)
_LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv*", ".*_cache", "__pycache__", "*.egg-info")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
@pytest.mark.skipif(os.name == "nt", reason="the README speaks to a Unix shell")
def test_the_readme_leads_to_an_answer(tmp_path: Path) -> None:
    """Its commands, typed as they stand in a fresh clone: the wheel is built and installed with
    what the lock file says, the server starts, and curl is answered. How long it took is printed;
    most of it is up to the network."""
    clone = tmp_path / "clone"
    shutil.copytree(pages.ROOT, clone, ignore=_LEFT_BEHIND)
    pinned = tmp_path / "pinned.txt"
    lock = (pages.ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8")
    pinned.write_text("\n".join(_PINNED.findall(lock)), encoding="utf-8")
    port = str(free_port())
    block = quickstart()
    typed = block.text.replace(PORT, port).replace("--local", f"--local --port {port}")
    install, _, rest = typed.partition("\n")
    around = {
        name: value
        for name, value in os.environ.items()
        if name not in (*SETTINGS, "PYTHONPATH", "VIRTUAL_ENV")
    }
    folder = Path(sys.executable).resolve().parent  # the python3 that a newcomer has
    around |= {"PIP_CONSTRAINT": str(pinned), "PATH": f"{folder}{os.pathsep}{around['PATH']}"}
    told = Told("the README up to curl")
    begun = time.monotonic()
    script = f"{install} >/dev/null\ndate +%s.%N >installed\n{rest}\necho\n"
    started = time.time()
    said = tmp_path / "said"
    with (
        said.open("w") as beside,
        subprocess.Popen(
            ["sh", "-e"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=beside,
            cwd=clone,
            env=around,
            text=True,
            start_new_session=True,
        ) as shell,
    ):
        try:
            assert shell.stdin is not None
            assert shell.stdout is not None
            shell.stdin.write(script)
            shell.stdin.close()
            code = shell.wait(900)
            seconds = time.monotonic() - begun
        finally:
            os.killpg(shell.pid, signal.SIGTERM)
        printed = shell.stdout.read()
    assert code == 0, printed + said.read_text()
    assert block.output is not None
    assert pages.agrees(printed.replace("\n", ""), block.output.replace("\n", "")), printed
    installed = float((clone / "installed").read_text()) - started
    told.result(f"{seconds:.0f} s, of which {installed:.0f} s to install")
