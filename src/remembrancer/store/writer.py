"""The writer: everything that one unit of work can do."""

from __future__ import annotations

from remembrancer.store.conversation_writes import ConversationWrites
from remembrancer.store.erase import EraseWrites
from remembrancer.store.space_writes import SpaceWrites


class SqlWriter(ConversationWrites, SpaceWrites, EraseWrites):
    """Writes through one scope. Leaving without `commit()` undoes everything."""
