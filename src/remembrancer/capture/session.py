"""Stores a session of a coding agent, some hundred records at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from remembrancer.capture import session_log
from remembrancer.capture.lines import FileLine
from remembrancer.conversations import converse, new_message
from remembrancer.core.limits import (
    BAD_LINES_LISTED_MAX,
    CAPTURE_CHUNK_BYTES,
    CAPTURE_CHUNK_MESSAGES,
    SOURCE_CHARACTERS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import SESSION, SESSION_FEED, name_for, raw_of_session
from remembrancer.core.validation import CONTROL_CHARACTER
from remembrancer.items import source_intake
from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.jobs import transactions
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.report import Outcome
from remembrancer.ports import Store, Writer
from remembrancer.reading.taint_check import TaintCheck


def is_record(line: FileLine) -> bool:
    """Whether a line without a line break is still a complete record."""
    return line.data is not None and session_log.record_from(line.data) is not None


class Taking:
    """Collects the records of one session, and stores them in chunks."""

    def __init__(
        self,
        store: Store,
        scope: Scope,
        shared: Mapping[str, Any],
        told: transactions.Told | None,
        heard: TaintCheck,
    ) -> None:
        self._store = store
        self._scope = scope
        self._shared = {name: one for name, one in shared.items() if name != "trust"}
        self._trust: Trust | None = shared.get("trust")  # may lower the trust of everything
        self._on_jobs_created = told
        self._taint = heard  # lowers trust by what the calling program has read
        self.counts: dict[str, int] = dict.fromkeys(
            ("messages_new", "messages_known", "unknown", "unreadable", "conflicts"), 0
        )
        self._records = 0
        self._line = 0  # lines of this run and the records before it
        self._bad: list[tuple[int, str]] = []  # lines without a record, and why
        self._unknown_before = 0
        self._drafts: list[MessageDraft] = []
        self._raw: list[str] = []
        self._raw_from = 0
        self._held_bytes = 0
        self._before: datetime | None = None

    def go_on(self, feed: Feed | None, *, before: datetime | None) -> None:
        """Continues from an earlier read. `before` is the time of the last message."""
        if feed is not None:
            self._records, self._unknown_before = feed.records, feed.unknown
            self._line = feed.records
        self._before = before

    @property
    def outcome(self) -> Outcome:
        is_new = self.counts["messages_new"] or self.counts["unknown"]
        return Outcome.NEW if is_new or self.counts["conflicts"] else Outcome.KNOWN

    @property
    def problem(self) -> str | None:
        """What could not be read, by line; only the first lines are listed."""
        count = self.counts["unreadable"]
        are = "line is" if count == 1 else "lines are"
        lines = [f"{count:,} {are} too long or no text."] if count else []
        lines += [f"Record {number} {why}." for number, why in self._bad[:BAD_LINES_LISTED_MAX]]
        more = len(self._bad) - BAD_LINES_LISTED_MAX
        if more > 0:
            lines.append(f"So it is with {more:,} more.")
        return " ".join(lines) or None

    @property
    def is_full(self) -> bool:
        return (
            len(self._drafts) + len(self._raw) >= CAPTURE_CHUNK_MESSAGES
            or self._held_bytes >= CAPTURE_CHUNK_BYTES
        )

    # -- record by record

    def hold(self, line: FileLine) -> None:
        if line.data is None:
            self._line += 1
            self._bad.append((self._line, "is too long and was left out"))
            self.counts["unreadable"] += 1
            return
        if not line.data.strip():
            return
        self._line += 1
        self._records += 1
        self._held_bytes += len(line.data)
        record = session_log.record_from(line.data)
        drafts = None
        if record is not None:
            drafts = session_log.messages_from(
                record, at=line.start, author=self._scope.viewer.name, before=self._before
            )
        if record is None:
            self._bad.append((self._line, _why_bad(line.data)))
        if drafts is None:
            self._keep_raw(line.data, "unknown", line.start)
            return
        self._before = drafts[-1].timestamp or self._before
        if self._trust is not None:
            drafts = tuple(entry.model_copy(update={"trust": self._trust}) for entry in drafts)
        self._drafts += self._taint.messages(drafts, self._shared.get("subject"))

    def _keep_raw(self, data: bytes, why: str, start: int) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.counts["unreadable"] += 1
            return
        if not text.strip():
            return
        self.counts[why] += 1
        if not self._raw:
            self._raw_from = start
        self._raw.append(CONTROL_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text))

    # -- into the store

    def store(self, name: str, place: str, reached: int, digest: str, problem: str | None) -> Feed:
        """Stores the records and the read position in one unit of work."""
        drafts, raw = self._drafts, self._raw
        self._drafts, self._raw, self._held_bytes = [], [], 0
        feed = Feed(
            kind=SESSION_FEED,
            name=name,
            owner=self._scope.viewer.name,
            place=place,
            digest=digest,
            bytes=reached,
            records=self._records,
            unknown=self._unknown_before + self.counts["unknown"] + self.counts["conflicts"],
            problem=problem,
        )
        counts, feed = transactions.written(
            self._store,
            self._scope,
            lambda unit: self._put(unit, drafts, raw, feed),
            told=self._on_jobs_created,
        )
        for what, count in counts.items():
            self.counts[what] += count
        return feed

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
                trust=self._trust,
                **fields,
            )
            fresh, others, known = new_message.split_by_novelty(unit, place.id, drafts)
            conflicts = len(others)
            raw += [entry.model_dump_json() for entry in others]
            if fresh:
                converse.append(unit, self._scope, place.id, fresh, is_over=True)
            stored = len(fresh)
        else:
            stored = 0
        for number, text in enumerate(_texts(raw), 1):
            self._put_raw(unit, text, raw_of_session(feed.name, f"{self._raw_from}.{number}"))
        feed = feed.model_copy(update={"unknown": feed.unknown + conflicts})
        unit.feeds.put(feed)
        counts = {"messages_new": stored, "messages_known": known, "conflicts": conflicts}
        return counts, feed

    def _put_raw(self, unit: Writer, text: str, id: str) -> None:
        label = {
            "type": SESSION,
            "id": name_for(id),
            "occurred_at": self._before,
            "trust": self._trust,
        }
        trust = self._taint.label(text, self._shared.get("subject"))
        draft = source_intake.draft_from(
            text,
            source_intake.lowered(source_intake.label_from(label), trust),
            **self._shared,
            metadata={"records": "kept raw"},
        )
        unit.sources.add(source_intake.new_source(draft, self._scope))


def _why_bad(data: bytes) -> str:
    try:
        data.decode()
    except UnicodeDecodeError:
        return "is no text in UTF-8 and was left out"
    return "is no JSON object and was kept raw"


def _texts(raw: Iterable[str]) -> list[str]:
    """Raw records joined into as few texts as possible; only oversized records are split."""
    texts: list[str] = []
    for record in raw:
        for part in new_message.parts(record, SOURCE_CHARACTERS_MAX):
            if texts and len(texts[-1]) + len(part) < SOURCE_CHARACTERS_MAX:
                texts[-1] += "\n" + part
            else:
                texts.append(part)
    return texts
