"""The page of what the engine did by itself."""

from __future__ import annotations

import re
from datetime import timedelta

from remembrancer import Act, Item
from remembrancer.testing import FrozenClock
from tests.governance.test_acts import replaced
from tests.web.conftest import Place, PlaceFactory

_PAGE = "/acts"
OLD, NEW = "The <b>office</b> is in Leeds.", "The office is in York now."


def _act(place: Place) -> Act:
    replaced(place.memory, place.memory.add(content=OLD, subject="acme"), NEW)
    return place.memory.review.acts()[0]


def test_the_page_shows_old_new_grounds_and_grade(places: PlaceFactory) -> None:
    """What was replaced is struck through, the grounds stand beside it in words."""
    place = places("adviser")
    act = _act(place)
    page = place.admin.get(_PAGE)
    assert f'<del><a href="/items/{act.others[0].id}"' in page.html
    assert "&lt;b&gt;office&lt;/b&gt; is in Leeds." in page.html
    for said in (NEW, "Superseded", "certain", "the same thing", "a word of change", "acme"):
        assert said in page.words, said
    assert "Undo" in page.words
    assert NEW not in place.admin.get(f"{_PAGE}?act=merged").words


def test_a_button_undoes_an_act(places: PlaceFactory) -> None:
    """Both stand again, the page says so, and a second time it is refused in a sentence."""
    place = places("adviser")
    act = _act(place)
    ada = place.admin
    told = ada.act(f"{_PAGE}/{act.id}/undo")
    assert "Undone, and remembered as wrong." in told.words
    assert "undone" in told.words
    assert f"{act.id}/undo" not in told.html
    assert place.memory.get(act.others[0].id).lifecycle == "active"
    again = ada.post(f"{_PAGE}/{act.id}/undo")
    assert again.status == 422
    assert "was undone before" in again.words


def test_whoever_may_see_an_act_finds_it(place: Place) -> None:
    """Where review is required, others see the act without its button."""
    act = _act(place)
    page = place.contributor.get(_PAGE)
    assert page.status == 200
    assert NEW in page.words
    assert f"{act.id}/undo" not in page.html
    assert place.contributor.post(f"{_PAGE}/{act.id}/undo").status == 403


def test_a_page_without_acts_says_what_would_stand_there(places: PlaceFactory) -> None:
    """The empty list explains itself."""
    assert "Nothing was done without you" in places("adviser").admin.get(_PAGE).words


def test_the_list_goes_on(places: PlaceFactory, clock: FrozenClock) -> None:
    """Older acts follow on the next page."""
    place = places("adviser")
    item: Item = place.memory.add(content="Version 0 is out.")
    for number in range(32):
        clock.advance(timedelta(minutes=1))
        item = replaced(place.memory, item, f"Version {number + 1} is out.")
    first = place.admin.get(_PAGE)
    (further,) = re.findall(r'href="(\?cursor=[^"]+)">Further', first.html)
    last = place.admin.get(_PAGE + further)
    assert "Version 32 is out." in first.words
    assert "Version 0 is out." not in first.words
    assert "Version 0 is out." in last.words
