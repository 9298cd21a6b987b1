"""Docs run: every example of README.md and docs/ is executed where a reader would execute it."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.settings import DEFAULTS, PREFIX
from remembrancer.doors.cli import main
from tests import postgres
from tests.docs import pages
from tests.docs.pages import Block

_PROGRAMS = ("rmb", "remembrancer")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with no settings from outside and a wide terminal."""
    monkeypatch.chdir(tmp_path)
    for setting in DEFAULTS:
        monkeypatch.delenv(PREFIX + setting.upper(), raising=False)
    # An example that is about meaning brings its embedder along.
    monkeypatch.setenv(PREFIX + "EMBEDDER", "none")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.mark.parametrize("page", pages.runnable(), ids=pages.name)
@pytest.mark.usefixtures("folder")
def test_every_example_runs(page: Path) -> None:
    """Python blocks of a page run in order in one namespace, commands end with exit code 0."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for block in _placed(pages.blocks(page)):
                if block.language == "python":
                    _run_python(page, block, namespace)
                elif block.language == "console":
                    _run_console(page, block)
    finally:
        for value in namespace.values():
            if isinstance(value, Memory):
                value.close()


def test_the_quickstart_prints_something(folder: Path) -> None:
    """The first block of the README works alone in an empty folder, and shows what it found."""
    first = next(one for one in pages.blocks(pages.ROOT / "README.md") if one.language == "python")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    _run_python(pages.ROOT / "README.md", first, namespace)
    assert first.output is not None
    assert first.output.strip()
    assert (folder / "practice.db").is_file()
    namespace["memory"].close()


def _placed(blocks: list[Block]) -> list[Block]:
    """The blocks, with a new store where they name the server of the examples."""
    if not any(pages.SERVER in block.text for block in blocks):
        return blocks
    url = postgres.fresh_url()
    return [block._replace(text=block.text.replace(pages.SERVER, url)) for block in blocks]


def _run_python(page: Path, block: Block, namespace: dict[str, Any]) -> None:
    """Runs a block, and holds what it prints against what the page shows."""
    # Empty lines in front, so that an error names the line of the page.
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    if block.output is not None:
        _check_output(page, block.line, printed.getvalue(), block.output)


def _run_console(page: Path, block: Block) -> None:
    for place, words, shown in _commands(block):
        printed, told = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(told),
            pytest.raises(SystemExit) as ended,
        ):
            main(words)
        assert ended.value.code == 0, f"{pages.name(page)}:{place}: {told.getvalue()}"
        if shown.strip():
            _check_output(page, place, printed.getvalue(), shown)


def _commands(block: Block) -> Iterator[tuple[int, list[str], str]]:
    """Line, words and shown output of each command of ours. Others are for the reader."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    line = block.line + parts[0].count("\n")
    for part in parts[1:]:
        typed, _, shown = part.partition("\n")
        words = shlex.split(typed)
        if words[0] in _PROGRAMS:
            yield line, words[1:], shown
        line += part.count("\n")


def _check_output(page: Path, line: int, printed: str, shown: str) -> None:
    assert pages.agrees(printed, shown), (
        f"{pages.name(page)}:{line} shows\n{shown}\nand prints\n{printed}"
    )
