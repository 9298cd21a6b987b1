"""The command line: it translates words into verbs of the front door, and decides nothing.

`rmb --help` must feel instant, so this package imports Typer at the top of its modules and all else
where it is used. This file imports neither: an interrupt while they are being loaded ends the
program as quietly as one later on.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from remembrancer.doors.cli import interrupts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and ends with its exit code: 0 done, 1 failed, 2 wrong usage, 130 Ctrl-C.

    Without arguments it is the program of this process, takes those of the process, and takes over
    what interrupts it.
    """
    is_program = arguments is None
    if is_program:
        interrupts.take_over()
    from remembrancer.doors.cli.app import run

    try:
        try:
            if is_program:
                interrupts.raise_them()
            code = run(arguments)
        finally:
            if is_program:
                interrupts.end_at_once()
    except KeyboardInterrupt:
        code = interrupts.INTERRUPTED
    sys.exit(code)
