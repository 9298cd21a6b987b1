"""Running the program: in this process for speed, as a process of its own for pipes and signals."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import remembrancer
from remembrancer.doors.cli import main

SETTINGS = (
    "REMEMBRANCER_URL",
    "REMEMBRANCER_SPACE",
    "REMEMBRANCER_PRESET",
    "REMEMBRANCER_SESSIONS",
    "REMEMBRANCER_EMBEDDER_BASE_URL",
    "REMEMBRANCER_EMBEDDER_API_KEY",
    "REMEMBRANCER_LLM_MODEL",
    "REMEMBRANCER_LLM_BASE_URL",
    "REMEMBRANCER_LLM_API_KEY",
    "REMEMBRANCER_LLM_CHEAP_MODEL",
    "REMEMBRANCER_LLM_CHEAP_BASE_URL",
    "REMEMBRANCER_LLM_CHEAP_API_KEY",
    "REMEMBRANCER_LLM_IS_LOCAL",
    "REMEMBRANCER_NEO4J_URL",
    "REMEMBRANCER_NEO4J_USER",
    "REMEMBRANCER_NEO4J_PASSWORD",
    "REMEMBRANCER_OTEL",
    "REMEMBRANCER_SECRET",
    "REMEMBRANCER_TOKEN",
    "FORCE_COLOR",
    "NO_COLOR",
    "COLUMNS",
)
PROGRAM = (sys.executable, "-c", "from remembrancer.doors.cli import main; main()")


def environment(**values: str) -> dict[str, str]:
    """The present environment, in which the package is found from any folder."""
    package = str(Path(remembrancer.__file__).resolve().parents[1])
    return {**os.environ, "PYTHONPATH": package, **values}


class Outcome(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Program:
    """Runs commands in one empty folder."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(folder)
        for name in SETTINGS:
            monkeypatch.delenv(name, raising=False)

    def __call__(self, *arguments: str, stdin: str = "") -> Outcome:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as finished:
            main(list(arguments))
        told = self._capsys.readouterr()
        code = finished.value.code
        assert isinstance(code, int)
        return Outcome(code, told.out, told.err)

    def done(self, *arguments: str, stdin: str = "") -> Outcome:
        """The outcome of a command that has to succeed."""
        outcome = self(*arguments, stdin=stdin)
        assert outcome.code == 0, outcome.err
        return outcome

    def failed(self, *arguments: str, stdin: str = "") -> str:
        """The one message of a command that has to fail."""
        outcome = self(*arguments, stdin=stdin)
        assert outcome.code == 1, outcome
        assert outcome.err.startswith("Error: ")
        assert "Traceback" not in outcome.err
        return outcome.err

    def remember(self, text: str, *options: str) -> str:
        """Keeps a text as it stands, and gives the id of its item."""
        kept = self.done("remember", text, "--as-is", "--json", *options)
        return str(kept.json["items"][0]["id"])

    def stored(self) -> dict[str, bytes]:
        """Every byte of the store, by file."""
        return {path.name: path.read_bytes() for path in self.folder.glob("remembrancer.db*")}


def run_process(
    *arguments: str, stdin: bytes = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """The program as a process of its own, in the present folder."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        env=environment(**variables),
        capture_output=True,
        check=False,
        timeout=60,
    )
