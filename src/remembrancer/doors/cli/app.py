"""The program: its commands in the order in which a newcomer meets them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from remembrancer import __version__
from remembrancer.doors.cli import error_messages, interrupts, terminal
from remembrancer.doors.cli.bench.bench import bench
from remembrancer.doors.cli.command_groups import Listed, Program
from remembrancer.doors.cli.commands.agents import agents
from remembrancer.doors.cli.commands.ask import ask
from remembrancer.doors.cli.commands.audit import audit
from remembrancer.doors.cli.commands.backfill import backfill
from remembrancer.doors.cli.commands.briefing import briefing
from remembrancer.doors.cli.commands.bundle import bundle
from remembrancer.doors.cli.commands.claude_code import claude_code
from remembrancer.doors.cli.commands.collect import collect
from remembrancer.doors.cli.commands.demo import demo
from remembrancer.doors.cli.commands.detect import detect
from remembrancer.doors.cli.commands.erase import erase
from remembrancer.doors.cli.commands.history import history
from remembrancer.doors.cli.commands.init import init
from remembrancer.doors.cli.commands.inquiries import inquiries
from remembrancer.doors.cli.commands.mcp import mcp
from remembrancer.doors.cli.commands.notifications import notifications
from remembrancer.doors.cli.commands.people import people
from remembrancer.doors.cli.commands.pull import pull
from remembrancer.doors.cli.commands.recall import recall
from remembrancer.doors.cli.commands.show import show
from remembrancer.doors.cli.commands.suggestions import reminders, suggestions
from remembrancer.doors.cli.commands.token import token
from remembrancer.doors.cli.commands.walks import walks
from remembrancer.doors.cli.decisions.communities import decisions
from remembrancer.doors.cli.decisions.policies import policies
from remembrancer.doors.cli.graph.queries import graph
from remembrancer.doors.cli.items.changes import confirm, dismiss, share, supersede, vote
from remembrancer.doors.cli.items.listing import list_, summary
from remembrancer.doors.cli.operations.backup import backup
from remembrancer.doors.cli.operations.doctor import doctor
from remembrancer.doors.cli.operations.export import export
from remembrancer.doors.cli.operations.health import health
from remembrancer.doors.cli.operations.import_ import import_
from remembrancer.doors.cli.operations.jobs import jobs
from remembrancer.doors.cli.operations.move import move
from remembrancer.doors.cli.operations.restore import restore
from remembrancer.doors.cli.operations.serve import serve
from remembrancer.doors.cli.operations.worker import worker
from remembrancer.doors.cli.remember.remember import remember
from remembrancer.doors.cli.review.review import review
from remembrancer.doors.cli.team.credibility import credibility
from remembrancer.doors.cli.team.debates import debates
from remembrancer.doors.cli.verbs.command import command_class

NAME, LONG_NAME = "rmb", "remembrancer"

Command = typer.Typer | Callable[..., None]

SECTIONS: Final[dict[str, dict[str, Command]]] = {
    "To begin": {"demo": demo, "init": init, "doctor": doctor},
    "To remember and to find": {
        "remember": remember,
        "recall": recall,
        "ask": ask,
        "list": list_,
        "summary": summary,
        "show": show,
        "history": history,
    },
    "To keep it right": {
        "review": review,
        "confirm": confirm,
        "supersede": supersede,
        "dismiss": dismiss,
        "share": share,
        "vote": vote,
        "erase": erase,
    },
    "To be told": {
        "briefing": briefing,
        "suggestions": suggestions,
        "reminders": reminders,
        "notifications": notifications,
    },
    "Who, what and why": {
        "graph": graph,
        "decisions": decisions,
        "policies": policies,
        "agents": agents,
        "debates": debates,
        "credibility": credibility,
    },
    "For agents": {
        "bundle": bundle,
        "pull": pull,
        "mcp": mcp,
        "claude-code": claude_code,
        "walks": walks,
        "inquiries": inquiries,
    },
    "To bring in and to take out": {
        "collect": collect,
        "detect": detect,
        "backfill": backfill,
        "import": import_,
        "export": export,
    },
    "To serve": {
        "serve": serve,
        "health": health,
        "people": people,
        "token": token,
        "worker": worker,
        "jobs": jobs,
    },
    "To keep it safe": {
        "audit": audit,
        "backup": backup,
        "restore": restore,
        "move": move,
        "bench": bench,
    },
}
COMMANDS: Final = {name: one for section in SECTIONS.values() for name, one in section.items()}
# They take a text, or a name that may have several words.
SPOKEN: Final = ("remember", "recall", "ask", "summary", "supersede", "briefing")


class _Ordered(Program):
    """Commands and groups of them, as they are listed here."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def sections(self, ctx: Any) -> dict[str, list[str]]:
        return {title: list(section) for title, section in SECTIONS.items()}


# Without rich markup the help is plain text, and rich is not loaded to show it.
app = typer.Typer(
    name=NAME,
    cls=_Ordered,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Every command has an example: rmb COMMAND --help",
)
for _name, _command in COMMANDS.items():
    if isinstance(_command, typer.Typer):
        app.add_typer(_command, name=_name, cls=Listed)
    else:
        app.command(_name, cls=command_class(_command, is_spoken=_name in SPOKEN))(_command)


def _version(wanted: bool) -> None:
    if wanted:
        terminal.line(f"remembrancer {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """The memory that AI agents share and people govern.

    \b
    Example:
      rmb demo
      rmb init --preset adviser
      rmb remember "Ellen wants to retire at 58." --subject ellen
      rmb recall "when does Ellen want to stop working?"

    Settings come from options, then REMEMBRANCER_URL, REMEMBRANCER_SPACE, REMEMBRANCER_PRESET,
    REMEMBRANCER_SESSIONS and REMEMBRANCER_EMBEDDER, then remembrancer.toml in this folder; `rmb
    doctor` shows which.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. Its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A narrow terminal encoding must not turn an answer into a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    with terminal.reporting(to_machines=error_messages.is_for_machines(words)):
        try:
            return _run(words)
        except KeyboardInterrupt:
            return interrupts.INTERRUPTED


def _run(arguments: list[str]) -> int:
    name = LONG_NAME if Path(sys.argv[0]).stem == LONG_NAME else NAME
    try:
        # Typer gives the code back instead of ending the process, and an error as it is.
        code = app(arguments, prog_name=name, standalone_mode=False)
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else error_messages.FAILED
    except Exception as error:
        if interrupts.led_to(error):
            return interrupts.INTERRUPTED
        failed = error_messages.report(error, _grouped())
        if failed is None:
            raise
        return failed
    return code if isinstance(code, int) else 0


def _grouped() -> frozenset[tuple[str, str]]:
    """The commands that stand in a group, each with its group."""
    return frozenset(
        (group, command.name)
        for group, program in COMMANDS.items()
        if isinstance(program, typer.Typer)
        for command in program.registered_commands
        if command.name is not None
    )
