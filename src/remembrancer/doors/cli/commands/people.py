"""`rmb people`: who is in the space, in which groups and with which roles."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.core.principal import Person
    from remembrancer.governance.access.token import Token

people = typer.Typer(
    no_args_is_help=True,
    help="""Register who works here, with groups and roles.

    \b
    Example:
      rmb people add priya@northgate.example --role CONTRIBUTOR --group planners
    """,
)

NAME = argument("As it is registered.", "NAME")
GROUPS = argument("One or more groups.", "GROUP")
ROLES = argument("CONTRIBUTOR, KM_ADMIN or ADMIN.", "ROLE", parser=str.upper)


def _exported(person: Person) -> dict[str, Any]:
    exported = person.export()
    return {**exported, "roles": sorted(exported["roles"]), "groups": sorted(exported["groups"])}


def _show(person: Person) -> None:
    terminal.line((person.name, "name"))
    terminal.table(
        [
            ("kind", person.kind.value),
            ("roles", _words(person.roles)),
            ("groups", _words(person.groups)),
            ("email", person.email or "-"),
            ("notes", _notes(person.notes_path)),
        ]
    )


def _notes(path: str | None) -> str:
    if path is None:
        return "-"
    return path if Path(path).expanduser().exists() else f"{path} (not there)"


def _words(several: frozenset[str]) -> str:
    return ", ".join(sorted(several)) or "-"


@people.command("list", cls=VerbCommand)
@from_verb("admin.people", to_json=lambda found: [_exported(value) for value in found])
def list_(found: Sequence[Person]) -> None:
    """List who is registered.

    \b
    Example:
      rmb people list
    """
    if found:
        terminal.table(
            [
                (
                    person.name,
                    person.kind.value,
                    _words(person.roles),
                    _words(person.groups),
                    person.email or "-",
                )
                for person in found
            ],
            names=("name", "kind", "roles", "groups", "email"),
        )
    else:
        terminal.line("Nobody is registered yet. Add somebody with: rmb people add NAME")


@people.command()
@with_shared_options
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An e-mail address is a good one.")],
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="user, service or agent.")
    ] = None,
    email: Annotated[
        str | None, typer.Option("--email", metavar="ADDRESS", help="Where to reach them.")
    ] = None,
    role: Annotated[
        list[str] | None,
        typer.Option(
            "--role", metavar="ROLE", help="CONTRIBUTOR, KM_ADMIN or ADMIN; may be repeated."
        ),
    ] = None,
    group: Annotated[
        list[str] | None, typer.Option("--group", metavar="GROUP", help="May be repeated.")
    ] = None,
    notes: Annotated[
        str | None,
        typer.Option(
            "--notes",
            metavar="PATH",
            help="Their notes file, which `rmb collect` reads; '' for none.",
        ),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Register somebody, or change what is registered.

    \b
    Example:
      rmb people add planner-bot --kind agent --group planners
      rmb people add priya@northgate.example --notes ~/practice/CLAUDE.local.md
    """
    # Where the program is started from is no part of where the notes are.
    path = os.path.abspath(os.path.expanduser(notes)) if notes else notes
    with shared.opened() as memory:
        person = memory.admin.add_person(
            name,
            kind=kind,
            email=email,
            roles=[value.upper() for value in role or ()] or None,
            groups=group or None,
            notes_path=path,
        )
    if shared.json:
        terminal.as_json(_exported(person))
    else:
        _show(person)
    if path and not os.path.exists(path):
        terminal.note(f"There is no {path} yet. `rmb collect` reads it as soon as it is there.")


@people.command(cls=VerbCommand)
@from_verb("admin.person", to_json=_exported, name=NAME)
def show(person: Person) -> None:
    """Show what is registered of one person, service or agent.

    \b
    Example:
      rmb people show priya@northgate.example
    """
    _show(person)


@people.command(cls=VerbCommand)
@from_verb("admin.join_group", to_json=_exported, name=NAME, groups=GROUPS)
def join(person: Person) -> None:
    """Put somebody into groups.

    \b
    Example:
      rmb people join priya@northgate.example planners
    """
    _show(person)


@people.command(cls=VerbCommand)
@from_verb("admin.leave_group", to_json=_exported, name=NAME, groups=GROUPS)
def leave(person: Person) -> None:
    """Take somebody out of groups.

    \b
    Example:
      rmb people leave priya@northgate.example planners
    """
    _show(person)


@people.command(cls=VerbCommand)
@from_verb("admin.grant", to_json=_exported, name=NAME, roles=ROLES)
def grant(person: Person) -> None:
    """Give somebody roles.

    \b
    Example:
      rmb people grant priya@northgate.example KM_ADMIN
    """
    _show(person)


@people.command(cls=VerbCommand)
@from_verb("admin.withdraw", to_json=_exported, name=NAME, roles=ROLES)
def withdraw(person: Person) -> None:
    """Take roles from somebody.

    \b
    Example:
      rmb people withdraw priya@northgate.example KM_ADMIN
    """
    _show(person)


def _ended_json(ended: Sequence[Token]) -> list[dict[str, Any]]:
    return [token.export() for token in ended]


@people.command("end-sign-ins", cls=VerbCommand)
@from_verb(
    "admin.end_sign_ins",
    to_json=_ended_json,
    name=NAME,
    reason=option("Stands in the audit log.", "TEXT"),
)
def end_sign_ins(ended: Sequence[Token]) -> None:
    """End all visits that somebody began by signing in with a provider.

    Tokens issued to them stay good: see `rmb token list`. To keep somebody out, take them out of
    the group at the provider first.

    \b
    Example:
      rmb people end-sign-ins priya@northgate.example --reason "left the firm"
    """
    terminal.line(f"Ended: {len(ended)}." if ended else "Nobody is signed in by that name.")
