"""Odd values at both doors: what a verb gives or refuses here, it gives or refuses at a server."""

from __future__ import annotations

import pytest

from tests.http.both_doors import A_FEW, CALLS, differences
from tests.remote import House


@pytest.mark.parametrize("verb", CALLS)
def test_a_verb_says_the_same_at_both_doors(house: House, verb: str) -> None:
    """An empty list, an empty text, nothing, a flag or a number in the place of each argument: the
    same answer, or an error of one class, with one sentence, about one field."""
    assert differences(house, CALLS[verb], A_FEW) == []
