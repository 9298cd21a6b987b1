"""`rmb remember`: put something in."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from remembrancer.core.errors import Forbidden, InvalidInput, NotFound, RemembrancerError
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import (
    Audience,
    Personal,
    Subject,
)
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.remember.remember_options import (
    AsIs,
    At,
    Category,
    Domain,
    DryRun,
    Fields,
    Kind,
    LiveState,
    Mandate,
    Meeting,
    Outside,
    Source,
    Tags,
    Text,
    Title,
    Transcript,
    WhyBinding,
)
from remembrancer.doors.cli.shared_options import CreatingOptions, with_shared_options
from remembrancer.doors.cli.store_opening import (
    IN_MEMORY,
    chosen,
    exists,
    finish,
    is_elsewhere,
    spaces_of,
    store_place,
)

if TYPE_CHECKING:
    from remembrancer.items.item import Item
    from remembrancer.memory import Memory
    from remembrancer.remember.remembered import Remembered

STDIN = "-"
_LONG = 20_000  # characters, from which on reading takes a while
_HAVE_OPTIONS = {
    "audience": "--audience",
    "category": "--category",
    "content": "TEXT",
    "domain": "--domain",
    "dry_run": "--dry-run",
    "infer": "--as-is",
    "is_personal": "--personal",
    "kind": "--kind",
    "live_state": "--live-state",
    "source": "--source",
    "subject": "--subject",
    "tags": "--tag",
    "title": "--title",
}


@with_shared_options
def remember(
    text: Text = None,
    subject: Subject = None,
    kind: Kind = None,
    domain: Domain = None,
    category: Category = None,
    title: Title = None,
    tag: Tags = None,
    field: Fields = None,
    source: Source = None,
    mandate: Mandate = False,
    reason: WhyBinding = None,
    as_is: AsIs = False,
    dry_run: DryRun = False,
    live_state: LiveState = None,
    transcript: Transcript = None,
    meeting: Meeting = None,
    outside: Outside = None,
    at: At = None,
    audience: Audience = None,
    personal: Personal = False,
    *,
    shared: CreatingOptions,
) -> None:
    """Store a text, and extract the knowledge in it.

    The text itself is stored first, word for word. Items that are worth storing are extracted
    from it, each with its quote, and compared with existing items: new, a repetition, a
    replacement, or a contradiction. Greetings, jokes and asides are skipped. The store and the
    space are made on first use.

    \b
    Example:
      rmb remember "Ellen wants to retire at 58 and prefers email." --subject ellen
      rmb remember "Ellen wants to retire at 60." --subject ellen --dry-run
      rmb remember "Ellen keeps bees." --subject ellen --as-is --kind fact --field importance=0.8
      rmb remember "Net revenue excludes refunds." --domain finance --mandate --reason "Audited."
      cat minutes.txt | rmb remember - --source meeting-12
      rmb remember --transcript call.vtt --meeting call-12 --subject ellen --outside "Mr Hale"
    """
    of_items = {
        "kind": kind,
        "domain": domain,
        "category": category,
        "tags": tag or None,
        "source": source,
        **_named(field or ()),
    }
    as_is = as_is or mandate  # what binds others is said word for word
    of_texts = {
        "--mandate" if mandate else "--as-is": as_is,
        "--dry-run": dry_run,
        "--live-state": live_state is not None,
    }
    _check_usage(text, transcript, meeting, of_items, of_texts)
    _check_mandate(reason, is_mandated=mandate, is_personal=personal)
    of_meetings = {"outside": outside or None, "occurred_at": at}
    _check_meeting(meeting, of_meetings)
    of_all = {"subject": subject, "title": title, "audience": audience}
    words = _words(text) if transcript is None else _read_file(transcript, "transcript")
    live = None if live_state is None else _read_live_state(live_state)
    with _made(shared, is_kept=not dry_run) as memory:
        if meeting is not None:
            arguments = _given({**of_all, **of_meetings})
            remembered = _remember_meeting(
                memory, meeting, words, personal=personal, given=arguments
            )
        else:
            if mandate:
                _check_admin(memory)
            fields = {**of_all, **of_items, "is_personal": personal or None, "live_state": live}
            with _watched(words):
                remembered = memory.remember(
                    words, infer=not as_is, dry_run=dry_run, **_given(fields)
                )
            if mandate and not dry_run:
                remembered = _mandated(memory, remembered, reason or "")
        _show(remembered, json=shared.json, dry_run=dry_run)


def _check_admin(memory: Memory) -> None:
    """Refuses a caller who may not mandate, before anything is stored."""
    try:
        memory.admin.audit(limit=1)
    except Forbidden:
        raise Forbidden(
            "Only KM_ADMIN and ADMIN can mandate, so nothing was stored. Leave out --mandate and "
            "--reason, and ask one of them to mandate it: rmb review mandate ID."
        ) from None


def _mandated(memory: Memory, remembered: Remembered, reason: str) -> Remembered:
    """The same, binding now: what was new in it, and what was known already."""
    try:
        items = tuple(_binding(memory, item, reason) for item in remembered.items)
        known = tuple(_binding(memory, item, reason) for item in remembered.reconfirmed)
    except RemembrancerError:
        ids = " ".join(item.id for item in (*remembered.items, *remembered.reconfirmed))
        terminal.note(f"It is stored as {ids}, and not all of it is mandated.")
        raise
    return remembered.model_copy(update={"items": items, "reconfirmed": known})


def _binding(memory: Memory, item: Item, reason: str) -> Item:
    is_in_use = item.lifecycle.value == "active"
    if not is_in_use or item.review.value == "mandatory":
        return item
    return memory.review.mandate(item.id, reason=reason, seen=item.version)


def _remember_meeting(
    memory: Memory, id: str, words: str, *, personal: bool, given: dict[str, Any]
) -> Remembered:
    """The turns of a finished meeting, and the items extracted from them."""
    remembered = memory.sources.meeting(id, transcript=words, is_personal=personal, **given)
    if remembered.conversation_id is None:
        return remembered
    known = {item.id for item in memory.items(source_id=id, limit=500)}
    finish(memory)
    now = memory.items(source_id=id, limit=500)
    drawn = [item for item in reversed(now.items) if item.id not in known]
    return remembered.model_copy(update={"items": (*remembered.items, *drawn)})


def _check_usage(
    text: str | None,
    transcript: Path | None,
    meeting: str | None,
    of_items: dict[str, Any],
    of_texts: dict[str, bool],
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
    chosen = [name for name, is_given in of_texts.items() if is_given]
    if transcript is not None and chosen:
        raise typer.BadParameter(f"{' and '.join(chosen)} is for a TEXT, not for a transcript.")
    if chosen[:1] in (["--as-is"], ["--mandate"]) and of_texts["--live-state"]:
        raise typer.BadParameter(
            f"With {chosen[0]} nothing is drawn out that live data could cover. Leave out one of "
            "them."
        )


def _check_mandate(reason: str | None, *, is_mandated: bool, is_personal: bool) -> None:
    if is_mandated and not (reason or "").strip():
        raise typer.BadParameter("To mandate it, give a --reason: it stands in the ledger.")
    if reason is not None and not is_mandated:
        raise typer.BadParameter("--reason says why it is binding. Give it with --mandate.")
    if is_mandated and is_personal:
        raise typer.BadParameter("What is personal binds nobody: leave out one of the two.")


def _named(fields: Sequence[str]) -> dict[str, Any]:
    """Fields given as NAME=VALUE. A value that is no JSON is a text."""
    import json

    result: dict[str, Any] = {}
    for field in fields:
        name, separator, value = field.partition("=")
        if not (name and separator):
            raise typer.BadParameter(f"--field is NAME=VALUE, not {field!r}.")
        if name in _HAVE_OPTIONS:
            raise typer.BadParameter(f"{name} has an option of its own: {_HAVE_OPTIONS[name]}.")
        try:
            result[name] = json.loads(value)
        except (ValueError, RecursionError):
            result[name] = value
    return result


def _check_meeting(meeting: str | None, of_meetings: dict[str, Any]) -> None:
    if meeting is None and _given(of_meetings):
        raise typer.BadParameter(
            "--outside and --at tell of a meeting. Give them with --transcript and --meeting."
        )


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _watched(words: str) -> AbstractContextManager[object]:
    """A sign of life for texts that take a while to read."""
    return progress("Reading") if len(words) > _LONG else nullcontext()


@contextmanager
def _made(shared: CreatingOptions, *, is_kept: bool) -> Iterator[Memory]:
    """The memory to put it into; it says where the space is made for it."""
    settings = chosen(shared.url, shared.space, shared.preset)
    if is_elsewhere(settings):
        with shared.created() as memory:
            yield memory
        return
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    if not is_kept and not (exists(path) and name in spaces_of(path)):
        with _imagined(name, settings.preset.value, shared.acting) as memory:
            yield memory
        return
    with shared.created(tells=True) as memory:
        yield memory


@contextmanager
def _imagined(space: str, preset: str | None, acting: str | None) -> Iterator[Memory]:
    """A space that ends with the command, so that a dry run makes none."""
    from remembrancer.memory import Memory

    if acting is not None:
        raise NotFound("person", acting)
    with Memory.open(IN_MEMORY, space=space, preset=preset, background=False) as memory:
        yield memory


def _show(kept: Remembered, *, json: bool, dry_run: bool) -> None:
    from remembrancer.doors.cli.remember import remembered

    if json:
        exported = kept.export()
        terminal.as_json({**exported, "dry_run": True} if dry_run else exported)
        remembered.advise(kept)
    elif dry_run:
        remembered.plan(kept)
    else:
        remembered.show(kept)


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


def _read_file(path: Path, field: str) -> str:
    """The text of a file. An error names the file."""
    from remembrancer.capture import files
    from remembrancer.core.limits import RECORD_BYTES_MAX

    try:
        text = files.text_of(files.read_bytes(path, bytes_max=RECORD_BYTES_MAX))
    except (OSError, RemembrancerError) as error:
        raise InvalidInput(f"{path}: {files.said(error)}", field=field) from error
    if not text.strip():
        raise InvalidInput(f"{path}: There is nothing in it.", field=field)
    return text


def _read_live_state(path: Path) -> dict[str, Any]:
    import json

    text = _read_file(path, "live_state")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path}: It is not JSON: {error}.", field="live_state") from error
    if not isinstance(told, dict):
        raise InvalidInput(
            f"{path}: Live state is one JSON object, from what live data holds to its values.",
            field="live_state",
        )
    return told
