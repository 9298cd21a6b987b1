"""`rmb mcp`: the memory as tools of a program that speaks MCP."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from remembrancer.doors.cli.options import Acting, Preset, Space, Url
from remembrancer.doors.cli.store_opening import created

_EXTRA = "pip install 'remembrancer[mcp]'"


def mcp(
    tools: Annotated[
        Literal["default", "full"],
        typer.Option("--tools", help="The small set of tools, or all of them."),
    ] = "default",
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
    acting: Acting = None,
) -> None:
    """Offer the memory as MCP tools over standard input and output.

    Programs such as Claude Code start it by themselves: docs/mcp.md says how to tell them. What
    they do is done in the name of --as, or else of the local owner. The store is made if there is
    none. URL may also be a server's, https://…, with a token in REMEMBRANCER_TOKEN. Over HTTP, `rmb
    serve` has the same tools at /mcp.

    \b
    Example:
      rmb mcp --url /home/ada/practice.db --as planner-bot
      rmb mcp --tools full
    """
    from remembrancer.core.errors import NotAvailable

    try:
        from remembrancer.doors.mcp.stdio import serve
    except ImportError:
        raise NotAvailable(f"To offer it as MCP tools, install what it needs: {_EXTRA}.") from None

    # An agent that was given a mistyped address has no memory, and somebody should see why.
    with created(url, space, preset, acting, staying=True, tells=True) as memory:
        serve(memory, tools)
