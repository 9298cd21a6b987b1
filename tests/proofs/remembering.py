"""A process that remembers, and is killed while it does.

`python -m tests.proofs.remembering once URL` dies between capture and filing;
`python -m tests.proofs.remembering statements URL STRIDE` has children that die at one statement
after the other, each asked the same again, until one lives.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from remembrancer import Memory
from remembrancer.items.proposal import Proposal
from tests.proofs.hands import before_every_statement

SPACE: Final = "data"
# What is said, and the slot that it fills.
SAID: Final = (
    ("My salary is 50,000 kr a month.", "salary"),
    ("I live in Uppsala.", "home"),
    ("I have a mortgage of 2,400,000 kr.", "mortgage"),
)
_ROOT = Path(__file__).resolve().parents[2]
_UNLIMITED = 10**6


def opened(url: str, **options: Any) -> Memory:
    return Memory.open(url, space=SPACE, preset="adviser", background=False, **options)


def die_after_capture(url: str) -> None:
    """A process stores the raw text, and is gone before a model has read it."""
    done = _run("once", url)
    assert done.returncode == -signal.SIGKILL, done.stderr


def die_at_statements(url: str, *, stride: int) -> int:
    """One process after the other dies while it remembers the same. Gives the statements it
    takes to live."""
    done = _run("statements", url, str(stride))
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def _run(*given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.proofs.remembering", *given],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def _remember(memory: Memory) -> None:
    memory.remember(" ".join(text for text, _ in SAID), subject="ellen", source="note")


def _once(url: str) -> None:
    with opened(url, extractor=_Dying()) as memory:
        _remember(memory)


class _Dying:
    """An extractor in which the process ends."""

    is_local = True

    def extract(self, messages: object) -> list[Proposal]:
        os.kill(os.getpid(), signal.SIGKILL)
        return []


def _statements(url: str, stride: int) -> int:
    with opened(url):
        pass  # the space is there
    import remembrancer.reading.offline.offline_extractor
    import remembrancer.remember.infer  # noqa: F401  loaded once, before the children

    statements = 0
    while _child(url, statements) != 0:
        statements += stride
    return statements


def _child(url: str, statements: int) -> int:
    """A child with so many statements to live: 0, or the signal that ended it."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    used = 0
    is_begun = False

    def step() -> None:
        nonlocal used
        used += is_begun
        if used > statements:
            os.kill(os.getpid(), signal.SIGKILL)

    before_every_statement(step)
    memory = opened(url)
    is_begun = True
    _remember(memory)
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "once":
        _once(sys.argv[2])
    else:
        print(_statements(sys.argv[2], int(sys.argv[3])))
