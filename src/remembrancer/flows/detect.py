"""Detecting: session transcripts of coding agents, read as far as they go and resumed there."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from remembrancer.capture import conversation, files, session_log, source
from remembrancer.capture.lines import Line, lines
from remembrancer.errors import Erased, InvalidInput, RemembrancerError
from remembrancer.flows import converse, units
from remembrancer.flows.resume import FEED, Known, Shelf
from remembrancer.flows.task import Task
from remembrancer.model.feed import Feed
from remembrancer.model.message import MessageDraft
from remembrancer.model.principal import Principal
from remembrancer.model.report import FileReport, Outcome, Report
from remembrancer.model.scope import Scope
from remembrancer.ports import Progress, Store, Writer
from remembrancer.rules.limits import (
    CAPTURE_CHUNK_BYTES,
    CAPTURE_CHUNK_MESSAGES,
    SOURCE_CHARACTERS_MAX,
)
from remembrancer.rules.naming import SESSION, name_for, raw_of_session
from remembrancer.rules.validation import CONTROL_CHARACTER

FOLDER = "user_sessions"
_ENDING = ".jsonl"
_SNIFFED_LINES = 20


def handle(task: Task) -> None:
    """Reads a folder on schedule. A file that cannot be read does not keep the others."""
    scope = task.scope()
    report = detect(task.store, scope, Path(task.job.payload["folder"]), progress=task.report)
    task.note_failures(report)
    units.written(task.store, scope, task.finish)


def detect(
    store: Store,
    scope: Scope,
    place: str | Path,
    *,
    shared: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    told: units.Told | None = None,
) -> Report:
    """Captures what is new in the session transcripts of a folder.

    A folder in it that bears the name of a person on record holds that person's sessions.
    """
    place = files.place_from(place, field="folder")
    listed, problems = files.found(place, _ENDING)
    owners = _owners(store, scope)
    shelves: dict[str, Shelf] = {}
    total = sum(files.size(path) for path in listed)
    reports: list[FileReport] = []
    before = 0
    for path in listed:
        owner = _owner(place, path, owners, scope)
        own = scope.model_copy(update={"viewer": owner})
        shelf = shelves.setdefault(owner.name, Shelf(store, own))
        reading = _Reading(store, own, shelf, path, shared or {}, told)
        reports.append(reading.report(place, _counting(progress, before, total)))
        before += files.size(path)
    reports += [
        FileReport(place=folder, outcome=Outcome.FAILED, reason=why) for folder, why in problems
    ]
    if progress is not None:
        progress(total, total)
    return Report(files=tuple(reports))


def _owners(store: Store, scope: Scope) -> dict[str, Principal]:
    """Who may be spoken for: an admin brings the sessions of everybody on record."""
    if not scope.viewer.is_admin:
        return {}
    people, _ = units.read(store, scope, lambda reader: reader.people())
    return {one.name: one.as_principal() for one in people}


def _owner(place: Path, path: Path, owners: Mapping[str, Principal], scope: Scope) -> Principal:
    folders = path.parent.relative_to(place).parts if place.is_dir() else ()
    return owners.get(folders[0], scope.viewer) if folders else scope.viewer


def _counting(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, _: progress(min(before + done, total), total)


class _Reading:
    """One transcript on its way into the store, some hundred records at a time."""

    def __init__(
        self,
        store: Store,
        scope: Scope,
        shelf: Shelf,
        path: Path,
        shared: Mapping[str, Any],
        told: units.Told | None,
    ) -> None:
        self._store = store
        self._scope = scope
        self._shelf = shelf
        self._path = path
        self._place = files.shown(path)
        self._shared = shared
        self._told = told
        self._known: Known | None = None
        self._counts: dict[str, int] = dict.fromkeys(
            ("messages_new", "messages_known", "unknown", "unreadable", "conflicts"), 0
        )
        self._records = 0
        self._stored = 0
        self._drafts: list[MessageDraft] = []
        self._raw: list[str] = []
        self._raw_from = 0
        self._held_bytes = 0
        self._before: datetime | None = None

    def report(self, root: Path, progress: Progress | None) -> FileReport:
        """Reads the file. What is wrong with it stays with it."""
        try:
            outcome, reason = self._read(root, progress)
        except units.STORE_AWAY:
            raise
        except Erased as error:
            outcome, reason = Outcome.SKIPPED, str(error)
        except (OSError, RemembrancerError) as error:
            outcome, reason = Outcome.FAILED, files.said(error)
        told: dict[str, Any] = dict(self._counts)
        return FileReport(
            place=self._place,
            outcome=outcome,
            reason=reason,
            owner=self._scope.viewer.name,
            source=None if self._known is None else self._known.name,
            **told,
        )

    def _read(self, root: Path, progress: Progress | None) -> tuple[Outcome, str | None]:
        file, state = files.opened(self._path)
        with file:
            size = state.st_size
            if size == 0:
                return Outcome.SKIPPED, "It is empty."
            known = self._known = self._shelf.known(root, self._path, file, size)
            if known.feed is not None and known.bytes == size:
                return self._is_known(known.feed)
            if known.bytes == 0:
                _check_records(file, size)
            self._records = 0 if known.feed is None else known.feed.records
            self._stored = known.bytes
            self._before = known.last_at or _moment(state.st_mtime)
            left = self._take(file, known, size, progress)
            if os.fstat(file.fileno()).st_size < size:
                return Outcome.FAILED, "It was cut while it was read. Run this again."
        waiting = f"Its last line is not finished: {left:,} bytes wait for their end."
        reason = " ".join(one for one in (self._problem(), waiting if left else None) if one)
        if self._counts["unreadable"]:
            return Outcome.FAILED, reason
        if left == size:
            return Outcome.SKIPPED, reason
        return self._outcome(), reason or None

    def _is_known(self, feed: Feed) -> tuple[Outcome, str]:
        """Nothing is new. Where it lies may be, and is noted for the next time."""
        if feed.place != self._place and self._shelf.is_gone(feed):
            moved = feed.model_copy(update={"place": self._place})
            units.written(self._store, self._scope, lambda unit: unit.put_feed(moved))
            self._shelf.put(moved)
        problem = f" {feed.problem}" if feed.problem else ""
        return Outcome.KNOWN, f"It has not grown since it was read.{problem}"

    def _problem(self) -> str | None:
        """What is odd about the file, or wrong with it."""
        told = [self._known.odd] if self._known is not None and self._known.odd else []
        count = self._counts["unreadable"]
        if count:
            are = "line is" if count == 1 else "lines are"
            told.append(f"{count:,} {are} too long or no text.")
        return " ".join(told) or None

    def _outcome(self) -> Outcome:
        is_new = self._counts["messages_new"] or self._counts["unknown"]
        return Outcome.NEW if is_new or self._counts["conflicts"] else Outcome.KNOWN

    # -- record by record

    def _take(self, file: BinaryIO, known: Known, size: int, progress: Progress | None) -> int:
        """Stores what follows; how many bytes of a last, unfinished line are left for later."""
        reached = known.bytes
        digest = known.digest
        state = digest.copy()
        for line in lines(file, start=reached, upto=size, seen=digest.update):
            if not line.is_whole and not self._is_record(line):
                self._store_chunk(known, reached, state.hexdigest())
                return line.end - line.start
            self._hold(line)
            reached, state = line.end, digest.copy()
            if self._is_full():
                self._store_chunk(known, reached, state.hexdigest())
                if progress is not None:
                    progress(reached, size)
        self._store_chunk(known, reached, state.hexdigest())
        return 0

    def _is_record(self, line: Line) -> bool:
        return line.data is not None and session_log.record_from(line.data) is not None

    def _hold(self, line: Line) -> None:
        if line.data is None:
            self._counts["unreadable"] += 1
            return
        if not line.data.strip():
            return
        self._records += 1
        self._held_bytes += len(line.data)
        record = session_log.record_from(line.data)
        drafts = None
        if record is not None:
            drafts = session_log.messages_from(
                record, at=line.start, author=self._scope.viewer.name, before=self._before
            )
        if drafts is None:
            self._keep_raw(line.data, "unknown", line.start)
            return
        self._before = drafts[-1].timestamp or self._before
        self._drafts += drafts

    def _keep_raw(self, data: bytes, why: str, start: int) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._counts["unreadable"] += 1
            return
        if not text.strip():
            return
        self._counts[why] += 1
        if not self._raw:
            self._raw_from = start
        self._raw.append(CONTROL_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text))

    def _is_full(self) -> bool:
        return (
            len(self._drafts) + len(self._raw) >= CAPTURE_CHUNK_MESSAGES
            or self._held_bytes >= CAPTURE_CHUNK_BYTES
        )

    # -- into the store

    def _store_chunk(self, known: Known, reached: int, digest: str) -> None:
        """What was read and how far, as one unit: both last, or neither does."""
        if reached == self._stored:
            return
        drafts, raw = self._drafts, self._raw
        self._drafts, self._raw, self._held_bytes = [], [], 0
        before = 0 if known.feed is None else known.feed.unknown
        feed = Feed(
            kind=FEED,
            name=known.name,
            owner=self._scope.viewer.name,
            place=self._place,
            digest=digest,
            bytes=reached,
            records=self._records,
            unknown=before + self._counts["unknown"] + self._counts["conflicts"],
            problem=self._problem(),
        )
        counts, feed = units.written(
            self._store,
            self._scope,
            lambda unit: self._put(unit, drafts, raw, feed),
            told=self._told,
        )
        self._stored = reached
        self._shelf.put(feed)
        for name, count in counts.items():
            self._counts[name] += count

    def _put(
        self, unit: Writer, drafts: list[MessageDraft], raw: list[str], feed: Feed
    ) -> tuple[dict[str, int], Feed]:
        raw = list(raw)
        known = conflicts = 0
        if drafts:
            fields = {"subject": None, "audience": None, "is_personal": False, **self._shared}
            place = converse.start(
                unit,
                self._scope,
                feed.name,
                channel_id=None,
                title=None,
                trust=None,
                **fields,
            )
            fresh, others, known = conversation.told_apart(unit, place.id, drafts)
            conflicts = len(others)
            raw += [one.model_dump_json() for one in others]
            if fresh:
                converse.append(unit, self._scope, place.id, fresh, is_over=True)
            stored = len(fresh)
        else:
            stored = 0
        for number, text in enumerate(_texts(raw), 1):
            self._put_raw(unit, text, raw_of_session(feed.name, f"{self._raw_from}.{number}"))
        feed = feed.model_copy(update={"unknown": feed.unknown + conflicts})
        unit.put_feed(feed)
        counts = {"messages_new": stored, "messages_known": known, "conflicts": conflicts}
        return counts, feed

    def _put_raw(self, unit: Writer, text: str, id: str) -> None:
        label = {"type": SESSION, "id": name_for(id), "occurred_at": self._before}
        draft = source.draft_from(
            text, source.label_from(label), **self._shared, metadata={"records": "kept raw"}
        )
        unit.add_source(source.new_source(draft, self._scope))


def _texts(raw: Iterable[str]) -> list[str]:
    """Raw records joined into as few texts as fit, each record whole where it fits at all."""
    texts: list[str] = []
    for record in raw:
        for part in conversation.parts(record, SOURCE_CHARACTERS_MAX):
            if texts and len(texts[-1]) + len(part) < SOURCE_CHARACTERS_MAX:
                texts[-1] += "\n" + part
            else:
                texts.append(part)
    return texts


def _check_records(file: BinaryIO, size: int) -> None:
    """Refuses a file of which no line is a record, before anything of it is stored."""
    looked_at = 0
    for line in lines(file, start=0, upto=size):
        if line.data is not None and not line.data.strip():
            continue
        if line.data is not None and session_log.record_from(line.data) is not None:
            return
        if looked_at == 0 and not line.is_whole and _begins_record(line.data):
            return
        looked_at += 1
        if looked_at == _SNIFFED_LINES:
            break
    raise InvalidInput("It is not JSON Lines: none of its first lines is a whole JSON record.")


def _begins_record(data: bytes | None) -> bool:
    return data is not None and data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"


def _moment(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
