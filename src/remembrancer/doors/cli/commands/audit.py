"""`rmb audit`: the ledger, and whether it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.core.errors import InvalidInput, StoreUnreachable
from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.governance.erasure.certificate import Certificate

audit = typer.Typer(
    no_args_is_help=True,
    help="""Read the ledger, and check that nobody rewrote it.

    \b
    Example:
      rmb audit verify
    """,
)


@audit.command()
@with_shared_options
def verify(
    head: Annotated[
        Path | None,
        typer.Option("--head", metavar="FILE", help="A head kept elsewhere: finds a cut tail too."),
    ] = None,
    export_head: Annotated[
        Path | None,
        typer.Option("--export-head", metavar="FILE", help="Write the signed head, to be kept."),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Walk the hash chain of the space and compare it with what is stored.

    \b
    Example:
      rmb audit verify --export-head head-today.json
      rmb audit verify --head head-today.json
    """
    text = _read(head) if head is not None else None
    with shared.opened() as memory, progress("Verifying") as report:
        verification = memory.verify(text, progress=report)
    if verification.ok and export_head is not None:
        _write(export_head, f"{verification.head}\n")
        terminal.note(f"The head is in {export_head}. Keep it apart from the store.")
    if shared.json:
        terminal.as_json(verification.export())
    elif verification.ok:
        terminal.line(
            ("Whole. ", "good"),
            f"{verification.rows:,} ledger rows hold, up to {verification.head.hash}.",
        )
    if not verification.ok:
        terminal.error(
            f"The ledger is broken at {verification.broken_at}. Keep the file as it is for "
            "inspection, and go on from a backup that verifies."
        )
        raise typer.Exit(1)


@audit.command()
@with_shared_options
def log(
    item: Annotated[
        str | None, typer.Option("--item", metavar="ID", help="Only acts on this item.")
    ] = None,
    before: Annotated[
        int | None, typer.Option("--before", metavar="POSITION", help="Only older than this.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 20,
    *,
    shared: SharedOptions,
) -> None:
    """List what happened, newest first: who did what, when and why.

    \b
    Example:
      rmb audit log --item km_a3f82c119e4d
    """
    with shared.opened() as memory:
        entries = memory.admin.audit(item_id=item, before=before, limit=limit)
        last = entries[-1].seq if len(entries) == limit else None
        older = memory.admin.audit(item_id=item, before=last, limit=1) if last else ()
    if shared.json:
        terminal.as_json([entry.export() for entry in entries])
    elif entries:
        card.changes(entries)
    elif item is not None and before is None:
        terminal.line(f"Nothing is on record of {item!r}. Check the id and the space.")
    else:
        terminal.line("Nothing happened there.")
    if older and not shared.json:
        narrowed = f" --item {item}" if item is not None else ""
        terminal.line((f"Go on with: rmb audit log --before {last}{narrowed}", "faint"))


@audit.command(cls=VerbCommand)
@from_verb("admin.erasures")
def erasures(certificates: Sequence[Certificate]) -> None:
    """List the certificates of all erasures, oldest first.

    Keep the JSON with your backups: `rmb restore --erasures` reads it.

    \b
    Example:
      rmb audit erasures --json > erasures.json
    """
    if certificates:
        for certificate in certificates:
            terminal.line(str(certificate))
            terminal.blank()
    else:
        terminal.line("Nothing was erased there.")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"{file} cannot be read: {error}. Give the file that --export-head wrote."
        ) from error


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreUnreachable(
            f"The head cannot be written to {file}: {error.strerror or error}. Choose a folder "
            "that exists and that you may write to."
        ) from error
