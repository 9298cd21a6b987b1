"""The same said from the other end."""

from __future__ import annotations

import pytest

from remembrancer.reading.judging.judge import normalised_words
from remembrancer.reading.judging.passive_voice import is_passive_pair


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("The finance team approves invoices.", "Invoices are approved by the finance team.", True),
        ("Anna attesterar fakturorna.", "Fakturorna attesteras av Anna.", True),
        ("The vendor sends the report.", "The report is sent by the vendor.", True),
        ("Finance approves invoices.", "Invoices are approved by sales.", False),
        ("Tom beats Ann.", "Tom is beaten by Ann.", False),
        ("Legal does not sign NDAs.", "NDAs are signed by legal.", False),
        ("Kim writes tests by Friday.", "Tests are written by Friday.", False),
    ],
)
def test_who_does_it_and_what_is_done_change_places(one: str, other: str, expected: bool) -> None:
    """Only where the doer, the deed and what it is done to are the same."""
    assert is_passive_pair(normalised_words(one), normalised_words(other)) is expected
    assert is_passive_pair(normalised_words(other), normalised_words(one)) is expected
