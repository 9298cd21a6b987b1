"""Meetings: stores the raw notes and transcript first, then extracts items from the notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from remembrancer.capture import meeting_notes, transcript
from remembrancer.conversations import converse, new_message
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import BAD_LINES_TOLD_MAX, SOURCE_CHARACTERS_MAX
from remembrancer.core.naming import talk_of_meeting, text_for
from remembrancer.core.scope import Scope
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


def capture(unit: Writer, scope: Scope, given: Meeting, heard: TaintCheck) -> Captured:
    """Stores the raw notes and transcript of a meeting, and queues the mapping in the same unit.

    `heard` holds what the calling program has read. It may lower the trust of the notes.
    """
    check_name(given.id, "id")
    if given.notes is None and given.transcript is None:
        raise InvalidInput(
            f"There is nothing to keep of the meeting {given.id!r}. Give notes or a transcript.",
            field="notes",
        )
    kept = None
    if given.notes is not None:
        told = heard.label(text_lines(given.notes), given.subject)
        kept = unit.sources.add(_raw(scope, given, meeting_notes.raw_text(given.notes), told))
        if given.is_complete:
            payload = {"source": kept.id}
            job = NewJob(MEETING, kept.id, scope.viewer, scope.now, payload, priority=URGENT)
            if unit.is_changed or not unit.items.from_source(kept.id):
                unit.jobs.put(job)
    words = heard.messages(list(_words(scope, given)), given.subject)
    if not words:
        return Captured(kept)
    place, said = _say(unit, scope, given, words, heard)
    return Captured(
        kept,
        place,
        len(said.fresh),
        said.known,
        skipped=(*_odd(given), *unheard(given, {one.author_id for one in words})),
        conflicts=len(said.others),
    )


def _raw(scope: Scope, given: Meeting, text: str, told: Trust | None) -> NewSource:
    label = source_intake.label_from(
        {
            "type": meeting_notes.SOURCE_TYPE,
            "id": given.id,
            "trust": given.trust,
            "occurred_at": given.occurred_at,
        }
    )
    draft = source_intake.draft_from(
        text,
        source_intake.lowered(label, told),
        subject=given.subject,
        audience=given.audience,
        is_personal=given.is_personal,
    )
    return source_intake.new_source(draft, scope)


def _words(scope: Scope, given: Meeting) -> Iterator[MessageDraft]:
    """The turns of the transcript, and other notes, as messages."""
    outside = {name.casefold() for name in given.outside}
    turns = (
        transcript.turns_from(given.transcript, known=outside)
        if given.transcript is not None
        else ()
    )
    longest = max((turn.begins or timedelta() for turn in turns), default=timedelta())
    at = given.occurred_at or scope.now - longest  # the meeting was before now
    for number, turn in enumerate(turns, 1):
        speaker = turn.speaker or _NOBODY
        yield MessageDraft(
            id=f"turn-{number}",
            author_id=speaker,
            content=turn.text,
            timestamp=at if turn.begins is None else at + turn.begins,
            trust=Trust.OUTSIDE if transcript.is_among(speaker, outside) else given.trust,
        )
    for heading, text in meeting_notes.other_notes(given.notes or {}):
        for number, part in enumerate(new_message.parts(f"{heading}: {text}"), 1):
            yield MessageDraft(
                id=new_message.part_id(f"notes-{heading}", number),
                author_id=scope.viewer.name,
                role="notes",
                content=part,
                timestamp=at,
                trust=given.trust,
            )


def _odd(given: Meeting) -> Iterator[Skipped]:
    """Lines of the transcript that could not be parsed; if there are many, the first ones."""
    found = [] if given.transcript is None else list(transcript.odd_lines(given.transcript))
    for line, why in found[:BAD_LINES_TOLD_MAX]:
        yield Skipped(text=text_for(line)[:200], reason=why)
    if len(found) > BAD_LINES_TOLD_MAX:
        yield Skipped(text="", reason=f"So it is with {len(found) - BAD_LINES_TOLD_MAX:,} more.")


def unheard(given: Meeting, speakers: Collection[str]) -> tuple[Skipped, ...]:
    """Names of outside speakers that nobody in the meeting has."""
    return tuple(
        Skipped(text=name, reason=f"Nobody called {name!r} speaks in the transcript.")
        for name in given.outside
        if not any(transcript.is_among(speaker, [name.casefold()]) for speaker in speakers)
    )


def _say(
    unit: Writer, scope: Scope, given: Meeting, words: list[MessageDraft], heard: TaintCheck
) -> tuple[str, new_message.ToldApart]:
    place = converse.start(
        unit,
        scope,
        talk_of_meeting(given.id),
        subject=given.subject,
        channel_id=None,
        title=given.title,
        audience=given.audience,
        is_personal=given.is_personal,
        trust=given.trust,
    )
    told = new_message.told_apart(unit, place.id, words)
    if told.fresh:
        converse.append(unit, scope, place.id, told.fresh, is_over=True)
    # Stored turns never change. A later transcript that differs is stored next to them.
    others = "\n\n".join(f"{one.author_id}: {one.content}" for one in told.others)
    for part in new_message.parts(others, SOURCE_CHARACTERS_MAX):
        unit.sources.add(_raw(scope, given, part, heard.label(part, given.subject)))
    return place.id, told


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
    for one in found:
        evidence = NewEvidence(raw.id, None, one.quote, one.start, one.end, Stance.SUPPORTS)
        try:
            made = intake.item(one.draft, declared_trust=raw.trust, evidence=(evidence,))
            new.append(made._replace(same=_counted(made.same, times)))
        except InvalidInput as error:
            refused.append(Skipped(text=one.draft.content[:200], reason=str(error)))
    return new, (*skipped, *refused)


def _counted(same: tuple[Any, ...] | None, times: Counter[tuple[Any, ...]]) -> Any:
    """The idempotency key of an item: identical notes are counted, so each is one item."""
    if same is None:
        return None
    times[same] += 1
    return same if times[same] == 1 else (*same, times[same])
