"""A reply that confirms is nothing but assent."""

from __future__ import annotations

import pytest

from remembrancer.items.item import ConfidenceSubtype
from remembrancer.reading.offline.confirmations import verification
from tests.reading import reply_sets as replies
from tests.reading.talks import talk

ASSENT = [(replies.STATED_EN, one) for one in replies.CONFIRMS_EN] + [
    (replies.STATED_SV, one) for one in replies.CONFIRMS_SV
]
NO_ASSENT = [(replies.STATED_EN, one) for one in replies.NO_ASSENT_EN] + [
    (replies.STATED_SV, one) for one in replies.NO_ASSENT_SV
]


@pytest.mark.parametrize(("stated", "reply"), ASSENT)
def test_assent_confirms(stated: str, reply: str) -> None:
    """S4-22: words of assent, with thanks, emphasis or something else told after them, confirm."""
    messages = talk(f"agent: {stated}\nellen: {reply}")
    assert verification.verification_subtype(messages, 1) is ConfidenceSubtype.CONFIRMATION


@pytest.mark.parametrize(("stated", "reply"), NO_ASSENT)
def test_what_denies_hedges_or_changes_confirms_nothing(stated: str, reply: str) -> None:
    """S4-22: a reply that begins like assent and denies, doubts, limits or changes what was said
    confirms nothing."""
    messages = talk(f"agent: {stated}\nellen: {reply}")
    assert verification.verification_subtype(messages, 1) is not ConfidenceSubtype.CONFIRMATION
