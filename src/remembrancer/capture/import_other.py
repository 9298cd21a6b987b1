"""Imports from other memories: each record becomes items with a source, and only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any

from remembrancer.capture import chat_import, files, other_memories, other_memory_files
from remembrancer.capture.chat_export_files import CHATS, read_chat
from remembrancer.capture.other_memories import Foreign, ImportedEntry
from remembrancer.capture.other_memory_files import Placed
from remembrancer.capture.session_log import moment_of
from remembrancer.core.errors import Erased, InvalidInput, RemembrancerError
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items import item_intake, source_intake
from remembrancer.items.evidence import Stance
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle, Trust
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.source import Source
from remembrancer.items.trust import lowest
from remembrancer.jobs import transactions
from remembrancer.jobs.report import FileReport, Outcome, Report
from remembrancer.jobs.task import Tools
from remembrancer.ports import Progress, Store, Writer
from remembrancer.reading.taint_check import TaintCheck
from remembrancer.remember import contradiction_check

_CHANGED = "it was changed where it was imported from"


def adopt(
    store: Store,
    scope: Scope,
    value: Any,
    *,
    format: str | None,
    shared: Mapping[str, Any],
    dry_run: bool,
    trust: Trust | None = None,
    heard: TaintCheck | None = None,
    progress: Progress | None = None,
    told: transactions.Told | None = None,
) -> Report:
    """Imports the records of a file, of a folder of Markdown, or of an iterable.

    Their trust is that of documents, or `trust` if that is lower.

    Each record is imported completely or not at all. A failed record does not stop the others.
    """
    run = _Run(store, scope, shared, trust, heard or TaintCheck(), dry_run, told)
    format, records = _placed(value, format)
    reports: list[FileReport] = []
    for number, placed in enumerate(records, 1):
        reports.append(run.record(format, placed))
        if progress is not None:
            progress(number, 0)
    return Report(files=tuple(reports), dry_run=dry_run)


def _placed(value: Any, format: str | None) -> tuple[str, Iterable[Placed]]:
    if isinstance(value, bytes | Mapping) or not isinstance(value, str | PathLike | Iterable):
        raise InvalidInput("import_() takes a path, or records, each a mapping.", field="given")
    if isinstance(value, str | PathLike):
        place = files.place_from(fspath(value), field="path")
        named = other_memory_files.sniffed(place) if format is None else format
        if named is None:
            raise InvalidInput(
                f"{files.shown(place)} does not show which program wrote it. Say so with format: "
                f"{other_memory_files.known_formats()}. An export of ours goes into a new space "
                "whole, with memory.import_(); as remembrancer, its items go into any.",
                field="format",
            )
        named = other_memory_files.check_format(named)
        return named, other_memory_files.records_in(place, named)
    named = other_memory_files.check_format(format)
    return named, (Placed(f"record {number}", one) for number, one in enumerate(value, 1))


class _Run:
    def __init__(
        self,
        store: Store,
        scope: Scope,
        shared: Mapping[str, Any],
        trust: Trust | None,
        heard: TaintCheck,
        dry_run: bool,
        told: transactions.Told | None,
    ) -> None:
        self._store = store
        self._scope = scope
        self._shared = {name: value for name, value in shared.items() if value is not None}
        self._trust = lowest((Trust.DOCUMENT, *(() if trust is None else (trust,))))
        self._taint = heard
        self._dry_run = dry_run
        self._on_jobs_created = told
        self._arrival = contradiction_check.arrival(store, scope, Tools(), ())

    def record(self, format: str, placed: Placed) -> FileReport:
        if placed.problem is not None:
            return _report(placed, Outcome.FAILED, reason=placed.problem)
        try:
            if format in CHATS:
                return self._chat(format, placed)
            read = other_memories.read(format, placed.record)
            if not read.entries:
                return _report(placed, Outcome.SKIPPED, reason=read.why_empty)
            return transactions.written(
                self._store,
                self._scope,
                lambda unit: self._taken(unit, placed, read),
                is_kept=not self._dry_run,
                told=self._on_jobs_created,
            )
        except transactions.STORE_AWAY:
            raise
        except Erased as error:
            return _report(placed, Outcome.SKIPPED, reason=str(error))
        except RemembrancerError as error:
            return _report(placed, Outcome.FAILED, reason=str(error))

    def _chat(self, format: str, placed: Placed) -> FileReport:
        """A channel of a chat server becomes a conversation."""
        channel = read_chat(format, placed.record)
        why = chat_import.why_not(channel, self._shared)
        if why is not None:
            return _report(placed, Outcome.SKIPPED, reason=why)
        report = transactions.written(
            self._store,
            self._scope,
            lambda unit: chat_import.take_channel(
                unit, self._scope, channel, self._shared, trust=self._trust, heard=self._taint
            ),
            is_kept=not self._dry_run,
            told=self._on_jobs_created,
        )
        return report.model_copy(update={"place": placed.place})

    def _taken(self, unit: Writer, placed: Placed, read: Foreign) -> FileReport:
        subject = self._shared.get("subject", read.subject)
        label = {"id": read.id, "trust": self._trust, "occurred_at": read.occurred_at}
        common = {**self._shared, "subject": subject}
        trust = self._taint.label(read.raw, subject)
        named = source_intake.lowered(source_intake.label_from(label), trust)
        draft = source_intake.draft_from(read.raw, named, **common)
        raw = unit.sources.add(source_intake.new_source(draft, self._scope))
        intake = item_intake.Intake(self._scope)
        new = item_intake.once(
            self._taint.drawn(self._item(intake, raw, read, entry)) for entry in read.entries
        )
        fresh = known = 0
        texts: list[str] = []
        older = self._older(unit, read, new[0]) if read.changed_at is not None else None
        if older is not None:
            if _is_newer(read, older):
                made = change.supersede(unit, self._scope, older.id, new[0], _CHANGED)
                contradiction_check.let_in(unit, self._scope, made)
                texts, fresh = [made.content], 1
            else:
                known = 1
        else:
            added = unit.items.add(new)
            self._arrival.check(unit, added)
            texts = [item.content for item in added if item.id not in added.known]
            fresh, known = len(texts), len(added) - len(texts)
        return _report(
            placed,
            Outcome.NEW if fresh else Outcome.KNOWN,
            owner=self._scope.viewer.name,
            source=raw.id,
            items_new=fresh,
            items_known=known,
            items=tuple(texts),
        )

    def _item(
        self, intake: item_intake.Intake, raw: Source, read: Foreign, entry: ImportedEntry
    ) -> NewItem:
        fields = {**entry.fields, **self._shared, "source_id": read.id}
        quote = raw.content[entry.start : entry.end]
        evidence = NewEvidence(raw.id, None, quote, entry.start, entry.end, Stance.SUPPORTS)
        return intake.item(
            item_intake.draft_from(fields), declared_trust=self._trust, evidence=(evidence,)
        )

    def _older(self, unit: Writer, read: Foreign, new: NewItem) -> Item | None:
        """An active item from the same record with other content; None: there is none."""
        filter = ItemFilter(
            source_id=(read.id,),
            source_user=(self._scope.viewer.name,),
            lifecycle=(Lifecycle.ACTIVE,),
        )
        items = unit.items.page(filter, limit=1).items
        return items[0] if items and items[0].content != new.state.content else None


def _is_newer(read: Foreign, older: Item) -> bool:
    noted = older.metadata.get("updated_at") or older.metadata.get("created_at")
    before = moment_of(noted)
    return before is None or read.changed_at is None or read.changed_at > before


def _report(placed: Placed, outcome: Outcome, **told: Any) -> FileReport:
    return FileReport(place=placed.place, outcome=outcome, **told)
