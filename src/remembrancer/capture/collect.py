"""Collects the notes files of all people on record: each line becomes an item."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.capture import files, notes
from remembrancer.core.errors import Erased, InvalidInput, NotFound, RemembrancerError
from remembrancer.core.ledger import Action
from remembrancer.core.limits import NOTES_BYTES_MAX, PAGE_ITEMS_MAX
from remembrancer.core.principal import Person
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.core.validation import listed_names
from remembrancer.items import item_intake, source_intake
from remembrancer.items.added import AddedItems
from remembrancer.items.evidence import Stance
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, ItemDraft, Lifecycle, Trust
from remembrancer.items.message import Message
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.source import Source
from remembrancer.items.trust import of_caller
from remembrancer.items.visibility import require_full_admin
from remembrancer.jobs import transactions
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.report import FileReport, Outcome, Report
from remembrancer.jobs.task import Task, Tools
from remembrancer.ports import Progress, Reader, Store, Writer
from remembrancer.reading import extraction
from remembrancer.reading.extraction_input import ExtractionInput
from remembrancer.remember import contradiction_check

SOURCE_TYPE = "claude_local_md"
FILE_NAME = "CLAUDE.local.md"
_FEED = "notes"
_ARCHIVED = "collected anew, and no longer in the notes"


class _How(NamedTuple):
    """How the caller wants the files read."""

    trust: Trust | None  # the highest trust; None: the trust of their writer
    dry_run: bool
    reset: bool


class _Noted(NamedTuple):
    """An entry of the notes, and the fields that a model found."""

    entry: notes.Note
    fields: Mapping[str, Any]


def handle(task: Task) -> None:
    """Collects on schedule. A file that cannot be read does not stop the others."""
    scope = task.scope()
    report = collect(task.store, scope, tools=task.tools, progress=task.report)
    task.note_failures(report)
    transactions.written(task.store, scope, task.finish)


def collect(
    store: Store,
    scope: Scope,
    *,
    tools: Tools,
    only: Iterable[str] | None = None,
    trust: Trust | None = None,
    dry_run: bool = False,
    reset: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Reads the notes file of each person on record who has one, or of these people only.

    `trust` may lower the trust of their content.

    If there is a model, it is called once for each changed file, and once for each new item with
    existing items that it may contradict.
    """
    require_full_admin(scope.viewer, "collect notes files")
    people, _ = transactions.read(store, scope, lambda reader: reader.people.all())
    chosen = _chosen(people, only)
    reports: list[FileReport] = []
    how = _How(trust, dry_run, reset)
    for number, person in enumerate(chosen, 1):
        reports.append(_collected(store, scope, tools, person, how))
        if progress is not None:
            progress(number, len(chosen))
    return Report(files=tuple(reports), dry_run=dry_run)


def _chosen(people: Iterable[Person], only: Iterable[str] | None) -> list[Person]:
    with_notes = [person for person in people if person.notes_path is not None]
    if only is None:
        return with_notes
    wanted = listed_names(only, "people")
    known = {person.name: person for person in with_notes}
    for name in wanted:
        if name not in known:
            raise NotFound("person with a notes file", name)
    return [known[name] for name in wanted]


def _collected(store: Store, scope: Scope, tools: Tools, person: Person, how: _How) -> FileReport:
    result: dict[str, Any] = {"place": person.notes_path, "owner": person.name}
    try:
        path = _path(person)
        result["place"] = files.shown(path)
        data = files.read_bytes(path, bytes_max=NOTES_BYTES_MAX)
        own = scope.model_copy(update={"viewer": person.as_principal()})
        return _take(store, own, tools, path, data, result, how)
    except transactions.STORE_AWAY:
        raise
    except Erased as error:
        return FileReport(outcome=Outcome.SKIPPED, reason=str(error), **result)
    except (OSError, RemembrancerError) as error:
        return FileReport(outcome=Outcome.FAILED, reason=files.said(error), **result)


def _path(person: Person) -> Path:
    """The path of a person's notes: the given file, or the usual name in the given folder."""
    try:
        path = Path(person.notes_path or "").expanduser()
    except RuntimeError as error:
        raise InvalidInput(f"Its path leads nowhere: {error}") from None
    return path / FILE_NAME if path.is_dir() else path


def _take(
    store: Store,
    scope: Scope,
    tools: Tools,
    path: Path,
    data: bytes,
    fields: dict[str, Any],
    how: _How,
) -> FileReport:
    trust, dry_run, reset = how
    digest = hmac.new(scope.space.key, data, hashlib.md5).hexdigest()
    name = _name(scope, path)
    known, _ = transactions.read(store, scope, lambda reader: reader.feeds.get(_FEED, name))
    if known is not None and known.digest == digest and not reset:
        reason = "It has not changed since it was collected."
        return FileReport(outcome=Outcome.KNOWN, reason=reason, source=name, **fields)
    text = text_for(files.text_of(data))
    if not text.strip():
        if reset:
            transactions.written(
                store, scope, lambda unit: _archive(unit, scope, set()), is_kept=not dry_run
            )
        return FileReport(outcome=Outcome.SKIPPED, reason="It is empty.", **fields)
    # A preview must not cost a model call.
    model = None if dry_run else tools.llm
    entries: Sequence[_Noted]
    if model is None:
        entries = [_Noted(note, {}) for note in notes.entries_from(text)]
        arrival = contradiction_check.arrival(store, scope, Tools(), ())
    else:
        before, _ = transactions.read(store, scope, lambda reader: _collected_before(reader, scope))
        entries = _by_model(scope, tools.for_task(), text, before)
        items = _not_noted(scope, name, text, entries, _by_line(before))
        # Items from notes are compared by words only, since a file may hold many lines.
        arrival = contradiction_check.arrival(store, scope, Tools(llm=model), items)

    def act(unit: Writer) -> FileReport:
        raw = source_intake.draft_from(
            text, source_intake.label_from({"type": SOURCE_TYPE, "id": name, "trust": trust})
        )
        captured = unit.sources.add(source_intake.new_source(raw, scope))
        known, added = _added(unit, scope, captured, name, entries, is_told_anew=model is not None)
        arrival.check(unit, added)
        found = known | {entry.id: entry for entry in added}
        _bring_back(unit, found.values())
        if reset:
            _archive(unit, scope, set(found))
        unit.feeds.put(
            Feed(
                kind=_FEED,
                name=name,
                owner=scope.viewer.name,
                place=files.shown(path),
                digest=digest,
                bytes=len(data),
                records=len(entries),
            )
        )
        fresh = [item.content for item in added if item.id not in added.known]
        return FileReport(
            outcome=Outcome.NEW if fresh else Outcome.KNOWN,
            reason=None if entries else "There is no line in it to keep.",
            source=captured.id,
            items_new=len(fresh),
            items_known=len(found) - len(fresh),
            items=tuple(fresh),
            **fields,
        )

    return transactions.written(store, scope, act, is_kept=not dry_run)


def _added(
    unit: Writer,
    scope: Scope,
    raw: Source,
    name: str,
    entries: Iterable[_Noted],
    *,
    is_told_anew: bool,
) -> tuple[dict[str, Item], AddedItems]:
    """The items already made from the same lines, and the other entries, added.

    A model words a line differently each time, so the first item from a line stays.
    """
    before = _by_line(_collected_before(unit, scope)) if is_told_anew else {}
    intake = item_intake.Intake(scope)
    known: dict[str, Item] = {}
    new: list[NewItem] = []
    for noted in entries:
        items = before.get(_line(raw.content[noted.entry.start : noted.entry.end]), [])
        known.update((item.id, item) for item in items)
        if not items:
            new.append(_item(intake, raw, name, noted))
    return known, unit.items.add(item_intake.once(new))


def _by_model(scope: Scope, tools: Tools, text: str, before: Iterable[Item]) -> Sequence[_Noted]:
    """What a model finds useful for others in the notes, based on quotes from them."""
    model = tools.llm
    if model is not None and not model.is_local:
        text = _without_personal(text, before)
    if not text.strip():
        return ()
    spoken = ExtractionInput([_as_message(scope, text)], None, None, None, False, SOURCE_TYPE, None)
    made = extraction.extract_notes(tools, scope, spoken)
    return [
        _Noted(
            notes.Note(
                proposal.content,
                None,
                proposal.start or 0,
                (proposal.start or 0) + len(proposal.quote),
            ),
            {
                "title": proposal.title,
                "category": proposal.category,
                "domain": proposal.domain,
                "entities": proposal.entities,
                "data": proposal.data,
            },
        )
        for proposal in made.proposals
    ]


def _without_personal(text: str, before: Iterable[Item]) -> str:
    """The notes with blanks in place of text that their writer has made personal since."""
    for item in before:
        if item.is_personal:
            for quote in filter(None, (proof.quote for proof in item.evidence)):
                text = text.replace(quote, " " * len(quote))
    return text


def _by_line(before: Iterable[Item]) -> dict[str, list[Item]]:
    """Items collected before, by the quote they are based on."""
    items: dict[str, list[Item]] = {}
    for item in before:
        if item.evidence and item.evidence[0].quote is not None:
            items.setdefault(_line(item.evidence[0].quote), []).append(item)
    return items


def _line(quote: str) -> str:
    """The text without its bullet."""
    return quote.lstrip("-*+ \t").rstrip()


def _as_message(scope: Scope, text: str) -> Message:
    return Message(
        id=FILE_NAME,
        conversation_id=FILE_NAME,
        channel_id=None,
        author_id=scope.viewer.name,
        role="user",
        content=text,
        timestamp=scope.now,
        owner=scope.viewer.name,
        subject=None,
        audience=None,
        is_personal=False,
        trust=of_caller(scope.viewer),
    )


def _name(scope: Scope, path: Path) -> str:
    """The source id of the file. Another path is another source."""
    name = name_for(f"{scope.viewer.name}:{path}")
    if name is None:
        raise InvalidInput("Its path holds no letter that could name it.")
    return name


def _not_noted(
    scope: Scope, name: str, text: str, entries: Iterable[_Noted], before: Mapping[str, Any]
) -> list[NewItem]:
    """The items for the contradiction check: those from lines without an item so far."""
    intake = item_intake.Intake(scope)
    return [
        intake.item(_draft(name, noted))
        for noted in entries
        if _line(text[noted.entry.start : noted.entry.end]) not in before
    ]


def _draft(name: str, noted: _Noted) -> ItemDraft:
    entry = noted.entry
    return item_intake.draft_from(
        {
            **noted.fields,
            "content": entry.text,
            "source_type": SOURCE_TYPE,
            "source_id": name,
            "metadata": {"heading": entry.heading} if entry.heading else {},
        }
    )


def _item(intake: item_intake.Intake, raw: Source, name: str, noted: _Noted) -> NewItem:
    entry = noted.entry
    quote = raw.content[entry.start : entry.end]
    evidence = NewEvidence(raw.id, None, quote, entry.start, entry.end, Stance.SUPPORTS)
    return intake.item(_draft(name, noted), declared_trust=raw.trust, evidence=(evidence,))


def _bring_back(unit: Writer, items: Iterable[Item]) -> None:
    """Restores archived items that are in the notes again, under their ids."""
    for item in items:
        stored = unit.items.stored(item.id)
        if stored is not None and stored.state.lifecycle is Lifecycle.HISTORICAL:
            state = stored.state._replace(lifecycle=Lifecycle.ACTIVE)
            unit.items.change(stored, state, action=Action.ITEM_RESTORE)


def _collected_before(reader: Reader, scope: Scope) -> list[Item]:
    """All items ever collected from a person's notes."""
    filter = ItemFilter(source_type=(SOURCE_TYPE,), source_user=(scope.viewer.name,))
    items: list[Item] = []
    cursor: str | None = None
    while True:
        page = reader.items.page(filter, limit=PAGE_ITEMS_MAX, after=cursor)
        items += page
        cursor = page.next
        if cursor is None:
            return items


def _archive(unit: Writer, scope: Scope, kept: set[str]) -> None:
    """Archives items collected from a person's notes that are no longer in them."""
    gone = [item.id for item in _collected_before(unit, scope) if item.id not in kept]
    for id in gone:
        stored = unit.items.stored(id)
        if stored is not None and stored.state.lifecycle is Lifecycle.ACTIVE:
            state = stored.state._replace(lifecycle=Lifecycle.HISTORICAL)
            unit.items.change(stored, state, action=Action.ITEM_ARCHIVE, reason=_ARCHIVED)
