"""`rmb remember`: put something in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.moments import moment
from remembrancer.cli.opening import chosen, created, exists, spaces_of, store_place
from remembrancer.cli.options import Acting, Audience, Json, Personal, Preset, Space, Subject, Url
from remembrancer.errors import InvalidInput, RemembrancerError

if TYPE_CHECKING:
    from remembrancer.memory import Memory
    from remembrancer.model.remembered import Remembered

STDIN = "-"

Transcript = Annotated[
    Path | None,
    typer.Option(
        "--transcript",
        metavar="FILE",
        help="Instead of TEXT, what was said in a meeting: .vtt, .srt, or text with names.",
    ),
]
Meeting = Annotated[
    str | None, typer.Option("--meeting", metavar="ID", help="Your own id of that meeting.")
]
Outside = Annotated[
    list[str] | None,
    typer.Option(
        "--outside",
        metavar="NAME",
        help="One who spoke there and does not belong to the space; may be repeated.",
    ),
]
At = Annotated[
    datetime | None,
    typer.Option("--at", metavar="TIME", parser=moment, help="When that meeting began."),
]


def remember(
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]", help="What to keep; - reads it from stdin.", show_default=False
        ),
    ] = None,
    subject: Subject = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="fact, decision, preference, …")
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", metavar="NAME", help="A shelf to put it on.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="LINE", help="One line above the text.")
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="WORD", help="A word to find it by; may be repeated."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="ID",
            help="Your own id of where it stands; the same text from there is kept once.",
        ),
    ] = None,
    transcript: Transcript = None,
    meeting: Meeting = None,
    outside: Outside = None,
    at: At = None,
    audience: Audience = None,
    personal: Personal = False,
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Keep a text as one item, as it stands, or a transcript turn by turn.

    The text itself is its evidence. The store and the space are made on first use.

    \b
    Example:
      rmb remember "Ellen wants to retire at 58." --subject ellen --kind life_goal
      cat minutes.txt | rmb remember - --source meeting-12
      rmb remember --transcript call.vtt --meeting call-12 --subject ellen --outside "Mr Hale"
    """
    of_items = {"kind": kind, "category": category, "tags": tag or None}
    _check_usage(text, transcript, meeting, {**of_items, "source": source})
    of_meetings = {"outside": outside or None, "occurred_at": at}
    _check_meeting(meeting, of_meetings)
    shared = {"subject": subject, "title": title, "audience": audience}
    words = _words(text) if transcript is None else _read_file(transcript)
    with _made(url, space, preset, acting) as memory:
        if meeting is not None:
            kept = memory.sources.meeting(
                meeting, transcript=words, is_personal=personal, **_given({**shared, **of_meetings})
            )
        else:
            fields = {**shared, **of_items, "source": source, "is_personal": personal or None}
            kept = memory.remember(words, infer=False, **_given(fields))
        _show(kept, json=json)


def _check_usage(
    text: str | None, transcript: Path | None, meeting: str | None, of_items: dict[str, Any]
) -> None:
    """A text or the transcript of a meeting, and nothing that belongs to the other."""
    if (transcript is None) != (meeting is None):
        raise typer.BadParameter(
            "--transcript and --meeting go together: what was said, and where."
        )
    if (text is None) == (transcript is None):
        raise typer.BadParameter("Give either TEXT, or --transcript FILE with --meeting ID.")
    alien = [name for name, value in of_items.items() if value is not None]
    if transcript is not None and alien:
        raise typer.BadParameter(
            f"A transcript becomes messages, which have no {' or '.join(alien)}. Leave it out."
        )


def _check_meeting(meeting: str | None, of_meetings: dict[str, Any]) -> None:
    if meeting is None and _given(of_meetings):
        raise typer.BadParameter(
            "--outside and --at tell of a meeting. Give them with --transcript and --meeting."
        )


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


@contextmanager
def _made(
    url: str | None, space: str | None, preset: str | None, acting: str | None
) -> Iterator[Memory]:
    """The memory to put it into; it says where the space is made for it."""
    settings = chosen(url, space)
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    was_there = exists(path) and name in spaces_of(path)
    with created(url, space, preset, acting) as memory:
        if not was_there:
            terminal.note(f"Made the space {name!r} in {path}.")
        yield memory


def _show(kept: Remembered, *, json: bool) -> None:
    if json:
        terminal.as_json(kept.export())
        return
    for one in kept.items:
        card.item(one)
    if kept.conversation_id is not None:
        terminal.line(
            (kept.conversation_id, "name"),
            f"  messages: {kept.messages_new:,} new, {kept.messages_known:,} known, "
            f"{kept.conflicts:,} with other words (kept raw)",
        )
    for passed in kept.skipped:
        terminal.line(("skipped  ", "faint"), passed.text)
        terminal.line((passed.reason, "faint"), indent=9)


def _words(text: str | None) -> str:
    words = _read() if text == STDIN else text or ""
    if not words.strip():
        raise InvalidInput("There is nothing to remember: the text is empty.", field="text")
    return words


def _read() -> str:
    try:
        text = sys.stdin.read().rstrip("\n")
        text.encode()  # Python hides bytes that are no text in halves of surrogate pairs
    except UnicodeError as error:
        raise InvalidInput("What came in on stdin is not UTF-8 text. Convert it first.") from error
    return text


def _read_file(path: Path) -> str:
    """The text of a file. What is wrong with it is told with its name."""
    from remembrancer.capture import files
    from remembrancer.rules.limits import RECORD_BYTES_MAX

    try:
        text = files.text_of(files.read_bytes(path, bytes_max=RECORD_BYTES_MAX))
    except (OSError, RemembrancerError) as error:
        raise InvalidInput(f"{path}: {files.said(error)}", field="transcript") from error
    if not text.strip():
        raise InvalidInput(f"{path}: There is nothing in it.", field="transcript")
    return text
