"""Days in what is delivered are written as people of the space's language write them."""

from __future__ import annotations

from datetime import date

import pytest

from remembrancer.core.locale import ENGLISH, SWEDISH, day_in_words
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
WORDS = {"english": "14 May 2025", "swedish": "14 maj 2025"}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_days_follow_the_language_of_the_space(stage: Stage, preset: str, language: str) -> None:
    """The summary, the search, the briefing and a composed request of a client tell the day in the
    words of the space's language, whatever the preset."""
    store = stage.open(preset)
    store.admin.configure({"language": language, "delivery": ["inject"]})
    store = store.in_space(store._session.space.name)
    kind = store._session.space.preset.default_kind
    kept = store.add(
        content="Ellen: pension, 40 000.", kind=kind, subject="ellen", valid_from="2025-05-14"
    )
    if kept.review.value == "pending":
        store.review.approve(kept.id)
    texts = [
        store.tools.get_client_knowledge_summary("ellen")["text"],
        store.tools.search_client_knowledge("ellen", "pension")["text"],
        store.briefing("ellen").text,
        store.compose(message="pension?", subject="ellen").messages[0]["content"],
    ]
    for text in texts:
        assert WORDS[language] in text
        assert "2025-05-14" not in text


def test_a_briefing_follows_the_locale_that_was_asked_for(stage: Stage) -> None:
    """In an English space a briefing in Swedish has Swedish days, those ahead too."""
    store = stage.open("adviser")
    store.add(
        content="Send the forms.",
        kind="action_item",
        subject="ellen",
        metadata={"deadline": "2026-10-09"},
    )
    told = store.briefing("ellen", locale="sv", meeting_at="2026-10-05T08:30:00+00:00").text
    assert "senast 9 oktober 2026" in told
    assert "5 oktober 2026 08:30 UTC" in told


def test_each_month_has_its_name() -> None:
    """Twelve months in each of the two languages, none of them twice."""
    for locale in (ENGLISH, SWEDISH):
        told = {day_in_words(date(2024, month, 29), locale) for month in range(1, 13)}
        assert len(told) == 12
    assert day_in_words(date(2024, 2, 29), SWEDISH) == "29 februari 2024"
    assert day_in_words(date(2024, 10, 1), ENGLISH) == "1 October 2024"
