"""The lifecycle: allowed state transitions, and the status word for lifecycle and review."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from remembrancer.core.errors import Conflict, IllegalTransition, InvalidInput
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.state import StoredItem

LIFECYCLE_MOVES: Final[Mapping[Lifecycle, frozenset[Lifecycle]]] = {
    Lifecycle.ACTIVE: frozenset(
        {Lifecycle.SUPERSEDED, Lifecycle.DISMISSED, Lifecycle.HISTORICAL, Lifecycle.EXPIRED}
    ),
    # A confirmation brings back historical and expired items.
    Lifecycle.HISTORICAL: frozenset({Lifecycle.ACTIVE, Lifecycle.SUPERSEDED, Lifecycle.DISMISSED}),
    Lifecycle.EXPIRED: frozenset({Lifecycle.ACTIVE, Lifecycle.SUPERSEDED, Lifecycle.DISMISSED}),
    Lifecycle.SUPERSEDED: frozenset(),
    Lifecycle.DISMISSED: frozenset(),
}

REVIEW_MOVES: Final[Mapping[Review, frozenset[Review]]] = {
    Review.PENDING: frozenset({Review.APPROVED, Review.REJECTED, Review.MANDATORY}),
    Review.APPROVED: frozenset({Review.MANDATORY, Review.REVOKED}),
    Review.MANDATORY: frozenset({Review.REVOKED}),
    # If no review is required, a person may still approve an item or withdraw it.
    Review.NOT_REQUIRED: frozenset({Review.APPROVED, Review.MANDATORY, Review.REVOKED}),
    Review.REJECTED: frozenset(),
    Review.REVOKED: frozenset(),
}

# Only items in use expire. A pending item stays pending, and a rejected or withdrawn item keeps
# that state.
EXPIRES_FROM: Final = frozenset({Review.NOT_REQUIRED, Review.APPROVED, Review.MANDATORY})

# The reviews that give the status word while an item is active. On the lifecycle axis only those
# that take the item out of use do: "active" would be wrong for them.
REVIEWS_SHOWN: Final[Mapping[str, frozenset[Review]]] = {
    "lifecycle": frozenset({Review.REJECTED, Review.REVOKED}),
    "review": frozenset(Review),
}

_Pair = tuple[frozenset[Lifecycle], frozenset[Review]]
_ANY_REVIEW: Final[dict[str, _Pair]] = {
    state.value: (frozenset({state}), frozenset(Review)) for state in Lifecycle
}
_STATES: Final[Mapping[str, Mapping[str, _Pair]]] = {
    axis: {
        **{
            word: (lifecycles, reviews - shown if word == Lifecycle.ACTIVE else reviews)
            for word, (lifecycles, reviews) in _ANY_REVIEW.items()
            if word != Lifecycle.ACTIVE or shown != reviews
        },
        **{
            state.value: (frozenset({Lifecycle.ACTIVE}), frozenset({state}))
            for state in Review
            if state in shown
        },
    }
    for axis, shown in REVIEWS_SHOWN.items()
}


def check_lifecycle(item_id: str, current: Lifecycle, lifecycle: Lifecycle) -> None:
    """Passes if this lifecycle transition is allowed, otherwise raises IllegalTransition."""
    allowed = LIFECYCLE_MOVES[current]
    if lifecycle not in allowed:
        raise IllegalTransition(item_id, current.value, lifecycle.value, (s.value for s in allowed))


def check_review(item_id: str, current: Review, review: Review) -> None:
    """Passes if this review transition is allowed, otherwise raises IllegalTransition."""
    allowed = REVIEW_MOVES[current]
    if review not in allowed:
        raise IllegalTransition(item_id, current.value, review.value, (s.value for s in allowed))


def status_word(axis: str, lifecycle: Lifecycle, review: Review) -> str:
    """The one status word that a product shows for lifecycle and review.

    On the review axis, the word comes from the review while the item is active, and from the
    lifecycle after that. On the lifecycle axis, the review counts only if the item was rejected or
    withdrawn.
    """
    is_shown = lifecycle is Lifecycle.ACTIVE and review in REVIEWS_SHOWN[axis]
    return review._value_ if is_shown else lifecycle._value_


def states_for_status(axis: str, word: str) -> tuple[frozenset[Lifecycle], frozenset[Review]]:
    """The lifecycles and reviews whose every combination has this status word."""
    states = _STATES[axis].get(word)
    if states is None:
        allowed = ", ".join(_STATES[axis])
        raise InvalidInput(
            f"Status {word!r} is not known here. Choose one of: {allowed}.", field="status"
        )
    return states


def check_acyclic(pointers: Mapping[str, str]) -> None:
    """Passes if every supersession chain (old to new) ends, otherwise raises Conflict.

    Each item is visited once, whatever the shape of the chains.
    """
    cleared: set[str] = set()
    for start in pointers:
        position: dict[str, int] = {}
        item_id = start
        while item_id in pointers and item_id not in cleared:
            if item_id in position:
                circle = list(position)[position[item_id] :]
                raise Conflict(
                    "These items would supersede each other in a circle: "
                    f"{' -> '.join([*circle, item_id])}. Leave out one of these replacements."
                )
            position[item_id] = len(position)
            item_id = pointers[item_id]
        cleared.update(position)


def check_not_expired(stored: StoredItem, now: datetime) -> None:
    """Passes unless the item would expire as soon as it is accepted."""
    state = stored.state
    ends = min((when for when in (state.expires_at, state.valid_until) if when), default=None)
    if ends is None or ends > now:
        return
    field = "expires_at" if ends == state.expires_at else "valid_until"
    raise Conflict(
        f"{stored.id} expired on {ends.date().isoformat()}, so agents would not get it. If it "
        f"still holds, give it a later {field} with update() first."
    )
