"""The pages of policies: in force on a day, applied, skipped and overridden month by month."""

from __future__ import annotations

import re

import pytest

from remembrancer import Memory
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Reader


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


@pytest.fixture
def priya(firm: Place) -> Reader:
    return firm.reader("priya")


@pytest.fixture
def memory(firm: Place, priya: Reader) -> Memory:
    return firm.as_person("priya")


def test_in_force_on_a_day(memory: Memory, priya: Reader) -> None:
    """The page has those in force today, on another day or of a category, or all of them."""
    memory.policies.add(
        "Lifetime allowance check",
        description="Check it.",
        category="tax",
        effective_from="2020-01-01",
        effective_to="2024-04-06",
    )
    memory.policies.add(
        "Second signature", description="Two sign.", category="risk", effective_from="2025-01-01"
    )
    assert "Lifetime allowance" not in priya.get("/policies").words
    then = priya.get("/policies?on=2024-04-05").words
    assert "Lifetime allowance check" in then
    assert "Second signature" not in then
    assert "Lifetime allowance" not in priya.get("/policies?on=2024-04-06").words
    everything = priya.get("/policies?show=all").words
    assert "Lifetime allowance check ended" in everything
    assert "Second signature" in everything
    assert "Lifetime" not in priya.get("/policies?show=all&category=risk").words
    assert "No policy was in force on 1 May 1999" in priya.get("/policies?on=1999-05-01").words
    wrong = priya.get("/policies?on=soon")
    assert (wrong.status, "on is a day" in wrong.words) == (422, True)


def test_drift_month_by_month(memory: Memory, priya: Reader) -> None:
    """Ten decisions of a quarter, three of them without the policy, are a skip rate of 30 %, drawn
    per month and listed with what justified them."""
    policy = memory.policies.add(
        "Suitability first", description="Assess.", category="risk", effective_from="2025-01-01"
    )
    for number in range(10):
        how = "skipped" if number % 4 == 1 else "applied"
        memory.decisions.record(
            "product_recommendation",
            subject=f"client {number % 3}",
            at=f"2025-{10 + number % 3}-0{1 + number % 9}",
            recommendation=f"Recommendation {number}.",
            policies=[
                {
                    "policy": policy.id,
                    "how": how,
                    "justification": "Assessed before." if number == 5 else None,
                }
            ],
        )
    page = priya.get(f"/policies/{policy.id}?since=2025-10-01&until=2025-12-31")
    assert "7 applied 3 skipped 0 overridden 30 % skip rate 2 skipped without" in page.words
    assert "All decisions with it 10, about 3 clients" in page.words
    assert "Recommendation 5." in page.words
    assert "Assessed before." in page.words
    chart = re.search(r'<svg class="months".*?</svg>', page.html)
    assert chart is not None
    assert re.findall(r">(Oct|Nov|Dec|Jan)[^<]*</text>", chart[0]) == ["Oct", "Nov", "Dec"]
    assert sum(chart[0].count(f'class="{one}"') for one in ("applied", "skipped")) == 6
    assert "2025-10 3 1 0 25 % 2025-11 2 1 0 33 % 2025-12 2 1 0 33 %" in page.words
    year = priya.get(f"/policies/{policy.id}")
    assert "1 April 2025 to 2 March 2026" in year.words
    wrong = priya.get(f"/policies/{policy.id}?since=2026-01-01&until=2025-01-01")
    assert (wrong.status, "until is not after since" in wrong.words) == (422, True)


def test_a_policy_is_added_and_ended(memory: Memory, priya: Reader) -> None:
    """Forms add one, add those of the preset and end one; what is wrong is told."""
    form = {
        "name": "Two quotes",
        "description": "Ask for two.",
        "category": "fees",
        "effective_from": "2025-01-01",
    }
    made = priya.act("/policies", **form)
    assert "The policy is kept." in made.words
    assert "Two quotes" in made.words
    wrong = priya.post("/policies", **{**form, "effective_to": "2024-01-01"})
    assert (wrong.status, "is not after effective_from" in wrong.words) == (422, True)
    assert 'value="Two quotes"' in wrong.html
    missing = priya.post("/policies", **{**form, "category": ""})
    assert "Fill in category." in missing.words
    id = next(one.id for one in memory.policies.list() if one.name == "Two quotes")
    ended = priya.act(f"/policies/{id}/end", effective_to="2026-02-01")
    assert "Its last day is set." in ended.words
    assert "ended" in ended.words
    assert "6 policies were added." in priya.act("/policies/defaults").words
    assert "Policies of the preset" not in priya.get("/policies").words
