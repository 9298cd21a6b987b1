"""Infer: store the raw input, extract items from it, and reconcile them with existing items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from remembrancer.conversations import converse, new_message
from remembrancer.core.kinds import Brief
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.graph import talk
from remembrancer.items import item_intake as capture
from remembrancer.items import source_intake
from remembrancer.items.message import Message, MessageDraft
from remembrancer.items.proposal import Extraction, Quote
from remembrancer.items.source import Source
from remembrancer.items.visibility import check_audience, check_source_type
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading import extraction, taint_tracking
from remembrancer.reading.extraction_input import ExtractionInput
from remembrancer.reading.plan import Skipped
from remembrancer.remember import reconcile
from remembrancer.remember.filing import file_in_parts
from remembrancer.remember.remember_request import SHARED, Given
from remembrancer.remember.remembered import Remembered

T = TypeVar("T")
_CHARACTERS_AT_ONCE_MAX: Final = 20_000  # read inside the write transaction at most
_CONVERSATION: Final = "conversation"  # the default source type of messages


def infer(
    store: Store, scope: Scope, tools: Tools, given: Given, told: transactions.Told | None = None
) -> Remembered:
    """Stores the input and the items extracted from it."""
    return _Inferring(store, scope, tools, given, told).remembered()


class _Inferring:
    """One call of `remember` with extraction."""

    def __init__(
        self, store: Store, scope: Scope, tools: Tools, given: Given, told: transactions.Told | None
    ) -> None:
        self._store, self._scope, self._tools = store, scope, tools.for_task()
        self._given, self._told = given, told
        self._is_captured = False  # True: the input could be captured
        # Report invalid fields before anything is stored.
        capture.Intake(scope).item(capture.draft_from({"content": "-", **given.fields}))
        label = source_intake.label_from(given.origin)
        if label.type is not None:
            check_source_type(scope.viewer, label.type)
        # A unit of work may be retried, and a stream can be read only once.
        sifted = new_message.Sifted([], [])
        if not isinstance(given.said, str):
            sifted = new_message.sifted(given.said)
        self._drafts = sifted.drafts
        self._bad = tuple(Skipped(text=words, reason=why) for words, why in sifted.bad)
        self._heard = taint_tracking.taint_check(store, scope, self._tools)
        self._drafts = self._heard.messages(self._drafts, given.subject)
        if isinstance(given.said, str):
            label = source_intake.lowered(label, self._heard.label(given.said, given.subject))
        self._label = label
        self._name_of_the_talk: str | None = None
        if given.call is not None and label.id is None:
            self._name_of_the_talk = new_message.name_of(given.call, self._drafts)
            self._drafts = new_message.named(given.call, self._drafts)

    def remembered(self) -> Remembered:
        if self._given.dry_run:
            alone = self._tools.at_home()._replace(llm=None)  # a dry run calls no model
            return self._captured_and_filed(alone)
        return self._in_one_step() if self._is_quick else self._in_two_steps()

    @property
    def _is_quick(self) -> bool:
        """Whether only local rules read the text and the text is short."""
        tools, said = self._tools, self._given.said
        is_ours = tools.llm is None and tools.extractor is None
        is_near = tools.embedder is None or tools.embedder.is_local
        texts = [said] if isinstance(said, str) else [one.content for one in self._drafts]
        return is_ours and is_near and sum(map(len, texts)) <= _CHARACTERS_AT_ONCE_MAX

    def _in_one_step(self) -> Remembered:
        try:
            return self._captured_and_filed(self._tools)
        except transactions.STORE_AWAY:
            raise
        except Exception:
            if self._is_captured:
                # This is a bug of ours. The input is kept, and extracted once the bug is fixed.
                self._written(self._captured_and_due)
            raise

    def _in_two_steps(self) -> Remembered:
        """Stores the raw input first. If the rest fails, the input is kept for a worker."""
        spoken, captured, brief, due = self._written(self._captured_and_due)
        place = spoken.messages[0].conversation_id if spoken.messages else ""
        made, failures = extraction.extract_or_fall_back(self._tools, self._scope, spoken, brief)
        candidates, refused = extraction.check_proposals(self._scope, spoken, made, self._heard)
        prepared = reconcile.prepared(self._store, self._scope, self._tools, candidates)

        unrelated: list[Skipped] = []

        def end(unit: Writer) -> None:
            related = talk.file_relations(unit, self._scope, made.relations, spoken.messages)
            unrelated[:] = related.skipped
            if due is not None and _holds_only(unit, place, spoken):
                unit.jobs.remove(due)

        filed = file_in_parts(
            self._store,
            self._scope,
            self._tools,
            prepared,
            spoken,
            between=lambda unit: None,
            last=end,
            told=self._told,
        )
        skipped = (*self._bad, *failures, *refused, *filed.skipped, *unrelated)
        return _remembered(filed._replace(skipped=skipped), spoken, captured)

    def _written(self, act: Callable[[Writer], T]) -> T:
        return transactions.written(self._store, self._scope, act, told=self._told)

    def _captured_and_filed(self, tools: Tools) -> Remembered:
        """Captures and files everything in one unit of work.

        The input is first captured and rolled back, so that extraction runs outside the
        transaction.
        """

        def take_in(unit: Writer) -> tuple[ExtractionInput, Brief]:
            spoken, _ = self._captured(unit)
            return spoken, extraction.brief_for(unit, self._scope, spoken, self._given.live_state)

        before, brief = transactions.written(self._store, self._scope, take_in, is_kept=False)
        self._is_captured = True
        made, failures = extraction.extract_or_fall_back(tools, self._scope, before, brief)
        prepared = reconcile.Prepared((), (), (), reconcile.comparisons_for(tools))
        if tools.llm is not None or tools.embedder is not None:
            candidates, _ = extraction.check_proposals(self._scope, before, made, self._heard)
            prepared = reconcile.prepared(self._store, self._scope, tools, candidates)

        def act(unit: Writer) -> Remembered:
            spoken, captured = self._captured(unit)
            # Only the ids are new. Nothing else has changed.
            renamed = _renamed(made, before, spoken)
            candidates, refused = extraction.check_proposals(
                self._scope, spoken, renamed, self._heard
            )
            given = prepared.of(candidates)
            filed = reconcile.file(unit, self._scope, tools, given, spoken)
            related = talk.file_relations(unit, self._scope, renamed.relations, spoken.messages)
            skipped = (*self._bad, *failures, *refused, *filed.skipped, *related.skipped)
            filed = filed._replace(skipped=skipped)
            return _remembered(filed, spoken, captured)

        kept = not self._given.dry_run
        return transactions.written(self._store, self._scope, act, is_kept=kept, told=self._told)

    def _captured_and_due(
        self, unit: Writer
    ) -> tuple[ExtractionInput, Source | None, Brief, str | None]:
        """Stores the input and schedules its extraction, in case this call does not finish."""
        spoken, captured = self._captured(unit)
        brief = extraction.brief_for(unit, self._scope, spoken, self._given.live_state)
        if not spoken.messages or not unit.is_changed:
            return spoken, captured, brief, None
        place = spoken.messages[0].conversation_id
        due = converse.make_drawn_later(unit, self._scope, place)
        return spoken, captured, brief, due

    def _captured(self, unit: Writer) -> tuple[ExtractionInput, Source | None]:
        said = self._given.said
        if isinstance(said, str):
            return self._captured_text(unit, said)
        return self._captured_messages(unit), None

    def _captured_text(self, unit: Writer, text: str) -> tuple[ExtractionInput, Source]:
        """Stores the text as a source and as a message, so that recall finds it at once."""
        given, scope = self._given, self._scope
        shared = {name: given.fields[name] for name in SHARED if name in given.fields}
        raw = source_intake.draft_from(text, self._label, subject=given.subject, **shared)
        captured = unit.sources.add(source_intake.new_source(raw, scope, call=given.call))
        place = new_message.start(
            unit,
            captured.id,
            subject=captured.subject,
            channel_id=None,
            title=None,
            audience=captured.audience,
            is_personal=captured.is_personal,
            trust=captured.trust,
        )
        drafts = [
            MessageDraft(
                id=new_message.part_id(captured.id, number),
                author_id=scope.viewer.name,
                role="user" if scope.viewer.is_person else "assistant",
                content=part,
                timestamp=captured.occurred_at,
                trust=captured.trust,
            )
            for number, part in enumerate(new_message.parts(text, CONTENT_CHARACTERS_MAX), 1)
            if part.strip()
        ]
        messages = new_message.append(unit, place.id, drafts)
        spoken = self._spoken(
            messages,
            captured.id,
            captured.type,
            captured.external_id or captured.id,
            audience=captured.audience,
            is_personal=captured.is_personal,
        )
        return spoken, captured

    def _captured_messages(self, unit: Writer) -> ExtractionInput:
        scope, fields = self._scope, self._given.fields
        label = self._label
        place = converse.start(
            unit,
            scope,
            label.id or self._name_of_the_talk,
            subject=self._given.subject,
            channel_id=None,
            title=None,
            audience=check_audience(scope.viewer, fields.get("audience")),
            is_personal=bool(fields.get("is_personal", False)),
            trust=label.trust,
        )
        known = 0
        if label.id is not None:  # it may have been captured before
            ids = [one.id for one in self._drafts if one.id is not None]
            known = len(unit.conversations.messages_named(place.id, ids))
        messages = new_message.append(unit, place.id, self._drafts)
        spoken = self._spoken(
            messages,
            None,
            label.type or _CONVERSATION,
            place.id,
            audience=place.audience,
            is_personal=place.is_personal,
        )
        return spoken._replace(known=known)

    def _spoken(
        self,
        messages: tuple[Message, ...],
        captured: str | None,
        source_type: str,
        source_id: str,
        *,
        audience: str | None,
        is_personal: bool,
    ) -> ExtractionInput:
        given = self._given
        return ExtractionInput(
            messages=messages,
            source=captured,
            subject=given.subject,
            audience=audience,
            is_personal=is_personal,
            source_type=extraction.known_source_type(self._scope.space.preset, source_type),
            source_id=source_id,
            fields={name: value for name, value in given.fields.items() if name not in SHARED},
        )


def _renamed(made: Extraction, before: ExtractionInput, now: ExtractionInput) -> Extraction:
    """The extracted items with the current message ids."""
    ids = {one.id: other.id for one, other in zip(before.messages, now.messages, strict=True)}
    if all(one == other for one, other in ids.items()):
        return made

    def quote(one: Quote) -> Quote:
        return one.model_copy(update={"message_id": ids.get(one.message_id, one.message_id)})

    proposals = tuple(
        one.model_copy(
            update={
                "message_id": ids.get(one.message_id, one.message_id),
                "also": tuple(map(quote, one.also)),
            }
        )
        for one in made.proposals
    )
    relations = tuple(
        one.model_copy(update={"message_id": ids.get(one.message_id or "", one.message_id)})
        for one in made.relations
    )
    return made.model_copy(update={"proposals": proposals, "relations": relations})


def _holds_only(unit: Writer, place: str, spoken: ExtractionInput) -> bool:
    """Whether nothing else was said there, neither before nor while this text was read."""
    found = unit.conversations.get(place)
    return found is not None and found.message_count == len(spoken.messages)


def _remembered(
    filed: reconcile.Filed, spoken: ExtractionInput, captured: Source | None
) -> Remembered:
    place = spoken.messages[0].conversation_id if spoken.messages else None
    count = 0 if captured is not None else len({one.id for one in spoken.messages})
    return Remembered(
        items=filed.items,
        superseded=filed.superseded,
        reconfirmed=filed.reconfirmed,
        contradictions=filed.contradictions,
        skipped=filed.skipped,
        plan=filed.plan,
        rejected_before=filed.rejected_before,
        source=captured,
        conversation_id=place,
        messages_new=count - spoken.known,
        messages_known=spoken.known,
    )
