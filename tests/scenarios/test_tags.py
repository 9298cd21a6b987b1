"""Which teams and metrics items are tagged with, and which names nobody may learn by a tag."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer import Memory, Principal
from remembrancer.testing import FrozenClock

ADA = Principal("ada@x.example", roles=["ADMIN"])
MAYA = Principal("maya", roles=["CONTRIBUTOR"], groups=["growth"])
LEE = Principal("lee", roles=["CONTRIBUTOR"])


@pytest.fixture
def memory() -> Iterator[Memory]:
    clock = FrozenClock("2026-03-02T09:00:00+00:00")
    with Memory.open(
        ":memory:", space="s", preset="corporate", principal=ADA, clock=clock, embedder="none"
    ) as opened:
        opened.admin.add_person("maya", roles=["CONTRIBUTOR"], groups=["growth"])
        opened.admin.add_person("lee", roles=["CONTRIBUTOR"])
        yield opened


def test_a_group_is_a_team_that_texts_are_tagged_with(memory: Memory) -> None:
    """S4-12: what is added and what is remembered is tagged with the team that it names."""
    text = "The growth team owns the orders table."
    assert memory.add(content=text).entities == ("growth",)
    assert memory.acting_as(MAYA).add(content=f"{text} Yes.").entities == ("growth",)
    (item,) = memory.remember("The growth team owns the refunds table.").items
    assert item.entities == ("growth",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Growth of orders is slow.", ()),
        ("Orders growth was 3% in May.", ()),
        ("Ask Growth before you change it.", ("growth",)),
        ("Ask #growth before you change it.", ("growth",)),
        ("Teamet growth äger tabellen.", ("growth",)),
    ],
)
def test_a_plain_word_counts_where_a_team_is_meant(
    memory: Memory, text: str, found: tuple[str, ...]
) -> None:
    """S4-12: a team whose name is a plain word is tagged only where the text means the team."""
    assert memory.add(content=text).entities == found


def test_the_settings_name_teams_and_metrics(memory: Memory) -> None:
    """S4-12: an admin makes metrics and teams known to everybody, and a caller's own tags stay."""
    memory.admin.configure({"metrics": ["churn rate", "MRR"], "teams": ["payments"]})
    lee = memory.in_space("s").acting_as(LEE)
    text = "The payments squad reports mrr and the churn-rate."
    assert lee.add(content=text).entities == ("payments", "MRR", "churn rate")
    given = lee.add(content=text, entities=["Mrr", "board"]).entities
    assert given == ("Mrr", "board", "payments", "churn rate")
    (many,) = lee.add_many([{"content": "MRR excludes trials."}])
    assert many.entities == ("MRR",)


def test_what_shared_items_are_tagged_with_is_known(memory: Memory) -> None:
    """S4-12: a name that a shared item carries is known from then on."""
    memory.add(content="It is watched.", entities=["net revenue retention"])
    lee = memory.acting_as(LEE)
    found = lee.add(content="Net revenue retention is computed monthly.").entities
    assert found == ("net revenue retention",)


def test_nobody_learns_a_name_by_a_tag(memory: Memory) -> None:
    """S4-12: what is personal to others, told to another audience, withdrawn, or said by nobody of
    the space makes no name known, and only members and admins know of a group."""
    lee, text = memory.acting_as(LEE), "Project Kite and the growth team meet."
    maya = memory.acting_as(MAYA)
    maya.add(content="Mine.", entities=["Project Kite"], is_personal=True)
    maya.add(content="Ours.", entities=["Project Kite"], audience="group:growth")
    assert lee.add(content=text).entities == ()
    assert memory.add(content=text).entities == ("growth",)  # told to everyone, by who sees all
    assert maya.add(content=text, audience="group:growth").entities == ("Project Kite", "growth")
    turned_down = memory.add(content="Theirs.", entities=["Project Owl"])
    memory.review.reject(turned_down.id, reason="No.")
    assert lee.add(content="Project Owl is on.").entities == ()
