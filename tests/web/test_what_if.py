"""The page what if: asked in a form, drawn side by side, calm where there is too little."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from remembrancer import InvalidInput, Memory
from remembrancer.decisions.what_if.simulation import RevisitRate, ValueDistribution
from remembrancer.doors.web import what_if_chart
from remembrancer.doors.web.pages.what_if import filters
from tests.decisions.portfolio_change import EVIL
from tests.decisions.what_if.practice import DRAWDOWN, advice_firm, decided
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


@pytest.fixture
def priya(firm: Place) -> Reader:
    return firm.reader("priya")


@pytest.fixture
def memory(firm: Place, priya: Reader) -> Memory:
    return firm.as_person("priya")


def ask(reader: Reader, **asked: str) -> Answer:
    return reader.get(f"/decisions/what-if?{urlencode(asked)}")


def test_two_choices_are_drawn_side_by_side(memory: Memory, priya: Reader) -> None:
    """Both rates as dots with whiskers on one axis, bars for concerns and outcomes, boxes for
    figures, each with its numbers in words, and the decisions by name with their addresses."""
    advice_firm(memory)
    found = memory.decisions.compare("drawdown", "annuity")
    page = ask(priya, choice="drawdown", alternative="annuity")
    assert page.status == 200
    assert found.why in page.words
    assert page.html.count('<svg class="interval ') == 2
    assert page.html.count('<svg class="box ') == 2
    assert page.html.count('<svg class="share ') == 2 * 5 + 2 * 5
    for side in (found.choice, found.alternative):
        probability, values = side.revisit.probability, side.values
        assert probability is not None
        assert values is not None
        assert f"{side.recommendation} {probability * 100:.0f} %" in page.words
        assert f"{values.n} of {side.n}" in page.words
        assert f'href="/decisions/{side.decisions[0]}"' in page.html
        for one in side.concerns:
            assert f"{side.recommendation}: {one.count} of {side.n}" in page.words
    assert "And 2 that are not listed here." in page.words


def test_one_choice_alone(memory: Memory, priya: Reader) -> None:
    """Without an alternative there is one side, and nothing is compared."""
    advice_firm(memory)
    page = ask(priya, choice="drawdown", filters="age over 60", situation="an income, a pension")
    assert page.html.count('<svg class="interval ') == 1
    assert "Difference" not in page.words
    assert "age over 60" in page.html


def test_too_few_are_explained(memory: Memory, priya: Reader) -> None:
    """An empty store, a small side and a wrong question are told calmly, with what to do."""
    empty = priya.get("/decisions/what-if")
    assert "It takes 20 decisions of a choice" in empty.words
    none = ask(priya, choice="drawdown", alternative="annuity")
    assert "too few decisions for “drawdown” (0) and “annuity” (0)" in none.words
    assert "<svg class=" not in none.html.partition("<main")[2]
    made = decided(memory, DRAWDOWN, 20)
    few = ask(priya, choice="drawdown", alternative="annuity")
    assert "too few: 0 of 20" in few.words
    assert f'href="/decisions/{made[-1].id}"' in few.html
    for asked, said in (
        ({"choice": "the"}, "has no word to look for"),
        ({"choice": "", "alternative": "annuity"}, "choice is empty"),
        ({"choice": "drawdown", "months": "x"}, "months is a whole number"),
        ({"choice": "drawdown", "months": "999"}, "months"),
        ({"choice": "drawdown", "filters": "age"}, "is not clear"),
        ({"choice": "drawdown", "filters": "{age"}, "begin as JSON"),
        ({"choice": "drawdown", "filters": "[1]"}, "is not clear"),
    ):
        wrong = ask(priya, **asked)
        assert wrong.status == 422, asked
        assert said in wrong.words


def test_stored_text_is_only_text(memory: Memory, priya: Reader) -> None:
    """Tags in concerns, outcomes, names and in what is asked are shown as they are written."""
    for one in decided(memory, DRAWDOWN, 20, prefix=EVIL, concerns=[EVIL]):
        memory.decisions.outcome(one.id, EVIL, value=1)
    page = ask(priya, choice=f"drawdown {EVIL}", alternative="drawdown", situation=EVIL)
    full = ask(priya, choice="drawdown")
    assert EVIL not in page.html
    assert EVIL not in full.html
    assert re.findall(r"<b>(\d+)</b> of 20", full.html) == ["20", "20"]


def test_what_is_hidden_changes_no_page(firm: Place, memory: Memory, priya: Reader) -> None:
    """Somebody's own decisions are on no page, not even on their own, and no number has them."""
    decided(memory, DRAWDOWN, 20)
    before = ask(priya, choice="drawdown").words
    decided(memory, DRAWDOWN, 3, revisited=3, prefix="secret", is_personal=True)
    assert ask(priya, choice="drawdown").words == before
    assert "secret 0" not in ask(firm.reader("tom"), choice="drawdown").words


def test_where_memory_is_invisible_there_is_no_such_page(places: PlaceFactory) -> None:
    """In a preset without lists, its users have no such page, and admins do."""
    place = places("companion")
    assert place.reader("user").get("/decisions/what-if").status == 404
    assert place.admin.get("/decisions/what-if").status == 200


def test_conditions_as_people_write_them() -> None:
    """A condition each line; what is equal, and what is compared, and JSON as programs write it."""
    assert filters(None) is None
    assert filters("age over 70\nage at most 80\n\ncapacity_for_loss: low") == {
        "age": {"over": 70.0, "at_most": 80.0},
        "capacity_for_loss": "low",
    }
    assert filters("marital status is not known\nrisk = 5\ncountry not UK") == {
        "marital status": {"not": "known"},
        "risk": 5.0,
        "country": {"not": "UK"},
    }
    assert filters('{"age": {"over": 70}}') == {"age": {"over": 70}}
    with pytest.raises(InvalidInput, match="not clear"):
        filters("old")


def test_places_on_the_axes() -> None:
    """A rate of 0 stands at the left end and 1 at the right; ticks are round figures within the
    scale, also of a single figure and of very large ones."""
    whole = RevisitRate(probability=1.0, low=0.0, high=1.0, n=20, revisited=20, followed_up=20)
    drawn = what_if_chart.interval(whole, "first")
    assert 'x1="2.0%" x2="98.0%"' in drawn
    assert 'cx="98.0%"' in drawn
    assert what_if_chart.ticks_of((1159, 2160)) == [1200, 1400, 1600, 1800, 2000]
    assert what_if_chart.ticks_of((-0.03, 0.05)) == pytest.approx([-0.02, 0, 0.02, 0.04])
    assert what_if_chart.ticks_of((7, 7)) == [7]
    assert what_if_chart.ticks_of((-1.7e308, 1.7e308)) == [-1.7e308]
    same = ValueDistribution(n=20, min=7, lower_quartile=7, median=7, upper_quartile=7, max=7)
    assert 'x="50.0%"' in what_if_chart.box(same, what_if_chart.scale_of([same]), "first")
