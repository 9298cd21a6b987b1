"""`memory.sources`: meetings, events, notes files, session transcripts and old records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from remembrancer.capture import backfill, collect, detect, event, import_other, meeting, upload
from remembrancer.capture.platform_event import Event, Recorded
from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_name
from remembrancer.decisions import link_rules
from remembrancer.front.argument_parsing import as_moment, as_trust, trust_in
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.governance.access.people import check_addressed
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item
from remembrancer.items.visibility import check_audience
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.report import Report, SessionPart
from remembrancer.jobs.schedule import MEETING
from remembrancer.ports import Progress, Reader, Writer
from remembrancer.remember.remembered import Remembered


@traced("sources")
@handing_over
class Sources:
    """What was said, noted and done elsewhere. The raw text is stored first, always."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def meeting(
        self,
        id: str,
        notes: Mapping[str, Any] | None = None,
        *,
        subject: str | None = None,
        transcript: str | None = None,
        title: str | None = None,
        occurred_at: datetime | str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        trust: str | None = None,
        outside: Collection[str] = (),
        complete: bool = True,
        wait: bool = True,
    ) -> Remembered:
        """A meeting's notes and transcript, and the items that its notes hold.

        `financial_facts` and `action_items` of the notes become items unchanged, without a
        model. `outside` names speakers who do not belong to the space. While branches of the
        analysis are still open, say `complete=False`: what came so far is kept. `wait=False`
        leaves the mapping to the background.
        """
        session = self._session
        check_flag(complete, "complete")
        check_flag(wait, "wait")
        _check_shared(session, subject, audience, is_personal)
        value = meeting.Meeting(
            id=id,
            notes=notes,
            transcript=_text(transcript),
            subject=subject,
            title=title,
            occurred_at=as_moment(occurred_at, "occurred_at"),
            audience=audience,
            is_personal=is_personal,
            trust=as_trust(trust),
            outside=_names(outside),
            is_complete=complete,
        )
        heard = session.new_taint_check()
        captured, due = session.write_noting(
            lambda unit, scope: meeting.capture(unit, scope, value, heard), kind=MEETING
        )
        source = captured.source
        items: tuple[Item, ...] = ()
        skipped = captured.skipped
        if source is not None:
            skipped += meeting.mapped(session.scope(), source)[1]
            if complete and wait:
                session.finish(due)
                items = tuple(item for item in self._items(MEETING, id) if _is_noted(item))
        return Remembered(
            items=items,
            skipped=skipped,
            source=source,
            conversation_id=captured.conversation_id,
            messages_new=captured.messages_new,
            messages_known=captured.messages_known,
            conflicts=captured.conflicts,
        )

    def _items(self, source_type: str, source_id: str) -> tuple[Item, ...]:
        """What the caller brought from a source, oldest first."""
        filter = ItemFilter(
            source_type=(source_type,),
            source_id=(source_id,),
            source_user=(self._session.principal.name,),
        )

        def all_pages(reader: Reader, _: Scope) -> list[Item]:
            page = reader.items.page(filter, limit=PAGE_ITEMS_MAX)
            items = list(page.items)
            while page.next is not None:
                page = reader.items.page(filter, limit=PAGE_ITEMS_MAX, after=page.next)
                items += page.items
            return items

        return tuple(reversed(self._session.read(all_pages)))

    # -- events

    def event(self, /, kind: str, **fields: Any) -> Recorded:
        """A change on a platform, with the record of the reason.

        Takes id, subject, before, after, trigger, approved_by, process, actor, reason,
        occurred_at, payload, audience, is_personal, `source` (a label that may lower its trust,
        as {"trust": "outside"}), and `decisions`: ids of items that say why already. Without any,
        a decision record is made from what the event tells.
        """
        trust = trust_in(fields.pop("source", None))
        value = {"kind": kind, **fields}
        heard = self._session.new_taint_check()

        def act(unit: Writer, scope: Scope) -> Recorded:
            recorded = event.record(unit, scope, value, heard, trust)
            for trace in recorded.traces:
                link_rules.propose(unit, scope, trace)
            return recorded

        return self._session.write(act)

    def explain(self, event_id: str, item_id: str) -> Item:
        """Links an event with an item that says why it came about."""
        return self._session.write(lambda unit, _: event.explain(unit, event_id, item_id))

    def why(self, event_id: str) -> tuple[Item, ...]:
        """The records that say why an event came about."""
        return self._session.read(lambda reader, _: event.why(reader, event_id))

    def events(self, item_id: str) -> tuple[Event, ...]:
        """The events that an item says the why of."""
        return self._session.read(lambda reader, _: event.events(reader, item_id))

    # -- files

    def collect(
        self,
        *,
        people: Iterable[str] | None = None,
        source: Mapping[str, Any] | None = None,
        dry_run: bool = False,
        reset: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """The notes files of everyone on record: each line an item, in its writer's name.

        A file that has not changed is skipped. `reset` archives what is in no file any more, and
        collects all anew under the same ids. `source={"trust": "outside"}` lowers how far all of
        it is trusted. For admins.
        """
        check_flag(dry_run, "dry_run")
        check_flag(reset, "reset")
        session = self._session
        report = collect.collect(
            session.store,
            session.scope(),
            tools=session.shop.tools,
            only=people,
            trust=trust_in(source),
            dry_run=dry_run,
            reset=reset,
            progress=progress,
        )
        session.catch_up()
        return report

    def detect(
        self,
        folder: str | Path = detect.FOLDER,
        *,
        subject: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        source: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Session transcripts of coding agents (JSON Lines), each from where it was left.

        `source={"trust": "outside"}` lowers the trust of their content.
        """
        session = self._session
        _check_shared(session, subject, audience, is_personal)
        shared = {
            "subject": subject,
            "audience": audience,
            "is_personal": is_personal,
            "trust": trust_in(source),
        }
        return detect.detect(
            session.store,
            session.scope(),
            folder,
            shared=shared,
            heard=session.new_taint_check(),
            progress=progress,
            told=session.told,
        )

    def session(
        self,
        name: str,
        lines: str,
        *,
        offset: int = 0,
        passed: int = 0,
        anew: bool = False,
        subject: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        source: Mapping[str, Any] | None = None,
    ) -> SessionPart:
        """A part of a session's transcript that lies elsewhere, in whole lines (JSON Lines).

        `offset` is where in the transcript it begins, in bytes; `passed` counts bytes before it
        that were too long to be sent. What is known already is not stored twice, and half a line
        at the end waits. The answer's `offset` says where the next part begins. `anew=True` says
        that the transcript was written anew, and is sent from its beginning.
        """
        session = self._session
        check_flag(anew, "anew")
        _check_shared(session, subject, audience, is_personal)
        return upload.take(
            session.store,
            session.scope(),
            name,
            lines,
            offset=offset,
            passed=passed,
            anew=anew,
            shared={
                "subject": subject,
                "audience": audience,
                "is_personal": is_personal,
                "trust": trust_in(source),
            },
            heard=session.new_taint_check(),
            told=session.told,
        )

    def backfill(
        self,
        given: str | Path | Iterable[Mapping[str, Any]],
        *,
        subject: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        trust: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """Old meetings, conversations and transcripts from files, or from records.

        Run twice, the second run adds nothing.
        """
        session = self._session
        _check_shared(session, subject, audience, is_personal)
        check_flag(dry_run, "dry_run")
        if isinstance(given, bytes | Mapping) or not isinstance(given, Iterable | Path):
            raise InvalidInput("backfill() takes a path, or records, each a mapping.")
        return backfill.backfill(
            session.store,
            session.scope(),
            given,
            shared={"subject": subject, "audience": audience, "is_personal": is_personal},
            trust=as_trust(trust),
            heard=session.new_taint_check(),
            dry_run=dry_run,
            progress=progress,
            told=session.told,
        )

    def import_(
        self,
        given: str | Path | Iterable[Mapping[str, Any]],
        *,
        format: str | None = None,
        subject: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        source: Mapping[str, Any] | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """What another memory knows: mem0's export, the MCP memory server's file, or Markdown.

        Each piece becomes an item based on its raw text, with its date, trusted as a document,
        or less with `source={"trust": "outside"}`.
        `format` is mem0, mcp-memory or markdown; a file most often shows it. As remembrancer, the
        items of an export of ours, or as the verbs give them. Channels that discord or slack
        exported become conversations. Run twice, the second run adds nothing.
        """
        session = self._session
        _check_shared(session, subject, audience, is_personal)
        check_flag(dry_run, "dry_run")
        report = import_other.adopt(
            session.store,
            session.scope(),
            given,
            format=format,
            shared={"subject": subject, "audience": audience, "is_personal": is_personal},
            trust=trust_in(source),
            heard=session.new_taint_check(),
            dry_run=dry_run,
            progress=progress,
            told=session.told,
        )
        session.catch_up()
        return report

    def feeds(self) -> tuple[Feed, ...]:
        """The files that were read, how far, and what was odd about them."""
        return self._session.read(lambda reader, _: reader.feeds.all())


def _is_noted(item: Item) -> bool:
    """It is in the notes. Items from the transcript are extracted later."""
    return not item.evidence or item.evidence[0].message_id is None


def _check_shared(
    session: Session, subject: str | None, audience: str | None, is_personal: bool
) -> None:
    if subject is not None:
        check_name(subject, "subject")
    check_audience(session.principal, audience)
    if audience is not None:
        session.read(lambda reader, scope: check_addressed(reader, scope, audience), may_lag=False)
    check_flag(is_personal, "is_personal")


def _names(value: Any) -> tuple[str, ...]:
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, Collection) or not all(isinstance(one, str) for one in listed):
        raise InvalidInput("outside is a list of the speakers' names.", field="outside")
    return tuple(listed)


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InvalidInput("transcript is a text.", field="transcript")
    return value
