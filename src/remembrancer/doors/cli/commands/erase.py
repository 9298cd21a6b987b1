"""`rmb erase`: the one true removal."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from remembrancer.core.errors import Forbidden, InvalidInput, NotFound
from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options

_QUESTION = "This cannot be undone. Erase?"
_NOT_MEANT = "Nothing was erased. Say yes when asked, or add --yes."


@with_shared_options
def erase(
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="An item and the raw texts under it.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="ID", help="A source or conversation, and what it gave."),
    ] = None,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="Everything about a subject.")
    ] = None,
    reason: Annotated[
        str | None,
        typer.Option("--reason", metavar="TEXT", help="Why. It stays: name nobody in it."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Remove texts for good, and print a certificate.

    This cannot be undone. With --id an admin is told who relied on it. Keep the certificate: `rmb
    restore --erasures` applies it to an older backup.

    \b
    Example:
      rmb erase --subject ellen --reason "Article 17 request 2026-04" --yes --json > ellen.json
    """
    if sum(value is not None for value in (id, source, subject)) != 1:
        raise typer.BadParameter("Give one of --id, --source and --subject.")
    if reason is None:
        raise typer.BadParameter("Give a --reason: it stands in the audit log.")
    if not yes:
        _ask()
    with shared.opened() as memory:
        certificate = memory.erase(id, source=source, subject=subject, reason=reason)
        relied = None
        if id is not None and not shared.json:
            with suppress(Forbidden, NotFound):  # its owner is no admin, or nothing relied on it
                relied = memory.review.relied_on(id)
    if shared.json:
        terminal.as_json(certificate.export())
        return
    terminal.line(str(certificate))
    if relied is not None:
        card.cascade(relied)


def _ask() -> None:
    try:
        # A machine is not asked: what it reads is JSON.
        is_meant = not terminal.is_for_machines() and typer.confirm(_QUESTION, err=True)
    except typer.Abort as turned_away:
        raise InvalidInput(_NOT_MEANT) from turned_away
    if not is_meant:
        raise InvalidInput(_NOT_MEANT)
