"""The terminal: coloured and wrapped for people, plain for pipes, JSON for machines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from remembrancer.core.texts.unseen_characters import as_marks

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Part = str | tuple[str, str]  # a text, or a text and its style

_STYLES = {
    "heading": "bold",
    "command": "bold cyan",
    "score": "cyan",
    "kind": "green",
    "name": "bold",
    "quote": "italic",
    "faint": "dim",
    "good": "green",
    "bad": "bold red",
}
_WIDTH_MAX = 100  # longer lines are hard to read


@dataclass
class _Listener:
    """Gets the events of a running command."""

    is_machine: bool = False
    notes: list[str] = field(default_factory=list)  # held back from a machine


_listener = _Listener()


def is_pretty() -> bool:
    """Whether a person is reading, so that colour and wrapping help."""
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def width() -> int:
    """How many letters of a paragraph fit into one line for the reader."""
    return int(_console().width) if is_pretty() else sys.maxsize


def line(*parts: Part, indent: int = 0, wrapped: bool = True) -> None:
    """One paragraph. Wrapped for people; in a pipe its lines stay whole."""
    if is_pretty():
        from rich.padding import Padding
        from rich.text import Text

        text = Text()
        for part in parts:
            words, style = (part, "") if isinstance(part, str) else part
            text.append(safe(words), _STYLES.get(style, ""))
        if wrapped:
            _render(Padding(text, (0, 0, 0, indent)))
        else:
            _render(Text(" " * indent) + text, wrapped=False)
        return
    words = "".join(part if isinstance(part, str) else part[0] for part in parts)
    margin = " " * indent
    _write("".join(f"{margin}{value}".rstrip() + "\n" for value in safe(words).split("\n")))


def command(typed: str, *, prompt: str = "", indent: int = 0) -> None:
    """A command in one piece, so that it can be copied."""
    line((prompt, "faint"), (typed, "command"), indent=indent, wrapped=False)


def blank() -> None:
    _write("\n")


def heading(text: str) -> None:
    line((text, "heading"))


def rule(text: str) -> None:
    """A heading that parts what follows from what came before."""
    if not is_pretty():
        _write(f"\n== {safe(text)}\n")
        return
    from rich.rule import Rule
    from rich.text import Text

    blank()
    _render(Rule(Text(safe(text), "bold"), align="left", style="dim"))


def table(rows: Iterable[Sequence[str]], *, names: Sequence[str] = (), indent: int = 2) -> None:
    """Columns side by side. Only the last one is wrapped."""
    listed = [[safe(cell) for cell in row] for row in rows]
    if not listed:
        return
    if is_pretty():
        from rich.padding import Padding
        from rich.table import Table

        grid = Table(
            box=None,
            pad_edge=False,
            show_header=bool(names),
            header_style="dim",
            padding=(0, 2, 0, 0),
        )
        last = len(listed[0]) - 1
        for place in range(last + 1):
            grid.add_column(
                names[place] if names else "",
                no_wrap=place < last,
                overflow="fold",
                style="dim" if place == 0 and not names else "",
            )
        for row in listed:
            grid.add_row(*_texts(row))
        _render(Padding(grid, (0, 0, 0, indent)))
        return
    listed = [list(names), *listed] if names else listed
    widths = [max(len(row[place]) for row in listed) for place in range(len(listed[0]))]
    for row in listed:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        _write((" " * indent + "  ".join(cells)).rstrip() + "\n")


def as_json(value: Any) -> None:
    import json

    _write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def reporting(*, to_machines: bool) -> Iterator[None]:
    """Prints one command for people or machines. Held-back output is printed at its end."""
    _listener.is_machine = to_machines
    _listener.notes.clear()
    try:
        yield
    finally:
        _listener.is_machine = False
        for text in _listener.notes:
            note(text)
        flush()


def is_for_machines() -> bool:
    """Whether errors are printed as JSON."""
    return _listener.is_machine


def note(text: str, *, at_once: bool = False) -> None:
    """Something to know that is no part of the answer.

    Machines get it at the end, or with the error: what a command that failed writes there is one
    JSON object. A program that goes on running tells it at once.
    """
    if _listener.is_machine and not at_once:
        _listener.notes.append(text)
        return
    flush()
    print(safe(text), file=sys.stderr)


def error(
    *texts: str, title: str = "RemembrancerError", exit_code: int = 1, **members: Any
) -> None:
    """What went wrong: a line each for people, one JSON object in one line for machines."""
    if not _listener.is_machine:
        for text in texts:
            note(f"Error: {text}")
        return
    import json

    document = {
        "type": f"urn:remembrancer:error:{title}",
        "title": title,
        "detail": " ".join(texts),
        **members,
        "exit_code": exit_code,
    }
    if _listener.notes:
        document["notes"] = list(_listener.notes)
        _listener.notes.clear()
    note(json.dumps(document, ensure_ascii=False), at_once=True)


def safe(text: str) -> str:
    """The text with marks for what could steer a terminal, turn what follows it round, or is not
    seen at all."""
    return as_marks(text)


def flush() -> None:
    """Gives the reader what is left. One who has gone has read enough."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _hang_up()


def _texts(row: Sequence[str]) -> Iterable[RenderableType]:
    from rich.text import Text

    return (Text(cell) for cell in row)


def _render(what: RenderableType, *, wrapped: bool = True) -> None:
    console = _console()
    with console.capture() as captured:
        console.print(what, soft_wrap=not wrapped)
    _write("".join(f"{value.rstrip()}\n" for value in captured.get().split("\n")[:-1]))


def _console() -> Console:
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    console.width = min(console.width, _WIDTH_MAX)
    return console


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        _hang_up()
        raise SystemExit(0) from None


def _hang_up() -> None:
    """What is still buffered goes nowhere, so that the last flush of the interpreter succeeds."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
