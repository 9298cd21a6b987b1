"""Which state may follow which."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.errors import Conflict, IllegalTransition, InvalidInput
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import (
    EXPIRES_FROM,
    LIFECYCLE_MOVES,
    REVIEW_MOVES,
    check_acyclic,
    check_lifecycle,
    check_review,
    states_for_status,
    status_word,
)

LIFECYCLE_ALLOWED = {
    ("active", "superseded"),
    ("active", "dismissed"),
    ("active", "historical"),
    ("active", "expired"),
    ("historical", "superseded"),
    ("historical", "dismissed"),
    ("historical", "active"),
    ("expired", "superseded"),
    ("expired", "dismissed"),
    ("expired", "active"),
}
REVIEW_ALLOWED = {
    ("pending", "approved"),
    ("pending", "rejected"),
    ("pending", "mandatory"),
    ("approved", "mandatory"),
    ("approved", "revoked"),
    ("mandatory", "revoked"),
    ("not_required", "approved"),
    ("not_required", "mandatory"),
    ("not_required", "revoked"),
}
AXES = ("lifecycle", "review")


@pytest.mark.parametrize(("current", "wanted"), list(product(Lifecycle, Lifecycle)))
def test_lifecycle_moves(current: Lifecycle, wanted: Lifecycle) -> None:
    """Superseded and dismissed are final; what time put aside can come back."""
    if (current, wanted) in LIFECYCLE_ALLOWED:
        check_lifecycle("km_0123456789ab", current, wanted)
    else:
        with pytest.raises(IllegalTransition):
            check_lifecycle("km_0123456789ab", current, wanted)


@pytest.mark.parametrize(("current", "wanted"), list(product(Review, Review)))
def test_review_moves(current: Review, wanted: Review) -> None:
    """S4-28: pending goes three ways, approved two, mandatory one; rejected and revoked end."""
    if (current, wanted) in REVIEW_ALLOWED:
        check_review("km_0123456789ab", current, wanted)
    else:
        with pytest.raises(IllegalTransition):
            check_review("km_0123456789ab", current, wanted)


def test_every_state_has_its_moves() -> None:
    """No state is missing from the tables."""
    assert set(LIFECYCLE_MOVES) == set(Lifecycle)
    assert set(REVIEW_MOVES) == set(Review)


def test_a_refusal_says_what_is_allowed() -> None:
    """The message names the item, the two states and the ways out."""
    with pytest.raises(IllegalTransition) as refusal:
        check_review("km_0123456789ab", Review.APPROVED, Review.REJECTED)
    assert str(refusal.value) == (
        "km_0123456789ab is approved and cannot become rejected. Allowed: mandatory, revoked."
    )
    with pytest.raises(IllegalTransition, match="this state is final"):
        check_review("km_0123456789ab", Review.REJECTED, Review.MANDATORY)


def test_only_what_is_in_use_expires() -> None:
    """S4-28: approved and mandatory may expire, and so may what needs no review."""
    assert {Review.APPROVED, Review.MANDATORY, Review.NOT_REQUIRED} == EXPIRES_FROM


@pytest.mark.parametrize(
    ("axis", "lifecycle", "review", "word"),
    [
        ("lifecycle", Lifecycle.ACTIVE, Review.PENDING, "active"),
        ("lifecycle", Lifecycle.ACTIVE, Review.REVOKED, "revoked"),
        ("lifecycle", Lifecycle.DISMISSED, Review.APPROVED, "dismissed"),
        ("review", Lifecycle.ACTIVE, Review.PENDING, "pending"),
        ("review", Lifecycle.ACTIVE, Review.MANDATORY, "mandatory"),
        ("review", Lifecycle.EXPIRED, Review.APPROVED, "expired"),
        ("review", Lifecycle.SUPERSEDED, Review.MANDATORY, "superseded"),
    ],
)
def test_status_word(axis: str, lifecycle: Lifecycle, review: Review, word: str) -> None:
    """One word says both axes; on the review axis an end outweighs the review."""
    assert status_word(axis, lifecycle, review) == word


@pytest.mark.parametrize("axis", AXES)
def test_a_status_filter_finds_exactly_what_shows_that_status(axis: str) -> None:
    """`states_for_status` is the exact inverse of `status_word`."""
    pairs = list(product(Lifecycle, Review))
    words = {status_word(axis, *pair) for pair in pairs}
    for word in words:
        lifecycles, reviews = states_for_status(axis, word)
        found = {pair for pair in pairs if pair[0] in lifecycles and pair[1] in reviews}
        assert found == {pair for pair in pairs if status_word(axis, *pair) == word}


@pytest.mark.parametrize(
    ("axis", "word", "known"),
    [("lifecycle", "pending", "historical"), ("review", "active", "revoked")],
)
def test_an_unknown_status_names_the_known_ones(axis: str, word: str, known: str) -> None:
    """A word of the other axis is refused, and the words of this one are listed."""
    with pytest.raises(InvalidInput, match=known) as refusal:
        states_for_status(axis, word)
    assert refusal.value.field == "status"


def test_many_may_point_to_one() -> None:
    """Compression and merging lead many items to one, which is no circle."""
    check_acyclic({"a": "c", "b": "c", "c": "d", "e": "d"})
    check_acyclic({})


def test_a_circle_is_named() -> None:
    """The ids on the circle are told, and those that merely lead to it are not."""
    with pytest.raises(Conflict) as refusal:
        check_acyclic({"x": "a", "y": "z", "a": "b", "b": "c", "c": "a"})
    assert "circle: a -> b -> c -> a." in str(refusal.value)
    assert "x" not in str(refusal.value).split("circle:")[1].split(".")[0]


def test_an_item_cannot_replace_itself() -> None:
    """The shortest circle is one item."""
    with pytest.raises(Conflict, match="a -> a"):
        check_acyclic({"a": "a"})


def test_a_long_chain_is_walked_once() -> None:
    """A chain entered from every one of its 100,000 items is still read once per item."""
    looked_up = 0

    class Counting(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            nonlocal looked_up
            looked_up += 1
            return super().__getitem__(key)

    check_acyclic(Counting({str(n): str(n + 1) for n in reversed(range(100_000))}))
    assert looked_up == 100_000


@given(st.dictionaries(st.integers(0, 12), st.integers(0, 12)))
def test_a_circle_is_found_wherever_it_is(edges: dict[int, int]) -> None:
    """It agrees with following every pointer for longer than there are items."""
    pointers = {str(old): str(new) for old, new in edges.items()}

    def never_ends(item_id: str) -> bool:
        for _ in range(len(pointers) + 1):
            if item_id not in pointers:
                return False
            item_id = pointers[item_id]
        return True

    if any(never_ends(item_id) for item_id in pointers):
        with pytest.raises(Conflict):
            check_acyclic(pointers)
    else:
        check_acyclic(pointers)
