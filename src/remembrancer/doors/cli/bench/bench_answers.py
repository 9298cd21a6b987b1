"""`rmb bench answers`: questions of public sets, answered and judged by language models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import InvalidInput, NotAvailable
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import JsonFile
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import IN_MEMORY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remembrancer.bench.answers.run import AnswersRun

CONTEXTS = ("recall", "rules", "react", "state_machine", "custom")


def answers(
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="The folder of the published files.")
    ],
    dataset: Annotated[
        str | None,
        typer.Option(
            "--dataset",
            metavar="NAME",
            help="Which set; an unknown name lists them.",
            show_default="the first that is there",
        ),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option(
            "--reader",
            metavar="NAME",
            help="The model that answers: openai:MODEL, anthropic:MODEL.",
            show_default="as in the settings",
        ),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="The model that judges.",
            show_default="the reader",
        ),
    ] = None,
    context: Annotated[
        str,
        typer.Option(
            "--context",
            metavar="HOW",
            help="What finds the excerpts: recall, or a strategy of ask.",
        ),
    ] = "recall",
    k: Annotated[
        int, typer.Option("-k", metavar="N", min=1, max=200, help="Excerpts for each question.")
    ] = 20,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="Only N questions, drawn by the seed."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the draw.")] = 0,
    price: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--price", metavar="IN OUT", help="Of a million tokens, for the cost in the report."
        ),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="minilm, static, or none for words alone.",
            show_default="as in the settings",
        ),
    ] = None,
    json: JsonFile = None,
) -> None:
    """Answer questions of public sets with a language model, and have the answers judged.

    Memory finds excerpts, the reader answers from them, and the judge compares with the published
    answer. With --json everything that is needed to repeat the run is written down: models,
    prompts, seed, hashes of the data, tokens and cost. The excerpts and questions of the set go to
    the models; nothing of yours does.

    \b
    Example:
      rmb bench answers --data ../data --limit 100 --json report.json
      rmb bench answers --data ../data --dataset NAME --judge openai:MODEL --context rules
    """
    from remembrancer.bench.answers.question_sets import read_set
    from remembrancer.bench.answers.run import SPACE, AnswerOptions, answer_set, report
    from remembrancer.bench.recall import write_report
    from remembrancer.build_tools import check_tools
    from remembrancer.memory import Memory

    if context not in CONTEXTS:
        known = ", ".join(CONTEXTS)
        raise typer.BadParameter(f"{context!r} finds no excerpts. Choose one of: {known}.")
    if not data.is_dir():
        raise InvalidInput(f"There is no folder {data}. Name the one of the data with --data.")
    asked = read_set(dataset, data)
    reading = check_tools(reader, None, "none", None).chat
    judging = reading if judge is None else check_tools(judge, None, "none", None).chat
    if reading is None or judging is None:
        raise NotAvailable(
            "Answers need a language model. Set REMEMBRANCER_LLM_MODEL, or name one with --reader, "
            "such as openai:MODEL or anthropic:MODEL."
        )
    options = AnswerOptions(
        reader=reading,
        judge=judging,
        context=context,
        k=k,
        limit=limit,
        seed=seed,
        price_in=price[0] if price else None,
        price_out=price[1] if price else None,
    )

    def keep(part: AnswersRun) -> None:
        if json is not None:  # after each story, since a later one may fail
            write_report(json, report(asked, options, part))

    opened: dict[str, Any] = {"llm": reader, "embedder": embedder, "background": False}
    with (
        Memory.open(IN_MEMORY, space=SPACE, preset=options.preset, **opened) as memory,
        progress("Answering") as step,
    ):
        run = answer_set(
            memory,
            asked,
            options,
            progress=step,
            told=keep,
        )
    document = report(asked, options, run)
    _show(document)
    if json is not None:
        write_report(json, document)
        terminal.line(f"Wrote {json}: every question with its answer and verdict.")


def _show(document: Mapping[str, Any]) -> None:
    terminal.table(
        (
            [
                name,
                str(one["questions"]),
                f"{one['accuracy']:.1%}",
                "–" if one["f1"] is None else f"{one['f1']:.3f}",
                str(one["failed"]),
            ]
            for name, one in document["categories"].items()
        ),
        names=("category", "n", "right", "F1", "failed"),
    )
    settings, cost = document["settings"], document["cost"]
    terminal.line(
        f"Read by {settings['reader']}, judged by {settings['judge']}: "
        f"{cost['reader']['tokens_in'] + cost['judge']['tokens_in']:,} tokens in, "
        f"{cost['reader']['tokens_out'] + cost['judge']['tokens_out']:,} out."
    )
