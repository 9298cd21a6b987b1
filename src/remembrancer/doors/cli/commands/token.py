"""`rmb token`: who may call a server, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import Conflict, NotFound
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.time_parsing import span
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from remembrancer.core.principal import Person
    from remembrancer.governance.access.token import IssuedToken, Token
    from remembrancer.memory import Memory

token = typer.Typer(
    no_args_is_help=True,
    help="""Issue, list and revoke the tokens that callers of a server show.

    \b
    Example:
      rmb token issue priya@northgate.example --expires 30d
    """,
)


@token.command()
@with_shared_options
def issue(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who calls with it.")],
    expires: Annotated[
        str, typer.Option("--expires", metavar="SPAN", help="For how long: 12h, 90d, 52w.")
    ] = "90d",
    note: Annotated[
        str | None, typer.Option("--note", metavar="TEXT", help="What it is for.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Register NAME first: user, service or agent."),
    ] = None,
    role: Annotated[
        list[str] | None,
        typer.Option("--role", metavar="ROLE", help="The same, with this role; may be repeated."),
    ] = None,
    group: Annotated[
        list[str] | None,
        typer.Option("--group", metavar="GROUP", help="The same, in this group; may be repeated."),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Issue a token, and print it alone. It is shown this once, and stored nowhere.

    A token says who calls; roles and groups are looked up at each call. NAME has to be registered,
    unless --kind, --role or --group say as what. On a store where nobody is registered yet,
    `rmb token issue owner` makes its owner the first ADMIN.

    \b
    Example:
      rmb token issue planner-bot --kind agent --group planners --expires 30d
      TOKEN=$(rmb token issue owner)
    """
    wanted = {"kind": kind, "roles": role or None, "groups": group or None}
    lasting = span(expires)
    with shared.opened() as memory:
        issued = _issued(
            memory,
            name,
            {field: value for field, value in wanted.items() if value is not None},
            lambda: memory.admin.issue_token(name, expires_in=lasting, note=note),
        )
    if shared.json:
        terminal.as_json(issued.export())
        return
    terminal.line(issued.token, wrapped=False)
    terminal.note(
        f"{issued.id} for {issued.principal} ({issued.kind.value}), until "
        f"{issued.expires_at:%Y-%m-%d %H:%M} UTC. It is shown this once. End it with: "
        f"rmb token revoke {issued.id}"
    )


@token.command("list", cls=VerbCommand)
@from_verb(
    "admin.tokens",
    include_ended=option("Also those that ran out or were revoked.", None, "--all"),
)
def list_(found: Sequence[Token]) -> None:
    """List the tokens that are accepted in this space, newest first.

    \b
    Example:
      rmb token list --all
    """
    if found:
        terminal.table(
            [
                (one.id, one.principal, _kind(one), one.issued_by, _end(one), one.note or "-")
                for one in found
            ],
            names=("id", "for", "kind", "issued by", "until", "note"),
        )
    else:
        terminal.line("No token is accepted here. Issue one with: rmb token issue NAME")


@token.command(cls=VerbCommand)
@from_verb(
    "admin.revoke_token",
    id=argument("As `rmb token list` shows it.", "ID"),
    reason=option("Stands in the audit log.", "TEXT"),
)
def revoke(ended: Token) -> None:
    """End a token at once.

    \b
    Example:
      rmb token revoke tok_1f0c9a7b32de --reason "laptop lost"
    """
    terminal.line(f"Revoked {ended.id} of {ended.principal}. It is not accepted any more.")


@token.command()
@with_shared_options
def rotate(
    retire_after: Annotated[
        str | None,
        typer.Option(
            "--retire-after",
            metavar="SPAN",
            help="How long tokens signed so far stay good at most: 30d.",
        ),
    ] = None,
    now: Annotated[
        bool, typer.Option("--now", help="Tokens signed so far end at once, in all spaces.")
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Sign with a new key from now on, in all spaces of the store.

    Tokens issued so far end: say whether --now, or with the span of --retire-after.

    \b
    Example:
      rmb token rotate --retire-after 30d
    """
    if now is (retire_after is not None):
        raise typer.BadParameter(
            "Say when the tokens issued so far end, in all spaces of the store: --retire-after 30d "
            "leaves callers that long to change over, --now ends every token at once. Give one."
        )
    after = span(retire_after or "0")
    with shared.opened() as memory:
        verifying = memory.admin.rotate_keys(retire_after=after)
    if shared.json:
        terminal.as_json({"keys": verifying})
        return
    terminal.line("A new key signs from now on.")
    if after:
        terminal.line(f"Tokens issued before are good for {retire_after} more at most.")
    else:
        terminal.line("Every token issued before has ended, in all spaces. Issue new ones.")


def _issued(
    memory: Memory, name: str, wanted: Mapping[str, Any], issue: Callable[[], IssuedToken]
) -> IssuedToken:
    """The token. Who is not known yet is registered for it, once nothing else is in the way."""
    known = {person.name: person for person in memory.admin.people()}
    if name in known:
        _check_agrees(known[name], wanted)
        return issue()
    try:
        return issue()
    except NotFound:
        _register(memory, name, wanted, is_first=not known)
    return issue()


def _check_agrees(person: Person, wanted: Mapping[str, Any]) -> None:
    """Refuses to change in passing what somebody may do."""
    now: dict[str, Iterable[str]] = {
        "kind": [person.kind.value],
        "roles": person.roles,
        "groups": person.groups,
    }
    for field, asked in wanted.items():
        if set(now[field]) != set([asked] if field == "kind" else asked):
            raise Conflict(
                f"{person.name!r} is registered already, and with another {field}: see rmb people "
                f"show {person.name}. Change it with rmb people, then issue the token without it."
            )


def _register(memory: Memory, name: str, wanted: Mapping[str, Any], *, is_first: bool) -> None:
    """Registers somebody, as far as it was said as what."""
    if wanted:
        memory.admin.add_person(name, **wanted)
    elif name == "owner" and is_first:
        memory.admin.add_person(name, roles=["ADMIN"])
        terminal.note("Nobody was registered yet: owner is now, as ADMIN.")
    else:
        raise NotFound(
            "person",
            name,
            f"Register them with `rmb people add {name}`, or say as what: rmb token issue {name} "
            "--kind agent",
        )


def _kind(one: Token) -> str:
    return "not registered" if one.kind is None else one.kind.value


def _end(one: Token) -> str:
    if one.revoked_at is not None:
        return f"revoked {one.revoked_at:%Y-%m-%d %H:%M}"
    return f"{one.expires_at:%Y-%m-%d %H:%M}"
