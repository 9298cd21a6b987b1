"""`memory.review`: what agents may rely on is decided by people."""

from __future__ import annotations

from remembrancer.govern import review
from remembrancer.model.item import Item
from remembrancer.verbs.session import Session


class Reviews:
    """Approves, rejects, mandates and revokes. For admins."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def approve(self, id: str, *, reason: str | None = None) -> Item:
        """Lets a pending item through to agents."""
        return self._session.write(lambda unit, scope: review.approve(unit, scope, id, reason))

    def reject(self, id: str, *, reason: str | None = None) -> Item:
        """Turns a pending item down."""
        return self._session.write(lambda unit, scope: review.reject(unit, scope, id, reason))

    def mandate(self, id: str, *, reason: str, audience: str | None = None) -> Item:
        """Makes an item binding for every agent of its audience."""
        return self._session.write(
            lambda unit, scope: review.mandate(unit, scope, id, reason, audience)
        )

    def revoke(self, id: str, *, reason: str) -> Item:
        """Withdraws an approved or mandatory item."""
        return self._session.write(lambda unit, scope: review.revoke(unit, scope, id, reason))
