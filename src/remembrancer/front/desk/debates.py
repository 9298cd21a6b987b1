"""`memory.debates`: disputes between agents, and how they were settled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from remembrancer.core.errors import (
    InvalidInput,
    NotFound,
    StoreBusy,
    StoreFull,
    StoreInterrupted,
)
from remembrancer.core.limits import (
    DEBATE_CONTRADICTIONS_AT_ONCE,
    PAGE_ITEMS_DEFAULT,
    PAGE_ITEMS_MAX,
    RECALL_HITS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_name, check_whole, is_text, listed_names
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.item import Item, Trust
from remembrancer.items.page import Page
from remembrancer.jobs import transactions
from remembrancer.jobs.port import WaitingJob
from remembrancer.jobs.schedule import DEBATE
from remembrancer.ports import Reader, Writer
from remembrancer.reading import taint_check
from remembrancer.recall import listing, recall
from remembrancer.recall.hit import Recall
from remembrancer.recall.recall_search import RecallRequest
from remembrancer.team.debates import (
    contradiction_debates,
    debate_listing,
    debate_rows,
    levels,
    open_debate,
    participants,
    precedents,
    settle,
    snapshot,
)
from remembrancer.team.debates.debate import (
    Debate,
    DebateHistory,
    DebatePage,
    DebatePriority,
    DebateResolution,
    ResolutionLevel,
)
from remembrancer.team.debates.precedent import PrecedentContext, SimilarDebate
from remembrancer.team.debates.snapshot import SnapshotMark

T = TypeVar("T")
log = logging.getLogger("remembrancer.work")
_AWAY: Final = (StoreBusy, StoreFull, StoreInterrupted)


class DebateSnapshot:
    """What was known when a debate was opened. It can be read, and nothing can be written to it.

    All who may see the debate read the same, but for what is erased or not for them.
    """

    def __init__(self, debates: Debates, mark: SnapshotMark) -> None:
        self._debates = debates
        self.mark: Final = mark

    @property
    def at(self) -> datetime:
        """When the debate was opened."""
        return self.mark.at

    def items(
        self, *, kind: str | None = None, limit: int = PAGE_ITEMS_DEFAULT, cursor: str | None = None
    ) -> Page:
        """The items as they were, newest first, a page at a time."""
        return self._debates.snapshot_items(
            self.mark.debate_id, kind=kind, limit=limit, cursor=cursor
        )

    def get(self, id: str) -> Item:
        """One item as it was."""
        return self._debates.snapshot_get(self.mark.debate_id, id)

    def recall(self, query: str, *, k: int = 10) -> Recall:
        """The best hits for a question, among what was known."""
        return self._debates.snapshot_recall(self.mark.debate_id, query, k=k)

    def __getattr__(self, name: str) -> Any:
        from remembrancer.core.errors import Conflict

        if name.startswith("_"):
            raise AttributeError(name)
        raise Conflict(
            f"The snapshot of {self.mark.debate_id} is locked: it has items(), get() and recall(), "
            f"and no {name}(). Write to the memory itself; it shows once the debate is settled."
        )


@traced("debates")
@handing_over
class Debates:
    """Debates between agents: positions, five levels, resolutions, precedents.

    A debate is an item, and so is its resolution: review, audience, history, recall and erasure
    hold for them. Only these verbs change them.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def open(
        self,
        topic: str,
        *,
        challenger: str,
        challenged: str,
        disputed_finding: str,
        challenge_basis: str,
        priority: str = "supporting",
        domain: str | None = None,
        conservative_position: str | None = None,
        subject: str | None = None,
        evidence: Iterable[str] = (),
        patterns: Iterable[str] = (),
        analyses: Iterable[str] = (),
        estimate: float | None = None,
        audience: str | None = None,
    ) -> Debate:
        """Opens a debate. Its `context` tells of precedents and of both track records.

        `disputed_finding` is a text, or the id of the item that holds it. `priority` is
        critical_path, valuation or supporting. `conservative_position` is what holds if nobody
        decides; without one the disputed finding stands. `evidence` are ids of items, `patterns`
        are names, `analyses` those that depend on the answer. The challenger calls this itself, or
        a person with the role KM_ADMIN does in its name.
        """
        session = self._session
        given: dict[str, Any] = {
            "topic": topic,
            "challenger": challenger,
            "challenged": challenged,
            "disputed_finding": disputed_finding,
            "challenge_basis": challenge_basis,
            "priority": priority,
            "domain": domain,
            "conservative_position": conservative_position,
            "subject": subject,
            "evidence": listed_names(evidence, "evidence"),
            "patterns": listed_names(patterns, "patterns"),
            "analyses": listed_names(analyses, "analyses"),
            "estimate": estimate,
            "audience": audience,
        }
        scope = session.scope()
        draft = open_debate.draft_from(scope, given)
        participants.check_acts_for(scope, draft.challenger, "open a debate")
        derived = self._taint(topic, disputed_finding, challenge_basis, conservative_position)
        tools = session.shop.tools
        agents = (draft.challenger, draft.challenged)
        participants.sync(session.store, scope, tools, agents)
        opening = session.read(
            lambda reader, scope: open_debate.prepared(
                reader, scope, draft, tools.embedder, derived=derived
            ),
            may_lag=False,  # what is written follows from it
        )
        return session.write(lambda unit, scope: open_debate.store(unit, scope, opening))

    def position(
        self,
        id: str,
        *,
        agent: str,
        text: str,
        evidence: Iterable[str] = (),
        estimate: float | None = None,
    ) -> Debate:
        """Takes a position. Where both agents hold the same one, the debate is settled by
        consensus.

        `evidence` are ids of items; `estimate` is the figure that the position comes down to.
        """
        cited, derived = listed_names(evidence, "evidence"), self._taint(text)
        return self._settling(
            id,
            lambda unit, scope: settle.take_position(
                unit,
                scope,
                id,
                agent=agent,
                text=text,
                evidence=cited,
                estimate=estimate,
                derived=derived,
            ),
        )

    def advance(self, id: str) -> Debate:
        """Tries the level that a debate is at, and goes one level up if that does not settle it.

        1_agent: both hold the same position. 2_facilitator: the track record decides, if both
        agents have enough outcomes and differ enough. 3_human: it waits for a person, for so long;
        after that 4_fallback holds by itself.
        """
        return self._settling(id, lambda unit, scope: settle.advance(unit, scope, id))

    def decide(self, id: str, *, position: str, reason: str) -> Debate:
        """Decides a debate at level 3, for good. For people with the role KM_ADMIN.

        `position` is a text, or the name of the agent whose position holds.
        """
        derived = self._taint(position, reason)
        return self._settling(
            id,
            lambda unit, scope: settle.decide(
                unit, scope, id, position=position, reason=reason, derived=derived
            ),
        )

    def override(self, id: str, *, position: str, rationale: str, at_gate: bool = False) -> Debate:
        """Overrides a default while its window is open. For people with the role KM_ADMIN.

        The level stays 4_fallback, so that one can ask for defaults that were overridden;
        `at_gate` says that a gate review did it, and makes it 5_gate_review.
        """
        check_flag(at_gate, "at_gate")
        derived = self._taint(position, rationale)
        return self._settling(
            id,
            lambda unit, scope: settle.override(
                unit,
                scope,
                id,
                position=position,
                rationale=rationale,
                at_gate=at_gate,
                derived=derived,
            ),
        )

    def get(self, id: str) -> Debate:
        """One debate as it is now."""
        self._write_due([id])
        return self._session.read(lambda reader, scope: debate_rows.named(reader, scope, id))

    def list(
        self,
        *,
        agent: str | None = None,
        domain: str | None = None,
        subject: str | None = None,
        topic: str | None = None,
        level: str | None = None,
        priority: str | None = None,
        is_resolved: bool | None = None,
        is_provisional: bool | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
    ) -> DebatePage:
        """Debates that match every filter, the most urgent first, then the newest."""
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        for value, field in ((agent, "agent"), (domain, "domain"), (subject, "subject")):
            if value is not None:
                check_name(value, field)
        if topic is not None:
            check_name(topic, "topic")
        for flag, field in ((is_resolved, "is_resolved"), (is_provisional, "is_provisional")):
            if flag is not None:
                check_flag(flag, field)
        asked = debate_listing.DebateFilter(
            agent=agent,
            domain=domain,
            subject=subject,
            topic=topic,
            level=_word(ResolutionLevel, level, "level"),
            priority=_word(DebatePriority, priority, "priority"),
            is_resolved=is_resolved,
            is_provisional=is_provisional,
        )
        self._open_contradicted()

        def read(reader: Reader, scope: Scope) -> DebatePage:
            return debate_listing.listed(reader, scope, asked, limit=limit)

        page = self._session.read(read)
        unwritten = [one.id for one in page if one.is_resolved and one.resolution_id is None]
        if not unwritten:
            return page
        self._write_due(unwritten)
        return self._session.read(read)

    def resolution(self, id: str) -> DebateResolution:
        """How a debate was settled. `id` is that of the debate."""
        self._write_due([id])

        def read(reader: Reader, scope: Scope) -> DebateResolution:
            debate = debate_rows.named(reader, scope, id)
            found = debate_rows.resolutions(reader, [debate]).get(debate.id)
            if found is None:
                raise NotFound("resolution", id, "The debate is not settled.")
            return found

        return self._session.read(read)

    def similar(self, id: str, *, k: int = 5) -> tuple[SimilarDebate, ...]:
        """Settled debates like this one, the most alike first, with the score of each criterion:
        topic, agents, domain, patterns, company."""
        check_whole(k, "k", at_least=1, at_most=RECALL_HITS_MAX)
        embedder = self._session.shop.tools.embedder

        def read(reader: Reader, scope: Scope) -> tuple[SimilarDebate, ...]:
            item = debate_rows.item_of(reader, id)
            payload = debate_rows.payload_of(item)
            domain = debate_rows.named(reader, scope, id).domain
            return precedents.similar(
                reader, scope, payload, domain=domain, k=k, embedder=embedder, but=item.id
            )

        return self._session.read(read)

    def context(self, id: str) -> PrecedentContext:
        """What is known today for a debate: precedents, success rates of patterns, both track
        records, and systematic errors; also as text."""
        embedder = self._session.shop.tools.embedder

        def read(reader: Reader, scope: Scope) -> PrecedentContext:
            item = debate_rows.item_of(reader, id)
            debate = debate_rows.named(reader, scope, id)
            return precedents.context(
                reader,
                scope,
                debate_rows.payload_of(item),
                domain=debate.domain,
                audience=item.audience,
                embedder=embedder,
                is_opening=False,
                but=item.id,
            )

        return self._session.read(read)

    def history(self, id: str) -> DebateHistory:
        """All that is kept of a debate: positions, levels with their times, credibility as it was
        then, method and outcome, and what a person overrode."""
        self._write_due([id])
        return self._session.read(lambda reader, scope: debate_listing.history(reader, scope, id))

    def snapshot(self, id: str) -> DebateSnapshot:
        """What was known when a debate was opened, to be read by all who take part in it."""
        return DebateSnapshot(self, self.snapshot_mark(id))

    def snapshot_mark(self, id: str) -> SnapshotMark:
        """The moment that the snapshot of a debate holds on to."""
        return self._session.read(lambda reader, _: snapshot.mark(reader, id))

    def snapshot_items(
        self,
        id: str,
        *,
        kind: str | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
        cursor: str | None = None,
    ) -> Page:
        """The items of the snapshot of a debate, newest first, a page at a time."""
        wanted = ItemFilter() if kind is None else ItemFilter(kind=(_named(kind, "kind"),))
        return self._session.read(
            lambda reader, _: listing.page(
                reader, wanted, limit, cursor, snapshot.point(reader, id)
            )
        )

    def snapshot_get(self, id: str, item_id: str) -> Item:
        """One item of the snapshot of a debate, as it was."""
        if not is_text(item_id):
            raise NotFound("item", item_id)

        def read(reader: Reader, _: Scope) -> Item:
            at = snapshot.point(reader, id)
            found = reader.items.get(item_id, at=at)
            if found is None:
                raise NotFound("item", item_id, "It is not in the snapshot of this debate.")
            return found

        return self._session.read(read)

    def snapshot_recall(self, id: str, query: str, *, k: int = 10) -> Recall:
        """The best hits for a question, in the snapshot of a debate."""
        wanted = recall.check(query, k, ("items",))
        asked = RecallRequest(query=query, filter=RecallFilter(), k=k, include=wanted)
        session = self._session
        tools = session.shop.tools
        found = session.read(
            lambda reader, scope: recall.recall(
                reader,
                scope,
                asked,
                at=snapshot.point(reader, id),
                embedder=tools.embedder,
                reranker=tools.reranker,
                telemetry=tools.telemetry,
            )
        )
        walk = session.walks.note(
            session.scope(),
            tool="debate_snapshot",
            query=query,
            subject=None,
            session=None,
            hits=found.seen,
        )
        return found.recall.changed(walk=walk)

    # -- what the clock and others have done meanwhile

    def _settling(self, id: Any, act: Callable[[Writer, Scope], Debate]) -> Debate:
        """One act on a debate. Its agents are brought up to date if that settles it."""
        self._write_due([id])
        session = self._session
        made = session.write(act)
        if made.is_resolved:
            agents = (made.challenger_agent, made.challenged_agent)
            participants.sync(session.store, session.scope(), session.shop.tools, agents)
        return made

    def _write_due(self, ids: Sequence[Any]) -> None:
        """Writes down that a wait or a window ended, if it did and nobody wrote it yet."""
        session = self._session
        worker = session.shop.scope(session.space)

        def look(reader: Reader, scope: Scope) -> list[str]:
            found = reader.items.named([id for id in ids if is_text(id)])
            return [
                one.id
                for one in found.values()
                if one.kind == "debate" and levels.is_due(debate_rows.payload_of(one), scope.now)
            ]

        try:
            for id in session.read(look, may_lag=False):
                transactions.written(
                    session.shop.store,
                    worker,
                    lambda unit, id=id: settle.write_due(unit, worker, id),  # type: ignore[misc]
                )
        except _AWAY as error:
            # Who only reads need not wait for a writer: the clock is asked again when it is read.
            log.warning("Debates of %s are written down later: %s", session.space.name, error)

    def _open_contradicted(self) -> None:
        """Opens the debates that contradictions lead to, before anybody is told of debates."""
        session = self._session
        session.compare_added()
        store, worker = session.shop.store, session.shop.scope(session.space)
        waiting, _ = transactions.read(
            store,
            worker,
            lambda reader: reader.jobs.waiting(DEBATE, limit=DEBATE_CONTRADICTIONS_AT_ONCE),
        )
        try:
            for job in waiting:
                if not job.key.startswith("km_"):
                    _open_for(session, job)
        except _AWAY as error:
            log.warning("Debates of %s are opened later: %s", session.space.name, error)

    def _taint(self, *said: Any) -> Trust | None:
        """How far the caller's words are trusted, if it is a program that read other texts."""
        return self._session.new_taint_check().label(taint_check.text_lines(*said), None)


def _open_for(session: Session, job: WaitingJob) -> None:
    worker = session.shop.scope(session.space)

    def act(unit: Writer) -> None:
        contradiction_debates.open_for(unit, worker, job.key)
        unit.jobs.drop([job])

    transactions.written(session.shop.store, worker, act)


def _named(value: Any, field: str) -> str:
    check_name(value, field)
    return str(value)


def _word(words: Any, value: Any, field: str) -> Any:
    if value is None:
        return None
    try:
        return words(value)
    except ValueError:
        known = ", ".join(one.value for one in words)
        raise InvalidInput(f"{field} is one of {known}, not {value!r}.", field=field) from None
