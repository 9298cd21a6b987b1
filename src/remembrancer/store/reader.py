"""The reader: one consistent look at the store, with a part for each capability."""

from __future__ import annotations

from functools import cached_property

from remembrancer.store.access.idempotency_keys import IdempotencyReads
from remembrancer.store.access.tokens import TokenReads
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.deliveries.deliveries import DeliveryReads
from remembrancer.store.deliveries.handed import HandedReads
from remembrancer.store.deliveries.walk_uses import WalkUseReads
from remembrancer.store.deliveries.walks import WalkReads
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.erasure.erasures import ErasureReads
from remembrancer.store.graph import GraphReads
from remembrancer.store.items.approved_items import ApprovedReads
from remembrancer.store.items.evidence_reads import EvidenceReads
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_statistics import StatsReads
from remembrancer.store.items.reliance import RelianceReads
from remembrancer.store.items.tasks import TaskReads
from remembrancer.store.items.votes import VoteReads
from remembrancer.store.jobs.feeds import FeedReads
from remembrancer.store.jobs.jobs import JobReads
from remembrancer.store.ledger.ledger import LedgerReads
from remembrancer.store.people import PeopleReads
from remembrancer.store.search.candidate_search import CandidateSearch
from remembrancer.store.search.context_window import ContextWindowReads
from remembrancer.store.search.embedding_reads import EmbeddingReads
from remembrancer.store.search.text_search import TextSearchReads
from remembrancer.store.search.vector_search import VectorSearchReads
from remembrancer.store.sources import SourceReads
from remembrancer.store.space_contents import SpaceReads
from remembrancer.store.unit.scoped_reader import ScopedReader


class SqlReader(ScopedReader):
    """Reads through one scope. A part is made when it is first asked for something."""

    @cached_property
    def items(self) -> ItemReads:
        return ItemReads(self)

    @cached_property
    def approved(self) -> ApprovedReads:
        return ApprovedReads(self, self.items)

    @cached_property
    def tasks(self) -> TaskReads:
        return TaskReads(self, self.items)

    @cached_property
    def stats(self) -> StatsReads:
        return StatsReads(self, self.items)

    @cached_property
    def votes(self) -> VoteReads:
        return VoteReads(self, self.items)

    @cached_property
    def evidence(self) -> EvidenceReads:
        return EvidenceReads(self, self.items)

    @cached_property
    def reliance(self) -> RelianceReads:
        return RelianceReads(self, self.items)

    @cached_property
    def sources(self) -> SourceReads:
        return SourceReads(self)

    @cached_property
    def conversations(self) -> ConversationReads:
        return ConversationReads(self, self._erased_sources)

    @cached_property
    def graph(self) -> GraphReads:
        return GraphReads(self, self.items)

    @cached_property
    def people(self) -> PeopleReads:
        return PeopleReads(self, self.items)

    @cached_property
    def search(self) -> TextSearchReads:
        return TextSearchReads(self, self.items)

    @cached_property
    def vector_search(self) -> VectorSearchReads:
        return VectorSearchReads(self, self.items, self.search)

    @cached_property
    def context_window(self) -> ContextWindowReads:
        return ContextWindowReads(self, self.items, self.search)

    @cached_property
    def candidates(self) -> CandidateSearch:
        return CandidateSearch(self, self.items, self.search)

    @cached_property
    def embeddings(self) -> EmbeddingReads:
        return EmbeddingReads(self)

    @cached_property
    def jobs(self) -> JobReads:
        return JobReads(self)

    @cached_property
    def feeds(self) -> FeedReads:
        return FeedReads(self)

    @cached_property
    def walks(self) -> WalkReads:
        return WalkReads(self)

    @cached_property
    def walk_uses(self) -> WalkUseReads:
        return WalkUseReads(self)

    @cached_property
    def deliveries(self) -> DeliveryReads:
        return DeliveryReads(self, self.items, self.conversations)

    @cached_property
    def handed(self) -> HandedReads:
        return HandedReads(self)

    @cached_property
    def tokens(self) -> TokenReads:
        return TokenReads(self)

    @cached_property
    def idempotency(self) -> IdempotencyReads:
        return IdempotencyReads(self)

    @cached_property
    def ledger(self) -> LedgerReads:
        return LedgerReads(self, self.items)

    @cached_property
    def erasures(self) -> ErasureReads:
        return ErasureReads(self)

    @cached_property
    def whole_space(self) -> SpaceReads:
        return SpaceReads(self)

    @cached_property
    def _erased_sources(self) -> ErasedSources:
        return ErasedSources(self)
