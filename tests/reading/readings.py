"""Readings of talks and of texts by the rules, as each preset asks for them."""

from __future__ import annotations

from remembrancer.core.kinds import Brief
from remembrancer.items.proposal import Extraction, Proposal
from remembrancer.presets import preset_files
from remembrancer.reading.offline import offline_extractor
from tests.reading.talks import AT, talk, turn


def brief_in(preset: str, subject: str | None, language: str, *, is_told: bool = False) -> Brief:
    """The brief of a preset."""
    made = preset_files.load(preset)
    return Brief(
        language=language,
        kinds=made.extract.kinds,
        categories=made.categories.values,
        domains=made.domains.values,
        is_strict=made.categories.strict,
        subject=subject,
        is_about_clients=made.extract.is_about_clients,
        hears_agents=made.extract.hears_agents,
        only_due_tasks=made.extract.only_due_tasks,
        skips_figures=made.exclude_live_covered,
        is_told=is_told,
        now=AT,
    )


def read_talk(
    text: str, preset: str = "adviser", subject: str | None = None, language: str = "english"
) -> Extraction:
    """What is drawn out of a talk, "name: words" in each line."""
    return offline_extractor.extract(talk(text), brief_in(preset, subject, language))


def read_text(
    text: str, preset: str = "adviser", subject: str | None = "nadia", language: str = "english"
) -> Extraction:
    """What is drawn out of a text that a caller gives."""
    return offline_extractor.extract(
        [turn("user", text)], brief_in(preset, subject, language, is_told=True)
    )


def with_words(found: Extraction, words: str) -> list[Proposal]:
    """The proposals whose content holds these words."""
    return [one for one in found.proposals if words.casefold() in one.content.casefold()]
