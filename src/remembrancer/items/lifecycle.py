"""The lifecycle: which state may follow which, and what the two axes are called together."""

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
    # What time put aside, a confirmation brings back.
    Lifecycle.HISTORICAL: frozenset({Lifecycle.ACTIVE, Lifecycle.SUPERSEDED, Lifecycle.DISMISSED}),
    Lifecycle.EXPIRED: frozenset({Lifecycle.ACTIVE, Lifecycle.SUPERSEDED, Lifecycle.DISMISSED}),
    Lifecycle.SUPERSEDED: frozenset(),
    Lifecycle.DISMISSED: frozenset(),
}

REVIEW_MOVES: Final[Mapping[Review, frozenset[Review]]] = {
    Review.PENDING: frozenset({Review.APPROVED, Review.REJECTED, Review.MANDATORY}),
    Review.APPROVED: frozenset({Review.MANDATORY, Review.REVOKED}),
    Review.MANDATORY: frozenset({Review.REVOKED}),
    # Where review is not asked for, a person may still vouch for an item or withdraw it.
    Review.NOT_REQUIRED: frozenset({Review.APPROVED, Review.MANDATORY, Review.REVOKED}),
    Review.REJECTED: frozenset(),
    Review.REVOKED: frozenset(),
}

# Only what is in use can run out of time: what waits for a person goes on waiting, and what a
# person turned down or withdrew keeps saying so.
EXPIRES_FROM: Final = frozenset({Review.NOT_REQUIRED, Review.APPROVED, Review.MANDATORY})

# Which reviews speak while an item is active. On the lifecycle axis only those do that put it out
# of use: "active" would say the contrary.
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


def check_lifecycle(item_id: str, current: Lifecycle, wanted: Lifecycle) -> None:
    """Passes where the lifecycle may move so, else raises IllegalTransition."""
    allowed = LIFECYCLE_MOVES[current]
    if wanted not in allowed:
        raise IllegalTransition(item_id, current.value, wanted.value, (s.value for s in allowed))


def check_review(item_id: str, current: Review, wanted: Review) -> None:
    """Passes where the review may move so, else raises IllegalTransition."""
    allowed = REVIEW_MOVES[current]
    if wanted not in allowed:
        raise IllegalTransition(item_id, current.value, wanted.value, (s.value for s in allowed))


def status_word(axis: str, lifecycle: Lifecycle, review: Review) -> str:
    """The one word a product shows for both axes.

    On the review axis the review speaks while the item is active; after that its end does. On the
    lifecycle axis it speaks only of what was turned down or withdrawn.
    """
    is_shown = lifecycle is Lifecycle.ACTIVE and review in REVIEWS_SHOWN[axis]
    return review._value_ if is_shown else lifecycle._value_


def states_for_status(axis: str, word: str) -> tuple[frozenset[Lifecycle], frozenset[Review]]:
    """The states that `status_word` calls by this word: any of the first with any of the second."""
    states = _STATES[axis].get(word)
    if states is None:
        allowed = ", ".join(_STATES[axis])
        raise InvalidInput(
            f"Status {word!r} is not known here. Choose one of: {allowed}.", field="status"
        )
    return states


def check_acyclic(pointers: Mapping[str, str]) -> None:
    """Passes where every chain of supersession (old to new) ends, else raises Conflict.

    Each item is walked once, whatever the shape of the chains.
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
    """Passes unless the item would be out of use as soon as it is accepted."""
    state = stored.state
    ends = min((one for one in (state.expires_at, state.valid_until) if one), default=None)
    if ends is None or ends > now:
        return
    field = "expires_at" if ends == state.expires_at else "valid_until"
    raise Conflict(
        f"{stored.id} expired on {ends.date().isoformat()}, so agents would not get it. If it "
        f"still holds, give it a later {field} with update() first."
    )
