"""Small talk is dropped from digests, and hardly ever anything else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.conversations import offline_digest
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.reading.offline.filters.small_talk import is_small_talk
from tests.reading import chat_lines, near_small_talk
from tests.reading.talk_sets import SMALL_EN, SMALL_SV, SUBSTANCE_EN, SUBSTANCE_SV


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
    return [
        one.text for one in offline_digest.extend_by_rules((), batch, is_small_talk=is_small_talk)
    ]


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
    "said", [*chat_lines.SHORT_EN, *chat_lines.SHORT_SV, "No dividend this year.", "Ring banken."]
)
def test_what_is_short_is_not_lost(said: str) -> None:
    """S1-12: what orders, denies, or says how something stands is in the digest at any length."""
    assert points(said) == [f"User: {said}"]


@pytest.mark.parametrize("said", [*chat_lines.FILLER_EN, *chat_lines.FILLER_SV])
def test_fillers_are_dropped(said: str) -> None:
    """S1-13: what only greets, thanks or nods leaves nothing."""
    assert points(said) == []


@pytest.mark.parametrize("said", [*near_small_talk.NEAR_EN, *near_small_talk.NEAR_SV])
def test_what_sounds_like_small_talk_is_not_lost(said: str) -> None:
    """S1-13: the damage, the order, the illness and the news stay, whatever words they come in."""
    assert points(said) != []


@pytest.mark.parametrize(
    "said",
    [
        "Did you catch the final of the cup?",
        "It has been raining here since Tuesday, so dreary.",
        "My kids kept me up half the night, sorry.",
        "Usch vad kallt det är ute.",
    ],
)
def test_the_weather_the_match_and_the_night_are_dropped(said: str) -> None:
    """S1-13: a day of the week or an apology beside small talk makes no point of it."""
    assert points(said) == []


@pytest.mark.parametrize(
    ("small", "substance", "dropped_min"),
    [
        (SMALL_EN[0::2], SUBSTANCE_EN[0::2], 19),
        (SMALL_EN[1::2], SUBSTANCE_EN[1::2], 18),
        (SMALL_SV[0::2], SUBSTANCE_SV[0::2], 18),
        (SMALL_SV[1::2], SUBSTANCE_SV[1::2], 13),
        (chat_lines.CHAT_EN[0::2], chat_lines.WORK_EN[0::2], 15),
        (chat_lines.CHAT_EN[1::2], chat_lines.WORK_EN[1::2], 13),
        (chat_lines.CHAT_SV[0::2], chat_lines.WORK_SV[0::2], 14),
        (chat_lines.CHAT_SV[1::2], chat_lines.WORK_SV[1::2], 9),
    ],
    ids=[
        "english-looked-at", "english-kept-apart", "swedish-looked-at", "swedish-kept-apart",
        "english-chat-looked-at", "english-chat-kept-apart", "swedish-chat-looked-at",
        "swedish-chat-kept-apart",
    ],
)  # fmt: skip
def test_more_is_gained_than_lost(
    small: tuple[str, ...], substance: tuple[str, ...], dropped_min: int
) -> None:
    """S1-13: of small talk so many lines at least leave nothing; of all else none is lost."""
    assert [one for one in substance if not points(one)] == []
    assert sum(not points(one) for one in small) >= dropped_min
