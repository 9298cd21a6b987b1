"""`rmb graph`: who and what there is, how they relate, and queries."""

from __future__ import annotations

from typing import Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

graph = typer.Typer(
    no_args_is_help=True,
    help="""Ask the graph: people, things, their relations, and what they rest on.

    \b
    Example:
      rmb graph sql --help
    """,
)


@graph.command(cls=VerbCommand)
@from_verb(
    "graph.sql",
    to_json=lambda rows: rows,
    query=argument("One SELECT.", "QUERY"),
    params=option("A value for each :name in the query."),
)
def sql(rows: list[dict[str, Any]]) -> None:
    """Ask one SELECT over what you may see.

    The views are message, message_search, item, entity, relation and evidence.

    \b
    Example:
      rmb graph sql "SELECT id, content FROM message WHERE author_id = 'u-1' LIMIT 10"
      rmb graph sql "SELECT id FROM message_search WHERE query = 'harbour'"
    """
    for row in rows:
        terminal.line(" · ".join("" if value is None else str(value) for value in row.values()))
    if not rows:
        terminal.line("No row.")
