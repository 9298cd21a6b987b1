"""Reconcile: compares each extracted item with existing items, plans a step and carries it out."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from remembrancer.core.errors import ModelFailed
from remembrancer.core.grounds import ActKind, Ground
from remembrancer.core.kinds import Family
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.governance import change, contradictions, rejection_record
from remembrancer.governance.compressed_members import released
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items import tasks
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kind_groups import kinds
from remembrancer.items.port import NewItem
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.language import statement_reader
from remembrancer.language.holder_words import CLIENTS
from remembrancer.language.holders import CLIENT
from remembrancer.language.names import find_names
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words, language
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading.extraction_input import CandidateItem, ExtractionInput
from remembrancer.reading.judging import judge, pair_model, titles
from remembrancer.reading.judging.completion import judge_completion
from remembrancer.reading.judging.judgement import Judgement, StatementRelation
from remembrancer.reading.judging.slot_judge import stored_slot, with_holder
from remembrancer.reading.judging.verdict import UNRELATED, Verdict
from remembrancer.reading.plan import Flag, Planned, Skipped, Step
from remembrancer.reading.prompts import judge_prompt as judge_prompt
from remembrancer.remember import mentions, one_meeting, planning, undone_judgements
from remembrancer.remember.comparisons import Comparisons
from remembrancer.remember.known_evidence import SaidBefore, said_at, said_last
from remembrancer.remember.reconcile_candidates import (
    is_beside,
    meanings_of,
    neighbours,
    terms_of,
    with_domain,
    with_members,
)
from remembrancer.search.port import QueryVector

log = logging.getLogger("remembrancer.work")

# An item about one occasion is never the same as another, however similar. Only an item based on
# the same words is.
_OF_ONE_OCCASION = frozenset({"decision_trace", "summary"})  # a summary covers several items
_ENDING = frozenset({Ground.CHANGE, Ground.CORRECTION, Ground.REVERSAL})
_UNLIKE = pair_model.PairScores(0.0, 0.0)
_READ_CHARACTERS_MAX = 1_000  # a longer text is not parsed as one statement


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


def prepared(
    store: Store, scope: Scope, tools: Tools, candidates: Sequence[CandidateItem]
) -> Prepared:
    """Vectors and model judgements: one model call for each new item that has candidates."""
    meanings = meanings_of(tools, candidates)
    judgements: list[dict[str, Judgement]] = [{} for _ in candidates]
    model = tools.llm
    if model is None or not candidates:
        return Prepared(candidates, meanings, judgements, Comparisons())
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
    return Prepared(candidates, meanings, judgements, Comparisons())


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


def may_contradict(
    reader: Reader, scope: Scope, item: Item, comparisons: Comparisons, *, only_earlier: bool
) -> bool:
    """Whether an item says otherwise than others, or than earlier ones. Nothing is written."""
    filing = _Filing(reader, scope, Tools(), comparisons)
    _, known = filing.opposed(item, {}, (), only_earlier=only_earlier)
    return bool(known)


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
        self._comparisons = comparisons
        self._scope = scope
        self._tools = tools
        self._preset = scope.space.preset
        self._is_about_clients = self._preset.extract.is_about_clients
        self._open = frozenset(kinds(self._preset, (Family.UNRESOLVED,)))
        self._tasks = self._open.union(kinds(self._preset, (Family.ACTION,)))
        self._before = SaidBefore(unit, candidates)
        # Word frequencies are read once. Items filed meanwhile hardly change them.
        self._statistics = None
        self._is_drawn = is_drawn or bool(candidates)
        if candidates:
            words = (term for one in candidates for term in terms_of(scope, one.new.state))
            self._statistics = unit.search.statistics(list(dict.fromkeys(words)))
            self._unit.items.expect([one.new for one in candidates])
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
        if candidate.only_acts and not (candidate.corrects or self._may_act(state)):
            return

        def is_same(item: Item) -> bool:
            return self._says_the_same(state, item)

        rejected: list[Item] = []
        planned = self._before.skipped(candidate, is_same)
        if planned is None:
            known, planned = self._planned(candidate, meaning, told)
            planned = self._before.instead(candidate, planned, is_same)
            rejected = [one.item for one in known if planning.is_rejected(one)]
        if candidate.only_reconfirms and not self._is_reconfirmed(planned, candidate):
            return
        if candidate.only_acts:
            if not _acts(planned):
                return
            candidate = self._as_known(planned, candidate)
        self._plan.append(planned)
        earlier = set(self._items)
        self._carry_out(planned, candidate)
        stored = next((id for id in self._items if id not in earlier), None)
        self._rejected += [
            rejection_record.told(self._unit, state.content, stored, one) for one in rejected
        ]

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
        known = self._known(place, said_at, meaning, told, corrects=candidate.corrects)
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
        claim = self._read(state.content, state.data, state.occurred_at, state.subject).claim
        return claim.is_act or claim.is_now or self._has_tasks(state.subject)

    def _has_tasks(self, subject: str | None) -> bool:
        if subject not in self._with_tasks:
            wanted = ItemFilter(
                subject=subject, kind=tuple(self._tasks), lifecycle=(Lifecycle.ACTIVE,)
            )
            found = self._unit.items.page(wanted, limit=1).items if self._tasks else ()
            self._with_tasks[subject] = bool(found)
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
            for one in self._known(state, new.said_at, None, told, before=before)
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
        if state.kind in _OF_ONE_OCCASION:
            return []
        near = (
            one
            for one in self._beside(state, None, {}, None)
            if one.id != item.id
            and planning.is_withdrawn(one)
            and one.kind not in _OF_ONE_OCCASION
            and one.source_type != COMPRESSION
        )
        known = self._compared_with(state, said_at(item), list(near), {})
        return [one.item for one in known if planning.is_rejected(one)]

    # -- existing items

    def _known(
        self,
        state: ItemState,
        at: datetime,
        meaning: QueryVector | None,
        told: dict[str, Judgement],
        *,
        corrects: bool = False,
        before: int | None = None,
    ) -> list[planning.KnownItem]:
        if state.kind in _OF_ONE_OCCASION:
            return []
        beside = [
            one
            for one in self._beside(state, meaning, told, before)
            if one.kind not in _OF_ONE_OCCASION and one.source_type != COMPRESSION
        ]
        return self._compared_with(state, at, beside, told, corrects=corrects)

    def _compared_with(
        self,
        state: ItemState,
        at: datetime,
        beside: Sequence[Item],
        told: dict[str, Judgement],
        *,
        corrects: bool = False,
    ) -> list[planning.KnownItem]:
        if not beside:
            return []
        new = self._read(state.content, state.data, state.occurred_at, state.subject)
        if corrects:
            new = new._replace(claim=new.claim._replace(corrects=True))
        verdicts = self._verdicts(state, new, at, beside, told)
        verdicts = [
            self._completed(state, new, one, verdict)
            for one, verdict in zip(beside, verdicts, strict=True)
        ]
        if state.kind in self._open:
            verdicts = [
                judge.judge_reopened(new, self._statement_of(one), verdict)
                if one.kind == state.kind
                else verdict
                for one, verdict in zip(beside, verdicts, strict=True)
            ]
        return [
            planning.KnownItem(item, said_at(item), verdict)
            for item, verdict in zip(beside, verdicts, strict=True)
            if verdict.relation is not StatementRelation.UNRELATED
            and (
                _is_of_one_sort(state, new, item)
                or planning.is_withdrawn(item)
                or _is_said_to_end(verdict)
            )
        ]

    def _completed(self, state: ItemState, new: Statement, item: Item, verdict: Verdict) -> Verdict:
        """The verdict, or that the statement closes a known task or open question."""
        if item.kind not in self._tasks or item.kind == state.kind or tasks.is_done(item):
            return verdict
        if verdict.relation is StatementRelation.SAME:
            return verdict
        about = self._subject_words(state.subject)
        return judge_completion(new, self._statement_of(item), about) or verdict

    def _beside(
        self,
        state: ItemState,
        meaning: QueryVector | None,
        told: dict[str, Judgement],
        before: int | None,
    ) -> list[Item]:
        """Reconcile candidates, and items that a model found related without shared words."""
        near = neighbours(self._unit, self._scope, state, meaning, self._statistics, before=before)
        near = with_members(self._unit, self._scope, state, near)
        ids = {one.id for one in near}
        named = [
            id
            for id, one in told.items()
            if id not in ids and one.relation is not StatementRelation.UNRELATED
        ]
        found = self._unit.items.named(named).values() if named else ()
        return [*near, *(one for one in found if is_beside(one, self._scope, state))]

    def _verdicts(
        self,
        state: ItemState,
        new: Statement,
        at: datetime,
        beside: Sequence[Item],
        told: dict[str, Judgement],
    ) -> list[Verdict]:
        known = [(self._statement_of(one), said_at(one) > at) for one in beside]
        earlier = [one for one, is_later in known if not is_later]
        about = self._subject_words(state.subject)
        by_rules = iter(judge.judge_statements(new, earlier, self._compared, about=about))
        verdicts = []
        for item, (one, is_later) in zip(beside, known, strict=True):
            # The later statement is compared with the earlier one, whichever arrived first.
            verdict = (
                judge.judge_statements(one, [new], self._compared, about=about)[0].reversed()
                if is_later
                else next(by_rules)
            )
            verdict = self._with_titles(state, new, item, one, verdict)
            if item.id in told:
                verdict = self._decided(new, one, told[item.id], verdict, about)
            verdicts.append(verdict)
        return verdicts

    def _with_titles(
        self, state: ItemState, new: Statement, item: Item, known: Statement, verdict: Verdict
    ) -> Verdict:
        ours, theirs = self._title_of(state), self._title_of(item)
        if ours is None and theirs is None:
            return verdict
        if self._is_drawn and verdict.reason.endswith("same words"):
            return verdict  # an extractor may title the same words differently each time
        return titles.apply_titles(
            titles.TitledStatement(ours, new), titles.TitledStatement(theirs, known), verdict
        )

    def _title_of(self, one: ItemState | Item) -> Statement | None:
        """The title, if it adds words to the text. The title of a slot only repeats its value."""
        if one.title is None or "slot" in one.data or not titles.adds_words(one.title, one.content):
            return None
        return self._read(one.title, {}, one.occurred_at, one.subject)

    def _says_the_same(self, state: ItemState, item: Item) -> bool:
        new = self._read(state.content, state.data, state.occurred_at, state.subject)
        (verdict,) = judge.judge_statements(new, [self._statement_of(item)], self._compared)
        return verdict.relation is StatementRelation.SAME

    def _compared(self, pairs: Sequence[tuple[str, str]]) -> list[pair_model.PairScores]:
        return self._comparisons.of(pairs, self._weighed)

    def _weighed(self, pairs: Sequence[tuple[str, str]]) -> list[pair_model.PairScores]:
        """Similarity scores of text pairs.

        Without vectors, pairs that share only names or function words of any language are not
        scored. Two statements about one person are not for that reason the same or a contradiction.
        """
        embedder, words = self._tools.embedder, self._preset.language
        if any(len(text) > _READ_CHARACTERS_MAX for one in pairs for text in one):
            short = [one for one in pairs if max(map(len, one)) <= _READ_CHARACTERS_MAX]
            found = dict(zip(short, self._weighed(short), strict=True))
            return [found.get(one, _UNLIKE) for one in pairs]
        if embedder is not None and embedder.is_local:
            return pair_model.compare(pairs, embedder=embedder, language=words)
        weighed = [(one, other) for one, other in pairs if self._is_told_of(one, other)]
        found = dict(
            zip(weighed, pair_model.compare(weighed, embedder=None, language=words), strict=True)
        )
        return [found.get(one, _UNLIKE) for one in pairs]

    def _is_told_of(self, one: str, other: str) -> bool:
        stems = language(self._preset.language).stems
        shared = set(stems(one)).intersection(stems(other)) - function_words()
        if not shared:
            return False
        return not shared <= set(stems(" ".join((*find_names(one), *find_names(other)))))

    def _decided(
        self,
        new: Statement,
        known: Statement,
        told: Judgement,
        by_rules: Verdict,
        about: frozenset[str],
    ) -> Verdict:
        """The model's judgement, within limits.

        The model cannot split one text in two or merge two values into one. It replaces nothing
        that our own rules do not see as being about the same thing.
        """
        if told.relation is StatementRelation.SAME and by_rules.replaces:
            return by_rules
        if (
            by_rules.relation is StatementRelation.SAME
            and told.relation is StatementRelation.UNRELATED
        ):
            return by_rules if by_rules.reason.endswith("same words") else UNRELATED
        return judge.verdict_from_model(told, new, known, about)

    def _subject_words(self, subject: str | None) -> frozenset[str]:
        """The stems of the subject's name. All statements about it share them."""
        stems = language(self._preset.language).stems
        named = frozenset(stems(subject or ""))
        return named.union(stems(" ".join(CLIENTS))) if self._is_about_clients else named

    def _statement_of(self, item: Item) -> Statement:
        return self._read(item.content, item.data, item.occurred_at, item.subject)

    def _read(
        self, text: str, data: dict[str, object], at: datetime, subject: str | None
    ) -> Statement:
        read = self._comparisons.statements.get((text, at))  # new items soon become candidates
        if read is None:
            # A long text says more than one thing. It counts as the same only if its words are the
            # same.
            is_read = len(text) <= _READ_CHARACTERS_MAX
            language = self._preset.language
            read = (
                statement_reader.read_statement(text, language=language, at=at)
                if is_read
                else Statement(text)
            )
            self._comparisons.statements[text, at] = read
        slot = stored_slot(data, read.slot)
        if slot is not None and slot.holder == CLIENT and self._preset.extract.is_about_clients:
            slot = slot._replace(holder=None)
        return read._replace(slot=None if slot is None else with_holder(slot, subject))

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


def _is_said_to_end(verdict: Verdict) -> bool:
    """Whether the words say that something ends or changed, whatever the kinds of the two are."""
    if verdict.relation is StatementRelation.CLOSES:
        return True
    return not _ENDING.isdisjoint(verdict.grounds)


def _is_of_one_sort(state: ItemState, new: Statement, item: Item) -> bool:
    """Whether both are of one sort: a task is not a fact, unless both fill a slot."""
    return item.kind == state.kind or new.slot is not None
