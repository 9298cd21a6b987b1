"""The people, teams, metrics and domains that a text names."""

from __future__ import annotations

import pytest

from remembrancer.reading.offline import entities
from tests.reading.talks import brief

NAMES = (
    "Anna",
    "Will",
    "Growth Team",
    "growth",
    "net revenue retention",
    "revenue",
    "ARR",
    "C++",
    "R&D",
    "Kundtjänst",
    "Åsa Öberg",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The growth team owns ARR.", ("Growth Team", "ARR")),
        ("Net-revenue-retention beats revenue.", ("net revenue retention", "revenue")),
        ("net_revenue_retention is monthly", ("net revenue retention",)),
        ("ARR first, then Anna, then arr again", ("ARR", "Anna")),
        ("Anna's plan and ARR’s slope", ("Anna", "ARR")),
        ("Annas plan, Kundtjänsts mål och ARR:s definition", ("Anna", "Kundtjänst", "ARR")),
        ("Åsa Öbergs lista", ("Åsa Öberg",)),
        ("A\u030asa O\u0308berg ringde", ("Åsa Öberg",)),
        ("Written in C++ by R&D.", ("C++", "R&D")),
        ("Plan C is for R and D.", ()),
        ("Hannah and the arrears", ()),
        ("We will see whether Will comes.", ("Will",)),
        ("Finance asks growth", ("finance", "growth")),
        ("", ()),
    ],
)
def test_whole_words_in_their_order(text: str, found: tuple[str, ...]) -> None:
    """S4-12: a text that names a known metric, team, person or domain is tagged with it, as the
    space spells it; of two names that overlap the longer is meant."""
    told = brief(names=NAMES, domains=("finance", "product"))
    assert entities.find_entities(text, told) == found


def test_a_space_without_names_tags_nothing() -> None:
    """S4-12: only what is known is tagged."""
    assert entities.find_entities("Anna owns ARR", brief()) == ()


def test_a_text_has_a_limit_of_tags() -> None:
    """S4-12: of a text that names everything the first ones are tagged."""
    names = tuple(f"team{number}" for number in range(500))
    found = entities.find_entities(" ".join(names), brief(names=names))
    assert found == names[: entities.ENTITIES_MAX]
