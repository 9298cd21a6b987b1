"""`memory.review`: what agents may rely on is decided by people."""

from __future__ import annotations

from typing import overload

from remembrancer.errors import InvalidInput
from remembrancer.flows import arrive
from remembrancer.govern import contradictions, review
from remembrancer.model.contradiction import Contradiction
from remembrancer.model.item import Item
from remembrancer.verbs.session import Session


class Reviews:
    """Approves, rejects, mandates and revokes, and settles contradictions. For admins."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def approve(self, id: str, *, reason: str | None = None) -> Item:
        """Lets a pending item through to agents."""
        return self._session.write(
            lambda unit, scope: arrive.let_in(unit, scope, review.approve(unit, scope, id, reason))
        )

    def reject(self, id: str, *, reason: str | None = None) -> Item:
        """Turns a pending item down."""
        return self._session.write(lambda unit, scope: review.reject(unit, scope, id, reason))

    def mandate(self, id: str, *, reason: str, audience: str | None = None) -> Item:
        """Makes an item binding for every agent of its audience."""
        return self._session.write(
            lambda unit, scope: arrive.let_in(
                unit, scope, review.mandate(unit, scope, id, reason, audience)
            )
        )

    @overload
    def revoke(self, id: str, *, reason: str) -> Item: ...
    @overload
    def revoke(self, id: None = None, *, source: str, reason: str) -> tuple[Item, ...]: ...
    def revoke(
        self, id: str | None = None, *, source: str | None = None, reason: str
    ) -> Item | tuple[Item, ...]:
        """Withdraws an item in use, or everything in use that rests on one source."""
        if id is not None and source is None:
            return self._session.write(lambda unit, scope: review.revoke(unit, scope, id, reason))
        if source is not None and id is None:
            return self._session.write(
                lambda unit, scope: review.revoke_source(unit, scope, source, reason)
            )
        raise InvalidInput("revoke() takes an item's id or a source, one of the two.")

    def contradictions(self, *, include_resolved: bool = False) -> tuple[Contradiction, ...]:
        """What contradicts each other and is not settled yet, of what the caller may see."""
        return self._session.read(
            lambda reader, _: contradictions.listed(reader, include_resolved=include_resolved)
        )

    def resolve(
        self,
        id: str,
        action: str,
        *,
        merged_content: str | None = None,
        reason: str | None = None,
    ) -> Contradiction:
        """Settles a contradiction: `kept_a` (what was known), `kept_b` (what came after it),
        `merge` (one text in the place of both) or `both_valid`."""
        return self._session.write(
            lambda unit, scope: contradictions.resolve(
                unit, scope, id, action, merged_content, reason
            )
        )
