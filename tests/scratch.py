"""Where the tests keep their files: in the memory of the machine, if there is room for them.

A test run makes some hundred databases and some thousand files, and throws all of them away. On a
disk that takes longer than many a test. `TMPDIR` names another place. The soak stays on a disk.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

_IN_MEMORY = Path("/dev/shm")
_NEEDED = 8 * 1024**3  # bytes that all workers hold at once, and as much again for everything else


def settle() -> None:
    """Choose the place for this process, and for those that it starts."""
    if {"TMPDIR", "REMEMBRANCER_SOAK"} & os.environ.keys() or not _has_room():
        return
    folder = _IN_MEMORY / f"remembrancer-tests-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)  # the server that a root starts belongs to somebody else
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)


def _has_room() -> bool:
    try:
        told = Path("/proc/meminfo").read_text(encoding="ascii").split()
        available = int(told[told.index("MemAvailable:") + 1]) * 1024
        return min(available, shutil.disk_usage(_IN_MEMORY).free) >= _NEEDED
    except (OSError, ValueError):
        return False  # another system, or a container without such a place
