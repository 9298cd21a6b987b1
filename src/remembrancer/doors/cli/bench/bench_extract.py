"""`rmb bench extract`: how much of what people say is extracted, and how much else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.bench import extract_report
from remembrancer.doors.cli.options import JsonFile
from remembrancer.doors.cli.progress import progress


def extract(
    part: Annotated[
        str,
        typer.Option("--part", metavar="PART", help="dev, dev2, dev3, apart, apart2 or all."),
    ] = "all",
    labels: Annotated[
        Path | None,
        typer.Option(
            "--labels",
            metavar="DIR",
            help="The folder of the labelled documents.",
            show_default="benchmarks/extract",
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="MODULE:FUNCTION",
            help="What reads the documents.",
            show_default="the offline engine",
        ),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="List what was missed and what was wrong.")
    ] = False,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Show texts of the parts that are kept apart, too.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="End with 1 where a goal is missed.")
    ] = False,
    json: JsonFile = None,
) -> None:
    """Read labelled documents, and see how much of what matters is extracted, and how much else.

    Half of the documents hold nothing worth remembering. What is kept apart (apart,
    apart2) is only counted: rules that are written while looking at it would prove nothing.

    \b
    Example:
      rmb bench extract
      rmb bench extract --part dev --show
      rmb bench extract --json report.json
    """
    from remembrancer.bench import extract as bench_extract
    from remembrancer.bench.labels import APART, PARTS, labels_folder, parts_in, read_documents
    from remembrancer.bench.recall import write_report

    if part not in (*PARTS, "all"):
        raise typer.BadParameter(f"{part!r} is no part. Choose one of: {', '.join(PARTS)}, all.")
    if show and part in APART and not reveal:
        raise typer.BadParameter(f"{part} is kept apart and not listed. --reveal does it.")
    folder = labels_folder(labels)
    named = engine or bench_extract.ENGINE
    draw = bench_extract.load_engine(named)
    report: dict[str, Any] = {
        "settings": bench_extract.run_metadata(named),
        "parts": {},
        "rows": [],
    }
    is_missed = False
    for value in parts_in(folder) if part == "all" else (part,):
        with progress(f"Reading {value}") as step:
            found = bench_extract.measure(read_documents(folder, value), draw, progress=step)
        figures = bench_extract.summarise_groups(found)
        intervals = bench_extract.confidence_intervals(found)
        may_tell = reveal or value not in APART
        report["parts"][value] = {"groups": figures, "interval_95": intervals}
        report["rows"] += bench_extract.document_rows(found, with_texts=may_tell)
        is_missed |= extract_report.show_part(value, figures, intervals)
        if show and may_tell:
            extract_report.show_texts(found)
    extract_report.show_meaning(named)
    if json is not None:
        write_report(json, report)
        terminal.line(f"Wrote {json}: every document with its counts.")
    if check and is_missed:
        raise typer.Exit(1)
