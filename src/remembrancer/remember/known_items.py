"""Known items: the existing items that a new one is compared with, each with its verdict."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from remembrancer.core.grounds import Grade, Ground
from remembrancer.core.kinds import Family
from remembrancer.core.scope import Scope
from remembrancer.items.item import Item
from remembrancer.items.kinds import tasks
from remembrancer.items.kinds.decision_trace import DECISION_TRACE, DECISION_TYPE, EVENT_KIND
from remembrancer.items.kinds.kind_groups import kinds
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState
from remembrancer.jobs.task import Tools
from remembrancer.language import claim_reader, statement_reader
from remembrancer.language.act_words import PARTED_WITH, RESTATES
from remembrancer.language.holder_words import CLIENTS
from remembrancer.language.holders import CLIENT
from remembrancer.language.names import find_names
from remembrancer.language.negation import is_negated
from remembrancer.language.statement import Statement
from remembrancer.language.statement_cache import STATEMENTS
from remembrancer.language.stemming import function_words, language, stems_in_each_language
from remembrancer.ports import Reader
from remembrancer.reading.judging import change_model, judge, pair_model, titles
from remembrancer.reading.judging.clause_judge import (
    CHOSEN_INSTEAD,
    clauses_of,
    judge_clauses,
    judge_parts,
    may_be_instead,
    names_value_of,
)
from remembrancer.reading.judging.done.completion import is_open_question, judge_completion
from remembrancer.reading.judging.done.left_open import excepts, leaves_open
from remembrancer.reading.judging.judgement import Judgement, StatementRelation
from remembrancer.reading.judging.matter.statement_words import is_decision
from remembrancer.reading.judging.slot_judge import stored_slot, with_holder
from remembrancer.reading.judging.taking_back import may_lift
from remembrancer.reading.judging.verdict import UNRELATED, Verdict
from remembrancer.remember import planning
from remembrancer.remember.comparisons import Comparisons
from remembrancer.remember.known_evidence import said_at
from remembrancer.remember.reconcile_candidates import is_beside, neighbours, with_members
from remembrancer.search.bm25 import Statistics
from remembrancer.search.port import QueryVector

# An item about one occasion is never the same as another, however similar. Only an item based on
# the same words is.
_OF_ONE_OCCASION = frozenset({DECISION_TRACE, "summary"})  # a summary covers several items
_ENDING = frozenset({Ground.CHANGE, Ground.CORRECTION, Ground.REVERSAL, Ground.COMPLETION})
_UNLIKE = pair_model.PairScores(0.0, 0.0)
# People are reminded of what they did a few days before.
_DONE_BEFORE = timedelta(days=30)
_READ_CHARACTERS_MAX = 1_000  # a longer text is not parsed as one statement


class KnownItems:
    """Existing items in the place of a new one, and how the new one relates to each."""

    def __init__(
        self,
        unit: Reader,
        scope: Scope,
        tools: Tools,
        comparisons: Comparisons,
        statistics: Statistics | None,
        *,
        is_drawn: bool,
    ) -> None:
        self._unit, self._scope, self._tools = unit, scope, tools
        self._comparisons, self._statistics = comparisons, statistics
        self._is_drawn = is_drawn  # the new items were extracted from a text
        self._preset = scope.space.preset
        self._is_about_clients = self._preset.extract.is_about_clients
        self._open = frozenset(kinds(self._preset, (Family.UNRESOLVED,)))
        self._decisions = frozenset(kinds(self._preset, (Family.DECISION,)))
        self._deniable = self._decisions.union(kinds(self._preset, (Family.PREFERENCE,)))
        self.tasks = self._open.union(kinds(self._preset, (Family.ACTION,)))

    def known(
        self,
        state: ItemState,
        at: datetime,
        meaning: QueryVector | None,
        told: dict[str, Judgement],
        *,
        corrects: bool = False,
        before: int | None = None,
        context: str = "",
    ) -> list[planning.KnownItem]:
        """The items that the new one repeats, changes, contradicts or closes.

        `context` holds the words before it, which may say what something is chosen instead of.
        """
        if is_of_one_occasion(state):
            return []
        beside = [
            one
            for one in self.beside(state, meaning, told, before)
            if not is_of_one_occasion(one) and one.source_type != COMPRESSION
        ]
        found = self.compared_with(state, at, beside, told, corrects=corrects)
        if not context or any(one.verdict is not UNRELATED for one in found):
            return found
        return [*found, *self._chosen_instead_of(state, at, context)]

    def _chosen_instead_of(
        self, state: ItemState, at: datetime, context: str
    ) -> list[planning.KnownItem]:
        """The decision that the words before name, if something is chosen instead of it."""
        new = self.read(state.content, state.data, state.occurred_at, state.subject)
        if not may_be_instead(new):
            return []
        before = self.read(context, {}, state.occurred_at, state.subject)
        about = self._subject_words(state.subject)
        meant = []
        # Its words are not among those of the new items, whose frequencies are known.
        told = state._replace(content=context, title=None)
        near = neighbours(self._unit, self._scope, told, None)
        for item in with_members(self._unit, self._scope, told, near):
            known = self.statement_of(item)
            is_decision = item.kind in self._decisions or known.claim.ends
            is_known = is_decision and said_at(item) <= at and planning.is_live(item)
            if is_known and names_value_of(before, known, about):
                meant.append(item)
        found = [planning.KnownItem(one, said_at(one), CHOSEN_INSTEAD) for one in meant]
        return found if len(found) == 1 else []

    def compared_with(
        self,
        state: ItemState,
        at: datetime,
        beside: Sequence[Item],
        told: dict[str, Judgement],
        *,
        corrects: bool = False,
    ) -> list[planning.KnownItem]:
        """Those of the given items to which the new one has a relation."""
        if not beside:
            return []
        new = self.read(state.content, state.data, state.occurred_at, state.subject)
        if corrects:
            new = new._replace(claim=new.claim._replace(corrects=True))
        verdicts = self._verdicts(state, new, at, beside, told)
        clauses = clauses_of(new, partial(self._clause, state))
        if clauses:
            about, forms = self._subject_words(state.subject), self._comparisons.forms
            verdicts = [
                judge_clauses(clauses, self.statement_of(one), about, forms, verdict)
                if one.id not in told and said_at(one) <= at
                else verdict
                for one, verdict in zip(beside, verdicts, strict=True)
            ]
        if new.claim.reverses or new.claim.corrects or is_decision(new):
            verdicts = [
                self._by_parts(state, (new, *clauses), one, verdict)
                if one.id not in told and said_at(one) <= at
                else verdict
                for one, verdict in zip(beside, verdicts, strict=True)
            ]
        verdicts = [
            self._completed(state, (new, *clauses), one, verdict)
            for one, verdict in zip(beside, verdicts, strict=True)
        ]
        verdicts = _only_closing(verdicts)
        if state.kind in self._open:
            verdicts = [
                judge.judge_reopened(new, self.statement_of(one), verdict)
                if one.kind == state.kind
                else verdict
                for one, verdict in zip(beside, verdicts, strict=True)
            ]
        related = [
            planning.KnownItem(item, said_at(item), verdict)
            for item, verdict in zip(beside, verdicts, strict=True)
            if verdict.relation is not StatementRelation.UNRELATED
            and (
                _is_of_one_sort(state, new, item)
                or planning.is_withdrawn(item)
                or _is_said_to_end(verdict)
                or (item.kind in self._deniable and Ground.DENIAL in verdict.grounds)
            )
        ]
        return related or self._asked(state, new, at, beside, told)

    def _asked(
        self,
        state: ItemState,
        new: Statement,
        at: datetime,
        beside: Sequence[Item],
        told: Collection[str],
    ) -> list[planning.KnownItem]:
        """What a person is asked about where no rule says anything: the item that the statement
        most likely changes, if it may change any."""
        if state.kind in self.tasks:
            return []
        about = self._subject_words(state.subject)
        likely: dict[str, tuple[float, Verdict]] = {}
        for one in beside:
            if one.kind in self.tasks or not planning.is_live(one):
                continue
            if one.id in told or said_at(one) > at:
                continue
            found = change_model.ask_if_changed(new, self.statement_of(one), about)
            if found is not None:
                likely[one.id] = found
        best = max(likely, key=lambda id: likely[id][0], default=None)
        return [
            planning.KnownItem(one, said_at(one), likely[one.id][1])
            for one in beside
            if one.id == best
        ]

    def _by_parts(
        self, state: ItemState, said: Sequence[Statement], item: Item, verdict: Verdict
    ) -> Verdict:
        """The verdict, or that on one of the clauses of the known text."""
        if verdict is not UNRELATED:
            return verdict
        known = self.statement_of(item)
        parts = clauses_of(known, partial(self._clause_of, item))
        if not parts:
            return verdict
        if known.claim.ends:
            parts = [one._replace(claim=one.claim._replace(ends=True)) for one in parts]
        about = self._subject_words(state.subject)
        return judge_parts(said, parts, about, self._comparisons.forms, verdict)

    def _completed(
        self, state: ItemState, said: Sequence[Statement], item: Item, verdict: Verdict
    ) -> Verdict:
        """The verdict, or that the statement closes a known task or open question."""
        new = said[0]
        is_task = item.kind in self.tasks and item.kind != state.kind
        if tasks.is_done(item) or not (is_task or is_open_question(item.content)):
            return verdict
        if verdict.relation is StatementRelation.SAME and Ground.PARAPHRASE not in verdict.grounds:
            return verdict  # "send it" and "it was sent" look like a paraphrase, and are none
        latest = new.claim.latest
        if latest is not None and latest < said_at(item).date() - _DONE_BEFORE:
            # What was done long before the task was given is another matter.
            return UNRELATED if verdict.relation is StatementRelation.CLOSES else verdict
        about = self._subject_words(state.subject)
        known = self.statement_of(item)
        if excepts(new.text) or leaves_open(new, known):
            return verdict
        found = (judge_completion(one, known, about) for one in said)
        return next((one for one in found if one is not None), verdict)

    def beside(
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
        known = [(self.statement_of(one), said_at(one) > at) for one in beside]
        earlier = [one for one, is_later in known if not is_later]
        about = self._subject_words(state.subject)
        judged = partial(judge.judge_statements, about=about, forms=self._comparisons.forms)
        by_rules = iter(judged(new, earlier, self._compared))
        verdicts = []
        for item, (one, is_later) in zip(beside, known, strict=True):
            # The later statement is compared with the earlier one, whichever arrived first.
            verdict = (
                judged(one, [new], self._compared)[0].reversed() if is_later else next(by_rules)
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
        return self.read(one.title, {}, one.occurred_at, one.subject)

    def says_the_same(self, state: ItemState, item: Item) -> bool:
        new = self.read(state.content, state.data, state.occurred_at, state.subject)
        (verdict,) = judge.judge_statements(new, [self.statement_of(item)], self._compared)
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
        """The stems of the subject's name in each language. All statements about it share them."""
        told = [subject or "", *(CLIENTS if self._is_about_clients else ())]
        return stems_in_each_language(" ".join(told), self._preset.language)

    def says_change(self, state: ItemState) -> bool:
        """Whether a text says that something changed. Most do not: they are not read whole."""
        text, at = state.content, state.occurred_at
        if len(text) > _READ_CHARACTERS_MAX:
            return False
        if (text, at) not in self._comparisons.statements:
            said = statement_reader.mask_statement(text, language=self._preset.language, at=at)
            is_plain = not (claim_reader.may_act(said) or is_negated(said.low, said.words))
            if is_plain and not may_lift(text):
                return False
        read = self.read(text, state.data, at, state.subject)
        claim = read.claim
        if claim.is_act or claim.is_now or PARTED_WITH.search(text.casefold()) is not None:
            return True
        if may_lift(text):
            return True
        return read.is_negated and bool(claim.names or claim.ends)

    def may_be_known(self, state: ItemState) -> bool:
        """Whether a text that changes nothing names something, so that it may repeat an item."""
        if len(state.content) > _READ_CHARACTERS_MAX:
            return False
        claim = self.read(state.content, state.data, state.occurred_at, state.subject).claim
        is_definite = bool(claim.names or claim.figures or claim.rhythms)
        return is_definite or RESTATES.search(state.content.casefold()) is not None

    def statement_of(self, item: Item) -> Statement:
        read = self.read(item.content, item.data, item.occurred_at, item.subject)
        if item.kind in self._decisions and not read.claim.ends:  # "We're going with Godot"
            return read._replace(claim=read.claim._replace(ends=True))
        return read

    def _clause_of(self, item: Item, text: str) -> Statement:
        return self.read(text, {}, item.occurred_at, item.subject)

    def _clause(self, state: ItemState, text: str) -> Statement:
        return self.read(text, {}, state.occurred_at, state.subject)

    def read(
        self, text: str, data: dict[str, object], at: datetime, subject: str | None
    ) -> Statement:
        read = self._comparisons.statements.get((text, at))  # new items soon become candidates
        if read is None:
            # A long text says more than one thing. It counts as the same only if its words are the
            # same.
            is_read = len(text) <= _READ_CHARACTERS_MAX
            language = self._preset.language
            read = (
                STATEMENTS.read(
                    text, language=language, at=at, parse=statement_reader.read_statement
                )
                if is_read
                else Statement(text)
            )
            self._comparisons.statements[text, at] = read
        slot = stored_slot(data, read.slot)
        if slot is not None and slot.holder == CLIENT and self._preset.extract.is_about_clients:
            slot = slot._replace(holder=None)
        return read._replace(slot=None if slot is None else with_holder(slot, subject))


def is_of_one_occasion(one: ItemState | Item) -> bool:
    """Whether it tells of one occasion: a recorded decision is no later version of another.

    What a platform reports speaks of what holds now, also where it is kept as a decision.
    """
    is_recorded = DECISION_TYPE in one.data and EVENT_KIND not in one.data
    return one.kind in _OF_ONE_OCCASION or is_recorded


def _only_closing(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts. A task that is named in short is meant for certain if no other one is."""
    closing = [one for one in verdicts if one.relation is StatementRelation.CLOSES]
    if len(closing) != 1 or not closing[0].is_in_short:
        return list(verdicts)
    sure = closing[0]._replace(grade=Grade.CERTAIN)
    return [sure if one is closing[0] else one for one in verdicts]


def _is_said_to_end(verdict: Verdict) -> bool:
    """Whether the words say that something ends or changed, whatever the kinds of the two are."""
    if verdict.relation is StatementRelation.CLOSES:
        return True
    return not _ENDING.isdisjoint(verdict.grounds)


def _is_of_one_sort(state: ItemState, new: Statement, item: Item) -> bool:
    """Whether both are of one sort: a task is not a fact, unless both fill a slot."""
    return item.kind == state.kind or new.slot is not None
