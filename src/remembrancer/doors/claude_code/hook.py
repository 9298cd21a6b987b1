"""`rmb-hook`: what Claude Code calls when a session starts, rests, is compacted or ends.

It must never hold up a session, and never fail one: it imports the standard library alone, leaves
the work to a process of its own, and ends with 0 whatever happens. What went wrong is in the log.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from remembrancer.doors.claude_code import spool

if TYPE_CHECKING:
    import subprocess

INPUT_BYTES_MAX = 4_000_000  # of what Claude Code says about an event
WAIT_SECONDS = 3.0  # that the start of a session waits for the memory where nothing is at hand
WAIT_SECONDS_MAX = 60.0
_LOOK_SECONDS = 0.03
_DETACHED = 0x00000008 | 0x00000200  # on Windows: without a console, in a group of its own
_CAPTURED = ("Stop", "PreCompact", "SessionEnd")
_TOLD_SOON = ("PreCompact", "SessionEnd")  # after which a session starts, or goes on from nothing


def main(arguments: list[str] | None = None) -> int:
    """Handles one event of a session. The exit code is 0: any other could stop the agent."""
    try:
        _handle(sys.argv[1:] if arguments is None else arguments)
    except (Exception, KeyboardInterrupt) as error:
        # What an error says of a file may hold its name, which is nobody's secret here.
        spool.log(f"hook: {type(error).__name__}: {error}")
    return 0


def _handle(arguments: list[str]) -> None:
    options, unknown = spool.options_from(arguments)
    if unknown:
        spool.log(f"hook: not understood: {' '.join(unknown)}")
    event = _event()
    name = event.get("hook_event_name")
    project = os.environ.get("CLAUDE_PROJECT_DIR") or event.get("cwd") or os.getcwd()
    if not isinstance(project, str):
        raise ValueError("cwd is no text")
    wait = _seconds(options.pop("wait", None))
    if name == "SessionStart":
        _tell(project, options, wait)
    elif name in _CAPTURED:
        _leave(project, options, event, tells=name in _TOLD_SOON)


def _event() -> dict[str, object]:
    import json

    given = (
        b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read(INPUT_BYTES_MAX)
    )
    found = json.loads(given or b"{}")
    if not isinstance(found, dict):
        raise ValueError("the event is no JSON object")
    return found


def _seconds(value: str | None) -> float:
    try:
        return min(max(float(value or WAIT_SECONDS), 0.0), WAIT_SECONDS_MAX)
    except ValueError:
        return WAIT_SECONDS


def _leave(project: str, options: dict[str, str], event: dict[str, object], *, tells: bool) -> None:
    """Notes how far there is something to read, and has it read by somebody else."""
    transcript = event.get("transcript_path")
    if not isinstance(transcript, str) or not transcript:
        spool.log("hook: the event names no transcript")
        return
    path = os.path.abspath(os.path.expanduser(transcript))
    try:
        size = os.stat(path).st_size
    except OSError:  # a session in which nothing was said has none
        return
    session = event.get("session_id")
    fields: dict[str, object] = {
        "transcript": path,
        "offset": size,
        "session": session if isinstance(session, str) else "",
    }
    if tells:
        fields["tells"] = True
    spool.put_job(project, options, **fields)
    _start_worker()


def _tell(project: str, options: dict[str, str], wait: float) -> None:
    """Prints what the session is to know; it waits a moment for it, and then goes without."""
    started = time.time()
    result = spool.context_of(project, options)
    if result is not None and spool.is_fresh(result, started):
        if spool.jobs():
            _start_worker()
    else:
        spool.put_job(project, options, tells=True)
        worker = _start_worker()
        until = time.monotonic() + wait
        while time.monotonic() < until:
            result = spool.context_of(project, options)
            asked_at = result.get("asked_at") if result is not None else None
            if isinstance(asked_at, int | float) and asked_at >= started:
                break
            if worker.poll():  # it failed; where it only left the work to another, it is 0
                spool.log("hook: the worker could not start")
                break
            time.sleep(_LOOK_SECONDS)
        else:
            spool.log("hook: the memory did not answer in time")
    text = spool.text_of(result, started)
    if text:
        _print(text)


def _print(text: str) -> None:
    data = text.encode("utf-8", "replace") + b"\n"
    while data:
        data = data[os.write(1, data) :]


def _start_worker() -> subprocess.Popen[bytes]:
    """Starts the process that does the work, and does not wait for it."""
    import subprocess

    is_windows = os.name == "nt"
    return subprocess.Popen(
        # -P: nothing is imported from the folder in which the session runs.
        [sys.executable, "-P", "-m", "remembrancer", "claude-code", "work"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=spool.folder(),
        start_new_session=not is_windows,
        creationflags=_DETACHED if is_windows else 0,
    )


if __name__ == "__main__":
    sys.exit(main())
