"""`rmb bench pairs`: whether two sentences say the same, or contradict each other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import InvalidInput
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import JsonFile
from remembrancer.doors.cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Mapping

HARNESS_VARIABLE = "REMEMBRANCER_EVAL"
SPLITS = ("dev", "heldout", "all")


def pairs(
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="The folder of public sets of pairs.")
    ],
    harness: Annotated[
        Path | None,
        typer.Option(
            "--eval",
            metavar="DIR",
            help="The folder of the harness that measures.",
            show_default=f"{HARNESS_VARIABLE}, or eval beside DIR",
        ),
    ] = None,
    wanted: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME", help="Which set; may be repeated.", show_default="all"
        ),
    ] = None,
    split: Annotated[
        str, typer.Option("--split", metavar="SPLIT", help="dev, heldout or all.")
    ] = "dev",
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="minilm, static, or none for words alone.",
            show_default="as in the settings",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="FILE", help="Keep vectors here between runs (.npz)."),
    ] = None,
    json: JsonFile = None,
) -> None:
    """Judge pairs of sentences whose relation people have labelled.

    Each set is measured twice: by the harness, which looks for the best threshold on dev, and at
    the one threshold that memory uses for everything. Nothing of yours is read or changed.

    \b
    Example:
      rmb bench pairs --data ../data
      rmb bench pairs --data ../data --set NAME --json report.json
    """
    from remembrancer.bench import pairs as bench_pairs
    from remembrancer.bench.caching_embedder import caching_embedder, create_bench_embedder
    from remembrancer.bench.harness import load_harness
    from remembrancer.bench.recall import check_names, data_hashes, write_report

    if split not in SPLITS:
        raise typer.BadParameter(f"{split!r} is no split. Choose one of: {', '.join(SPLITS)}.")
    if not data.is_dir():
        raise InvalidInput(f"There is no folder {data}. Name the one of the data with --data.")
    named = os.environ.get(HARNESS_VARIABLE)
    folder = harness or (Path(named) if named else data.resolve().parent / "eval")
    sets = check_names(wanted or ["all"], bench_pairs.pair_set_names(data))
    using = caching_embedder(create_bench_embedder(embedder), cache)
    with load_harness(folder) as found:
        measuring = bench_pairs.load_pair_metrics(folder)
        report: dict[str, Any] = {
            "settings": bench_pairs.run_metadata(using, sets, split=split),
            "harness": found.measuring.stamp | bench_pairs.definition_hashes(measuring),
            "data": data_hashes(data),
            "sets": {},
        }
        known: dict[tuple[str, str], Any] = {}
        for name in sets:
            rows = bench_pairs.load_pairs(measuring, data, name, split)
            fitted = (
                bench_pairs.load_pairs(measuring, data, name, "dev") if split != "dev" else rows
            )
            with progress(f"Judging {name}") as step:
                bench_pairs.score_pairs(
                    [*rows.pairs, *fitted.pairs], embedder=using, known=known, progress=step
                )
            tasks = {
                task: bench_pairs.measure_task(measuring, data, rows, task, known)
                for task in rows.labels
            }
            report["sets"][name] = {"pairs": len(rows.pairs), "tasks": tasks}
            _show(name, len(rows.pairs), tasks)
            if json is not None:
                write_report(json, report)  # after each set, since a later one may fail
    if using is not None:
        using.save()
    _show_stamp(report["settings"])
    if json is not None:
        terminal.line(f"Wrote {json}.")


_SHOWN = {"dedup": "the same", "contradiction": "contradicts"}


def _show(name: str, count: int, tasks: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    terminal.rule(f"{name}: {count:,} pairs")
    lines = []
    for task, found in tasks.items():
        for at, figures in (("of the harness", found["harness"]), ("ours", found["fixed"])):
            lines.append(
                [
                    _SHOWN.get(task, task),
                    f"{at}, {figures['threshold']:.2f}",
                    *(
                        f"{100 * figures[value]:.1f}" if value in figures else "-"
                        for value in (
                            "precision",
                            "recall",
                            "f1",
                            "auc",
                            "recall_at_p95",
                            "contradictions_called_duplicate",
                        )
                    ),
                ]
            )
    terminal.table(
        lines,
        names=(
            "in %",
            "threshold",
            "precision",
            "recall",
            "F1",
            "AUC",
            "recall at P 95",
            "contradictions called the same",
        ),
    )
    terminal.blank()


def _show_stamp(settings: Mapping[str, Any]) -> None:
    terminal.line(
        (
            f"remembrancer {settings['version']}, split {settings['split']}, embedder "
            f"{settings['embedder'] or 'none: words alone'}, weights "
            f"{settings['weights_sha256'][:12]}. The weights were fitted on dev: what is measured "
            "there flatters.",
            "faint",
        )
    )
