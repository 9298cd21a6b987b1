"""The reader: one consistent snapshot of the store, with a part for each capability."""

from __future__ import annotations

from remembrancer.store.access.idempotency_keys import IdempotencyReads
from remembrancer.store.access.tokens import TokenReads
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.decisions.decision_reads import DecisionReads
from remembrancer.store.decisions.shape_rows import ShapeReads
from remembrancer.store.deliveries.deliveries import DeliveryReads
from remembrancer.store.deliveries.handed import HandedReads
from remembrancer.store.deliveries.inquiries import SessionReads
from remembrancer.store.deliveries.walk_uses import WalkUseReads
from remembrancer.store.deliveries.walks import WalkReads
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.erasure.erasures import ErasureReads
from remembrancer.store.graph.edges import EdgeReads
from remembrancer.store.graph.entities import EntityReads
from remembrancer.store.graph.links import LinkReads
from remembrancer.store.graph.outline import OutlineReads
from remembrancer.store.graph.projection_rows import ProjectionRows
from remembrancer.store.items.approved_items import ApprovedReads
from remembrancer.store.items.compared_items import ComparedReads
from remembrancer.store.items.evidence_reads import EvidenceReads
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_statistics import StatsReads
from remembrancer.store.items.reliance import RelianceReads
from remembrancer.store.items.tasks import TaskReads
from remembrancer.store.items.votes import VoteReads
from remembrancer.store.jobs.feeds import FeedReads
from remembrancer.store.jobs.jobs import JobReads
from remembrancer.store.ledger.ledger import LedgerReads
from remembrancer.store.notify.notification_rows import NotificationReads
from remembrancer.store.people import PeopleReads
from remembrancer.store.search.candidate_search import CandidateSearch
from remembrancer.store.search.context_window import ContextWindowReads
from remembrancer.store.search.embedding_reads import EmbeddingReads
from remembrancer.store.search.text_search import TextSearchReads
from remembrancer.store.search.vector_search import VectorSearchReads
from remembrancer.store.sources import SourceReads
from remembrancer.store.space_contents import SpaceReads
from remembrancer.store.team.agent_reads import AgentReads
from remembrancer.store.team.credibility_rows import CredibilityReads
from remembrancer.store.unit.part import part, primary_part
from remembrancer.store.unit.scoped_reader import ScopedReader


class SqlReader(ScopedReader):
    """Reads through one scope. Each part is created on first use."""

    @part
    def items(self) -> ItemReads:
        return ItemReads(self)

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
    def votes(self) -> VoteReads:
        return VoteReads(self, self.items)

    @primary_part
    def compared(self) -> ComparedReads:
        return ComparedReads(self, self.items)

    @part
    def evidence(self) -> EvidenceReads:
        return EvidenceReads(self, self.items)

    @part
    def reliance(self) -> RelianceReads:
        return RelianceReads(self, self.items)

    @part
    def sources(self) -> SourceReads:
        return SourceReads(self)

    @part
    def conversations(self) -> ConversationReads:
        return ConversationReads(self, self._erased_sources)

    @part
    def entities(self) -> EntityReads:
        return EntityReads(self)

    @part
    def edges(self) -> EdgeReads:
        return EdgeReads(self, self.items)

    @part
    def outline(self) -> OutlineReads:
        return OutlineReads(self, self.edges)

    @part
    def decisions(self) -> DecisionReads:
        return DecisionReads(self, self.items, self.edges)

    @primary_part
    def shapes(self) -> ShapeReads:
        return ShapeReads(self)

    @primary_part
    def credibility(self) -> CredibilityReads:
        return CredibilityReads(self)

    @primary_part
    def projection(self) -> ProjectionRows:
        return ProjectionRows(self, self.items)

    @part
    def links(self) -> LinkReads:
        return LinkReads(self, self.items)

    @part
    def people(self) -> PeopleReads:
        return PeopleReads(self, self.items)

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
    def embeddings(self) -> EmbeddingReads:
        return EmbeddingReads(self)

    @primary_part
    def jobs(self) -> JobReads:
        return JobReads(self)

    @primary_part
    def feeds(self) -> FeedReads:
        return FeedReads(self)

    @primary_part
    def walks(self) -> WalkReads:
        return WalkReads(self)

    @primary_part
    def notifications(self) -> NotificationReads:
        return NotificationReads(self)

    @primary_part
    def inquiries(self) -> SessionReads:
        return SessionReads(self)

    @primary_part
    def agents(self) -> AgentReads:
        return AgentReads(self)

    @primary_part
    def walk_uses(self) -> WalkUseReads:
        return WalkUseReads(self)

    @primary_part
    def deliveries(self) -> DeliveryReads:
        return DeliveryReads(self, self.items, self.conversations)

    @primary_part
    def handed(self) -> HandedReads:
        return HandedReads(self)

    @primary_part
    def tokens(self) -> TokenReads:
        return TokenReads(self)

    @primary_part
    def idempotency(self) -> IdempotencyReads:
        return IdempotencyReads(self)

    @primary_part
    def ledger(self) -> LedgerReads:
        return LedgerReads(self, self.items)

    @primary_part
    def erasures(self) -> ErasureReads:
        return ErasureReads(self)

    @primary_part
    def whole_space(self) -> SpaceReads:
        return SpaceReads(self)

    @part
    def _erased_sources(self) -> ErasedSources:
        return ErasedSources(self)
