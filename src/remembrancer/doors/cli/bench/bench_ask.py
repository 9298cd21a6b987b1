"""`rmb bench ask`: how well the retrieval agent finds what a conversation needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import JsonFile
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import IN_MEMORY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remembrancer.bench.ask import AskedConversation

STRATEGIES = ("rules", "react", "state_machine", "custom")


def ask(
    worlds: Annotated[
        Path | None,
        typer.Option(
            "--worlds",
            metavar="FILE",
            help="Worlds of your own, as JSON Lines.",
            show_default="a built-in example",
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="rules, react, state_machine or custom; may be repeated.",
            show_default="rules; all four with a model",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="NAME",
            help="openai:MODEL, anthropic:MODEL, or none.",
            show_default="as in the settings",
        ),
    ] = None,
    preset: Annotated[
        str, typer.Option("--preset", metavar="PRESET", help="The preset of the spaces.")
    ] = "community",
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="minilm, static, or none for words alone.",
            show_default="as in the settings",
        ),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="List what each conversation misses.")
    ] = False,
    json: JsonFile = None,
) -> None:
    """Ask conversations whose facts are known, and see how many of them are found.

    Precision is the share of the facts handed over that are right, recall the share of the needed
    ones that were found. Each world is put into a fresh space; nothing of yours is read or changed.

    \b
    Example:
      rmb bench ask
      rmb bench ask --strategy rules --strategy react --model openai:MODEL --json report.json
      rmb bench ask --worlds mine.jsonl --show
    """
    from remembrancer.bench import ask as bench_ask
    from remembrancer.bench.harness import sha256
    from remembrancer.bench.recall import write_report
    from remembrancer.bench.retrieval_worlds import EXAMPLE, read_worlds
    from remembrancer.inquiry.inquiry import Strategy
    from remembrancer.memory import Memory

    for name in strategy or []:
        if name not in STRATEGIES:
            known = ", ".join(STRATEGIES)
            raise typer.BadParameter(f"{name!r} is no strategy. Choose one of: {known}.")
    file = worlds or EXAMPLE
    read = read_worlds(file)
    options: dict[str, Any] = {"llm": model, "embedder": embedder, "background": False}
    chat = bench_ask.model_name(model)
    names = strategy or (STRATEGIES if chat is not None else STRATEGIES[:1])
    with (
        Memory.open(IN_MEMORY, space=bench_ask.SPACE, preset=preset, **options) as memory,
        progress("Asking") as step,
    ):
        asked = bench_ask.ask_worlds(
            memory, read, [Strategy(name) for name in names], preset=preset, progress=step
        )
    stamps = {"model": chat, "preset": preset, "worlds": {file.name: sha256(file)}}
    document = bench_ask.report(asked, stamps)
    _show(document["strategies"])
    if show:
        _show_misses(asked)
    if json is not None:
        write_report(json, document)
        terminal.line(f"Wrote {json}: every conversation with what it missed.")


def _show(strategies: Mapping[str, Mapping[str, Any]]) -> None:
    terminal.table(
        (
            [
                name,
                str(one["conversations"]),
                f"{one['precision']:.0%}",
                f"{one['recall']:.0%}",
                f"{one['iterations']:.1f}",
                f"{one['queries']:.1f}",
                f"{one['tokens_in']:,.0f}",
                f"{one['tokens_out']:,.0f}",
                str(one["limited"]),
            ]
            for name, one in strategies.items()
        ),
        names=(
            *("strategy", "n", "precision", "recall", "rounds", "looks"),
            *("tokens in", "tokens out", "at a limit"),
        ),
    )


def _show_misses(asked: list[AskedConversation]) -> None:
    for one in asked:
        if one.missed or one.wrong:
            terminal.line(
                f"{one.strategy} {one.world}/{one.conversation}: missed "
                f"{', '.join(one.missed) or 'nothing'}; wrong {', '.join(one.wrong) or 'nothing'}"
            )
