"""A project with a transcript, as Claude Code leaves one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from remembrancer.doors.claude_code import spool
from tests.cli.program import environment

HOOK = (sys.executable, "-P", "-m", "remembrancer.doors.claude_code.hook")


def record(number: int, text: str = "Orders settle after three days.") -> str:
    """A line of a transcript, in the form of Claude Code."""
    said = {
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "sessionId": "s1",
        "type": "user",
        "uuid": f"u{number}",
        "timestamp": f"2026-03-02T09:{number % 60:02}:00.000Z",
        "message": {"role": "user", "content": text},
    }
    return json.dumps(said) + "\n"


class Desk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "reports"
        self.project.mkdir()
        self.transcript = folder / "s1.jsonl"
        self.store = folder / "team.db"

    def write(self, *lines: str) -> None:
        self.transcript.write_text("".join(lines), encoding="utf-8")

    def event(self, name: str, **fields: Any) -> dict[str, Any]:
        """What Claude Code says of an event."""
        return {
            "session_id": "s1",
            "transcript_path": str(self.transcript),
            "cwd": str(self.project),
            "permission_mode": "default",
            "hook_event_name": name,
            **fields,
        }

    def leave(self, options: dict[str, str] | None = None, **fields: object) -> str:
        """Leaves the work that a hook would leave."""
        size = self.transcript.stat().st_size
        given = {"transcript": str(self.transcript), "offset": size, "session": "s1", **fields}
        return spool.put_job(str(self.project), options or {}, **given)

    def hook(self, event: Any, *options: str) -> subprocess.CompletedProcess[bytes]:
        """The hook as Claude Code calls it."""
        given = event if isinstance(event, bytes) else json.dumps(event).encode()
        return subprocess.run(
            [*HOOK, *options],
            input=given,
            env=environment(),
            cwd=self.project,
            capture_output=True,
            check=False,
            timeout=120,
        )

    @property
    def log(self) -> str:
        path = Path(spool.folder(), "hook.log")
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def mode(self, path: Path) -> int:
        return os.stat(path).st_mode & 0o777
