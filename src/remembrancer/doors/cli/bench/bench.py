"""`rmb bench`: how well memory answers, and how fast."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import Conflict, InvalidInput, RemembrancerError
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.bench import bench_report
from remembrancer.doors.cli.bench.bench_answers import answers
from remembrancer.doors.cli.bench.bench_ask import ask
from remembrancer.doors.cli.bench.bench_extract import extract
from remembrancer.doors.cli.bench.bench_pairs import pairs
from remembrancer.doors.cli.options import JsonFile, Preset
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import IN_MEMORY, exists, spaces_of, store_place

if TYPE_CHECKING:
    from remembrancer.bench.recall import QuestionSet, RecallOptions
    from remembrancer.bench.rows import Row
    from remembrancer.bench.run_comparison import Key

bench = typer.Typer(
    no_args_is_help=True,
    help="""Measure how well memory answers, and how fast.

    \b
    Example:
      rmb bench recall
      rmb bench ask
      rmb bench extract
      rmb bench speed
    """,
)

HARNESS_VARIABLE = "REMEMBRANCER_EVAL"
SPLITS = ("dev", "heldout", "all")
HITS_MAX = 200  # that recall gives at once
EXAMPLE, EXAMPLE_HITS, HITS = "example", 3, 10
MESSAGES, MESSAGES_MIN = 10_000, 100


@bench.command()
def recall(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="The folder of public question sets."),
    ] = None,
    harness: Annotated[
        Path | None,
        typer.Option(
            "--eval",
            metavar="DIR",
            help="The folder of the harness that reads them.",
            show_default=f"{HARNESS_VARIABLE}, or eval beside DIR",
        ),
    ] = None,
    dataset: Annotated[
        list[str] | None,
        typer.Option("--dataset", metavar="NAME", help="Which set; may be repeated, or all."),
    ] = None,
    split: Annotated[
        str, typer.Option("--split", metavar="SPLIT", help="dev, heldout or all.")
    ] = "dev",
    questions: Annotated[
        Path | None,
        typer.Option("--questions", metavar="FILE", help="Questions of your own, as JSON."),
    ] = None,
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            metavar="N",
            min=1,
            max=HITS_MAX,
            help="Evidence counts as found among so many hits.",
            show_default=f"{HITS}; {EXAMPLE_HITS} for the example",
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            metavar="N",
            min=1,
            max=HITS_MAX,
            help="Hits asked for: evidence beyond the first k was ranked too low.",
        ),
    ] = 100,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="Only the first N stories of each set."),
    ] = None,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="URL",
            help="A new file, or a database for this alone: postgresql://…",
            show_default="in memory",
        ),
    ] = IN_MEMORY,
    preset: Preset = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="minilm, static, openai:MODEL, hashing, or none for words alone.",
            show_default="as in the settings",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            "--cache", metavar="FILE", help="Keep vectors of messages here between runs (.npz)."
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Compare with an earlier --json report."),
    ] = None,
    json: JsonFile = None,
) -> None:
    """Ask questions whose evidence is known, and see how much of it comes back.

    Without --data or --questions a small built-in example is asked. Each story is put into a
    fresh space; nothing of yours is read or changed. A text that comes again is embedded once,
    questions are embedded each time.

    \b
    Example:
      rmb bench recall
      rmb bench recall --questions mine.json --json report.json
      rmb bench recall --data ../data --dataset all --split dev
    """
    from remembrancer.bench import recall as bench_recall
    from remembrancer.bench.caching_embedder import caching_embedder, create_bench_embedder
    from remembrancer.bench.run_comparison import read_report_rows

    _check_usage(data, harness, dataset, split, questions)
    hits = k or (HITS if data or questions else EXAMPLE_HITS)
    _check_place(url)
    earlier = read_report_rows(against) if against else {}
    using = caching_embedder(create_bench_embedder(embedder), cache)
    asking = bench_recall.RecallOptions(
        k=hits, depth=max(depth, hits), url=url, preset=preset, embedder=using
    )
    with _sets(data, harness, dataset or [], split, questions, limit) as (names, stamps, sets):
        settings = bench_recall.run_metadata(asking, names, split=split if data else None)
        try:
            _ask(asking, sets, {"settings": settings, **stamps}, earlier, json)
        finally:
            if using is not None:
                using.save()


@bench.command()
def speed(
    messages: Annotated[
        list[int] | None,
        typer.Option(
            "--messages",
            metavar="N",
            min=MESSAGES_MIN,
            help="How many messages; repeat it to see how time grows.",
            show_default=f"{MESSAGES:,}",
        ),
    ] = None,
    subjects: Annotated[
        int,
        typer.Option(
            "--subjects",
            metavar="N",
            min=1,
            help="Over how many subjects; larger sizes have more, each as large.",
        ),
    ] = 100,
    check: Annotated[
        bool, typer.Option("--check", help="End with 1 where a bound is missed.")
    ] = False,
    json: JsonFile = None,
) -> None:
    """Measure how fast messages go in and come back, compared with a bare floor.

    The floor is FTS5 and NumPy on the same rows, in the same run: machines differ, ratios hold.
    Messages are invented, their vectors are hashed words; a question's embedding is measured by
    itself. 100,000 messages take some minutes.

    \b
    Example:
      rmb bench speed
      rmb bench speed --messages 10000 --messages 100000
    """
    from remembrancer.bench import speed as bench_speed
    from remembrancer.bench.recall import write_report

    sizes = sorted(set(messages or [MESSAGES]))
    if subjects > sizes[0]:
        raise typer.BadParameter("There cannot be more subjects than messages.")
    result: dict[int, dict[str, float]] = {}
    try:
        with progress("Measuring") as step:
            result.update(bench_speed.measure_sizes(sizes, subjects, progress=step))
    except RemembrancerError:
        if result:  # a larger size failed; what took minutes before it is still worth seeing
            bench_report.show_speed(result, None)
        raise
    grown = bench_speed.measure_growth(result)
    is_missed = bench_report.show_speed(result, grown)
    if json is not None:
        write_report(json, bench_speed.report_document(result, grown, subjects))
        terminal.line(f"Wrote {json}.")
    if check and is_missed:
        raise typer.Exit(1)


bench.command()(answers)
bench.command()(ask)
bench.command()(extract)
bench.command()(pairs)


def _ask(
    asking: RecallOptions,
    sets: Iterator[QuestionSet],
    stamps: dict[str, Any],
    earlier: dict[Key, Row],
    json: Path | None,
) -> None:
    from remembrancer.bench.recall import run_questions, write_report
    from remembrancer.bench.run_comparison import compare_runs

    report: dict[str, Any] = {**stamps, "sets": {}, "rows": [], "adversarial": []}
    for question_set in sets:
        with progress(f"Asking {question_set.name}") as step:
            measured = run_questions(question_set, asking, progress=step)
        report["sets"][question_set.name] = measured.summary
        report["rows"] += measured.rows
        report["adversarial"] += measured.apart
        bench_report.show_recall(question_set.name, measured.summary, asking)
        if earlier:
            bench_report.show_compared(compare_runs(measured.rows, earlier, asking.k), asking.k)
        if json is not None:
            write_report(json, report)  # after each set, since a later one may fail
    bench_report.show_stamp(stamps)
    if json is not None:
        terminal.line(f"Wrote {json}: every question with its evidence, ranks and verdict.")


@contextmanager
def _sets(
    data: Path | None,
    folder: Path | None,
    wanted: list[str],
    split: str,
    questions: Path | None,
    limit: int | None,
) -> Iterator[tuple[list[str], dict[str, Any], Iterator[QuestionSet]]]:
    """The names of the sets, what they are known by, and the sets themselves."""
    from remembrancer.bench import harness, recall
    from remembrancer.bench.questions import EXAMPLE as BUILT_IN
    from remembrancer.bench.questions import read_stories

    if data is None:
        file = BUILT_IN if questions is None else questions
        name = EXAMPLE if questions is None else file.stem
        made = recall.from_stories(name, read_stories(file), limit)
        stamps = {"harness": harness.OWN.stamp, "data": {file.name: harness.sha256(file)}}
        yield [name], stamps, iter([made])
        return
    if not data.is_dir():
        raise InvalidInput(f"There is no folder {data}. Name the one of the data with --data.")
    with harness.load_harness(_harness_folder(data, folder)) as found:
        names = recall.check_names(wanted, found.loaders)
        stamps = {"harness": found.measuring.stamp, "data": recall.data_hashes(data)}
        sets = (
            recall.from_harness(
                name, found.loaders, found.measuring, data=data, split=split, limit=limit
            )
            for name in names
        )
        yield names, stamps, sets


def _harness_folder(data: Path, path: Path | None) -> Path:
    if path is not None:
        return path
    named = os.environ.get(HARNESS_VARIABLE)
    return Path(named) if named else data.resolve().parent / "eval"


def _check_usage(
    data: Path | None,
    harness: Path | None,
    dataset: list[str] | None,
    split: str,
    questions: Path | None,
) -> None:
    if split not in SPLITS:
        raise typer.BadParameter(f"{split!r} is no split. Choose one of: {', '.join(SPLITS)}.")
    if data is not None and questions is not None:
        raise typer.BadParameter("Give either --data DIR with --dataset NAME, or --questions FILE.")
    if data is None and (dataset or harness):
        raise typer.BadParameter("Give --data DIR too: the folder of the question sets.")
    if data is not None and not dataset:
        raise typer.BadParameter("Give --dataset NAME too, or --dataset all.")


def _check_place(url: str) -> None:
    """Refuses a store in which somebody keeps something."""
    from remembrancer.bench.recall import SPACE

    if url == IN_MEMORY:
        return
    place = store_place(url)
    if exists(place) and not all(name.startswith(f"{SPACE}-") for name in spaces_of(place)):
        raise Conflict(
            f"{place} holds spaces of its own, and a run would fill it with others. Name a new "
            "file or an empty database with --url."
        )
