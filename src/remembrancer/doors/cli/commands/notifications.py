"""`rmb notifications`: what waits for you, and where you are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.notify.notification import Notification, NotificationSettings

notifications = typer.Typer(
    invoke_without_command=True,
    help="""List what waits for you: items to review, reminders, outcomes, debates and gates.

    Each names what waits and where to look, and quotes nothing of it.

    \b
    Example:
      rmb notifications
      rmb notifications seen ntf_0123456789ab
      rmb notifications settings --email ada@example.com
    """,
)

_BETWEEN: Part = (" · ", "faint")


@notifications.callback()
@with_shared_options
def list_(
    context: typer.Context,
    every: Annotated[
        bool, typer.Option("--all", help="Also what was seen, or needs nobody any more.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 50,
    *,
    shared: SharedOptions,
) -> None:
    if context.invoked_subcommand is not None:
        return
    with shared.opened() as memory:
        page = memory.notifications.list(is_open=None if every else True, limit=limit)
    if shared.json:
        terminal.as_json([entry.export() for entry in page])
        return
    for one in page:
        _line(one)
    if not page.notifications:
        terminal.line("Nothing waits for you.")
    elif page.next is not None:
        terminal.line(("There are older ones: give a higher --limit.", "faint"))


@notifications.command(cls=VerbCommand)
@from_verb("notifications.seen", id=argument("The id of the notification.", "ID"))
def seen(found: Notification) -> None:
    """Say that you saw what waits: it is not sent to you any more.

    \b
    Example:
      rmb notifications seen ntf_0123456789ab
    """
    terminal.line(f"{found.id} is seen.")


@notifications.command(cls=VerbCommand)
@from_verb(
    "notifications.settings",
    person=option("Somebody else, if you are an ADMIN."),
    email=option('Where e-mail goes; "" for none.'),
    webhook=option('The address that is called; "" for none.'),
)
def settings(found: NotificationSettings) -> None:
    """Show where you are told, or change it.

    \b
    Example:
      rmb notifications settings --email ada@example.com
    """
    for name, own, default in (
        ("e-mail", found.email, found.default_email),
        ("webhook", found.webhook, found.default_webhook),
    ):
        has_none = found.email is None and found.webhook is None
        told = own or (f"{default} (of the space)" if default and has_none else "none")
        terminal.line((f"{name:<8}", "faint"), told)


def _line(one: Notification) -> None:
    words: list[Part] = [(card.minute(one.at), "faint"), "  ", (one.kind.value, "kind"), "  "]
    words += [one.text, _BETWEEN, (one.page, "faint"), _BETWEEN, (one.id, "faint")]
    if not one.is_open:
        words += [_BETWEEN, ("seen" if one.seen_at else "settled", "good")]
    terminal.line(*words)
