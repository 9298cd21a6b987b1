"""Meetings: stores the raw notes and transcript first, then extracts items from the notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from remembrancer.capture import meeting_notes, transcript
from remembrancer.conversations import converse, new_message
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import BAD_LINES_LISTED_MAX, SOURCE_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import talk_of_meeting, text_for
from remembrancer.core.validation import check_name
from remembrancer.items import item_intake, source_intake
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.items.port import NewEvidence, NewItem, NewSource
from remembrancer.items.source import Source
from remembrancer.jobs import transactions
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import MEETING, URGENT
from remembrancer.jobs.task import Task
from remembrancer.ports import Writer
from remembrancer.reading.extraction_input import CandidateItem
from remembrancer.reading.plan import Skipped
from remembrancer.reading.taint_check import TaintCheck, text_lines
from remembrancer.remember import reconcile

_NOBODY = "unknown"  # the author of turns without a name


class Meeting(NamedTuple):
    """A meeting to capture."""

    id: str
    notes: Mapping[str, Any] | None
    transcript: str | None
    subject: str | None
    title: str | None
    occurred_at: datetime | None
    audience: str | None
    is_personal: bool
    trust: Trust | None
    outside: Collection[str]  # speakers from outside the space
    is_complete: bool  # all branches of its analysis are done


class Captured(NamedTuple):
    source: Source | None  # the raw notes
    conversation_id: str | None = None  # the conversation with the transcript
    messages_new: int = 0
    messages_known: int = 0
    skipped: tuple[Skipped, ...] = ()
    conflicts: int = 0  # turns whose number an earlier transcript used for other text


def capture(unit: Writer, scope: Scope, meeting: Meeting, check: TaintCheck) -> Captured:
    """Stores the raw notes and transcript of a meeting, and queues the mapping in the same unit.

    `heard` holds what the calling program has read. It may lower the trust of the notes.
    """
    check_name(meeting.id, "id")
    if meeting.notes is None and meeting.transcript is None:
        raise InvalidInput(
            f"There is nothing to keep of the meeting {meeting.id!r}. Give notes or a transcript.",
            field="notes",
        )
    source = None
    if meeting.notes is not None:
        trust = check.label(text_lines(meeting.notes), meeting.subject)
        source = unit.sources.add(
            _raw(scope, meeting, meeting_notes.raw_text(meeting.notes), trust)
        )
        if meeting.is_complete:
            payload = {"source": source.id}
            job = NewJob(MEETING, source.id, scope.viewer, scope.now, payload, priority=URGENT)
            if unit.is_changed or not unit.items.from_source(source.id):
                unit.jobs.put(job)
    words = check.messages(list(_words(scope, meeting)), meeting.subject)
    if not words:
        return Captured(source)
    place, split = _say(unit, scope, meeting, words, check)
    return Captured(
        source,
        place,
        len(split.fresh),
        split.known,
        skipped=(*_odd(meeting), *unheard(meeting, {draft.author_id for draft in words})),
        conflicts=len(split.others),
    )


def _raw(scope: Scope, meeting: Meeting, text: str, trust: Trust | None) -> NewSource:
    label = source_intake.label_from(
        {
            "type": meeting_notes.SOURCE_TYPE,
            "id": meeting.id,
            "trust": meeting.trust,
            "occurred_at": meeting.occurred_at,
        }
    )
    draft = source_intake.draft_from(
        text,
        source_intake.lowered(label, trust),
        subject=meeting.subject,
        audience=meeting.audience,
        is_personal=meeting.is_personal,
    )
    return source_intake.new_source(draft, scope)


def _words(scope: Scope, meeting: Meeting) -> Iterator[MessageDraft]:
    """The turns of the transcript, and other notes, as messages."""
    outside = {name.casefold() for name in meeting.outside}
    turns = (
        transcript.turns_from(meeting.transcript, known=outside)
        if meeting.transcript is not None
        else ()
    )
    longest = max((turn.begins or timedelta() for turn in turns), default=timedelta())
    at = meeting.occurred_at or scope.now - longest  # the meeting was before now
    for number, turn in enumerate(turns, 1):
        speaker = turn.speaker or _NOBODY
        yield MessageDraft(
            id=f"turn-{number}",
            author_id=speaker,
            content=turn.text,
            timestamp=at if turn.begins is None else at + turn.begins,
            trust=Trust.OUTSIDE if transcript.is_among(speaker, outside) else meeting.trust,
        )
    for heading, text in meeting_notes.other_notes(meeting.notes or {}):
        for number, part in enumerate(new_message.parts(f"{heading}: {text}"), 1):
            yield MessageDraft(
                id=new_message.part_id(f"notes-{heading}", number),
                author_id=scope.viewer.name,
                role="notes",
                content=part,
                timestamp=at,
                trust=meeting.trust,
            )


def _odd(meeting: Meeting) -> Iterator[Skipped]:
    """Lines of the transcript that could not be parsed; if there are many, the first ones."""
    found = [] if meeting.transcript is None else list(transcript.odd_lines(meeting.transcript))
    for line, why in found[:BAD_LINES_LISTED_MAX]:
        yield Skipped(text=text_for(line)[:200], reason=why)
    if len(found) > BAD_LINES_LISTED_MAX:
        yield Skipped(text="", reason=f"So it is with {len(found) - BAD_LINES_LISTED_MAX:,} more.")


def unheard(meeting: Meeting, speakers: Collection[str]) -> tuple[Skipped, ...]:
    """Names of outside speakers that nobody in the meeting has."""
    return tuple(
        Skipped(text=name, reason=f"Nobody called {name!r} speaks in the transcript.")
        for name in meeting.outside
        if not any(transcript.is_among(speaker, [name.casefold()]) for speaker in speakers)
    )


def _say(
    unit: Writer, scope: Scope, meeting: Meeting, words: list[MessageDraft], check: TaintCheck
) -> tuple[str, new_message.MessageSplit]:
    place = converse.start(
        unit,
        scope,
        talk_of_meeting(meeting.id),
        subject=meeting.subject,
        channel_id=None,
        title=meeting.title,
        audience=meeting.audience,
        is_personal=meeting.is_personal,
        trust=meeting.trust,
    )
    split = new_message.split_by_novelty(unit, place.id, words)
    if split.fresh:
        converse.append(unit, scope, place.id, split.fresh, is_over=True)
    # Stored turns never change. A later transcript that differs is stored next to them.
    others = "\n\n".join(f"{draft.author_id}: {draft.content}" for draft in split.others)
    for part in new_message.parts(others, SOURCE_CHARACTERS_MAX):
        unit.sources.add(_raw(scope, meeting, part, check.label(part, meeting.subject)))
    return place.id, split


def handle(task: Task) -> None:
    """Maps the facts and action items of a meeting's notes to items, and stores them at once.

    No model is called.
    """
    scope = task.scope()
    id = task.job.payload["source"]
    found, _ = transactions.read(task.store, scope, lambda reader: reader.sources.named([id]))
    if not found:
        raise NotFound("source", id)
    program = found[0].trust is not Trust.PERSON
    candidates = [
        CandidateItem(new, found[0].occurred_at, program, is_noted=True)
        for new in mapped(scope, found[0])[0]
    ]
    tools = task.tools._replace(llm=None)
    prepared = reconcile.prepared(task.store, scope, tools, candidates)

    def act(unit: Writer) -> None:
        reconcile.file(unit, scope, tools, prepared)
        task.finish(unit)

    transactions.written(task.store, scope, act)


def mapped(scope: Scope, raw: Source) -> tuple[list[NewItem], tuple[Skipped, ...]]:
    """The items in a meeting's raw notes, each with its quote as evidence."""
    common = {
        "subject": raw.subject,
        "audience": raw.audience,
        "is_personal": raw.is_personal,
        "source_type": raw.type,
        "source_id": raw.external_id,
    }
    found, skipped = meeting_notes.mapped(
        raw.content, scope.space.preset.capture, common, raw.occurred_at
    )
    intake = item_intake.Intake(scope)
    new: list[NewItem] = []
    refused: list[Skipped] = []
    times: Counter[tuple[Any, ...]] = Counter()
    for item in found:
        evidence = NewEvidence(raw.id, None, item.quote, item.start, item.end, Stance.SUPPORTS)
        try:
            made = intake.item(item.draft, declared_trust=raw.trust, evidence=(evidence,))
            new.append(made._replace(same=_counted(made.same, times)))
        except InvalidInput as error:
            refused.append(Skipped(text=item.draft.content[:200], reason=str(error)))
    return new, (*skipped, *refused)


def _counted(same: tuple[Any, ...] | None, times: Counter[tuple[Any, ...]]) -> Any:
    """The idempotency key of an item: identical notes are counted, so each is one item."""
    if same is None:
        return None
    times[same] += 1
    return same if times[same] == 1 else (*same, times[same])
