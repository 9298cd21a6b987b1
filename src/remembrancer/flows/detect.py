"""Detecting: session transcripts of coding agents, read as far as they go and resumed there."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from remembrancer.capture import conversation, files, session_log, source
from remembrancer.capture.lines import Line, lines
from remembrancer.errors import Erased, InvalidInput, RemembrancerError
from remembrancer.flows import converse, units
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
    NAME_CHARACTERS_MAX,
    SOURCE_CHARACTERS_MAX,
)
from remembrancer.rules.validation import CONTROL_CHARACTER

SOURCE_TYPE = "session_transcript"
FOLDER = "user_sessions"
_ENDING = ".jsonl"
_FEED = "session"
_SNIFFED_LINES = 20
_BLOCK_BYTES = 1 << 20


def handle(task: Task) -> None:
    """Reads a folder on schedule. A file that cannot be read does not keep the others."""
    scope = task.scope()
    report = detect(task.store, scope, Path(task.job.payload["folder"]), progress=task.report)
    if report.failed:
        task.note("; ".join(f"{one.place}: {one.reason}" for one in report.failed))
    units.written(task.store, scope, task.finish)


def detect(
    store: Store,
    scope: Scope,
    place: Path,
    *,
    shared: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    told: units.Told | None = None,
) -> Report:
    """Captures what is new in the session transcripts of a folder.

    A folder in it that bears the name of a person on record holds that person's sessions.
    """
    if not place.exists():
        raise InvalidInput(
            f"There is no {place}. Name the folder that holds the session transcripts.",
            field="folder",
        )
    listed = list(files.found(place, _ENDING))
    owners = _owners(store, scope)
    total = sum(_size(path) for path in listed)
    reports: list[FileReport] = []
    before = 0
    for path in listed:
        owner = _owner(place, path, owners, scope)
        own = scope.model_copy(update={"viewer": owner})
        reading = _Reading(store, own, place, path, shared or {}, told)
        reports.append(reading.report(_counting(progress, before, total)))
        before += _size(path)
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


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


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
        root: Path,
        path: Path,
        shared: Mapping[str, Any],
        told: units.Told | None,
    ) -> None:
        self._store = store
        self._scope = scope
        self._path = path
        self._shared = shared
        self._told = told
        base = root if root.is_dir() else root.parent
        # The same name in two folders is two sessions.
        self._names = (
            _short(f"session:{path.stem}"),
            _short(f"session:{path.relative_to(base).with_suffix('').as_posix()}"),
        )
        self._name = self._names[0]
        self._digest = self._new_digest()
        self._counts: dict[str, int] = dict.fromkeys(
            ("messages_new", "messages_known", "unknown", "unreadable", "conflicts"), 0
        )
        self._records = 0
        self._drafts: list[MessageDraft] = []
        self._raw: list[str] = []
        self._raw_from = 0
        self._held_bytes = 0
        self._before: datetime | None = None
        self._odd: str | None = None

    def report(self, progress: Progress | None) -> FileReport:
        """Reads the file. What is wrong with it stays with it."""
        try:
            outcome, reason = self._read(progress)
        except Erased as error:
            outcome, reason = Outcome.SKIPPED, str(error)
        except (OSError, RemembrancerError) as error:
            outcome, reason = Outcome.FAILED, files.said(error)
        told: dict[str, Any] = dict(self._counts)
        return FileReport(
            place=str(self._path),
            outcome=outcome,
            reason=reason,
            owner=self._scope.viewer.name,
            source=self._name,
            **told,
        )

    def _read(self, progress: Progress | None) -> tuple[Outcome, str | None]:
        file, state = files.opened(self._path)
        with file:
            size = state.st_size
            if size == 0:
                return Outcome.SKIPPED, "It is empty."
            begun = self._resume(file, size)
            if begun == size:
                return Outcome.KNOWN, "It has not grown since it was read."
            if begun == 0:
                _check_records(file, size)
            self._before = datetime.fromtimestamp(state.st_mtime, UTC) if begun == 0 else None
            left = self._take(file, begun, size, progress)
            if os.fstat(file.fileno()).st_size < size:
                return Outcome.FAILED, "It was cut while it was read. Run this again."
        reasons = [self._odd] if self._odd else []
        if left:
            reasons.append(f"Its last line is not finished: {left:,} bytes wait for their end.")
        if self._counts["unreadable"]:
            reasons.append(f"{self._counts['unreadable']:,} lines are too long or no text.")
            return Outcome.FAILED, " ".join(reasons)
        return self._outcome(), " ".join(reasons) or None

    def _outcome(self) -> Outcome:
        is_new = self._counts["messages_new"] or self._counts["unknown"]
        return Outcome.NEW if is_new or self._counts["conflicts"] else Outcome.KNOWN

    # -- where to go on

    def _resume(self, file: BinaryIO, size: int) -> int:
        """How much of the file is known, word for word, with the digest of it taken up."""
        for name in self._names:
            self._name = name
            feed = self._feed(name)
            if feed is None:
                return 0
            if feed.bytes <= size and self._begins_as(file, feed):
                self._records = feed.records
                return feed.bytes
            if feed.place == str(self._path):
                self._odd = "It was written anew since it was read: all of it was read again."
                return 0
        return 0

    def _feed(self, name: str) -> Feed | None:
        return units.read(self._store, self._scope, lambda reader: reader.feed(_FEED, name))[0]

    def _begins_as(self, file: BinaryIO, feed: Feed) -> bool:
        digest = self._new_digest()
        file.seek(0)
        left = feed.bytes
        while left and (block := file.read(min(left, _BLOCK_BYTES))):
            digest.update(block)
            left -= len(block)
        if left or digest.hexdigest() != feed.digest:
            return False
        self._digest = digest
        return True

    def _new_digest(self) -> hmac.HMAC:
        return hmac.new(self._scope.space.key, digestmod=hashlib.md5)

    # -- record by record

    def _take(self, file: BinaryIO, begun: int, size: int, progress: Progress | None) -> int:
        """Stores what follows; how many bytes of a last, unfinished line are left for later."""
        reached = begun
        state = self._digest.copy()
        for line in lines(file, start=begun, upto=size, seen=self._digest.update):
            if not line.is_whole and not self._is_record(line):
                self._digest = state
                self._store_chunk(reached)
                return line.end - line.start
            self._hold(line)
            reached, state = line.end, self._digest.copy()
            if self._is_full():
                self._store_chunk(reached)
                if progress is not None:
                    progress(reached, size)
        self._store_chunk(reached)
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

    def _store_chunk(self, reached: int) -> None:
        """What was read and how far, as one unit: both last, or neither does."""
        drafts, raw = self._drafts, self._raw
        self._drafts, self._raw, self._held_bytes = [], [], 0
        counts = units.written(
            self._store,
            self._scope,
            lambda unit: self._put(unit, drafts, raw, reached),
            told=self._told,
        )
        for name, count in counts.items():
            self._counts[name] += count

    def _put(
        self, unit: Writer, drafts: list[MessageDraft], raw: list[str], reached: int
    ) -> dict[str, int]:
        raw = list(raw)
        known = conflicts = 0
        if drafts:
            fields = {"subject": None, "audience": None, "is_personal": False, **self._shared}
            place = converse.start(
                unit,
                self._scope,
                self._name,
                channel_id=None,
                title=None,
                trust=None,
                **fields,
            )
            fresh, others, known = conversation.told_apart(unit, place.id, drafts)
            conflicts = len(others)
            raw += [one.model_dump_json() for one in others]
            if fresh:
                converse.append(unit, self._scope, place.id, fresh)
            stored = len(fresh)
        else:
            stored = 0
        for number, text in enumerate(_texts(raw), 1):
            self._put_raw(unit, text, number)
        unit.put_feed(
            Feed(
                kind=_FEED,
                name=self._name,
                owner=self._scope.viewer.name,
                place=str(self._path),
                digest=self._digest.hexdigest(),
                bytes=reached,
                records=self._records,
                unknown=self._counts["unknown"] + conflicts,
                problem=self._odd,
            )
        )
        return {"messages_new": stored, "messages_known": known, "conflicts": conflicts}

    def _put_raw(self, unit: Writer, text: str, number: int) -> None:
        label = {
            "type": SOURCE_TYPE,
            "id": _short(f"{self._name}#{self._raw_from}.{number}"),
            "occurred_at": self._before,
        }
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
        looked_at += 1
        if looked_at == _SNIFFED_LINES:
            break
    raise InvalidInput("It is not JSON Lines: none of its first lines is a whole JSON record.")


def _short(name: str) -> str:
    """A name that fits; a long one ends in a hash of all of it."""
    if len(name) <= NAME_CHARACTERS_MAX:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:12]
    return f"{name[: NAME_CHARACTERS_MAX - 13]}-{mark}"
