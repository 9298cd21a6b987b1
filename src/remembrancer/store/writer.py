"""The writer: everything that one unit of work can do."""

from __future__ import annotations

from collections.abc import Callable

from remembrancer.core.scope import Scope
from remembrancer.jobs.schedule import ALL, EMBED
from remembrancer.store.access.token_writes import TokenWrites
from remembrancer.store.conversations.conversation_writes import ConversationWrites
from remembrancer.store.engine import Connection, Mark
from remembrancer.store.erasure.erase import EraseWrites
from remembrancer.store.items.pool_writes import PoolWrites
from remembrancer.store.jobs.feed_writes import FeedWrites
from remembrancer.store.search.vector_cache import VectorCache
from remembrancer.store.search.vector_writes import VectorWrites
from remembrancer.store.space_writes import SpaceWrites
from remembrancer.store.statement import Statements


class SqlWriter(
    ConversationWrites,
    SpaceWrites,
    EraseWrites,
    PoolWrites,
    FeedWrites,
    VectorWrites,
    TokenWrites,
):
    """Writes through one scope. Leaving without `commit()` undoes everything."""

    def __init__(
        self,
        connection: Connection,
        statements: Statements,
        scope: Scope,
        *,
        vectors: VectorCache,
        embeds: bool,
        commit: Callable[[Mark | None], None],
    ) -> None:
        super().__init__(connection, statements, scope, vectors=vectors, commit=commit)
        self._embeds = embeds

    def commit(self) -> None:
        """Makes the unit's changes last. New texts are embedded later: nobody waits for it."""
        if self._embeds and self._has_new_texts:
            self.make_due_once(EMBED, ALL)
        if self._has_new_items:
            self.make_compression_due()
        super().commit()

    def end(self) -> None:
        """Makes the unit's changes last, once `commit()` was held back."""
        super().end()
        if self._has_erased:  # only now: before it, another reader would fill it up again
            self._vectors.forget(self._space.number)
