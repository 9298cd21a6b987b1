"""`rmb pull`: what agents are to know, as rules files of a project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options

if TYPE_CHECKING:
    from remembrancer.delivery.bundle.bundle import Pulled


@with_shared_options
def pull(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The project's; else this one.")
    ] = Path("."),
    check: Annotated[
        bool,
        typer.Option("--check", help="Touch nothing; exit with 1 if something would change."),
    ] = False,
    agents_md: Annotated[
        bool,
        typer.Option(
            "--agents-md",
            help="Also a section of AGENTS.md. Once it is there, every pull keeps it up to date.",
        ),
    ] = False,
    template: Annotated[
        bool,
        typer.Option("--template", help="Print what to put into CLAUDE.md about these files."),
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="TOKENS",
            min=1,
            help="For approved facts, at four characters per token; else the preset's, or 6,000.",
        ),
    ] = None,
    domain: Annotated[
        str | None, typer.Option("--domain", metavar="NAME", help="Only facts of this domain.")
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Write what people accepted into a project as rules files, which agents load by themselves.

    It writes .claude/rules/km_ID.md for each mandatory fact and .claude/rules/km_approved.md for
    the approved ones, and removes those of its files whose fact is no longer in use. Other files
    stay as they are. Where nothing changed, not a byte does.

    \b
    Example:
      rmb pull
      rmb pull ~/projects/reports --agents-md
      rmb pull --check
    """
    if template:
        from remembrancer.delivery.agent_rules import claude_md_template

        terminal.line(claude_md_template().rstrip("\n"), wrapped=False)
        return
    with shared.opened() as memory:
        pulled = memory.pull(
            folder, check=check, agents_md=agents_md, token_budget=budget, domain=domain
        )
    if shared.json:
        terminal.as_json(pulled.export())
    else:
        _show(pulled)
    if check and pulled.is_changed:
        raise typer.Exit(1)


def _show(pulled: Pulled) -> None:
    written, removed = ("to write", "to remove") if pulled.is_check else ("written", "removed")
    rows = [(written, name) for name in pulled.written]
    rows += [(removed, name) for name in pulled.removed]
    terminal.table(rows, indent=0)
    if not rows:
        terminal.line(f"Nothing changed in {pulled.folder}.")
    if not (rows or pulled.unchanged):
        terminal.line("Nothing is accepted yet that is for you: rmb review shows what waits.")
    if pulled.left_out:
        terminal.line(
            (f"{pulled.left_out} accepted facts had no room: give a higher --budget.", "faint")
        )
    if pulled.receipt is not None:
        terminal.line((f"Receipt {pulled.receipt}", "faint"))
