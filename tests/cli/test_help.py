"""The help: instant, plain, and with an example for every command."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer.main

from remembrancer import __version__
from remembrancer.doors.cli.app import COMMANDS, SECTIONS, app
from remembrancer.doors.cli.command_groups import OTHER_WORDS
from tests.cli.program import PROGRAM, Program, environment, run_process

HEAVY = ("pydantic", "sqlalchemy", "alembic", "rich", "sqlite3", "remembrancer.memory", "mcp")


def commands() -> Iterator[tuple[str, ...]]:
    def below(place: tuple[str, ...], command: object) -> Iterator[tuple[str, ...]]:
        yield place
        for name, child in getattr(command, "commands", {}).items():
            yield from below((*place, name), child)

    return below((), typer.main.get_command(app))


@pytest.mark.parametrize("command", list(commands()), ids=lambda words: " ".join(words) or "rmb")
def test_every_command_shows_an_example(rmb: Program, command: tuple[str, ...]) -> None:
    """`--help` of every command holds an example that names the command."""
    shown = rmb.done(*command, "--help").out
    example = shown.partition("Example:")[2]
    assert " ".join(("rmb", *command)) in example


def test_all_commands_are_there(rmb: Program) -> None:
    """The commands that the interface promises for this version exist."""
    promised = {
        ("demo",), ("init",), ("remember",), ("recall",), ("show",), ("history",), ("people",),
        ("people", "list"), ("people", "add"), ("people", "show"), ("people", "join"),
        ("people", "leave"), ("people", "grant"), ("people", "withdraw"), ("audit", "verify"),
        ("audit", "log"), ("export",), ("import",), ("backup",), ("restore",), ("doctor",),
        ("collect",), ("detect",), ("backfill",), ("worker",), ("jobs", "list"),
        ("jobs", "failed"), ("jobs", "retry"), ("jobs", "wait"), ("jobs", "schedule"),
        ("jobs", "unschedule"), ("jobs", "feeds"), ("review", "queue"), ("review", "approve"),
        ("review", "reject"), ("review", "mandate"), ("review", "revoke"),
        ("review", "contradictions"), ("review", "resolve"), ("review", "edit"),
        ("review", "acts"), ("review", "undo"),
        ("review", "batch"), ("review", "relied-on"), ("briefing",), ("suggestions",),
        ("bundle",), ("pull",), ("token", "issue"), ("serve",), ("mcp",),
        ("list",), ("summary",), ("reminders",), ("vote",), ("confirm",), ("share",),
        ("supersede",), ("dismiss",),
    }  # fmt: skip
    assert promised <= set(commands())


def test_old_names_lead_to_the_new_ones(rmb: Program) -> None:
    """Who knows a service by its old name finds in the help which command does its work."""
    said = " ".join(rmb.done("collect", "--help").out.split())
    assert "python -m services.corporate_memory" in said
    said = " ".join(rmb.done("detect", "--help").out.split())
    assert "python -m services.verification_detector" in said


def test_the_help_loads_nothing_heavy() -> None:
    """`rmb --help` imports neither the store nor the model types nor rich."""
    code = (
        "import sys\n"
        "from remembrancer.doors.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "finally:\n"
        f"    loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    print('loaded:', loaded, file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment(),
    )
    assert ran.stderr.strip() == "loaded: []"


def test_the_help_is_instant() -> None:
    """`rmb --help` takes well under a second of processor time, the interpreter included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*PROGRAM, "--help"], capture_output=True, check=True, env=environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert seconds < 0.75  # 0.15 where it was measured; the rest is for slow machines


def test_the_help_names_the_program_that_was_called() -> None:
    """Usage says `rmb`, however the program was started."""
    assert run_process("--help").stdout.startswith(b"Usage: rmb ")


def test_version(rmb: Program) -> None:
    """`--version` prints the version and nothing else."""
    assert rmb.done("--version").out == f"remembrancer {__version__}\n"


def test_no_command_is_wrong_usage(rmb: Program) -> None:
    """Without a command the program shows its help and ends with 2."""
    outcome = rmb()
    assert outcome.code == 2
    assert f"{next(iter(SECTIONS))}:" in outcome.out + outcome.err


def test_the_list_of_commands_is_whole_and_in_order(rmb: Program) -> None:
    """Each command stands in the list with its whole sentence, under the heading of what it is
    for, as a newcomer meets them."""
    for command in (("review",), ("jobs",)):
        assert "..." not in rmb.done(*command, "--help").out.partition("Commands:")[2]
    listed = rmb.done("--help").out.partition("Show this message and exit.")[2]
    assert "..." not in listed
    headings = re.findall(r"^(\w.*):$", listed, re.MULTILINE)
    assert headings == list(SECTIONS)
    names = re.findall(r"^  ([\w-]+)  ", listed, re.MULTILINE)
    assert names == list(COMMANDS)
    assert {command[0] for command in commands() if command} == set(COMMANDS)


@pytest.mark.parametrize(
    ("word", "meant"), [("why", "rmb show ID"), ("verify", "rmb audit verify"), ("help", "--help")]
)
def test_a_word_of_other_programs_leads_on(rmb: Program, word: str, meant: str) -> None:
    """Who tries a word that is no command here is told which one it is."""
    told = rmb(word)
    assert (told.code, told.out) == (2, "")
    assert f"No such command {word!r}." in told.err
    assert meant in told.err


def test_the_words_that_lead_on_lead_to_commands() -> None:
    """Each of them names a command or an option that there is, and is no command itself."""
    known = set(commands())
    for word, meant in OTHER_WORDS.items():
        path = tuple(part for part in meant.split() if part.islower() and part.isalpha())
        assert path in known
        assert (word,) not in known
