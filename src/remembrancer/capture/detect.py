"""Detects session transcripts of coding agents, and reads each from where the last read ended."""

from __future__ import annotations

import codecs
import os
import shlex
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from remembrancer.capture import files, session_log
from remembrancer.capture.lines import lines
from remembrancer.capture.resume import ReadPosition, SessionFiles
from remembrancer.capture.session import Taking, is_record
from remembrancer.core.errors import Erased, InvalidInput, RemembrancerError
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.report import FileReport, Outcome, Report, UnclaimedFolder
from remembrancer.jobs.task import Task
from remembrancer.ports import Progress, Store
from remembrancer.reading.taint_check import TaintCheck

FOLDER = "user_sessions"
_ENDING = ".jsonl"
_SNIFFED_LINES = 20


def handle(task: Task) -> None:
    """Reads a folder on schedule. A file that cannot be read does not stop the others."""
    scope = task.scope()
    report = detect(task.store, scope, Path(task.job.payload["folder"]), progress=task.report)
    task.note_failures(report)
    transactions.written(task.store, scope, task.finish)


def detect(
    store: Store,
    scope: Scope,
    place: str | Path,
    *,
    shared: Mapping[str, Any] | None = None,
    heard: TaintCheck | None = None,
    progress: Progress | None = None,
    told: transactions.Told | None = None,
) -> Report:
    """Captures new content of the session transcripts in a folder.

    A subfolder with the name of a person on record holds that person's sessions. Sessions in other
    folders belong to the caller, and the report says so.
    """
    place = files.place_from(place, field="folder")
    listed, problems = files.found(place, _ENDING)
    owners = _owners(store, scope)
    shelves: dict[str, SessionFiles] = {}
    total = sum(files.size(path) for path in listed)
    reports: list[FileReport] = []
    unclaimed: Counter[str] = Counter()
    before = 0
    for path in listed:
        folder = _folder(place, path)
        owner = owners.get(folder or "", scope.viewer)
        if folder is not None and folder != owner.name:
            unclaimed[folder] += 1
        own = scope.model_copy(update={"viewer": owner})
        session_files = shelves.setdefault(owner.name, SessionFiles(store, own))
        # Sessions of other people may be older than what this caller read, so no taint applies.
        read = heard if heard is not None and owner.name == scope.viewer.name else TaintCheck()
        reading = _Reading(store, own, session_files, path, shared or {}, told, read)
        reports.append(reading.report(place, _counting(progress, before, total)))
        before += files.size(path)
    reports += [
        FileReport(place=folder, outcome=Outcome.FAILED, reason=why) for folder, why in problems
    ]
    if progress is not None:
        progress(total, total)
    return Report(
        files=tuple(reports),
        unclaimed=tuple(_unclaimed(scope.viewer, *item) for item in unclaimed.items()),
    )


def _owners(store: Store, scope: Scope) -> dict[str, Principal]:
    """The people whose sessions the caller may import: for an admin everybody on record."""
    if not scope.viewer.is_admin:
        return {}
    people, _ = transactions.read(store, scope, lambda reader: reader.people.all())
    return {person.name: person.as_principal() for person in people}


def _folder(place: Path, path: Path) -> str | None:
    """The top folder of a transcript; None: it is directly in the place itself."""
    folders = path.parent.relative_to(place).parts if place.is_dir() else ()
    return folders[0] if folders else None


def _unclaimed(viewer: Principal, folder: str, count: int) -> UnclaimedFolder:
    shown = files.shown(Path(folder))
    why = (
        f"Nobody on record is called {shown!r}, so its sessions are filed as {viewer.name!r}. To "
        f"file them as that person, register them (`rmb people add {shlex.quote(shown)}`) and run "
        "this again; what is filed already stays as it is until it is erased."
        if viewer.is_admin
        else f"Only an admin files the sessions of others, so those in {shown!r} are filed as "
        f"{viewer.name!r}. To have them filed as a person on record, ask an admin to run this."
    )
    return UnclaimedFolder(folder=shown, filed_as=viewer.name, files=count, reason=why)


def _counting(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, _: progress(min(before + done, total), total)


class _Reading:
    """Reads one transcript from where the last read ended."""

    def __init__(
        self,
        store: Store,
        scope: Scope,
        shelf: SessionFiles,
        path: Path,
        shared: Mapping[str, Any],
        told: transactions.Told | None,
        heard: TaintCheck,
    ) -> None:
        self._store = store
        self._scope = scope
        self._shelf = shelf
        self._path = path
        self._place = files.shown(path)
        self._taking = Taking(store, scope, shared, told, heard)
        self._known: ReadPosition | None = None
        self._stored = 0

    def report(self, root: Path, progress: Progress | None) -> FileReport:
        """Reads the file. An error affects only this file's report."""
        try:
            outcome, reason = self._read(root, progress)
        except transactions.STORE_AWAY:
            raise
        except Erased as error:
            outcome, reason = Outcome.SKIPPED, str(error)
        except (OSError, RemembrancerError) as error:
            outcome, reason = Outcome.FAILED, files.said(error)
        result: dict[str, Any] = dict(self._taking.counts)
        return FileReport(
            place=self._place,
            outcome=outcome,
            reason=reason,
            owner=self._scope.viewer.name,
            source=None if self._known is None else self._known.name,
            **result,
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
            self._taking.go_on(known.feed, before=known.last_at or _moment(state.st_mtime))
            self._stored = known.bytes
            left = self._take(file, known, size, progress)
            if os.fstat(file.fileno()).st_size < size:
                return Outcome.FAILED, "It was cut while it was read. Run this again."
        waiting = f"Its last line is not finished: {left:,} bytes wait for their end."
        reason = " ".join(value for value in (self._problem(), waiting if left else None) if value)
        if self._taking.counts["unreadable"]:
            return Outcome.FAILED, reason
        if left == size:
            return Outcome.SKIPPED, reason
        return self._taking.outcome, reason or None

    def _is_known(self, feed: Feed) -> tuple[Outcome, str]:
        """The result for a file without new content. If it was moved, its new path is stored."""
        if feed.place != self._place and self._shelf.is_gone(feed):
            moved = feed.model_copy(update={"place": self._place})
            transactions.written(self._store, self._scope, lambda unit: unit.feeds.put(moved))
            self._shelf.put(moved)
        problem = f" {feed.problem}" if feed.problem else ""
        return Outcome.KNOWN, f"It has not grown since it was read.{problem}"

    def _problem(self) -> str | None:
        """What is unusual or wrong about the file."""
        odd = None if self._known is None else self._known.odd
        return " ".join(value for value in (odd, self._taking.problem) if value) or None

    def _take(
        self, file: BinaryIO, known: ReadPosition, size: int, progress: Progress | None
    ) -> int:
        """Stores the new lines; returns the number of bytes of an unfinished last line."""
        reached = known.bytes
        digest = known.digest
        state = digest.copy()
        for line in lines(file, start=reached, upto=size, seen=digest.update):
            if not line.is_whole and not is_record(line):
                self._store_chunk(known, reached, state.hexdigest())
                return line.end - line.start
            self._taking.hold(line)
            reached, state = line.end, digest.copy()
            if self._taking.is_full:
                self._store_chunk(known, reached, state.hexdigest())
                if progress is not None:
                    progress(reached, size)
        self._store_chunk(known, reached, state.hexdigest())
        return 0

    def _store_chunk(self, known: ReadPosition, reached: int, digest: str) -> None:
        if reached == self._stored:
            return
        feed = self._taking.store(known.name, self._place, reached, digest, self._problem())
        self._stored = reached
        self._shelf.put(feed)


def _check_records(file: BinaryIO, size: int) -> None:
    """Raises if no line of the file is a record, before anything is stored."""
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
