"""`memory.decisions`: what was decided, why, what led to it, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pydantic import JsonValue

from remembrancer.core.errors import Forbidden
from remembrancer.core.limits import (
    CHAIN_DEPTH_MAX,
    PAGE_ITEMS_DEFAULT,
    PAGE_ITEMS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_name, check_whole, listed_names
from remembrancer.decisions import (
    capabilities,
    catalogue,
    chain,
    complexity,
    context,
    decision_rows,
    link_model,
    link_rules,
    links,
    listing,
    outcomes,
    record,
)
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.catalogue import CatalogueEntry, Coverage
from remembrancer.decisions.complexity import Complexity
from remembrancer.decisions.context import DecisionContext
from remembrancer.decisions.decision import Decision, DecisionChain, DecisionLink, DecisionPage
from remembrancer.decisions.precedent import Precedent
from remembrancer.decisions.reports import report, subject_report
from remembrancer.decisions.reports.report_page import PrintedReport
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.deciding import precedent_questions as asking
from remembrancer.front.deciding.decision_shapes import DecisionShapes
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.verb_spans import traced
from remembrancer.items.item import Item, Trust
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.ports import Reader
from remembrancer.reading import taint_check


@traced("decisions")
@handing_over
class Decisions(DecisionShapes):
    """Decisions with their reasons, what they rested on, and what came of them.

    A decision is an item, so that review, audience, history and erasure hold for it.
    """

    def record(
        self,
        /,
        type: str,
        *,
        subject: str | None = None,
        trigger: JsonValue = None,
        context_gathered: Sequence[JsonValue] = (),
        alternatives_considered: Sequence[str] = (),
        recommendation: str | None = None,
        reasoning: str | None = None,
        outcome: str | None = None,
        participants: Sequence[str] = (),
        related_entries: Sequence[str] = (),
        policies: Sequence[str | Mapping[str, Any]] = (),
        causes: Sequence[str | Mapping[str, Any]] = (),
        precedents: Sequence[str | Mapping[str, Any]] = (),
        exception: str | Mapping[str, Any] | None = None,
        escalation: str | Mapping[str, Any] | None = None,
        key: str | None = None,
        **fields: Any,
    ) -> Decision:
        """Records a decision with what it rested on, in one act.

        `at` is when it was decided, if that is not now. `policies` are ids, or mappings with
        `policy`, `how` (applied, skipped, overridden) and `justification`; `causes` and
        `precedents` are ids, or mappings with `decision` and `reason`. `key` makes a repeated call
        harmless.
        """
        session = self._session
        session.write_walks()
        given = {
            "type": type,
            "subject": subject,
            "trigger": trigger,
            "context_gathered": context_gathered,
            "alternatives_considered": alternatives_considered,
            "recommendation": recommendation,
            "reasoning": reasoning,
            "outcome": outcome,
            "participants": participants,
            "related_entries": related_entries,
            "policies": policies,
            "causes": causes,
            "precedents": precedents,
            "exception": exception,
            "escalation": escalation,
            **fields,
        }
        return record.record(
            session.store, session.scope(), session.shop.tools, given, key, session.told
        )

    def get(self, id: str) -> Decision:
        """One decision, with policies, exceptions, escalations and what came of it."""
        return self._session.read(
            lambda reader, scope: decision_rows.named(reader, scope.space.preset, id)
        )

    def list(
        self,
        *,
        subject: str | None = None,
        type: str | None = None,
        category: str | None = None,
        policy: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
        cursor: str | None = None,
    ) -> DecisionPage:
        """Decisions that match every filter, last recorded first, a page at a time.

        `subject` has those that are about it by their subject or by a link; `since` and `until`
        are about when they were decided.
        """
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        asked = listing.DecisionFilter(
            subject=subject,
            type=type,
            category=category,
            policy=policy,
            since=as_moment(since, "since"),
            until=as_moment(until, "until"),
        )
        return self._session.read(
            lambda reader, scope: listing.page(reader, scope, asked, limit=limit, cursor=cursor)
        )

    def link(
        self,
        source: str,
        type: str,
        target: str,
        *,
        reason: str | None = None,
        evidence: Iterable[str] = (),
    ) -> DecisionLink:
        """Links two decisions, or a decision with an entity or a policy.

        Types: caused, influenced, precedent_for, superseded, about, applied_policy,
        granted_exception, triggered. It confirms a link of this type that was proposed.
        """
        stated = listed_names(evidence, "evidence")
        derived = self._taint(reason)
        return self._session.write(
            lambda unit, scope: links.link(
                unit, scope, source, type, target, reason=reason, evidence=stated, most=derived
            )
        )

    def links(
        self,
        id: str | None = None,
        *,
        proposed: bool | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
    ) -> tuple[DecisionLink, ...]:
        """The links of a decision or of all, newest first; `proposed`: only those that nobody
        confirmed yet, or only those that hold."""
        if id is not None:
            check_name(id, "id")
        if proposed is not None:
            check_flag(proposed, "proposed")
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        return self._session.read(
            lambda reader, _: listing.links(reader, id, proposed=proposed, limit=limit)
        )

    def propose_links(self, id: str) -> tuple[DecisionLink, ...]:
        """Looks for earlier decisions that one follows from, by rule and, where one is set up, by
        a language model. What it finds waits for a person in `links(proposed=True)`.

        Recorded decisions and events are looked at by rule without being asked.
        """
        session = self._session
        model = session.shop.tools.for_task().llm

        def look(reader: Reader, scope: Scope) -> tuple[Item, Sequence[Item]]:
            found = decision_rows.named(reader, scope.space.preset, id)
            item = reader.items.get(found.id)
            assert item is not None  # it was just read
            return item, link_rules.earlier(reader, scope, item)

        item, earlier = session.read(look, may_lag=False)
        more = [] if model is None else link_model.ask(model, item, earlier)
        made = session.write(lambda unit, scope: link_rules.propose(unit, scope, item, more=more))
        return tuple(map(links.link_from, made))

    def confirm_link(self, id: str, *, reason: str | None = None) -> DecisionLink:
        """Says that a proposed link holds. For people."""
        return self._session.write(
            lambda unit, scope: links.confirm(unit, scope, id, reason=reason)
        )

    def reject_link(self, id: str, *, reason: str | None = None) -> DecisionLink:
        """Takes a link back: a proposed one that is wrong, or one's own."""
        return self._session.write(lambda unit, scope: links.reject(unit, scope, id, reason=reason))

    def chain(
        self,
        id: str,
        *,
        direction: str = "both",
        depth: int = 5,
        types: Sequence[str] | None = None,
    ) -> DecisionChain:
        """What led to a decision (`causes`) and what it led to (`effects`), nearest first.

        `direction` is backward, forward or both. `types` are the links to follow; without any,
        caused and influenced.
        """
        capabilities.check(self._session.space.preset, Capability.CAUSAL_CHAINS)
        check_whole(depth, "depth", at_least=1, at_most=CHAIN_DEPTH_MAX)
        directions = chain.checked_direction(direction)
        wanted = chain.checked_types(None if types is None else listed_names(types, "types"))
        return self._session.read(
            lambda reader, scope: chain.chain(
                reader, scope, id, directions=directions, types=wanted, depth=depth
            )
        )

    def complexity(self, id: str) -> Complexity:
        """How complex a decision is: how much it touches, its causes and effects, how many types
        are in its chain, and to whom the preset routes it. It counts what everybody may see."""
        return self._session.read(lambda reader, scope: complexity.complexity(reader, scope, id))

    def context(self, id: str) -> DecisionContext:
        """What was known when a decision was recorded, word for word but for what was erased
        since, and what has changed."""
        return self._session.read(lambda reader, scope: context.context(reader, scope, id))

    def precedents(
        self,
        situation: str,
        *,
        subject: str | None = None,
        filters: Mapping[str, Any] | None = None,
        k: int = 5,
        session: str | None = None,
        decision: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> tuple[Precedent, ...]:
        """Earlier decisions for situations like this one, the most alike first, each with why it
        is alike and what came of it.

        `subject` is the client before us: decisions about them are left out, and what they are
        like counts a little. `filters` say what the client of a precedent was like when it was
        decided: `{"age": {"over": 70}, "capacity_for_loss": "low"}`, with over, under, at_least,
        at_most, not, and lists of which any will do; `type` and `category` are of the decision.

        With `decision`, the decision at hand, its shape counts beside the words of the situation:
        each precedent has `text_score` and `structure_score`, and `weights` for the two, such as
        `{"text": 0.7, "structure": 0.3}`; without any, those of the preset. Shapes need
        `remembrancer[shapes]`.
        """
        return asking.asked(
            self._session,
            situation,
            subject=subject,
            filters=filters,
            k=k,
            walking=session,
            tool="precedents",
            decision=decision,
            weights=weights,
        )

    def outcome(
        self,
        id: str,
        text: str,
        *,
        value: JsonValue = None,
        at: datetime | str | None = None,
    ) -> Decision:
        """Adds what came of a decision, with a figure if there is one."""
        moment, derived = as_moment(at, "at"), self._taint(text, value)
        return self._session.write(
            lambda unit, scope: outcomes.tell(
                unit, scope, id, text, value=value, at=moment, derived=derived
            )
        )

    def revisit(self, id: str, *, reason: str, at: datetime | str | None = None) -> Decision:
        """Notes that a decision was looked at again, and why."""
        moment, derived = as_moment(at, "at"), self._taint(reason)
        return self._session.write(
            lambda unit, scope: outcomes.revisit(
                unit, scope, id, reason, at=moment, derived=derived
            )
        )

    def outcomes_due(
        self, within_days: int = 0, *, subject: str | None = None
    ) -> tuple[Decision, ...]:
        """Decisions whose outcome should be known by now and was not told, longest due first."""
        check_whole(within_days, "within_days", at_least=0, at_most=3_650)
        if subject is not None:
            check_name(subject, "subject")

        def read(reader: Reader, scope: Scope) -> tuple[Decision, ...]:
            until = scope.now.date() + timedelta(days=within_days)
            return outcomes.due(reader, scope, until, subject)

        return self._session.read(read)

    def catalogue(self) -> tuple[CatalogueEntry, ...]:
        """The types of decisions that this space knows, with what each captures and from where."""
        return catalogue.entries(self._session.space.preset.decisions)

    def coverage(self) -> Coverage:
        """Which types of the catalogue have been captured, from where, and which never."""

        def read(reader: Reader, scope: Scope) -> Coverage:
            preset = scope.space.preset
            counts = reader.decisions.captured(decision_kinds(preset))
            return catalogue.coverage(preset.decisions, counts)

        return self._session.read(read)

    def report(self, id: str) -> PrintedReport:
        """One decision as an HTML page that needs nothing else, for whoever asks why.

        It has the decision, its chain, what was known then, sources word for word, policies,
        exceptions, outcomes and, for admins, the proof of the ledger. For people.
        """
        session = self._session
        self._check_person()
        found, scope = session.read(
            lambda reader, scope: (report.findings(reader, scope, id), scope)
        )
        last = found.last
        head = None if last is None else session.store.sign(scope.space, last.seq, last.hash)
        return report.report(found, scope, head)

    def subject_report(self, subject: str) -> PrintedReport:
        """All that is held about a subject and that the caller may see, as an HTML page that
        needs nothing else: items, decisions, messages, entities and relations. For people."""
        self._check_person()
        found, scope = self._session.read(
            lambda reader, scope: (subject_report.findings(reader, scope, subject), scope)
        )
        return subject_report.report(found, scope)

    def _check_person(self) -> None:
        """What a program reads is noted text by text, and a page is no such text."""
        principal = self._session.principal
        if not principal.is_person:
            raise Forbidden(
                f"{principal.name!r} is a program and may not export reports: they are for people. "
                "A program reads decisions.get(), chain() and context()."
            )

    def _taint(self, *said: Any) -> Trust | None:
        """How far the caller's words are trusted, if it is a program that read other texts."""
        return self._session.new_taint_check().label(taint_check.text_lines(*said), None)
