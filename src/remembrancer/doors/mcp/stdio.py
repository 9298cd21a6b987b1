"""Over standard input and output: one caller, for as long as the program that started it lives."""

from __future__ import annotations

from uuid import uuid4

import anyio
from mcp.server.stdio import stdio_server

from remembrancer.doors.mcp.server import calling, make_server
from remembrancer.memory import Memory
from remembrancer.tools.agent_tools import Which


def serve(memory: Memory, which: Which) -> None:
    """Answers until its input ends. Only the protocol is written to standard output."""
    caller = calling(memory, which, session=f"mcp {uuid4().hex[:12]}")
    server = make_server(lambda _: caller)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)
