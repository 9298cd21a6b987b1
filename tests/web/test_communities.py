"""The pages of communities: the map, and one with its clients through time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from math import hypot
from random import Random

import pytest

from remembrancer import Memory
from remembrancer.decisions.shapes.community import CommunitySummary, CommunityTie
from remembrancer.doors.web.community_map import laid_out
from tests.decisions.portfolio_change import EVIL
from tests.decisions.shapes.practice_year import EVENT, market_event, other_work, rule_change
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Reader

pytest.importorskip("graspologic_native", reason="the extra shapes is not installed")


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


@pytest.fixture
def priya(firm: Place) -> Reader:
    return firm.reader("priya")


@pytest.fixture
def memory(firm: Place, priya: Reader) -> Memory:
    return firm.as_person("priya")


def test_an_empty_map_says_what_makes_communities(priya: Reader) -> None:
    """Without communities the page says how they come about."""
    page = priya.get("/decisions/communities")
    assert page.status == 200
    assert "They appear by themselves once decisions follow from each other" in page.words
    assert '<svg class="map"' not in page.html


def test_the_map_draws_and_lists_each(priya: Reader, memory: Memory) -> None:
    """Each community is a circle that leads to it, and a line of the list with its figures; words
    narrow it; the page of decisions leads here."""
    planted = market_event(memory)
    other_work(memory, chains=2)
    assert 'href="/decisions/communities"' in priya.get("/decisions").html
    page = priya.get("/decisions/communities")
    assert page.html.count('class="area"') == 3
    assert page.html.count(f'href="/decisions/communities/{planted.decisions[0]}"') == 2
    assert "switch transfer, capacity for loss, Provider X" in page.words
    assert "23 decisions, 15 clients · 7 outstanding" in page.words
    assert priya.get("/decisions/communities?topic=provider").html.count('class="area"') == 1
    nothing = priya.get("/decisions/communities?topic=submarines")
    assert "No community says that" in nothing.words


def test_a_community_shows_its_clients_through_time(priya: Reader, memory: Memory) -> None:
    """A dot for each decision and a mark for each look; who is outstanding, what is shared, who was
    first and what came of it stand in words."""
    planted = market_event(memory)
    page = priya.get(f"/decisions/communities/{planted.decisions[7]}")
    drawn = re.search(r'<svg class="lanes".*?</svg>', page.html)
    assert drawn is not None
    assert drawn[0].count("<circle") == 23
    assert drawn[0].count('class="look"') == 9
    assert (drawn[0].count('<g class="open"'), drawn[0].count('<g class="done"')) == (7, 8)
    assert "8 of 15 clients were looked at after their last decision here." in page.words
    for word in ("Outstanding 7", "Reviewed 8", EVENT, "Dan Reed first", "Moved to a tracker. 4"):
        assert word in page.words, word
    assert '/decisions?subject=client%2014"' in page.html
    others = rule_change(memory)
    assert "Fair value was shown 3" in priya.get(f"/decisions/communities/{others[0]}").words


def test_a_decision_leads_to_its_community(priya: Reader, memory: Memory) -> None:
    """A decision with causes leads to its community, and names it once somebody looked at the
    map; one without leads nowhere, and its community is not found."""
    planted = market_event(memory)
    alone = memory.decisions.record("fee_negotiation", recommendation="Agree.").id
    here = f"/decisions/{planted.decisions[0]}"
    assert "Community: see what it hangs together with" in priya.get(here).words
    priya.get("/decisions/communities")
    assert "Community: switch transfer, capacity for loss, Provider X" in priya.get(here).words
    assert "Community:" not in priya.get(f"/decisions/{alone}").words
    assert priya.get(f"/decisions/communities/{alone}").status == 404


def test_words_of_the_store_are_words(priya: Reader, memory: Memory) -> None:
    """What somebody wrote is shown as it is and is no part of the page."""
    fact = memory.add(kind="fact", content=EVIL, valid_from="2026-01-01")
    thing = memory.graph.entity("Organization", EVIL)
    made = [
        memory.decisions.record(
            "fee_negotiation",
            subject=f"{EVIL} {number}",
            recommendation=EVIL,
            causes=[fact.id],
            participants=[EVIL],
        )
        for number in range(3)
    ]
    for one in made:
        memory.decisions.link(one.id, "about", thing.id)
        memory.decisions.outcome(one.id, EVIL)
    for path in ("/decisions/communities", f"/decisions/communities/{made[0].id}"):
        page = priya.get(path)
        assert page.status == 200
        assert EVIL not in page.html


@pytest.mark.parametrize("seed", range(4))
def test_no_circle_covers_another(seed: int) -> None:
    """Communities of any sizes have places of their own, the same each time."""
    random = Random(seed)
    sizes = sorted((random.randint(2, 400) for _ in range(30)), reverse=True)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    found = [
        CommunitySummary(
            id=f"km_{number:012x}",
            label="a theme",
            size=size,
            client_count=1,
            reviewed_count=0,
            outstanding_count=1,
            first_at=at,
            last_at=at,
            ties=tuple(
                CommunityTie(id=f"km_{random.randrange(30):012x}", links=2) for _ in range(seed)
            ),
        )
        for number, size in enumerate(sizes)
    ]
    circles = laid_out(found)
    assert circles == laid_out(found)
    for place, one in enumerate(circles):
        for other in circles[:place]:
            assert hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius
