"""What a caller has seen, as it travels between a client and several servers.

A position is opaque: its number would tell how many rows there are that the caller may not see.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.limits import POSITIONS_SENT_MAX
from remembrancer.front.session import Session

_BETWEEN: Final = ","


def with_positions(session: Session, sent: str) -> Session:
    """The session of a caller who was told so much before, here or elsewhere.

    Positions that cannot be read say nothing about what was told, so the primary answers.
    """
    if session.store.seen(session.scope()) is None:
        return session
    cursors = [cursor.strip() for cursor in sent.split(_BETWEEN)]
    if len(cursors) > POSITIONS_SENT_MAX:
        return replace(session, reads_primary=True)
    try:
        seen = max(open_position(session.space.key, cursor) for cursor in cursors)
    except InvalidInput:
        return replace(session, reads_primary=True)
    session.store.note_seen(session.scope(), seen)
    return session


def position_of(session: Session) -> str | None:
    """Up to where the caller was told by now; None: all is read from one store anyway."""
    seen = session.store.seen(session.scope())
    return None if seen is None else seal_position(session.space.key, seen)
