"""Agents of a story in processes of their own, each with its own connection to the store.

The story tells each of them what to do and what time it is, and waits until it is done: so the
clock is the same for all, and every run tells the same.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from remembrancer.core.errors import InvalidInput, NotAvailable
from remembrancer.core.principal import Principal
from remembrancer.demo.acts import ReadyAct, perform
from remembrancer.memory import Memory

# -P: a file beside the caller is never taken for a module of ours.
_START: Final = (sys.executable, "-P", "-m", "remembrancer.demo.desk_agents")


class AgentProcess:
    """One agent: a process that does as the story tells it, one act at a time."""

    def __init__(self, path: Path, space: str, principal: Principal) -> None:
        self._name = principal.name
        self._process = subprocess.Popen(
            _START,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is the story's; the end of its pipe ends the process
        )
        self._tell({"path": str(path), "space": space, "principal": principal.export()})

    @property
    def pid(self) -> int:
        return self._process.pid

    def perform(self, action: ReadyAct) -> str | None:
        """Has the agent do it. Returns the id of the item that it made, if any."""
        self._tell({**action._asdict(), "now": action.now.isoformat()})
        source = self._process.stdout
        assert source is not None
        line = source.readline()
        if not line:
            raise self._ended()
        answer = json.loads(line)
        if "error" in answer:
            raise InvalidInput(
                f"{self._name} could not {action.do}: {answer['error']}", field="act"
            )
        id: str | None = answer["id"]
        return id

    def _tell(self, message: dict[str, Any]) -> None:
        target = self._process.stdin
        assert target is not None
        try:
            target.write(json.dumps(message) + "\n")
            target.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> NotAvailable:
        return NotAvailable(f"The process of {self._name} ended. Build the demo again.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends it between two acts, and waits until it has closed the store."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # it ended before
                    pipe.close()
        self._process.wait()


class _Clock:
    """The time that the story told last."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def serve(source: IO[str], target: IO[str]) -> None:
    """The life of one agent: it opens the store, and does what it is told until nobody does."""
    opening, action = json.loads(source.readline()), _read(source)
    if action is None:  # it was never needed
        return
    clock = _Clock(action.now)
    with Memory.open(
        opening["path"],
        space=opening["space"],
        principal=Principal(**opening["principal"]),
        clock=clock,
        background=False,
    ) as memory:
        while action is not None:
            clock.now = action.now
            try:
                id = perform(memory, action)
            except Exception as error:  # the story that waits for an answer raises it
                _write(target, {"error": f"{type(error).__name__}: {error}"})
            else:
                _write(target, {"id": id})
            action = _read(source)


def _read(source: IO[str]) -> ReadyAct | None:
    line = source.readline()
    if not line:
        return None
    told = json.loads(line)
    return ReadyAct(**{**told, "now": datetime.fromisoformat(told["now"])})


def _write(target: IO[str], answer: dict[str, Any]) -> None:
    target.write(json.dumps(answer) + "\n")
    target.flush()


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, sys.stdout)
