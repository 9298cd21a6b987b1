"""Who gives one sentence about themself to be remembered is remembered."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I play the cello.", "english"),
        ("I have a nut allergy.", "english"),
        ("My favourite colour is green.", "english"),
        ("I'm the secretary of the rowing club.", "english"),
        ("Jag sjunger i en kör.", "swedish"),
        ("Min favoritfärg är grön.", "swedish"),
    ],
)
@pytest.mark.parametrize("preset", ["companion", "adviser", "community"])
def test_a_plain_sentence_is_kept(text: str, language: str, preset: str) -> None:
    """As it was said, without a name or a figure in it."""
    (found,) = read_text(text, preset, subject="jo", language=language).proposals
    assert found.content == text


@pytest.mark.parametrize(
    "text",
    [
        "I think the lunch was fine.",
        "I am so tired of this.",
        "I'm a bit late.",
        "I saw a film with the kids.",
        "My head is killing me today.",
        "I feel a little better again.",
    ],
)
def test_a_passing_word_is_not(text: str) -> None:
    """How somebody feels, and what just happened, stays in the raw text."""
    assert read_text(text, "companion", subject="jo").proposals == ()
