"""`rmb graph import` and `rmb graph export`: nodes and relations in files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.file_placement import check_free
from remembrancer.doors.cli.options import Force, Trusted
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.reports import count, stoppable
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import chosen, is_elsewhere, store_place
from remembrancer.doors.cli.time_parsing import moment_or_position

Format = Literal["jsonl", "graphml"]


@with_shared_options
def import_(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="CSV (.csv, .tsv) or JSON Lines.")
    ],
    trust: Trusted = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check every row, and add none.")
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Add nodes and relations from files. Run twice, the second run adds nothing.

    Nodes have the columns kind and name, and may have id, external_id, aliases, audience,
    is_personal and trust. Relations have source, type and target, and may have confidence,
    evidence, timestamp, valid_from, valid_until, audience, is_personal and trust. Any other column
    is an attribute; several values in a cell are parted by |. A file with both has a column record
    with node or edge in it. An end is the id, external id or name of a node in the files, or of
    one on record. Every row is checked before anything is added.

    \b
    Example:
      rmb graph import people.csv works_at.csv
      rmb graph import graph.jsonl --dry-run
    """
    from remembrancer.front.argument_parsing import as_trust
    from remembrancer.graph.exchange.importing import import_files

    most = as_trust(trust)
    with (
        stoppable(dry_run=dry_run),
        shared.opened() as memory,
        progress("Importing") as report,
    ):
        told = import_files(memory.graph, files, dry_run=dry_run, trust=most, progress=report)
    if shared.json:
        terminal.as_json(told.export())
        return
    if dry_run:
        terminal.line(
            f"Every row can be added: {count(told.nodes_new, 'new node')}, "
            f"{told.nodes_known:,} known, and {count(told.relations_new, 'relation')}. This was a "
            "dry run, and nothing was written."
        )
        return
    terminal.line(
        f"Added {count(told.nodes_new, 'node')} and {count(told.relations_new, 'relation')}; "
        f"{told.nodes_known + told.relations_known:,} were known."
    )
    if told.evidence_left_out:
        terminal.note(
            f"{count(told.evidence_left_out, 'message')} of evidence left out, which you cannot "
            "read here: a relation without any is unproven."
        )


@with_shared_options
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    format: Annotated[
        Format | None,
        typer.Option("--format", help="Else as the name ends: .graphml, or JSON Lines."),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="WHEN",
            parser=moment_or_position,
            help="What was known then: a time, or a ledger position.",
        ),
    ] = None,
    entities_only: Annotated[
        bool,
        typer.Option("--entities-only", help="Without relations that lead to items."),
    ] = False,
    force: Force = False,
    *,
    shared: SharedOptions,
) -> None:
    """Write the entities and relations that you may see, as JSON Lines or GraphML.

    JSON Lines can be imported again. GraphML is for Gephi, yEd, NetworkX and the like.

    \b
    Example:
      rmb graph export graph.jsonl
      rmb graph export graph.graphml --as-of 2026-03-31
    """
    from remembrancer.graph.exchange.exporting import export_file

    settings = chosen(shared.url)
    store = None if is_elsewhere(settings) else store_place(settings.url.value or "")
    check_free(file, store, force=force)
    by_name = "graphml" if file.suffix.lower() in (".graphml", ".xml") else "jsonl"
    when: datetime | int | None = as_of  # type: ignore[assignment]
    with shared.opened() as memory, progress("Exporting") as report:
        told = export_file(
            memory,
            file,
            format=format or by_name,
            as_of=when,
            entities_only=entities_only,
            progress=report,
        )
    if shared.json:
        terminal.as_json({"file": str(file), **told.export()})
        return
    items = f", {count(told.items, 'item')}" if told.items else ""
    terminal.line(
        f"Wrote {count(told.nodes, 'node')}{items} and {count(told.relations, 'relation')} to "
        f"{file}."
    )
    if told.left_out:
        terminal.note(f"{count(told.left_out, 'relation')} left out, with the items they lead to.")
