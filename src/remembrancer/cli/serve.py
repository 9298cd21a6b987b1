"""`rmb serve`: the memory as a web server."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.cli import terminal
from remembrancer.cli.opening import chosen, created, shown, store_place
from remembrancer.cli.options import Preset, Space, Url

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
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
) -> None:
    """Serve the memory over HTTP, with all its verbs: /docs and /openapi.json list them.

    Callers show a token that `rmb token issue NAME` gave them. With --local whoever is on this
    machine is the owner, and no token is needed. The store is made if there is none. Ctrl-C ends
    it.

    \b
    Example:
      rmb serve --local
      rmb serve --host 0.0.0.0 --port 8765 --url postgresql://…
    """
    from remembrancer.errors import NotAvailable

    try:
        from remembrancer.api.serving import serve as run
    except ImportError:
        raise NotAvailable(f"To serve, install what it needs: {_EXTRA}.") from None

    store_place(chosen(url).url.value or "")  # a server in front of a server is refused
    with created(url, space, preset, staying=True) as memory:
        where = shown(chosen(url).url.value or "")
        who = (
            "LOCAL MODE: whoever is on this machine is the owner, without a token."
            if local
            else "Callers show a token: rmb token issue NAME."
        )

        def announce(address: str) -> None:
            terminal.note(f"Serving {where} at {address}. {who} Stop with Ctrl-C.")

        run(memory._session, host=host, port=port, is_local=local, announce=announce)
