"""Backfill: imports old meetings and exports. It is idempotent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.capture import files, meeting, old_records, session_log
from remembrancer.capture.lines import lines
from remembrancer.conversations import converse, new_message
from remembrancer.core.errors import Erased, InvalidInput, RemembrancerError
from remembrancer.core.limits import BAD_LINES_LISTED_MAX, RECORD_BYTES_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import name_for
from remembrancer.items import item_intake
from remembrancer.items.item import Trust
from remembrancer.jobs import transactions
from remembrancer.jobs.report import FileReport, Outcome, Report
from remembrancer.ports import Progress, Store, Writer
from remembrancer.reading.taint_check import TaintCheck

_TRANSCRIPTS = (".vtt", ".srt", ".txt")
_ENDINGS = (".json", ".jsonl", *_TRANSCRIPTS)


class _Record(NamedTuple):
    place: str
    given: Any
    done: int  # bytes of its file, up to the end of the record
    problem: str | None = None  # why it cannot be imported
    note: str | None = None  # what was left out of it


def backfill(
    store: Store,
    scope: Scope,
    given: str | Path | Iterable[Mapping[str, Any]],
    *,
    shared: Mapping[str, Any] | None = None,
    trust: Trust | None = None,
    heard: TaintCheck | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
    told: transactions.Told | None = None,
) -> Report:
    """Captures records from a file, from the files of a folder, or from an iterable."""
    run = _Run(store, scope, dict(shared or {}), trust, heard or TaintCheck(), dry_run, told)
    if isinstance(given, str | Path):
        place = files.place_from(given, field="path")
        listed, problems = files.found(place, *_ENDINGS)
        total, before = sum(files.size(path) for path in listed), 0
        for path in listed:
            counting = None if progress is None else _counting(progress, before, total)
            run.file(path, _name(place, path), counting)
            before += files.size(path)
        for folder, why in problems:
            run.say(folder, Outcome.FAILED, why)
        if progress is not None:
            progress(total, total)
    else:
        for number, record in enumerate(given, 1):
            run.record(f"record {number}", record)
            if progress is not None:
                progress(number, 0)
    return Report(files=tuple(run.reports), dry_run=dry_run)


def _counting(progress: Progress, before: int, total: int) -> Callable[[int], None]:
    return lambda done: progress(min(before + done, total), total)


def _name(root: Path, path: Path) -> str:
    """The name of a file without an id: the same file name in two folders gives two names.

    Files that differ only in their suffix get different names.
    """
    base = root if root.is_dir() else root.parent
    inner = path.relative_to(base)
    others = (path.with_suffix(ending) for ending in _TRANSCRIPTS if ending != path.suffix.lower())
    if not any(other.exists() for other in others):
        inner = inner.with_suffix("")
    return name_for(inner.as_posix()) or path.suffix


class _Run:
    def __init__(
        self,
        store: Store,
        scope: Scope,
        shared: dict[str, Any],
        trust: Trust | None,
        heard: TaintCheck,
        dry_run: bool,
        told: transactions.Told | None,
    ) -> None:
        self._store = store
        self._scope = scope
        self._shared = shared
        self._trust = trust
        self._taint = heard
        self._dry_run = dry_run
        self._on_jobs_created = told
        self.reports: list[FileReport] = []

    def file(self, path: Path, name: str, progress: Callable[[int], None] | None) -> None:
        """Imports every record of a file. A failed record does not stop the others."""
        count = len(self.reports)
        try:
            for place, value, done, problem, note in _records(path, name):
                if problem is None:
                    self.record(place, value, note)
                else:
                    self.say(place, Outcome.FAILED, problem)
                if progress is not None:
                    progress(done)
        except transactions.STORE_AWAY:
            raise
        except (OSError, RemembrancerError) as error:
            self.say(files.shown(path), Outcome.FAILED, files.said(error))
            return
        if len(self.reports) == count:
            self.say(files.shown(path), Outcome.SKIPPED, "There is nothing in it.")

    def record(self, place: str, value: Any, note: str | None = None) -> None:
        """The result of one record; `note` says what was left out of it before."""
        reason = old_records.why_not(value)
        if reason is not None:
            self.say(place, Outcome.SKIPPED, reason)
            return
        try:
            report = transactions.written(
                self._store,
                self._scope,
                lambda unit: self._taken(unit, place, value),
                is_kept=not self._dry_run,
                told=self._on_jobs_created,
            )
        except transactions.STORE_AWAY:
            raise
        except Erased as error:
            self.say(place, Outcome.SKIPPED, str(error))
        except RemembrancerError as error:
            self.say(place, Outcome.FAILED, str(error))
        else:
            text = " ".join(one for one in (note, report.reason) if one) or None
            self.reports.append(report.model_copy(update={"reason": text}))

    def say(self, place: str, outcome: Outcome, reason: str) -> None:
        self.reports.append(FileReport(place=place, outcome=outcome, reason=reason))

    def _taken(self, unit: Writer, place: str, arguments: Mapping[str, Any]) -> FileReport:
        told = (
            self._meeting(unit, arguments)
            if _is_meeting(arguments)
            else self._talk(unit, arguments)
        )
        changed = told.get("items_new") or told.get("messages_new")
        return FileReport(
            place=place,
            outcome=Outcome.NEW if changed else Outcome.KNOWN,
            owner=self._scope.viewer.name,
            **told,
        )

    def _meeting(self, unit: Writer, arguments: Mapping[str, Any]) -> dict[str, Any]:
        transcript = arguments.get("transcript") or None
        if transcript is not None and not isinstance(transcript, str):
            raise InvalidInput("Its transcript is no text.")
        captured = meeting.capture(
            unit,
            self._scope,
            meeting.Meeting(
                id=old_records.id_of(arguments),
                notes=arguments.get("notes") or None,
                transcript=transcript,
                title=arguments["title"] if isinstance(arguments.get("title"), str) else None,
                occurred_at=old_records.time_of(arguments),
                trust=self._trust,
                outside=_names(arguments.get("outside")),
                is_complete=False,
                **self._common(arguments),
            ),
            self._taint,
        )
        result: dict[str, Any] = {
            "source": captured.conversation_id,
            "messages_new": captured.messages_new,
            "messages_known": captured.messages_known,
            "conflicts": captured.conflicts,
        }
        if captured.conflicts:
            result["reason"] = (
                f"{captured.conflicts:,} of its turns and notes are here already with other words. "
                "A message is never changed: what is new was kept raw."
            )
        odd = [one.reason for one in captured.skipped]
        if odd:
            result["reason"] = " ".join([*([result["reason"]] if "reason" in result else []), *odd])
        if captured.source is None:
            return result
        new, skipped = meeting.mapped(self._scope, captured.source)
        added = unit.items.add(item_intake.once(self._taint.drawn(value) for value in new))
        known = len(set(added.ids) & added.known)
        left_out = (f"Left out: {entry.reason}" for entry in skipped)
        reason = " ".join([result["reason"], *left_out] if "reason" in result else left_out) or None
        fresh = [item.content for item in added if item.id not in added.known]
        return {
            **result,
            "source": captured.source.id,
            "items_new": len(fresh),
            "items_known": known,
            "items": tuple(fresh),
            "reason": reason,
        }

    def _talk(self, unit: Writer, arguments: Mapping[str, Any]) -> dict[str, Any]:
        listed = arguments["messages"]
        if not isinstance(listed, list):
            raise InvalidInput("Its messages are no list.")
        drafts, empty, bad = old_records.messages_from(listed)
        common = self._common(arguments)
        drafts = self._taint.messages(drafts, common["subject"])
        channel, title = arguments.get("channel_id"), arguments.get("title")
        place = converse.start(
            unit,
            self._scope,
            old_records.id_of(arguments),
            channel_id=channel if isinstance(channel, str) else None,
            title=title if isinstance(title, str) else None,
            trust=self._trust,
            **common,
        )
        split = new_message.split_by_novelty(unit, place.id, drafts)
        if split.fresh:
            converse.append(unit, self._scope, place.id, split.fresh, is_over=True)
        if split.others:
            raise InvalidInput(
                f"{len(split.others)} of its messages are here already with other words, the first "
                f"under the id {split.others[0].id!r}. A message is never changed: give those "
                "other ids."
            )
        return {
            "source": place.id,
            "messages_new": len(split.fresh),
            "messages_known": split.known,
            "reason": _left_out(empty, bad),
        }

    def _common(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Subject and audience: from the caller, otherwise from the record."""
        return {
            "subject": self._shared.get("subject") or old_records.subject_of(arguments),
            "audience": self._shared.get("audience"),
            "is_personal": bool(self._shared.get("is_personal", False)),
        }


def _left_out(empty: int, bad: Sequence[str]) -> str | None:
    """What was left out of a conversation, and why."""
    told = [f"{empty:,} of its messages have no text."] if empty else []
    told += [f"Left out: {value}" for value in bad[:BAD_LINES_LISTED_MAX]]
    if len(bad) > BAD_LINES_LISTED_MAX:
        told.append(f"So it is with {len(bad) - BAD_LINES_LISTED_MAX:,} more.")
    return " ".join(told) or None


def _names(value: Any) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    return tuple(one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()


def _is_meeting(arguments: Mapping[str, Any]) -> bool:
    return bool(arguments.get("notes") or arguments.get("transcript"))


def _records(path: Path, name: str) -> Iterator[_Record]:
    ending = path.suffix.lower()
    if ending == ".jsonl":
        yield from _by_line(path)
        return
    data = files.read_bytes(path, bytes_max=RECORD_BYTES_MAX)
    place = files.shown(path)
    if ending in _TRANSCRIPTS:
        text, bad = files.lines_of(data)
        if text.strip():
            note = _bad_lines(bad)
            yield _Record(place, {"id": name, "transcript": text}, len(data), note=note)
        return
    text = files.text_of(data)
    for number, record in enumerate(old_records.records(text), 1):
        yield _Record(f"{place}, record {number}", record, len(data))


def _bad_lines(bad: Sequence[int]) -> str | None:
    if not bad:
        return None
    listed = ", ".join(str(one) for one in bad[:BAD_LINES_LISTED_MAX])
    more = (
        f" and {len(bad) - BAD_LINES_LISTED_MAX:,} more" if len(bad) > BAD_LINES_LISTED_MAX else ""
    )
    return f"Left out, being no text in UTF-8: line {listed}{more}."


def _by_line(path: Path) -> Iterator[_Record]:
    file, state = files.opened(path)
    with file:
        for number, line in enumerate(lines(file, upto=state.st_size), 1):
            if line.data is not None and not line.data.strip():
                continue
            result = None if line.data is None else session_log.record_from(line.data)
            problem = None
            if line.data is None:
                problem = "It is too long."
            elif result is None:
                problem = "It is no JSON record" + ("." if line.is_whole else ", nor finished.")
            yield _Record(f"{files.shown(path)}, line {number}", result, line.end, problem)
