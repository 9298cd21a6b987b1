"""The writer: one unit of work, with a part for each capability."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.graph import derived
from remembrancer.jobs.schedule import ALL, EMBED, NOTIFY
from remembrancer.notify.notification import REVIEW_QUEUE
from remembrancer.store.access.idempotency_writes import IdempotencyWrites
from remembrancer.store.access.token_writes import TokenWrites
from remembrancer.store.caches.names_cache import NamesCache
from remembrancer.store.caches.vector_cache import VectorCache
from remembrancer.store.caches.withdrawn_cache import WithdrawnCache
from remembrancer.store.conversations.conversation_state import ConversationStateWrites
from remembrancer.store.conversations.conversation_writes import ConversationWrites
from remembrancer.store.decisions.decision_reads import DecisionReads
from remembrancer.store.decisions.shape_rows import ShapeWrites
from remembrancer.store.deliveries.delivery_writes import DeliveryWrites
from remembrancer.store.deliveries.handed import HandedReads
from remembrancer.store.deliveries.inquiry_writes import SessionWrites
from remembrancer.store.deliveries.walk_uses import WalkUseReads
from remembrancer.store.deliveries.walk_writes import WalkWrites
from remembrancer.store.documents.document_writes import DocumentWrites
from remembrancer.store.engine import Connection, Mark
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.erasure.affected_rows import AffectedRowReads
from remembrancer.store.erasure.erase_writes import EraseWrites
from remembrancer.store.erasure.erasures import ErasureReads
from remembrancer.store.graph.derived_rows import CHANGING, DerivedRows
from remembrancer.store.graph.edges import EdgeWrites
from remembrancer.store.graph.entity_writes import EntityWrites
from remembrancer.store.graph.graph_sync_due import GraphSyncDue
from remembrancer.store.graph.links import LinkWrites
from remembrancer.store.graph.outline import OutlineReads
from remembrancer.store.graph.projection_rows import ProjectionRows
from remembrancer.store.items.approved_items import ApprovedReads
from remembrancer.store.items.compared_items import ComparedWrites
from remembrancer.store.items.compression_due import CompressionDue
from remembrancer.store.items.evidence_reads import EvidenceReads
from remembrancer.store.items.evidence_writes import EvidenceWrites
from remembrancer.store.items.item_statistics import StatsReads
from remembrancer.store.items.item_writes import ItemWrites
from remembrancer.store.items.reliance import RelianceReads
from remembrancer.store.items.tasks import TaskReads
from remembrancer.store.items.votes import VoteWrites
from remembrancer.store.jobs.feed_writes import FeedWrites
from remembrancer.store.jobs.job_writes import JobWrites
from remembrancer.store.ledger.ledger import LedgerReads
from remembrancer.store.notify.notification_rows import NotificationWrites
from remembrancer.store.people import PeopleWrites
from remembrancer.store.search.candidate_search import CandidateSearch
from remembrancer.store.search.context_window import ContextWindowReads
from remembrancer.store.search.embedding_writes import EmbeddingWrites
from remembrancer.store.search.text_search import TextSearchReads
from remembrancer.store.search.vector_search import VectorSearchReads
from remembrancer.store.sources import SourceWrites
from remembrancer.store.space_contents import SpaceWrites
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.team.agent_writes import AgentWrites
from remembrancer.store.team.credibility_rows import CredibilityWrites
from remembrancer.store.unit.part import part
from remembrancer.store.unit.unit_of_work import UnitOfWork


class SqlWriter(UnitOfWork):
    """Writes through one scope. Leaving without `commit()` undoes everything."""

    def __init__(
        self,
        connection: Connection,
        statements: CompiledStatements,
        scope: Scope,
        *,
        vectors: VectorCache,
        withdrawn: WithdrawnCache,
        names: NamesCache,
        embeds: bool,
        commit: Callable[[Mark | None], None],
    ) -> None:
        super().__init__(
            connection,
            statements,
            scope,
            vectors=vectors,
            withdrawn=withdrawn,
            names=names,
            commit=commit,
        )
        self._embeds = embeds
        self._derives = bool(scope.space.preset.graph.derived)
        self._changes_graph = False  # what is derived from the graph may have changed

    def append(
        self,
        action: Action,
        target: str,
        detail: Mapping[str, Any],
        commitments: Sequence[str],
        reason: str | None,
    ) -> int:
        self._changes_graph = self._changes_graph or (self._derives and action in CHANGING)
        return super().append(action, target, detail, commitments, reason)

    def commit(self) -> None:
        """Commits the unit's changes. New texts are embedded later, so nobody waits for that."""
        if self._changes_graph:
            derived.keep_in_step(self, self.scope)
        if self._embeds and self.has_new_texts:
            self.jobs.make_due_once(EMBED, ALL)
        if self.has_new_items:
            CompressionDue(self, self.items, self.jobs).make_due()
        if self.has_items_to_review and self.people.has_reviewer():
            after = timedelta(minutes=self.space.preset.notify.review_after_minutes)
            self.jobs.make_due_once(NOTIFY, REVIEW_QUEUE, due_at=self.scope.now + after)
        GraphSyncDue(self, self.jobs).make_due()
        super().commit()

    def end(self) -> None:
        """Makes the unit's changes durable, after `commit()` was held back."""
        super().end()
        if self.has_erased:  # not earlier, or another reader would refill the cache
            self.vector_cache.forget(self.space.number)

    @part
    def items(self) -> ItemWrites:
        return ItemWrites(self, self._documents, self._evidence_writes, self._erased_sources)

    @part
    def approved(self) -> ApprovedReads:
        return ApprovedReads(self, self.items)

    @part
    def tasks(self) -> TaskReads:
        return TaskReads(self, self.items)

    @part
    def stats(self) -> StatsReads:
        return StatsReads(self, self.items)

    @part
    def votes(self) -> VoteWrites:
        return VoteWrites(self, self.items)

    @part
    def compared(self) -> ComparedWrites:
        return ComparedWrites(self, self.items)

    @part
    def evidence(self) -> EvidenceReads:
        return EvidenceReads(self, self.items)

    @part
    def reliance(self) -> RelianceReads:
        return RelianceReads(self, self.items)

    @part
    def sources(self) -> SourceWrites:
        return SourceWrites(self, self._erased_sources)

    @part
    def conversations(self) -> ConversationWrites:
        return ConversationWrites(self, self._erased_sources, self._documents)

    @part
    def entities(self) -> EntityWrites:
        return EntityWrites(self)

    @part
    def edges(self) -> EdgeWrites:
        return EdgeWrites(self, self.items)

    @part
    def outline(self) -> OutlineReads:
        return OutlineReads(self, self.edges)

    @part
    def derived(self) -> DerivedRows:
        return DerivedRows(self, self.items)

    @part
    def decisions(self) -> DecisionReads:
        return DecisionReads(self, self.items, self.edges)

    @part
    def shapes(self) -> ShapeWrites:
        return ShapeWrites(self)

    @part
    def credibility(self) -> CredibilityWrites:
        return CredibilityWrites(self, self.items)

    @part
    def projection(self) -> ProjectionRows:
        return ProjectionRows(self, self.items)

    @part
    def links(self) -> LinkWrites:
        return LinkWrites(self, self.items)

    @part
    def people(self) -> PeopleWrites:
        return PeopleWrites(self, self.items)

    @part
    def search(self) -> TextSearchReads:
        return TextSearchReads(self, self.items)

    @part
    def vector_search(self) -> VectorSearchReads:
        return VectorSearchReads(self, self.items, self.search)

    @part
    def context_window(self) -> ContextWindowReads:
        return ContextWindowReads(self, self.items, self.search)

    @part
    def candidates(self) -> CandidateSearch:
        return CandidateSearch(self, self.items, self.search)

    @part
    def embeddings(self) -> EmbeddingWrites:
        return EmbeddingWrites(self)

    @part
    def jobs(self) -> JobWrites:
        return JobWrites(self)

    @part
    def feeds(self) -> FeedWrites:
        return FeedWrites(self)

    @part
    def walks(self) -> WalkWrites:
        return WalkWrites(self)

    @part
    def notifications(self) -> NotificationWrites:
        return NotificationWrites(self, self.jobs)

    @part
    def inquiries(self) -> SessionWrites:
        return SessionWrites(self)

    @part
    def agents(self) -> AgentWrites:
        return AgentWrites(self)

    @part
    def walk_uses(self) -> WalkUseReads:
        return WalkUseReads(self)

    @part
    def deliveries(self) -> DeliveryWrites:
        return DeliveryWrites(self, self.items, self.conversations)

    @part
    def handed(self) -> HandedReads:
        return HandedReads(self)

    @part
    def tokens(self) -> TokenWrites:
        return TokenWrites(self)

    @part
    def idempotency(self) -> IdempotencyWrites:
        return IdempotencyWrites(self)

    @part
    def ledger(self) -> LedgerReads:
        return LedgerReads(self, self.items)

    @part
    def erasures(self) -> ErasureReads:
        return ErasureReads(self)

    @part
    def whole_space(self) -> SpaceWrites:
        return SpaceWrites(self)

    @part
    def conversation_state(self) -> ConversationStateWrites:
        return ConversationStateWrites(self, self.conversations)

    @part
    def affected_rows(self) -> AffectedRowReads:
        return AffectedRowReads(self, self.items)

    @part
    def eraser(self) -> EraseWrites:
        return EraseWrites(
            self,
            self.affected_rows,
            self.conversation_state,
            self.walks,
            self.inquiries,
            self.deliveries,
            self.idempotency,
            self.agents,
            self.jobs,
        )

    @part
    def _erased_sources(self) -> ErasedSources:
        return ErasedSources(self)

    @part
    def _documents(self) -> DocumentWrites:
        return DocumentWrites(self)

    @part
    def _evidence_writes(self) -> EvidenceWrites:
        return EvidenceWrites(self, self.conversations, self._erased_sources)
