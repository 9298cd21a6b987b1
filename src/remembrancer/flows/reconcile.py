"""Filing what was drawn out: each against what is known, by a plan that is carried out at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from remembrancer.errors import ModelFailed
from remembrancer.flows import units
from remembrancer.flows.draw import SAID_AT, Candidate
from remembrancer.flows.task import Tools
from remembrancer.govern import change, contradictions
from remembrancer.loading import load
from remembrancer.model.contradiction import Contradiction
from remembrancer.model.evidence import Evidence
from remembrancer.model.filter import ItemFilter, RecallFilter
from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.judgement import Judgement, Relation
from remembrancer.model.ledger import Action
from remembrancer.model.plan import Planned, Step
from remembrancer.model.remembered import Skipped
from remembrancer.model.scope import Scope
from remembrancer.model.state import ItemState
from remembrancer.model.statement import Slot, Statement
from remembrancer.ports import Meaning, NewEvidence, NewItem, Place, Reader, Store, Writer
from remembrancer.reconcile import judge, pair, plan
from remembrancer.reconcile.slots import held_by
from remembrancer.reconcile.verdict import UNRELATED, Verdict
from remembrancer.rules.language import language
from remembrancer.rules.limits import NEIGHBOURS_COMPARED_MAX, PAGE_ITEMS_MAX
from remembrancer.rules.statements import statement

log = logging.getLogger("remembrancer.work")

# What tells of one occasion is never the same as another, however alike: only what rests on the
# very same words is.
_OF_ONE_OCCASION = frozenset({"decision_trace", "summary"})
_CHAIN_LOOKED_AT = 50  # items of a chain in which words may have been taken in before


class Filed(NamedTuple):
    """What became of what was drawn out."""

    items: tuple[Item, ...] = ()
    superseded: tuple[Item, ...] = ()
    reconfirmed: tuple[Item, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    plan: tuple[Planned, ...] = ()


class Prepared(NamedTuple):
    """What is worked out before the store is held for writing."""

    candidates: Sequence[Candidate]
    meanings: Sequence[Meaning | None]
    judgements: Sequence[dict[str, Judgement]]  # by the id of what is known


def prepared(store: Store, scope: Scope, tools: Tools, candidates: Sequence[Candidate]) -> Prepared:
    """Vectors and a model's judgements: one question for each new item that has neighbours."""
    meanings = _meanings(tools, candidates)
    judgements: list[dict[str, Judgement]] = [{} for _ in candidates]
    model = tools.llm
    if model is None or not candidates:
        return Prepared(candidates, meanings, judgements)
    for number, candidate in enumerate(candidates):
        if candidate.new.state.is_personal and not model.is_local:
            continue
        neighbours, _ = units.read(
            store,
            scope,
            lambda reader, candidate=candidate, number=number: [  # type: ignore[misc]
                one
                for one in _neighbours(reader, scope, candidate.new.state, meanings[number])
                if plan.is_live(one)
            ],
        )
        if not neighbours:
            continue
        try:
            told = load("remembrancer.prompts.judge").judged(
                model,
                candidate.new.state.content,
                [(one.id, one.content) for one in neighbours],
                instructions=scope.space.preset.prompts.get("contradiction"),
                is_personal=candidate.new.state.is_personal,
            )
            judgements[number] = {one.candidate_id: one for one in told}
        except ModelFailed as error:
            log.warning("The judge did not answer, and rules decide: %s", error)
    return Prepared(candidates, meanings, judgements)


def file(unit: Writer, scope: Scope, tools: Tools, given: Prepared) -> Filed:
    """Carries out what the plan says for each, in the order in which they were said."""
    filing = _Filing(unit, scope, tools)
    listed = zip(given.candidates, given.meanings, given.judgements, strict=True)
    for candidate, meaning, told in listed:
        filing.take(candidate, meaning, told)
    return filing.filed()


def judgements_of(
    store: Store, scope: Scope, tools: Tools, new: Sequence[NewItem]
) -> Sequence[dict[str, Judgement]]:
    """What a model says of items that arrive as they stand, and what is known."""
    program = not scope.viewer.is_person
    asked = [Candidate(one, one.state.occurred_at, program) for one in new]
    return prepared(store, scope, tools, asked).judgements


def check_arrivals(
    unit: Writer,
    scope: Scope,
    tools: Tools,
    arrived: Sequence[Item],
    told: Sequence[dict[str, Judgement]],
) -> tuple[Contradiction, ...]:
    """Contradictions of items that were stored as they stand. Nothing is replaced for them."""
    filing = _Filing(unit, scope, tools)
    found: list[Contradiction] = []
    for number, item in enumerate(arrived):
        found += filing.flag_arrival(item, told[number] if told else {})
    return tuple(found)


class _Filing:
    """One unit of work in which new items are filed."""

    def __init__(self, unit: Writer, scope: Scope, tools: Tools) -> None:
        self._unit = unit
        self._scope = scope
        self._tools = tools
        self._preset = scope.space.preset
        self._drawn_before: dict[tuple[str, str | None], list[Item]] = {}
        self._statements: dict[tuple[str, int], Statement] = {}
        self._items: dict[str, Item] = {}
        self._superseded: dict[str, Item] = {}
        self._reconfirmed: dict[str, Item] = {}
        self._contradictions: list[Contradiction] = []
        self._skipped: list[Skipped] = []
        self._plan: list[Planned] = []

    def filed(self) -> Filed:
        return Filed(
            tuple(self._items.values()),
            tuple(self._superseded.values()),
            tuple(self._reconfirmed.values()),
            tuple(self._contradictions),
            tuple(self._skipped),
            tuple(self._plan),
        )

    def take(
        self, candidate: Candidate, meaning: Meaning | None, told: dict[str, Judgement]
    ) -> None:
        state = candidate.new.state
        before = self._drawn_from_the_same_words(candidate)
        if before is None:
            new = plan.New(state, candidate.said_at, candidate.is_by_program)
            known = self._known(state, meaning, told)
            planned = plan.planned(new, known, self._preset, self._scope.viewer)
            before = self._taken_in_before(candidate, planned)
        if before is not None:
            planned = Planned(
                step=Step.SKIP,
                text=state.content,
                because="it was drawn from these words before",
                item_ids=(before.id,),
            )
        self._plan.append(planned)
        self._carry_out(planned, candidate)

    def flag_arrival(self, item: Item, told: dict[str, Judgement]) -> list[Contradiction]:
        stored = change.found(self._unit, item.id)
        state = stored.state
        new = plan.New(state, said_at(item), not self._scope.viewer.is_person)
        known = [one for one in self._known(state, None, told) if one.item.id != item.id]
        planned = plan.planned(new, known, self._preset, self._scope.viewer)
        return [contradictions.flag(self._unit, flag, item) for flag in planned.flags]

    # -- what is known

    def _drawn_from_the_same_words(self, candidate: Candidate) -> Item | None:
        """An item of the same sort that rests on these very words, in use or not."""
        state = candidate.new.state
        key = (state.source_type, state.source_id)
        if state.source_id is None or not candidate.new.evidence:
            return None
        if key not in self._drawn_before:
            self._drawn_before[key] = self._from_source(state.source_type, state.source_id)
        own = candidate.new.evidence[0]
        for item in self._drawn_before[key]:
            if item.kind != state.kind or not item.evidence:
                continue
            if _is_on(own, item.evidence[0]):
                if _is_other_part(state, item):
                    continue
                return item
        return None

    def _taken_in_before(self, candidate: Candidate, planned: Planned) -> Item | None:
        """An item out of another source that was reconfirmed by these very words.

        It may have been replaced since: what it concerns is looked at with all that led to it.
        """
        if not candidate.new.evidence:
            return None
        own, source_id = candidate.new.evidence[0], candidate.new.state.source_id
        for id in dict.fromkeys((*planned.item_ids, *(flag.item_id for flag in planned.flags))):
            for item in self._unit.chain(id, limit=_CHAIN_LOOKED_AT):
                is_other = source_id is None or item.source_id != source_id
                if is_other and any(_is_on(own, one) for one in item.evidence):
                    return item
        return None

    def _from_source(self, source_type: str, source_id: str) -> list[Item]:
        filter = ItemFilter(source_type=(source_type,), source_id=(source_id,))
        found: list[Item] = []
        cursor: str | None = None
        while True:
            page = self._unit.items(filter, limit=PAGE_ITEMS_MAX, after=cursor)
            found += page
            cursor = page.next
            if cursor is None:
                return found

    def _known(
        self, state: ItemState, meaning: Meaning | None, told: dict[str, Judgement]
    ) -> list[plan.Known]:
        if state.kind in _OF_ONE_OCCASION:
            return []
        neighbours = [
            one
            for one in _neighbours(self._unit, self._scope, state, meaning)
            if one.kind not in _OF_ONE_OCCASION
        ]
        new = self._read(state.content, state.data, state.occurred_at, state.subject)
        verdicts = self._verdicts(new, neighbours, told)
        return [
            plan.Known(item, said_at(item), verdict)
            for item, verdict in zip(neighbours, verdicts, strict=True)
            if verdict.relation is not Relation.UNRELATED
        ]

    def _verdicts(
        self, new: Statement, neighbours: Sequence[Item], told: dict[str, Judgement]
    ) -> list[Verdict]:
        embedder = self._tools.embedder
        statements = [self._statement_of(one) for one in neighbours]
        by_rules = judge.judged(
            new,
            statements,
            lambda pairs: pair.compare(
                pairs,
                embedder=embedder if embedder is not None and embedder.is_local else None,
                language=self._preset.language,
            ),
        )
        return [
            self._decided(new, told[item.id], verdict) if item.id in told else verdict
            for item, verdict in zip(neighbours, by_rules, strict=True)
        ]

    def _decided(self, new: Statement, told: Judgement, by_rules: Verdict) -> Verdict:
        """A model's word, save that it cannot make two out of one text."""
        if by_rules.relation is Relation.SAME and told.relation is Relation.UNRELATED:
            return by_rules if by_rules.because.endswith("same words") else UNRELATED
        return judge.by_model(told, new)

    def _statement_of(self, item: Item) -> Statement:
        key = (item.id, item.version)
        if key not in self._statements:
            self._statements[key] = self._read(
                item.content, item.data, item.occurred_at, item.subject
            )
        return self._statements[key]

    def _read(
        self, text: str, data: dict[str, object], at: datetime, subject: str | None
    ) -> Statement:
        read = statement.read(text, language=self._preset.language, at=at)
        slot = _slot_from(data, read.slot)
        return read._replace(slot=None if slot is None else held_by(slot, subject))

    # -- carrying it out

    def _carry_out(self, planned: Planned, candidate: Candidate) -> None:
        if planned.step is Step.SKIP:
            self._skipped.append(Skipped(text=planned.text, reason=planned.because))
            return
        if planned.step is Step.RECONFIRM:
            stored = change.found(self._unit, planned.item_ids[0])
            again = change.reconfirm(self._unit, self._scope, stored, candidate.new.evidence)
            self._reconfirmed[again.id] = again
            return
        item = self._stored(planned, candidate.new)
        self._items[item.id] = item
        key = (item.source_type, item.source_id)
        self._drawn_before.setdefault(key, []).append(item)
        for flag in planned.flags:
            self._contradictions.append(contradictions.flag(self._unit, flag, item))

    def _stored(self, planned: Planned, new: NewItem) -> Item:
        if planned.step is Step.SUPERSEDE:
            return self._replaced(planned, new)
        (item,) = self._unit.add_items([new])
        if planned.step is Step.BENEATH:
            stored = change.found(self._unit, item.id)
            state = stored.state._replace(
                lifecycle=Lifecycle.SUPERSEDED, superseded_by=planned.item_ids[0]
            )
            item = self._unit.change_item(
                stored, state, action=Action.ITEM_SUPERSEDE, reason=planned.because
            )
        return item

    def _replaced(self, planned: Planned, new: NewItem) -> Item:
        first, *others = (change.found(self._unit, id) for id in planned.item_ids)
        ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
        item = self._unit.replace_item(first, ended, new, reason=planned.because)
        for stored in others:
            state = stored.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=item.id)
            self._unit.change_item(
                stored, state, action=Action.ITEM_SUPERSEDE, reason=planned.because
            )
        for id in planned.item_ids:
            old = self._unit.item(id)
            if old is not None:
                self._items.pop(id, None)
                self._superseded[id] = old
        again = self._unit.item(item.id)
        return item if again is None else again


def said_at(item: Item) -> datetime:
    """When an item was said, as far as is known. What lies ahead was not said then."""
    told = item.metadata.get(SAID_AT)
    if isinstance(told, str):
        try:
            found = datetime.fromisoformat(told)
        except ValueError:
            found = item.occurred_at
        if found.tzinfo is not None:
            return found
    return min(item.occurred_at, item.created_at)


def _neighbours(
    reader: Reader, scope: Scope, state: ItemState, meaning: Meaning | None
) -> list[Item]:
    """What is known in the same place, by words and by meaning."""
    words = language(scope.space.preset.language).stems(" ".join([state.content, *state.tags]))
    terms = list(dict.fromkeys(words))
    place = Place(state.subject, state.domain, state.audience, state.is_personal)
    found = {
        one.id: one
        for one in reader.neighbours(
            terms, reader.statistics(terms), place, limit=NEIGHBOURS_COMPARED_MAX
        )
    }
    if meaning is not None and reader.has_vectors(meaning.model):
        filter = RecallFilter(
            subject=state.subject, domains=None if state.domain is None else (state.domain,)
        )
        near = reader.near_items(meaning, filter, limit=NEIGHBOURS_COMPARED_MAX, at=None)
        for one in reader.items_by_key([hit.candidate.key for hit in near]).values():
            if _is_in(one, place, scope):
                found.setdefault(one.id, one)
    return list(found.values())


def _is_in(item: Item, place: Place, scope: Scope) -> bool:
    is_there = (item.subject, item.domain, item.audience, item.is_personal) == place
    return is_there and (not item.is_personal or item.source_user == scope.viewer.name)


def _meanings(tools: Tools, candidates: Sequence[Candidate]) -> list[Meaning | None]:
    embedder = tools.embedder
    if embedder is None:
        return [None] * len(candidates)
    told = [
        number
        for number, one in enumerate(candidates)
        if embedder.is_local or not one.new.state.is_personal
    ]
    meanings: list[Meaning | None] = [None] * len(candidates)
    if not told:
        return meanings
    try:
        vectors = embedder.embed([candidates[number].new.state.content for number in told])
    except ModelFailed as error:
        log.warning("Neighbours are looked for by words alone: %s", error)
        return meanings
    for number, vector in zip(told, vectors, strict=True):
        meanings[number] = Meaning(embedder.name, tuple(vector))
    return meanings


def _slot_from(data: dict[str, object], read: Slot | None) -> Slot | None:
    """The slot as it was drawn out; else as the text reads."""
    name, value = data.get("slot"), data.get("value")
    if not isinstance(name, str) or not isinstance(value, str | int | float | bool):
        return read
    if read is not None and read.name == name:
        unit = data.get("unit", read.unit)
        return read._replace(value=value, unit=unit if isinstance(unit, str) else read.unit)
    unit = data.get("unit")
    return Slot(name, value, unit if isinstance(unit, str) else None)


def _is_on(own: NewEvidence, other: Evidence) -> bool:
    """Both quote the same stretch of one text, or a part of it."""
    place = (other.conversation_id, other.message_id)
    is_there = own.message == place if own.message else own.source == other.source_id
    return is_there and _overlap(own.start, own.end, other.start, other.end)


def _overlap(
    start: int | None, end: int | None, other_start: int | None, other_end: int | None
) -> bool:
    if start is None or end is None or other_start is None or other_end is None:
        return False
    return start < other_end and other_start < end


def _is_other_part(state: ItemState, item: Item) -> bool:
    """Two items may be drawn from one sentence, each of another part of it."""
    ours, theirs = state.data.get("slot"), item.data.get("slot")
    if ours is not None and theirs is not None:
        return (ours, state.data.get("value")) != (theirs, item.data.get("value"))
    return judge.plain(state.content) != judge.plain(item.content) and ours != theirs
