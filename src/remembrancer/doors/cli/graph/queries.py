"""`rmb graph sql`, `cypher` and the projection that answers: its status, sync and rebuild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.graph.graph import graph
from remembrancer.doors.cli.operations.jobs import show_jobs
from remembrancer.doors.cli.progress import progress_lines
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import VerbCommand, export_listed, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.graph.page import RelationPage
    from remembrancer.graph.projections import ProjectionStatus

__all__ = ["graph"]

Wait = Annotated[
    bool,
    typer.Option(
        "--wait/--no-wait",
        help="Wait until it is done; else leave it to `rmb worker` or a server, and show the job.",
    ),
]
_SYNC: Final = "Bringing the graph up to date"
_REBUILD: Final = "Building the graph"
_BUILT_BY: Final = {
    "kglite": "The first query builds it, in the memory of its own process.",
    "neo4j": "An admin builds it: rmb graph sync",
}


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
    _show(rows)


@graph.command(cls=VerbCommand)
@from_verb(
    "graph.cypher",
    to_json=lambda rows: rows,
    query=argument("One query that reads.", "QUERY"),
    params=option("A value for each $name in the query."),
)
def cypher(rows: list[dict[str, Any]]) -> None:
    """Ask one Cypher query over what you may see.

    \b
    Example:
      rmb graph cypher "MATCH (p:Person)-[r:WORKS_AT]->(o:Org) RETURN p.name, r.role, o.name"
    """
    _show(rows)


@graph.command(cls=VerbCommand)
@from_verb(
    "graph.merges", to_json=export_listed, omitted={"cursor": "Its JSON names no next page."}
)
def merges(found: RelationPage) -> None:
    """List entities that may be the same, for a person to decide.

    \b
    Example:
      rmb graph merges
      rmb graph merge KEEP OTHER --reason "the same person"
    """
    for one in found:
        terminal.line(f"{one.id}  {one.source} and {one.target}")
    if not found.relations:
        terminal.line("Nothing waits to be merged.")


@graph.command(cls=VerbCommand)
@from_verb("graph.status")
def status(found: ProjectionStatus) -> None:
    """Show how far the projection that answers Cypher is behind the store.

    \b
    Example:
      rmb graph status
    """
    _show_status(found)


@graph.command()
@with_shared_options
def sync(wait: Wait = True, *, shared: SharedOptions) -> None:
    """Bring the projection up to date. Queries do so by themselves.

    On a Neo4j server it is due work, which goes on where a worker died. This command does it, or
    waits for the worker that does, and shows how far it has come.

    \b
    Example:
      rmb graph sync
      rmb graph sync --no-wait
    """
    with shared.opened(finishing=False) as memory, progress_lines(_SYNC) as report:
        found = memory.graph.sync(wait=wait, progress=report)
    _tell(found, shared)


@graph.command()
@with_shared_options
def rebuild(wait: Wait = True, *, shared: SharedOptions) -> None:
    """Build the projection anew from the store.

    On a Neo4j server it is due work, as `rmb graph sync` is.

    \b
    Example:
      rmb graph rebuild
    """
    with shared.opened(finishing=False) as memory, progress_lines(_REBUILD) as report:
        found = memory.graph.rebuild(wait=wait, progress=report)
    _tell(found, shared)


def _tell(found: ProjectionStatus, shared: SharedOptions) -> None:
    if shared.json:
        terminal.as_json(found.export())
    else:
        _show_status(found)


def _show(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        terminal.line(" · ".join("" if value is None else str(value) for value in row.values()))
    if not rows:
        terminal.line("No row.")


def _show_status(found: ProjectionStatus) -> None:
    if found.is_loaded:
        behind = "" if found.lag is None else f", {count(found.lag, 'position')} behind the store"
        terminal.line(
            f"{found.engine}: {count(found.nodes, 'node')}, {count(found.edges, 'relation')}"
            f"{behind}."
        )
    elif found.job is None:
        terminal.line(f"{found.engine}: not built yet. {_BUILT_BY[found.engine]}")
    else:
        terminal.line(f"{found.engine}: not built yet.")
    if found.job is not None:
        show_jobs((found.job,))
