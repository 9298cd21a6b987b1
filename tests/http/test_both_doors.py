"""Odd values at both doors: what a verb gives or refuses here, it gives or refuses at a server."""

from __future__ import annotations

import pytest

from tests.http.both_doors import A_FEW, CALLS, differences
from tests.remote import House


@pytest.mark.parametrize(
    ("number", "verb"), list(enumerate(CALLS)), ids=[str(verb) for verb in CALLS]
)
def test_a_verb_says_the_same_at_both_doors(house: House, number: int, verb: str) -> None:
    """An empty list, an empty text, nothing, a flag or a number in the place of each argument: the
    same answer, or an error of one class, with one sentence, about one field.

    Here one of these for each verb, in turns; in the soak all of them, and more."""
    assert differences(house, CALLS[verb], (A_FEW[number % len(A_FEW)],)) == []
