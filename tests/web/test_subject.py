"""The page of a subject: entries by kind and state, what was known then, and what is open."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest

from remembrancer import Memory
from remembrancer.items.item import Item
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader

_HERE = "/subjects/ellen"


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


@pytest.fixture
def maya(firm: Place) -> Reader:
    return firm.reader("maya")


@pytest.fixture
def memory(firm: Place, maya: Reader) -> Memory:
    return firm.as_person("maya")


def _listed(page: Answer) -> list[str]:
    return re.findall(r'<li data-id="([^"]+)"', page.html)


def _then(clock: FrozenClock) -> str:
    return f"{_HERE}?as_of={quote(clock().isoformat(), safe='')}"


def _salary(memory: Memory, clock: FrozenClock) -> list[Item]:
    """Three values that replaced each other, some weeks apart."""
    found: list[Item] = [memory.add(content="Ellen earns 50,000.", subject="ellen")]
    for sum in ("52,000", "54,000"):
        clock.advance(timedelta(days=20))
        found.append(memory.supersede(found[-1].id, content=f"Ellen earns {sum}."))
    return found


def test_entries_are_narrowed_to_a_state(memory: Memory, maya: Reader, clock: FrozenClock) -> None:
    """In use, replaced, dismissed and out of date are each a click away, and what replaced an
    entry is another."""
    first, second, last = _salary(memory, clock)
    gone = memory.add(content="Ellen sold the boat.", subject="ellen")
    memory.dismiss(gone.id)
    assert _listed(maya.get(_HERE)) == [last.id]
    replaced = maya.get(f"{_HERE}?status=superseded")
    assert _listed(replaced) == [second.id, first.id]
    assert f'href="/items/{last.id}">what replaced it' in replaced.html
    assert _listed(maya.get(f"{_HERE}?status=dismissed")) == [gone.id]
    assert _listed(maya.get(f"{_HERE}?status=ended")) == []
    assert maya.get(f"{_HERE}?status=lost").status == 422


def test_what_ran_out_is_confirmed_back(memory: Memory, maya: Reader, clock: FrozenClock) -> None:
    """An entry whose time is over is out of date, and "Still so" brings it back into use."""
    item = memory.add(
        content="Ellen rents the flat.", subject="ellen", expires_at=clock() + timedelta(days=3)
    )
    clock.advance(timedelta(days=9))
    assert _listed(maya.get(_HERE)) == []
    assert _listed(maya.get(f"{_HERE}?status=ended")) == [item.id]
    memory.update(item.id, expires_at=None)
    told = maya.act(f"{_HERE}/confirm", id=item.id)
    assert "Confirmed: it is fresh again." in told.words
    assert _listed(told) == [item.id]


def test_all_of_a_kind_to_the_very_end(memory: Memory, maya: Reader) -> None:
    """More than the page shows of a kind is behind a link, page after page."""
    made = memory.add_many(
        {"content": f"Ellen has account {n}.", "subject": "ellen"} for n in range(55)
    )
    page = maya.get(_HERE)
    assert len(_listed(page)) == 10
    assert f'href="{_HERE}?kind=fact">All 55' in page.html
    first = maya.get(f"{_HERE}?kind=fact")
    older = re.search(r'class="button" href="(\?[^"]+)">Further', first.html)
    assert older is not None
    rest = maya.get(_HERE + older[1].replace("&amp;", "&"))
    assert {*_listed(first), *_listed(rest)} == {one.id for one in made}
    assert "Further" not in rest.words


def test_the_past_is_as_it_was(memory: Memory, maya: Reader, clock: FrozenClock) -> None:
    """Then, a value that was replaced since was in use: on the page and in the drawing."""
    first = memory.add(content="Ellen earns 50,000.", subject="ellen", entities=["Northgate"])
    then = _then(clock)
    clock.advance(timedelta(days=30))
    memory.supersede(first.id, content="Ellen earns 52,000.", entities=["Westgate"])
    page = maya.get(then)
    assert _listed(page) == [first.id]
    assert '<circle class="on"' in page.html
    assert "2 versions" not in page.words
    assert "Northgate" in page.words
    assert "Westgate" not in page.words
    assert "/dismiss" not in page.html
    now = maya.get(_HERE)
    assert '<circle class="off"' in now.html
    assert "2 versions" in now.words


def test_history_is_a_line_through_time(memory: Memory, maya: Reader, clock: FrozenClock) -> None:
    """What replaced what is one line with a dot for each, from left to right, the last in use."""
    _salary(memory, clock)
    clock.advance(timedelta(days=30))
    line = re.search(r'<svg class="lane".*?</svg>', maya.get(_HERE).html)
    assert line is not None
    dots = re.findall(r'<circle class="(\w+)" cx="([\d.]+)%"', line[0])
    assert [kind for kind, _ in dots] == ["off", "off", "on"]
    places = [float(x) for _, x in dots]
    assert places == sorted(places)
    assert places[0] < places[1] < places[2] < 100


def test_what_is_done_is_not_open_any_more(memory: Memory, maya: Reader) -> None:
    """An open action leaves with one click; it stays known, and who did it is on record."""
    item = memory.add(
        content="Write to the scheme.",
        kind="action_item",
        subject="ellen",
        metadata={"deadline": "2027-01-15", "owner": "tom"},
    )
    page = maya.get(_HERE)
    assert "Still open" in page.words
    assert "15 January 2027" in page.words
    told = maya.act(f"{_HERE}/done", id=item.id)
    assert "Still open" not in told.words
    assert _listed(told) == [item.id]
    assert memory.get(item.id).metadata == {"deadline": "2027-01-15", "owner": "tom", "done": True}
    assert (memory.changes_of(item.id)[-1].actor, memory.reminders(9999)) == ("maya", ())


def test_a_briefing_is_read_part_by_part(memory: Memory, maya: Reader) -> None:
    """What to do stands first, each line leads to its item, and its receipt to the text."""
    todo = memory.add(content="Write to the scheme.", kind="action_item", subject="ellen")
    memory.add(content="Ellen earns 50,000.", subject="ellen")
    page = maya.get(f"{_HERE}?briefing=1")
    start = page.html.index('class="parts"')
    parts = page.html[start : page.html.index("</section>", start)]
    assert re.findall(r"<h3>([^<]+)</h3>", parts) == ["To do", "Facts"]
    assert f'href="/items/{todo.id}"' in parts
    assert f'href="/receipts/{memory.told(todo.id)[0].id}"' in page.html


def test_buttons_that_would_be_refused_are_not_there(place: Place) -> None:
    """Where knowledge is reviewed, a contributor dismisses what still waits and is theirs."""
    maya = place.contributor
    own = place.as_person("maya").add(content="Orders settle after three days.", subject="orders")
    other = place.memory.add(content="Orders settle on Fridays.", subject="orders")
    page = maya.get("/subjects/orders").html
    assert "Dismiss: Orders settle after three days." in page
    assert "Dismiss: Orders settle on Fridays." not in page
    place.memory.review.approve(own.id)
    assert 'class="dismiss"' not in maya.get("/subjects/orders").html
    assert "/dismiss" not in maya.get(f"/items/{other.id}").html
    assert "/dismiss" in place.admin.get(f"/items/{other.id}").html


def test_what_waits_for_a_reviewer_stands_apart(place: Place, places: PlaceFactory) -> None:
    """Where knowledge is reviewed, what nobody decided on is not in use yet."""
    item = place.memory.add(content="Orders settle after three days.", subject="orders")
    ada = place.admin
    assert _listed(ada.get("/subjects/orders")) == []
    assert _listed(ada.get("/subjects/orders?status=pending")) == [item.id]
    place.memory.review.approve(item.id)
    assert _listed(ada.get("/subjects/orders")) == [item.id]
    assert "status=pending" in ada.get("/subjects/orders").html
    assert "status=pending" not in places("adviser").admin.get("/subjects/orders").html


def test_what_is_personal_stays_with_its_owner(firm: Place, memory: Memory, maya: Reader) -> None:
    """No part of these pages tells another of it; its owner and an admin find it marked."""
    memory.add(content="Ask about the boat.", subject="ellen", is_personal=True, tags=["boats"])
    memory.conversations.start("talk", subject="ellen")
    pages = (_HERE, f"{_HERE}?kind=fact", f"{_HERE}?briefing=1", f"{_HERE}/sidebar")
    bert = firm.reader("bert")
    for path in (*pages, "/conversations/talk"):
        assert "boat" not in bert.get(path).words, path
        own = maya.get(path)
        assert "Ask about the boat." in own.words, path
    for reader in (maya, firm.admin):
        assert "only-you" in reader.get(_HERE).html


def test_who_sees_no_timeline_changes_nothing(places: PlaceFactory) -> None:
    """Where memory is invisible, its forms are not there either."""
    place = places("companion")
    maya = place.reader("maya")
    item = place.as_person("maya").add(content="Betala momsen.", kind="unresolved", subject="firm")
    maya.get("/")
    for act in ("dismiss", "confirm", "done"):
        assert maya.post(f"/subjects/firm/{act}", id=item.id).status == 404
    assert place.memory.get(item.id).version == 1


def test_what_was_turned_down_is_not_in_use(places: PlaceFactory) -> None:
    """A rejected or revoked entry stands under a tab of its own, in every preset."""
    for preset in ("adviser", "desk", "corporate"):
        place = places(preset)
        made = place.memory.add(content="Ellen keeps bees.", subject="ellen")
        place.memory.review.mandate(made.id, reason="It was so.")
        place.memory.review.revoke(made.id, reason="A mistake.")
        ada = place.admin
        for address in ("/subjects/ellen", f"/subjects/ellen?kind={made.kind}"):
            assert f'data-id="{made.id}"' not in ada.get(address).html
        assert f'data-id="{made.id}"' in ada.get("/subjects/ellen?status=rejected").html
