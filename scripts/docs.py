"""Write docs/cli.md from the help of the program itself, or check that it is up to date.

python scripts/docs.py           writes the page
python scripts/docs.py --check   fails where the page is stale
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import typer.main

from remembrancer.doors.cli import main as program
from remembrancer.doors.cli.app import NAME, app

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"
WIDTH = "80"
INTRODUCTION = """\
# The command line

`remembrancer`, or `rmb` for short. This page is written by `make docs` from the program's own
help; change the help, not the page.

The exit code is 0 when the work is done, 1 when it failed (one message on stderr says what to do),
2 for wrong usage, and 130 after Ctrl-C. With `--json` a command prints one JSON document.
"""


def commands() -> Iterator[tuple[str, ...]]:
    """Every command, each before its own subcommands."""
    yield ()
    yield from _below((), typer.main.get_command(app))


def _below(place: tuple[str, ...], command: object) -> Iterator[tuple[str, ...]]:
    for name, child in getattr(command, "commands", {}).items():
        yield (*place, name)
        yield from _below((*place, name), child)


def help_of(command: tuple[str, ...]) -> str:
    """What the program prints for `--help`, at a width that no terminal changes."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        program([*command, "--help"])
    return "\n".join(line.rstrip() for line in printed.getvalue().strip().splitlines())


def page() -> str:
    os.environ["COLUMNS"] = WIDTH
    parts = [INTRODUCTION]
    for command in commands():
        title = " ".join([NAME, *command])
        parts.append(f"## {title}\n\n```text\n{help_of(command)}\n```\n")
    return "\n".join(parts)


def main() -> int:
    written = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != written:
            print(f"{PAGE} is stale. Write it anew with: make docs", file=sys.stderr)
            return 1
        return 0
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(written, encoding="utf-8")
    print(f"Wrote {PAGE}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
