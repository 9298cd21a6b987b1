"""Reconcile: compares each extracted item with existing items, plans a step and carries it out."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from remembrancer.core.errors import ModelFailed
from remembrancer.core.grounds import ActKind
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.governance import change, contradictions, rejection_record
from remembrancer.governance.compressed_members import released
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.port import NewItem
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading.extraction_input import CandidateItem, ExtractionInput
from remembrancer.reading.judging.judgement import Judgement, StatementRelation
from remembrancer.reading.open_tasks import has_open_tasks
from remembrancer.reading.plan import Flag, Planned, Skipped, Step
from remembrancer.reading.prompts import judge_prompt as judge_prompt
from remembrancer.remember import mentions, one_meeting, planning, undone_judgements
from remembrancer.remember.comparisons import Comparisons
from remembrancer.remember.known_evidence import SaidBefore, said_at, said_last
from remembrancer.remember.known_items import KnownItems, is_of_one_occasion
from remembrancer.remember.reconcile_candidates import (
    meanings_of,
    neighbours,
    terms_of,
    with_domain,
    with_members,
)
from remembrancer.search.port import QueryVector

log = logging.getLogger("remembrancer.work")


class Filed(NamedTuple):
    """The result of filing extracted items."""

    items: tuple[Item, ...] = ()
    superseded: tuple[Item, ...] = ()
    reconfirmed: tuple[Item, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    plan: tuple[Planned, ...] = ()
    rejected_before: tuple[EarlierRejection, ...] = ()


class Prepared(NamedTuple):
    """What is prepared before the write transaction starts."""

    candidates: Sequence[CandidateItem]
    meanings: Sequence[QueryVector | None]
    judgements: Sequence[dict[str, Judgement]]  # by the id of the existing item
    comparisons: Comparisons

    def of(self, candidates: Sequence[CandidateItem]) -> Prepared:
        """The same for these candidates, which have other ids. Without models, nothing was asked
        of the former ones."""
        if self.candidates or not candidates:
            return self._replace(candidates=candidates)
        return Prepared(
            candidates, [None] * len(candidates), [{} for _ in candidates], self.comparisons
        )


def prepared(
    store: Store, scope: Scope, tools: Tools, candidates: Sequence[CandidateItem]
) -> Prepared:
    """Vectors and model judgements: one model call for each new item that has candidates."""
    known = _known_subjects(store, scope, tools, candidates)
    meanings = meanings_of(tools, candidates, known)
    judgements: list[dict[str, Judgement]] = [{} for _ in candidates]
    model = tools.llm
    if model is None or not candidates:
        return Prepared(candidates, meanings, judgements, comparisons_for(tools))
    for number, candidate in enumerate(candidates):
        if candidate.new.state.is_personal and not model.is_local:
            continue
        state, meaning = candidate.new.state, meanings[number]

        def look(reader: Reader, state: ItemState = state, meaning: Any = meaning) -> list[Item]:
            near = with_members(reader, scope, state, neighbours(reader, scope, state, meaning))
            live = [one for one in near if planning.is_live(one)]
            return with_domain(reader, scope, state, live)

        beside, _ = transactions.read(store, scope, look)
        if not beside:
            continue
        try:
            told = judge_prompt.judge_with_model(
                model,
                candidate.new.state.content,
                [(one.id, one.content) for one in beside],
                title=candidate.new.state.title,
                titles={one.id: one.title for one in beside if one.title is not None},
                instructions=scope.space.preset.prompts.get("contradiction"),
                is_personal=candidate.new.state.is_personal,
            )
            judgements[number] = {one.candidate_id: one for one in told}
        except ModelFailed as error:
            log.warning("The judge did not answer, and rules decide: %s", error)
    return Prepared(candidates, meanings, judgements, comparisons_for(tools))


def _known_subjects(
    store: Store, scope: Scope, tools: Tools, candidates: Sequence[CandidateItem]
) -> frozenset[str | None]:
    """The subjects of which anything is known that may lie near: nothing lies near the first."""
    if tools.embedder is None or not candidates:
        return frozenset()

    def look(reader: Reader) -> frozenset[str | None]:
        named = {one.new.state.subject for one in candidates}
        return frozenset(
            one for one in named if reader.items.page(ItemFilter(subject=one), limit=1).items
        )

    return transactions.read(store, scope, look)[0]


def comparisons_for(tools: Tools) -> Comparisons:
    """Where texts are compared by their words alone, they are compared in the unit that stores."""
    model = tools.embedder
    return Comparisons(at_once=model is None or not model.is_local)


def file(
    unit: Writer, scope: Scope, tools: Tools, given: Prepared, spoken: ExtractionInput | None = None
) -> Filed:
    """Carries out the plan of each candidate, in the order in which they were said.

    Items that people only mention in these words are renewed.
    """
    with given.comparisons.known():
        filing = _Filing(unit, scope, tools, given.comparisons, given.candidates)
        listed = zip(given.candidates, given.meanings, given.judgements, strict=True)
        for candidate, meaning, told in listed:
            filing.take(candidate, meaning, told)
        filed = filing.filed()
    if spoken is None:
        return filed
    again = mentions.renewed(unit, scope, spoken, given.candidates)
    return filed._replace(
        reconfirmed=(*filed.reconfirmed, *again.items), plan=(*filed.plan, *again.plan)
    )


def judgements_of(
    store: Store, scope: Scope, tools: Tools, new: Sequence[NewItem]
) -> Sequence[dict[str, Judgement]]:
    """A model's judgements of new items against existing items."""
    program = not scope.viewer.is_person
    asked = [CandidateItem(one, one.state.occurred_at, program) for one in new]
    return prepared(store, scope, tools, asked).judgements


def check_arrivals(
    unit: Writer,
    scope: Scope,
    arrived: Sequence[Item],
    told: Sequence[dict[str, Judgement]],
    comparisons: Comparisons | None = None,
    apart: Collection[str] = (),
    *,
    says_anew: bool = False,
    only_earlier: bool = False,
) -> tuple[Contradiction, ...]:
    """Flags contradictions of items that were added as they are. It replaces nothing.

    Rules compare them, with the judgements in `told`: texts that merely look alike are no
    contradiction. Contradictions with the items in `apart` are ignored. If an item says something
    else than before, a settled contradiction may be open again.
    """
    filing = _Filing(unit, scope, Tools(), comparisons or Comparisons(rules_only=True))
    found: list[Contradiction] = []
    for number, item in enumerate(arrived):
        judged = told[number] if told else {}
        found += filing.flag_arrival(
            item, judged, apart, says_anew=says_anew, only_earlier=only_earlier
        )
    return tuple(found)


def opposed_to(
    reader: Reader, scope: Scope, item: Item, comparisons: Comparisons, *, only_earlier: bool
) -> tuple[str, ...]:
    """The items, or the earlier ones, than which an item says otherwise. Nothing is written."""
    filing = _Filing(reader, scope, Tools(), comparisons)
    _, known = filing.opposed(item, {}, (), only_earlier=only_earlier)
    return tuple(one.item.id for one in known)


def spoken_against(
    reader: Reader, scope: Scope, tools: Tools, candidates: Sequence[CandidateItem]
) -> list[Item]:
    """Items in use that filing these would replace or flag as contradicted. Nothing is written."""
    candidates = [one for one in candidates if not (one.only_reconfirms or one.only_acts)]
    if not candidates:
        return []
    looking = _Filing(reader, scope, tools, Comparisons(at_once=True), is_drawn=True)
    model = tools.embedder
    is_embedded = model is not None and reader.vector_search.has_vectors(model.name)
    meanings = meanings_of(tools if is_embedded else Tools(), candidates)
    listed = zip(candidates, meanings, strict=True)
    return [one for candidate, meaning in listed for one in looking.ended_by(candidate, meaning)]


def said_before(
    reader: Reader, scope: Scope, items: Iterable[Item]
) -> Iterator[tuple[Item, list[Item]]]:
    """Each of these items with the rejected items that say the same."""
    filing = _Filing(reader, scope, Tools(), Comparisons(at_once=True))
    for item in items:
        yield item, filing.turned_down(item)


class _Filing:
    """One unit of work in which new items are filed."""

    def __init__(
        self,
        unit: Writer | Reader,
        scope: Scope,
        tools: Tools,
        comparisons: Comparisons,
        candidates: Sequence[CandidateItem] = (),
        *,
        is_drawn: bool = False,
    ) -> None:
        self._unit = cast("Writer", unit)  # a reader for callers that write nothing
        self._scope = scope
        self._preset = scope.space.preset
        self._before = SaidBefore(unit, candidates)
        # Word frequencies are read once. Items filed meanwhile hardly change them.
        statistics = None
        if candidates:
            words = (term for one in candidates for term in terms_of(scope, one.new.state))
            statistics = unit.search.statistics(list(dict.fromkeys(words)))
            self._unit.items.expect([one.new for one in candidates])
        is_drawn = is_drawn or bool(candidates)
        self._compare = KnownItems(unit, scope, tools, comparisons, statistics, is_drawn=is_drawn)
        self._with_tasks: dict[str | None, bool] = {}
        self._items: dict[str, Item] = {}
        self._superseded: dict[str, Item] = {}
        self._reconfirmed: dict[str, Item] = {}
        self._contradictions: list[Contradiction] = []
        self._skipped: list[Skipped] = []
        self._plan: list[Planned] = []
        self._rejected: list[EarlierRejection] = []

    def filed(self) -> Filed:
        return Filed(
            tuple(self._items.values()),
            tuple(self._superseded.values()),
            tuple(self._reconfirmed.values()),
            tuple(self._contradictions),
            tuple(self._skipped),
            tuple(self._plan),
            tuple(self._rejected),
        )

    def take(
        self, candidate: CandidateItem, meaning: QueryVector | None, told: dict[str, Judgement]
    ) -> None:
        state = candidate.new.state
        is_act = not candidate.only_acts or candidate.corrects or self._may_act(state)
        if not is_act and not self._compare.may_be_known(state):
            return

        def is_same(item: Item) -> bool:
            return self._compare.says_the_same(state, item)

        rejected: list[Item] = []
        planned = self._before.skipped(candidate, is_same)
        if planned is None:
            known, planned = self._planned(candidate, meaning, told)
            planned = self._before.instead(candidate, planned, is_same)
            rejected = [one.item for one in known if planning.is_rejected(one)]
        if candidate.only_reconfirms and not self._is_reconfirmed(planned, candidate):
            return
        if candidate.only_acts:
            is_next = is_act and self._follows_end(candidate)
            if not (_acts(planned) or is_next):
                return
            candidate = self._as_known(planned, candidate)
        self._plan.append(planned)
        earlier = set(self._items)
        self._carry_out(planned, candidate)
        stored = next((id for id in self._items if id not in earlier), None)
        self._rejected += [
            rejection_record.told(self._unit, state.content, stored, one) for one in rejected
        ]

    def _follows_end(self, candidate: CandidateItem) -> bool:
        """Whether it gives what now holds in the place of an item that was just said to be over."""
        ended = list(self._superseded.values())
        if not ended:
            return False
        known = self._compare.compared_with(candidate.new.state, candidate.said_at, ended, {})
        return any(one.verdict.relation in planning.AGAINST for one in known)

    def _planned(
        self, candidate: CandidateItem, meaning: QueryVector | None, told: dict[str, Judgement]
    ) -> tuple[list[planning.KnownItem], Planned]:
        """The existing items to compare with, and the plan."""
        state, said_at = candidate.new.state, candidate.said_at
        verifier = self._verifier(candidate)
        new = planning.NewStatement(
            state,
            said_at,
            candidate.is_by_program,
            verifier,
            candidate.is_nod,
            candidate.only_acts,
        )
        place = state._replace(domain=None) if candidate.is_anywhere else state
        before = " ".join(one.quote for one in candidate.new.evidence[1:] if one.quote)
        known = self._compare.known(
            place, said_at, meaning, told, corrects=candidate.corrects, context=before
        )
        known = one_meeting.apart(self._unit, self._before, candidate, known)
        known = undone_judgements.heeded(self._unit, self._scope, known, candidate.new)
        return known, planning.planned(new, known, self._preset, self._scope.viewer)

    def ended_by(self, candidate: CandidateItem, meaning: QueryVector | None) -> list[Item]:
        """Items that no longer hold, or no longer hold for sure, once the candidate is filed."""
        known, planned = self._planned(candidate, meaning, {})
        ended = {flag.item_id for flag in planned.flags}
        if planned.step is Step.SUPERSEDE:
            ended.update(planned.item_ids)
        return [
            one.item
            for one in known
            if one.item.id in ended and one.verdict.relation is not StatementRelation.SAME
        ]

    def _may_act(self, state: ItemState) -> bool:
        """A cheap test: without a word of change, only an open task can be acted on."""
        return self._has_tasks(state.subject) or self._compare.says_change(state)

    def _has_tasks(self, subject: str | None) -> bool:
        if subject not in self._with_tasks:
            self._with_tasks[subject] = has_open_tasks(self._unit, self._preset, subject)
        return self._with_tasks[subject]

    def _as_known(self, planned: Planned, candidate: CandidateItem) -> CandidateItem:
        """The candidate with the kind of the item that it changes."""
        ids = (*planned.item_ids, *(flag.item_id for flag in planned.flags))
        known = next(iter(self._unit.items.named(ids[:1]).values()), None)
        if known is None or known.kind == candidate.new.state.kind:
            return candidate
        state = candidate.new.state._replace(kind=known.kind, category=known.category)
        return candidate._replace(new=candidate.new._replace(state=state))

    def _is_reconfirmed(self, planned: Planned, candidate: CandidateItem) -> bool:
        """Whether a person confirms an existing item."""
        return planned.step is Step.RECONFIRM and self._verifier(candidate) is not None

    def _verifier(self, candidate: CandidateItem) -> str | None:
        """The person who vouches for the item; None: nobody does, or it is only claimed.

        Callers speak for themselves, whatever author name is on their words. Only an admin can
        submit the words of other people on record, for example their sessions.
        """
        author, viewer = candidate.vouched_by, self._scope.viewer
        if author is None or not viewer.is_person:
            return None
        person = None if author == viewer.name else self._unit.people.get(author)
        if person is None:
            return viewer.name
        return author if viewer.is_admin and person.as_principal().is_person else None

    def flag_arrival(
        self,
        item: Item,
        told: dict[str, Judgement],
        apart: Collection[str],
        *,
        says_anew: bool,
        only_earlier: bool,
    ) -> list[Contradiction]:
        """Flags what the item contradicts, `only_earlier`: of what was stored before it."""
        new, known = self.opposed(item, told, apart, only_earlier=only_earlier)
        flags = planning.planned(new, known, self._preset, self._scope.viewer).flags
        return [self._flagged(flag, item, says_anew=says_anew) for flag in flags]

    def opposed(
        self, item: Item, told: dict[str, Judgement], apart: Collection[str], *, only_earlier: bool
    ) -> tuple[planning.NewStatement, list[planning.KnownItem]]:
        """What the item says, and existing items that say otherwise about the same."""
        stored = change.found(self._unit, item.id)
        state, before = stored.state, stored.number if only_earlier else None
        new = planning.NewStatement(state, said_at(item), not self._scope.viewer.is_person)
        # The item stays stored next to items that say the same, so only contradictions count.
        others = [
            one
            for one in self._compare.known(state, new.said_at, None, told, before=before)
            if one.item.id != item.id
        ]
        known = [
            one
            for one in undone_judgements.heeded(self._unit, self._scope, others)
            if one.item.id not in apart and one.verdict.relation is not StatementRelation.SAME
        ]
        return new, known

    def turned_down(self, item: Item) -> list[Item]:
        state = change.found(self._unit, item.id).state
        if is_of_one_occasion(state):
            return []
        near = (
            one
            for one in self._compare.beside(state, None, {}, None)
            if one.id != item.id
            and planning.is_withdrawn(one)
            and not is_of_one_occasion(one)
            and one.source_type != COMPRESSION
        )
        known = self._compare.compared_with(state, said_at(item), list(near), {})
        return [one.item for one in known if planning.is_rejected(one)]

    # -- carrying out the plan

    def _carry_out(self, planned: Planned, candidate: CandidateItem) -> None:
        if planned.step is Step.SKIP:
            self._skipped.append(Skipped(text=planned.text, reason=planned.because))
        if planned.step is Step.RECONFIRM or planned.is_mention:
            stored = self._in_use(planned.item_ids[0])
            again = change.reconfirm(
                self._unit,
                self._scope,
                stored,
                candidate.new.evidence,
                metadata=said_last(stored, candidate.said_at),
                boosts=not planned.is_mention,
                verifier=self._verifier(candidate),
                judged=planned.judged(ActKind.CONFIRMED),
                reason=planned.because,
            )
            self._reconfirmed[again.id] = again
        self._close(planned, candidate)
        if planned.step in (Step.SKIP, Step.RECONFIRM, Step.CLOSE):
            return
        item = self._stored(planned, candidate.new)
        self._items[item.id] = item
        if item.kind in self._compare.tasks:
            self._with_tasks[item.subject] = True
        self._before.add(item)
        self._contradictions += [self._flagged(flag, item) for flag in planned.flags]

    def _close(self, planned: Planned, candidate: CandidateItem) -> None:
        """Marks the known tasks as done, with the words that say so as evidence."""
        for id in planned.closes:
            stored = self._in_use(id)
            state = stored.state._replace(metadata={**stored.state.metadata, "done": True})
            self._unit.items.change(
                stored,
                state,
                action=Action.ITEM_UPDATE,
                reason=planned.because,
                evidence=candidate.new.evidence,
                judged=planned.judged(ActKind.CLOSED),
            )

    def _in_use(self, id: str) -> StoredItem:
        """An existing item, released first if a compressed entry quotes it."""
        return released(self._unit, change.found(self._unit, id))

    def _flagged(self, flag: Flag, item: Item, *, says_anew: bool = False) -> Contradiction:
        self._in_use(flag.item_id)
        return contradictions.flag(self._unit, flag, item, says_anew=says_anew)

    def _stored(self, planned: Planned, new: NewItem) -> Item:
        if planned.step is Step.SUPERSEDE:
            return self._replaced(planned, new)
        (item,) = self._unit.items.add([new])
        if planned.step is Step.BENEATH:
            stored = change.found(self._unit, item.id)
            state = stored.state._replace(
                lifecycle=Lifecycle.SUPERSEDED, superseded_by=planned.item_ids[0]
            )
            item = self._unit.items.change(
                stored,
                state,
                action=Action.ITEM_SUPERSEDE,
                reason=planned.because,
                judged=planned.judged(
                    ActKind.SUPERSEDED, item=planned.item_ids[0], others=(item.id,)
                ),
            )
        return item

    def _replaced(self, planned: Planned, new: NewItem) -> Item:
        first, *others = [self._in_use(id) for id in planned.item_ids]
        if new.state.domain is None:
            new = new._replace(state=new.state._replace(domain=first.state.domain))
        ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
        judged = planned.judged(ActKind.SUPERSEDED, others=planned.item_ids)
        item = self._unit.items.replace(first, ended, new, reason=planned.because, judged=judged)
        for stored in others:
            state = stored.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=item.id)
            self._unit.items.change(
                stored, state, action=Action.ITEM_SUPERSEDE, reason=planned.because
            )
        now = self._unit.items.named({item.id, *planned.item_ids})
        for id in planned.item_ids:
            if id in now:
                self._items.pop(id, None)
                self._superseded[id] = now[id]
        return now.get(item.id, item)


def _acts(planned: Planned) -> bool:
    """Whether a plan changes or confirms something known."""
    is_changed = planned.step in (Step.SUPERSEDE, Step.RECONFIRM, Step.CLOSE)
    return is_changed or bool(planned.flags or planned.closes)
