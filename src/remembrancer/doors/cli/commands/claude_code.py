"""`rmb claude-code`: the memory inside Claude Code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Audience, Json, Personal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import chosen, opened, shown, store_place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remembrancer.doors.claude_code.worker import MemoryAddress

claude_code = typer.Typer(
    no_args_is_help=True,
    help="""Connect Claude Code: what sessions are told, and what is kept of them.

    \b
    Example:
      rmb claude-code install --url team.db --as maya
      rmb claude-code status
    """,
)

Project = Annotated[
    Path | None,
    typer.Option("--project", metavar="DIR", help="One project, for you; else this folder's."),
]
User = Annotated[bool, typer.Option("--user", help="All your projects, in ~/.claude.")]


@claude_code.command()
@with_shared_options
def install(
    project: Project = None,
    user: User = False,
    subject: Annotated[
        str | None,
        typer.Option(
            "--subject", metavar="NAME", help="What is said is about this; sessions are told of it."
        ),
    ] = None,
    audience: Audience = None,
    personal: Personal = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Keep rules files in .claude/rules up to date, as a pull."),
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Add the hooks to Claude Code's settings.

    Sessions then start with what people accepted, and what is said in them is kept: when Claude
    rests, before a session is compacted and when it ends. Nothing waits for it. The hooks go into
    .claude/settings.local.json of the project, or with --user into ~/.claude/settings.json. The
    store has to be there; a server's token stays in REMEMBRANCER_TOKEN.

    \b
    Example:
      rmb claude-code install --url team.db --as maya
      rmb claude-code install --user --url https://memory.example
    """
    from remembrancer.build import is_server
    from remembrancer.core.errors import InvalidInput
    from remembrancer.doors.claude_code import settings_file

    path = _settings(project, user)
    before = settings_file.read(path)
    settings = chosen(shared.url, shared.space)
    address = settings.url.value or ""
    name = settings.space.value or ""
    if not is_server(address):
        place = store_place(address)
        address = str(place.resolve()) if isinstance(place, Path) else address
    if shown(address) != address:
        raise InvalidInput(
            "The url holds a password, which has no place in Claude Code's settings. Keep it in a "
            "password file of PostgreSQL (~/.pgpass), and give the url without it.",
            field="url",
        )
    with opened(address, name, shared.acting, finishing=False):
        pass  # it says now what would otherwise stand in a log that nobody reads
    options: dict[str, str | bool | None] = {
        "url": address,
        "space": name,
        "as": shared.acting,
        "subject": subject,
        "audience": audience,
        "personal": personal,
        "rules": rules,
    }
    line = settings_file.command(options)
    after = settings_file.with_hooks(before, line)
    if after != before:
        settings_file.write(path, after)
    if shared.json:
        terminal.as_json({"settings": str(path), "command": line, "changed": after != before})
        return
    terminal.line(f"{'Hooks are' if after != before else 'The same hooks were'} in {path}.")
    who = "" if shared.acting is None else f" --as {shared.acting}"
    terminal.line("For its tools as well, run:")
    terminal.line(
        f"  claude mcp add memory -- rmb mcp --url {address} --space {name}{who}", wrapped=False
    )


@claude_code.command()
def uninstall(project: Project = None, user: User = False, json: Json = False) -> None:
    """Take the hooks out of Claude Code's settings. Everything else in them stays.

    \b
    Example:
      rmb claude-code uninstall
    """
    from remembrancer.doors.claude_code import settings_file

    path = _settings(project, user)
    before = settings_file.read(path)
    after = settings_file.without_hooks(before)
    if after != before:
        settings_file.write(path, after)
    if json:
        terminal.as_json({"settings": str(path), "changed": after != before})
    elif after != before:
        terminal.line(f"The hooks are out of {path}.")
    else:
        terminal.line(f"There were no hooks of ours in {path}.")


@claude_code.command()
def status(project: Project = None, user: User = False, json: Json = False) -> None:
    """Show the hooks, the work that waits for them, and the end of their log.

    \b
    Example:
      rmb claude-code status
    """
    from remembrancer.doors.claude_code import settings_file, spool

    path = _settings(project, user)
    commands = settings_file.command_in(settings_file.read(path))
    told = {
        "settings": str(path),
        "hooks": commands,
        "waiting": len(spool.jobs()),
        "state": spool.folder(),
        "log": spool.last_lines(10),
    }
    if json:
        terminal.as_json(told)
        return
    terminal.line(f"Settings  {path}")
    for event, line in commands.items():
        terminal.line(f"  {event}: {line}", wrapped=False)
    if not commands:
        terminal.line("  No hooks of ours: rmb claude-code install")
    terminal.line(f"Waiting   {told['waiting']}")
    terminal.line(f"Log       {spool.folder()}")
    for line in spool.last_lines(10):
        terminal.line(f"  {line}", wrapped=False)


@claude_code.command()
def plugin() -> None:
    """Print where the plugin for Claude Code lies, with its hooks, its tools and its skill.

    It finds `rmb` and `rmb-hook` on the PATH, and the store in REMEMBRANCER_URL.

    \b
    Example:
      rmb claude-code plugin
    """
    import remembrancer.doors.claude_code

    folder = Path(remembrancer.doors.claude_code.__file__).parent / "plugin"
    terminal.line(str(folder), wrapped=False)


@claude_code.command(hidden=True)
def work() -> None:
    """Do what the hooks left. They start it by themselves.

    \b
    Example:
      rmb claude-code work
    """
    from contextlib import chdir

    from remembrancer.doors.claude_code import spool, worker

    # Not where a session runs: a file in a project must not say where its sessions go, or which
    # model reads them.
    Path(spool.folder()).mkdir(mode=0o700, parents=True, exist_ok=True)
    with chdir(spool.folder()):
        worker.work(_place)


def _place(options: Mapping[str, str], project: str) -> MemoryAddress:
    """The memory that a hook means, by its own words or by the environment."""
    from remembrancer.build import is_server
    from remembrancer.core.errors import InvalidInput
    from remembrancer.doors.claude_code import spool, worker

    settings = chosen(options.get("url"), options.get("space"))
    address, name = settings.url.value or "", settings.space.value or ""
    if settings.url.origin == "default" or not address:
        raise InvalidInput(
            "Nobody says which memory is meant. Give the hook --url, or set REMEMBRANCER_URL.",
            field="url",
        )
    watched: tuple[str, ...] = ()
    if not is_server(address):
        place = store_place(address)
        if isinstance(place, Path):
            place = Path(project, place.expanduser())
            address, watched = str(place), (str(place), f"{place}-wal")
    acting = options.get("as") or None
    return worker.MemoryAddress(
        open=lambda: opened(address, name, acting, finishing=False),
        is_server=is_server(address),
        watched=watched,
        key=spool.key_of(address, name, acting),
    )


def _settings(project: Path | None, user: bool) -> Path:
    from remembrancer.core.errors import InvalidInput

    if user and project is not None:
        raise InvalidInput("Give --project or --user, not both.", field="project")
    if user:
        return Path.home() / ".claude" / "settings.json"
    folder = (project or Path.cwd()).expanduser()
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is no folder. Give that of a project.", field="project")
    return folder / ".claude" / "settings.local.json"
