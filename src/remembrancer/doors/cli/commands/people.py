"""`rmb people`: who is in the space, in which groups and with which roles."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Json, Space, Url

if TYPE_CHECKING:
    from remembrancer.core.principal import Person

people = typer.Typer(
    no_args_is_help=True,
    help="""Register who works here, with groups and roles.

    \b
    Example:
      rmb people add priya@northgate.example --role CONTRIBUTOR --group planners
    """,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="As it is registered.")]
Groups = Annotated[list[str], typer.Argument(metavar="GROUP", help="One or more groups.")]
Roles = Annotated[list[str], typer.Argument(metavar="ROLE", help="CONTRIBUTOR, KM_ADMIN or ADMIN.")]


@people.command("list")
def list_(url: Url = None, space: Space = None, acting: Acting = None, json: Json = False) -> None:
    """List who is registered.

    \b
    Example:
      rmb people list
    """
    with opened(url, space, acting) as memory:
        found = memory.admin.people()
    if json:
        terminal.as_json([_exported(person) for person in found])
    elif found:
        terminal.table(
            [
                (one.name, one.kind.value, _words(one.roles), _words(one.groups), one.email or "-")
                for one in found
            ],
            names=("name", "kind", "roles", "groups", "email"),
        )
    else:
        terminal.line("Nobody is registered yet. Add somebody with: rmb people add NAME")


@people.command()
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
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Register somebody, or change what is registered.

    \b
    Example:
      rmb people add planner-bot --kind agent --group planners
      rmb people add priya@northgate.example --notes ~/practice/CLAUDE.local.md
    """
    # Where the program is started from is no part of where the notes are.
    path = os.path.abspath(os.path.expanduser(notes)) if notes else notes
    with opened(url, space, acting) as memory:
        person = memory.admin.add_person(
            name,
            kind=kind,
            email=email,
            roles=_roles(role or []) or None,
            groups=group or None,
            notes_path=path,
        )
    _told(person, json)
    if path and not os.path.exists(path):
        terminal.note(f"There is no {path} yet. `rmb collect` reads it as soon as it is there.")


@people.command()
def show(
    name: Name, url: Url = None, space: Space = None, acting: Acting = None, json: Json = False
) -> None:
    """Show what is registered of one person, service or agent.

    \b
    Example:
      rmb people show priya@northgate.example
    """
    with opened(url, space, acting) as memory:
        person = memory.admin.person(name)
    _told(person, json)


@people.command()
def join(
    name: Name,
    groups: Groups,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Put somebody into groups.

    \b
    Example:
      rmb people join priya@northgate.example planners
    """
    with opened(url, space, acting) as memory:
        person = memory.admin.join_group(name, *groups)
    _told(person, json)


@people.command()
def leave(
    name: Name,
    groups: Groups,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Take somebody out of groups.

    \b
    Example:
      rmb people leave priya@northgate.example planners
    """
    with opened(url, space, acting) as memory:
        person = memory.admin.leave_group(name, *groups)
    _told(person, json)


@people.command()
def grant(
    name: Name,
    roles: Roles,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Give somebody roles.

    \b
    Example:
      rmb people grant priya@northgate.example KM_ADMIN
    """
    with opened(url, space, acting) as memory:
        person = memory.admin.grant(name, *_roles(roles))
    _told(person, json)


@people.command()
def withdraw(
    name: Name,
    roles: Roles,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Take roles from somebody.

    \b
    Example:
      rmb people withdraw priya@northgate.example KM_ADMIN
    """
    with opened(url, space, acting) as memory:
        person = memory.admin.withdraw(name, *_roles(roles))
    _told(person, json)


def _told(person: Person, json: bool) -> None:
    if json:
        terminal.as_json(_exported(person))
        return
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


def _exported(person: Person) -> dict[str, Any]:
    exported = person.export()
    return {**exported, "roles": sorted(exported["roles"]), "groups": sorted(exported["groups"])}


def _words(several: frozenset[str]) -> str:
    return ", ".join(sorted(several)) or "-"


def _roles(typed: list[str]) -> list[str]:
    """The roles as they are written, however they were typed."""
    return [one.upper() for one in typed]
