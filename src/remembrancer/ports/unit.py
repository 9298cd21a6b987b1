"""The reader and the unit of work. Each has one part per capability."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Protocol

from remembrancer.core.ledger import Action
from remembrancer.core.scope import AsOf
from remembrancer.core.space import Space
from remembrancer.ports.space_parts import (
    IdempotencyKeysReader,
    IdempotencyKeysWriter,
    Ledger,
    LedgerPoint,
    PeopleReader,
    PeopleWriter,
    WholeSpaceReader,
    WholeSpaceWriter,
)

if TYPE_CHECKING:  # each capability defines its part; none of it is needed at run time
    from remembrancer.conversations.port import (
        ConversationsReader,
        ConversationState,
        ConversationsWriter,
    )
    from remembrancer.decisions.port import DecisionsReader
    from remembrancer.decisions.shapes.port import ShapesReader, ShapesWriter
    from remembrancer.delivery.bundle.port import ApprovedItems
    from remembrancer.governance.port import (
        AffectedRows,
        DeliveriesReader,
        DeliveriesWriter,
        Eraser,
        Erasures,
        TokensReader,
        TokensWriter,
    )
    from remembrancer.graph.port import DerivedFigures, ProjectionReader
    from remembrancer.inquiry.port import SessionsReader, SessionsWriter
    from remembrancer.items.graph_port import (
        EdgesReader,
        EdgesWriter,
        EntitiesReader,
        EntitiesWriter,
        LinksReader,
        LinksWriter,
        OutlineReader,
    )
    from remembrancer.items.port import (
        ComparedItems,
        ComparedItemsReader,
        EvidenceLookup,
        ItemsReader,
        ItemsWriter,
        ItemVotesReader,
        ItemVotesWriter,
        RelyingItems,
        SourcesReader,
        SourcesWriter,
        Tasks,
    )
    from remembrancer.jobs.port import FeedsReader, FeedsWriter, JobsReader, JobsWriter, MadeDue
    from remembrancer.notify.port import NotificationsReader, NotificationsWriter
    from remembrancer.reading.port import HandedTexts
    from remembrancer.recall.port import SpaceStats, WalksReader, WalksWriter, WalkUses
    from remembrancer.search.port import (
        Candidates,
        ContextWindow,
        EmbeddingsReader,
        EmbeddingsWriter,
        TextSearch,
        VectorSearch,
    )
    from remembrancer.team.port import AgentsReader, AgentsWriter
    from remembrancer.team.track_record.credibility_port import CredibilityReader, CredibilityWriter


class Reader(Protocol):
    """One consistent snapshot of the store, through one scope. Nothing outside the scope is
    visible."""

    @property
    def looks(self) -> Mapping[str, Action]:
        """What an admin read through this reader that is personal to somebody else."""

    def only_looked_at(self, ids: Collection[str]) -> None:
        """Says that only these of the items read were shown to the caller."""

    def point(self, as_of: AsOf) -> LedgerPoint: ...

    def last_position(self) -> int: ...

    @property
    def items(self) -> ItemsReader: ...

    @property
    def approved(self) -> ApprovedItems: ...

    @property
    def tasks(self) -> Tasks: ...

    @property
    def stats(self) -> SpaceStats: ...

    @property
    def votes(self) -> ItemVotesReader: ...

    @property
    def compared(self) -> ComparedItemsReader: ...

    @property
    def evidence(self) -> EvidenceLookup: ...

    @property
    def reliance(self) -> RelyingItems: ...

    @property
    def sources(self) -> SourcesReader: ...

    @property
    def conversations(self) -> ConversationsReader: ...

    @property
    def entities(self) -> EntitiesReader: ...

    @property
    def edges(self) -> EdgesReader: ...

    @property
    def outline(self) -> OutlineReader: ...

    @property
    def decisions(self) -> DecisionsReader: ...

    @property
    def shapes(self) -> ShapesReader: ...

    @property
    def credibility(self) -> CredibilityReader: ...

    @property
    def projection(self) -> ProjectionReader: ...

    @property
    def links(self) -> LinksReader: ...

    @property
    def people(self) -> PeopleReader: ...

    @property
    def search(self) -> TextSearch: ...

    @property
    def vector_search(self) -> VectorSearch: ...

    @property
    def context_window(self) -> ContextWindow: ...

    @property
    def candidates(self) -> Candidates: ...

    @property
    def embeddings(self) -> EmbeddingsReader: ...

    @property
    def jobs(self) -> JobsReader: ...

    @property
    def feeds(self) -> FeedsReader: ...

    @property
    def walks(self) -> WalksReader: ...

    @property
    def walk_uses(self) -> WalkUses: ...

    @property
    def inquiries(self) -> SessionsReader: ...

    @property
    def agents(self) -> AgentsReader: ...

    @property
    def notifications(self) -> NotificationsReader: ...

    @property
    def deliveries(self) -> DeliveriesReader: ...

    @property
    def handed(self) -> HandedTexts: ...

    @property
    def tokens(self) -> TokensReader: ...

    @property
    def idempotency(self) -> IdempotencyKeysReader: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def erasures(self) -> Erasures: ...

    @property
    def whole_space(self) -> WholeSpaceReader: ...


class Writer(Reader, Protocol):
    """One unit of work. Leaving without `commit()` undoes everything."""

    made_due: list[MadeDue]  # the jobs that this unit made due

    @property
    def is_changed(self) -> bool:
        """The unit has recorded a change."""

    @property
    def space(self) -> Space:
        """The space that this unit writes to, in its current state."""

    is_held: bool  # set: `commit()` only prepares, and `end()` makes it durable

    is_ready: bool

    def commit(self) -> None: ...

    def end(self) -> None: ...

    def look(self, looks: Mapping[str, Action]) -> None: ...

    @property
    def shapes(self) -> ShapesWriter: ...

    @property
    def derived(self) -> DerivedFigures: ...

    @property
    def credibility(self) -> CredibilityWriter: ...

    @property
    def items(self) -> ItemsWriter: ...

    @property
    def votes(self) -> ItemVotesWriter: ...

    @property
    def compared(self) -> ComparedItems: ...

    @property
    def sources(self) -> SourcesWriter: ...

    @property
    def conversations(self) -> ConversationsWriter: ...

    @property
    def conversation_state(self) -> ConversationState: ...

    @property
    def entities(self) -> EntitiesWriter: ...

    @property
    def edges(self) -> EdgesWriter: ...

    @property
    def links(self) -> LinksWriter: ...

    @property
    def people(self) -> PeopleWriter: ...

    @property
    def embeddings(self) -> EmbeddingsWriter: ...

    @property
    def jobs(self) -> JobsWriter: ...

    @property
    def feeds(self) -> FeedsWriter: ...

    @property
    def walks(self) -> WalksWriter: ...

    @property
    def inquiries(self) -> SessionsWriter: ...

    @property
    def agents(self) -> AgentsWriter: ...

    @property
    def notifications(self) -> NotificationsWriter: ...

    @property
    def deliveries(self) -> DeliveriesWriter: ...

    @property
    def tokens(self) -> TokensWriter: ...

    @property
    def idempotency(self) -> IdempotencyKeysWriter: ...

    @property
    def affected_rows(self) -> AffectedRows: ...

    @property
    def eraser(self) -> Eraser: ...

    @property
    def whole_space(self) -> WholeSpaceWriter: ...
