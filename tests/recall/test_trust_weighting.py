"""Standing: trust and confidence move a hit, within bounds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.items.item import Trust
from remembrancer.recall.trust_weighting import trust_weight

FALLING = (Trust.PERSON, Trust.AGENT, Trust.DOCUMENT, Trust.OUTSIDE)


@given(trust=st.sampled_from(Trust), sure=st.floats(0, 1), more=st.floats(0, 1))
def test_standing_is_bounded(trust: Trust, sure: float, more: float) -> None:
    """Nothing is lifted, and nobody loses more than a quarter, so that it never decides alone."""
    assert 0.75 <= trust_weight(trust, sure) <= 1.0
    low, high = sorted((sure, more))
    assert trust_weight(trust, low) <= trust_weight(trust, high)


def test_what_a_person_said_for_certain_loses_nothing() -> None:
    """The measure is full trust and full confidence."""
    assert trust_weight(Trust.PERSON, 1.0) == 1.0


@given(sure=st.floats(0, 1))
def test_less_trust_never_helps(sure: float) -> None:
    """From people over agents and documents to the outside, it only falls."""
    assert set(FALLING) == set(Trust)
    for one, other in pairwise(FALLING):
        assert trust_weight(one, sure) > trust_weight(other, sure)
