"""`rmb serve`: the memory as a web server."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Preset, Space, Url
from remembrancer.doors.cli.store_opening import address, chosen, created, shown, store_place

_NEEDED = ("fastapi", "uvicorn", "httptools", "jwt")
_EXTRA = "pip install 'remembrancer[server]'"


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="0: any free one.")
    ] = 8765,
    local: Annotated[
        bool,
        typer.Option("--local", help="For you alone, on this machine: no token is asked for."),
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            metavar="NUMBER",
            min=1,
            help="Processes that answer, on as many cores.",
        ),
    ] = 1,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate",
            metavar="NUMBER",
            min=0,
            help="Requests per second of one caller (100); 0: any number.",
        ),
    ] = None,
    address_rate: Annotated[
        float | None,
        typer.Option(
            "--address-rate",
            metavar="NUMBER",
            min=0,
            help="The same of one address (500), whoever calls from it.",
        ),
    ] = None,
    request_seconds: Annotated[
        float | None,
        typer.Option(
            "--request-seconds",
            metavar="SECONDS",
            min=0,
            help="How long a request may take (120); 0: any time.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A proxy in front, which says in X-Forwarded-For where a request comes from.",
        ),
    ] = None,
    cors: Annotated[
        list[str] | None,
        typer.Option(
            "--cors",
            metavar="ORIGIN",
            help="A web site whose pages may call the server; may be given several times.",
        ),
    ] = None,
    metrics_open: Annotated[
        bool,
        typer.Option(
            "--metrics-open", help="Let everybody read /metrics, and not this machine and admins."
        ),
    ] = False,
    oidc: Annotated[
        str | None,
        typer.Option(
            "--oidc",
            metavar="FILE",
            help="People sign in with the OpenID Connect provider that this file describes.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log failures only.")] = False,
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
) -> None:
    """Serve the memory over HTTP, with all its verbs: /docs and /openapi.json list them.

    Callers show a token that `rmb token issue NAME` gave them. With --local whoever is on this
    machine is the owner, and no token is needed. The store is made if there is none. Ctrl-C ends
    it, after the requests under way.

    \b
    Example:
      rmb serve --local
      rmb serve --host 0.0.0.0 --port 8765 --workers 4 --url postgresql://…
      rmb serve --oidc provider.toml
    """
    from remembrancer.core.errors import NotAvailable
    from remembrancer.doors.http.origins import check_origins
    from remembrancer.doors.http.server_limits import ServerLimits
    from remembrancer.doors.server.listen_address import ServerOptions, open_socket
    from remembrancer.doors.server.process import check_workers, serve_with_workers

    if any(find_spec(name) is None for name in _NEEDED):
        raise NotAvailable(f"To serve, install what it needs: {_EXTRA}.")
    from remembrancer.doors.oidc.provider_check import (
        check_spaces,
        provider_problem,
        registration,
    )
    from remembrancer.doors.oidc.provider_settings import provider_settings
    from remembrancer.front.access import sealing

    limits = ServerLimits.defaults(
        rate=rate,
        address_rate=address_rate,
        request_seconds=request_seconds,
        origins=check_origins(cors or ()),
        are_metrics_open=metrics_open,
    )
    settings = chosen(url, space, preset)
    place, name = settings.url.value or "", settings.space.value or ""
    options = ServerOptions(
        host=host,
        port=port,
        is_local=local,
        limits=limits,
        proxy=proxy,
        is_quiet=quiet,
        # Whoever serves for themselves alone need not unset a variable first.
        provider=None if local and oidc is None else provider_settings(settings, oidc, space=name),
    )
    if options.provider is not None:
        sealing.cipher()  # before anything is made, it is said what to install
    check_workers(workers)
    open_socket(options).close()  # before a store is made for it

    store_place(place)  # a server in front of a server is refused

    issue = None if local else _issue(url, space)

    def announce(at: str) -> None:
        terminal.note(f"Serving {shown(place)} at {at}. {_said(workers, issue)} Stop with Ctrl-C.")
        if options.provider is not None:
            terminal.note(registration(options.provider.at(at)))

    with created(url, space, preset, staying=workers == 1) as memory:
        if options.provider is not None:
            check_spaces(options.provider, (space.name for space in memory.admin.spaces()))
            problem = provider_problem(options.provider)
            if problem is not None:
                terminal.note(problem)
        if workers == 1:
            from remembrancer.doors.server.serving import serve as serve_here
            from remembrancer.front.memory_verbs import session_of

            serve_here(session_of(memory), options, announce)
            return
    serve_with_workers(address(store_place(place)), name, options, workers, announce)


def _issue(url: str | None, space: str | None) -> str:
    """The command that lets somebody in, to this store and space; without a password in it."""
    given = {"--url": None if url is None else shown(url), "--space": space}
    named = [part for name, value in given.items() if value is not None for part in (name, value)]
    return shlex.join(["rmb", "token", "issue", "NAME", *named])


def _said(workers: int, issue: str | None) -> str:
    who = (
        "LOCAL MODE: whoever is on this machine is the owner, without a token."
        if issue is None
        else f"Callers show a token: {issue}."
    )
    return who if workers == 1 else f"{who} {workers} processes answer."
