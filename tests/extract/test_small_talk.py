"""Small talk is dropped from digests, and hardly ever anything else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.context import digest
from remembrancer.extract.small_talk import is_small_talk
from remembrancer.model.item import Trust
from remembrancer.model.message import Message
from tests.extract.talk_sets import SMALL_EN, SMALL_SV, SUBSTANCE_EN, SUBSTANCE_SV


def points(*said: str) -> list[str]:
    """What a digest keeps of what one person says."""
    batch = [
        Message(
            id=f"m{number}",
            conversation_id="chat",
            channel_id=None,
            author_id="karin",
            role="user",
            content=one,
            timestamp=datetime(2026, 3, 2, tzinfo=UTC),
            owner="karin",
            subject=None,
            audience=None,
            is_personal=False,
            trust=Trust.PERSON,
        )
        for number, one in enumerate(said)
    ]
    return [one.text for one in digest.extended((), batch, is_small_talk=is_small_talk)]


@pytest.mark.parametrize(
    "said",
    [
        "Haha vad roligt väder vi har",
        "Did you see the game last night?",
        "Jag är så trött idag, sov jättedåligt.",
        "How was your holiday?",
        "Hur var din helg?",
    ],
)
def test_small_talk_is_in_no_digest(said: str) -> None:
    """S1-13: the weather, the match and how one feels leave no point; what follows does."""
    assert points(said) == []
    ended = said if said[-1] in ".?!" else f"{said}."
    assert points(f"{ended} We sold the van in March.") == ["User: We sold the van in March."]


@pytest.mark.parametrize(
    "said",
    [
        "Did you see the invoice from the landlord?",
        "Har du sett fakturan?",
        "We won the tender!",
        "I quit my job today!",
        "Min revisor ringde idag.",
        "My mother died yesterday.",
        "Rain damaged the stock in the basement.",
        "The match sponsorship was booked as marketing.",
    ],
)
def test_what_matters_is_no_small_talk(said: str) -> None:
    """S1-13: a question about work, news of one's life and damage by weather stay."""
    assert not is_small_talk(said)


@pytest.mark.parametrize(
    ("small", "substance"),
    [(SMALL_EN, SUBSTANCE_EN), (SMALL_SV, SUBSTANCE_SV)],
    ids=["english", "swedish"],
)
@pytest.mark.parametrize("half", [0, 1], ids=["looked-at", "kept-apart"])
def test_more_is_gained_than_lost(
    small: tuple[str, ...], substance: tuple[str, ...], half: int
) -> None:
    """S1-13: of 24 lines of small talk 14 at least leave nothing; of 24 others one at most is
    taken for small talk."""
    assert sum(not points(one) for one in small[half::2]) >= 14
    assert sum(map(is_small_talk, substance[half::2])) <= 1
