"""The writer: everything that one unit of work can do."""

from __future__ import annotations

from remembrancer.store.conversation_writes import ConversationWrites
from remembrancer.store.erase import EraseWrites
from remembrancer.store.feed_writes import FeedWrites
from remembrancer.store.job_writes import JobWrites
from remembrancer.store.space_writes import SpaceWrites


class SqlWriter(ConversationWrites, SpaceWrites, EraseWrites, JobWrites, FeedWrites):
    """Writes through one scope. Leaving without `commit()` undoes everything."""
