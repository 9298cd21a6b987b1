"""How a command that fails tells of it: in a sentence for people, in a document for machines."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

import typer

from remembrancer.core.errors import RemembrancerError
from remembrancer.doors.cli import terminal

FAILED, WRONG_USAGE = 1, 2

# Typer has these classes from Click, or from a copy of its own, and gives no name to them.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]
_ClickException: Final[Any] = typer.BadParameter.__mro__[2]
# There `--json FILE` is where a report is written, and what is printed is for people.
JSON_TO_FILE: Final = ("bench",)
_VERB: Final = re.compile(r"\bmemory\.([a-z]+)\.([a-z_]+)\([^(){}]*\)")  # as Python calls it


def is_for_machines(arguments: Sequence[str]) -> bool:
    """Whether JSON is asked for, found out before anything of the command line is understood."""
    words = list(arguments)
    own = words[: words.index("--")] if "--" in words else words
    return "--json" in own and own[0] not in JSON_TO_FILE


def report(error: Exception, commands: Collection[tuple[str, str]] = ()) -> int | None:
    """Prints an error and returns its exit code; None: it is a bug, and was not printed.

    `commands` are the group and the name of each command that a verb of Python may be called by.
    """
    if isinstance(error, _UsageError):
        return _wrong_usage(error)
    if isinstance(error, _ClickException):
        terminal.error(error.format_message())
        return int(error.exit_code)
    if isinstance(error, typer.Abort):
        terminal.error("It was broken off: nobody answered.")
    elif isinstance(error, RemembrancerError):
        _refused(error, commands)
    elif isinstance(error, OSError):
        terminal.error(f"{error.filename or 'The system'}: {error.strerror or error}.")
    else:
        return None
    return FAILED


def _wrong_usage(error: Any) -> int:
    if not terminal.is_for_machines():
        terminal.flush()
        error.show()
    else:
        context = error.ctx
        words = error.format_message()
        if context is not None and words == context.get_help():
            words = "A command is missing."  # without one, people are shown the help
        members = {}
        if context is not None:
            usage = " ".join(context.get_usage().split())
            members = {
                "usage": usage.removeprefix("Usage: "),
                "help": f"{context.command_path} --help",
            }
        terminal.error(words, title="WrongUsage", exit_code=WRONG_USAGE, **members)
    return int(error.exit_code)


def _refused(error: RemembrancerError, commands: Collection[tuple[str, str]]) -> None:
    if not terminal.is_for_machines():
        terminal.error(_as_commands(str(error), commands))
        return
    from remembrancer.wire.problems import problem_of

    document = problem_of(error)
    terminal.error(document.pop("detail"), **document)


def _as_commands(text: str, commands: Collection[tuple[str, str]]) -> str:
    """The advice of an error in the words of this door: `rmb decisions list` for
    `memory.decisions.list()`."""

    def command(verb: re.Match[str]) -> str:
        named = (verb[1], verb[2].replace("_", "-"))
        return f"rmb {' '.join(named)}" if named in commands else verb[0]

    return _VERB.sub(command, text)
