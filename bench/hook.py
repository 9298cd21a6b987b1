"""How long `rmb-hook` holds up a session of Claude Code, beside a Python that does nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

ROUNDS = 15
MILLISECONDS_MAX = 150
_HOOK = ("-P", "-m", "remembrancer.doors.claude_code.hook")


def print_hook() -> None:
    """What a start from what is at hand takes, and what leaving work takes."""
    with tempfile.TemporaryDirectory(prefix="rmb-bench-") as folder:
        around = {**os.environ, "XDG_STATE_HOME": folder}
        bare = _milliseconds(("-P", "-c", "pass"), b"", around)
        event = {"hook_event_name": "Stop", "transcript_path": "/nowhere", "cwd": folder}
        hook = _milliseconds(_HOOK, json.dumps(event).encode(), around)
    print(
        f"\nrmb-hook, from its start to its end: {hook:.0f} ms (bare Python: {bare:.0f} ms, "
        f"goal under {MILLISECONDS_MAX} ms)"
    )


def _milliseconds(words: tuple[str, ...], given: bytes, around: dict[str, str]) -> float:
    taken: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], input=given, env=around, check=True)
        taken.append(1_000 * (time.perf_counter() - started))
    return median(taken)


if __name__ == "__main__":
    print_hook()
