"""The graph explorer: a node in the middle, what is around it, through time, with evidence."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest

from remembrancer import Memory
from remembrancer.core.texts.text_width import fitted
from remembrancer.doors.web.graph_picture import COLOURS, NARROW_MAX, colours
from remembrancer.items.entity import Entity
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader

_EVIL = """<script>alert(1)</script> "x" `y` ') MATCH (n) DETACH DELETE n //"""


@pytest.fixture
def maya(place: Place) -> Reader:
    return place.contributor


@pytest.fixture
def memory(place: Place, maya: Reader) -> Memory:
    return place.as_person("maya")


@pytest.fixture
def volvo(memory: Memory) -> Entity:
    return memory.graph.entity("Org", "Volvo", aliases=["AB Volvo"], attrs={"founded": 1927})


def _person(memory: Memory, name: str) -> Entity:
    return memory.graph.entity("Person", name)


def _at(one: Entity, **asked: str) -> str:
    query = "&".join(f"{name}={quote(value, safe='')}" for name, value in asked.items())
    return f"/graph/{one.id}{'?' if query else ''}{query}"


def _listed(page: Answer) -> list[str]:
    """The neighbours in the list beside the picture, in its order."""
    return re.findall(r'class="end">.*?<a href="[^"]+" dir="auto">([^<]*)</a>', page.html)


def _drawn(page: Answer, which: str) -> str:
    found = re.search(rf'<svg class="net {which}".*?</svg>', page.html)
    assert found is not None
    return found[0]


def test_a_walk_begins_with_a_name_a_kind_or_what_is_most_connected(
    memory: Memory, maya: Reader, volvo: Entity
) -> None:
    """The first page has the kinds with their counts, the most connected nodes and a search by a
    part of a name or an alias."""
    for name in ("Dana", "Erik"):
        memory.graph.relate(_person(memory, name).id, "WORKS_AT", volvo.id)
    page = maya.get("/graph")
    assert "Person 2" in page.words
    assert "Org 1" in page.words
    assert "Volvo Org 2 relations" in page.words
    assert f'href="/graph/{volvo.id}"' in maya.get("/graph?q=ab+vol").html
    people = maya.get("/graph?kind=Person")
    assert "Dana" in people.words
    assert "also" not in people.words
    assert "Nothing you may see fits" in maya.get("/graph?q=nobody").words
    assert maya.get("/graph?go=1&q=VOLVO").to == f"/graph/{volvo.id}"
    assert maya.get("/graph?go=1&q=vol").status == 200


def test_an_empty_graph_says_so(maya: Reader) -> None:
    """Without any node, the page says how the first ones come."""
    assert "The graph is empty" in maya.get("/graph").words


def test_picture_and_list_say_the_same(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """Each neighbour is drawn, and listed with type, direction, dates, confidence and proof."""
    dana = _person(memory, "Dana")
    memory.graph.relate(
        dana.id, "WORKS_AT", volvo.id, confidence=0.8, valid_from="2015-03-01", attrs={"role": "PM"}
    )
    lund = memory.graph.entity("Place", "Lund")
    memory.graph.relate(volvo.id, "LOCATED_IN", lund.id)
    page = maya.get(_at(volvo))
    assert _listed(page) == ["Lund", "Dana"]
    assert "leads from it: works at since 1 March 2015 · 80 % · unproven role: PM" in page.words
    assert "leads to it: located in observed" in page.words
    assert "also called AB Volvo" in page.words
    assert "founded 1927" in page.words
    for which in ("wide", "narrow"):
        drawn = _drawn(page, which)
        assert f'href="/graph/{dana.id}"' in drawn
        assert ">Dana</text>" in drawn
        assert drawn.count('class="unproven"') == 2
        assert drawn.count('class="arrow"') == 2
    assert page.html == maya.get(_at(volvo)).html


def test_the_words_that_a_relation_rests_on(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """A proven relation has its messages beside it, each with the way to its conversation."""
    memory.conversations.start("lunch")
    memory.conversations.append(
        "lunch", {"id": "m 1", "author_id": "bo", "content": "Dana <b>is</b> at Volvo."}
    )
    dana = _person(memory, "Dana")
    memory.graph.relate(dana.id, "WORKS_AT", volvo.id, evidence=["m 1"])
    page = maya.get(_at(volvo))
    assert "proven 1 message says so : Dana Dana <b>is</b> at Volvo. bo ," in page.words
    assert 'href="/conversations/lunch?all=1#m%201"' in page.html
    assert 'class="proven"' in _drawn(page, "wide")


def test_a_name_is_never_read_as_anything_else(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """Quotes, backticks, tags and queries in names and attributes are shown as they are written."""
    evil = memory.graph.entity("Person", _EVIL, aliases=[f"{_EVIL}2"], attrs={_EVIL: _EVIL})
    memory.graph.relate(evil.id, "KNOWS", volvo.id, attrs={"role": _EVIL})
    for path in ("/graph", f"/graph?q={quote(_EVIL)}", _at(volvo), _at(evil)):
        page = maya.get(path)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert "<script>alert(1)</script>" in page.words or path == _at(volvo)
    assert _EVIL in maya.get(_at(volvo)).words


def test_what_is_hidden_is_nowhere(
    place: Place, memory: Memory, maya: Reader, volvo: Entity
) -> None:
    """Another person's own node and relation are neither shown nor counted, and its address leads
    nowhere, as that of a node that there is not."""
    dana = _person(memory, "Dana")
    memory.graph.relate(dana.id, "WORKS_AT", volvo.id)
    secret = memory.graph.entity("Topic", "Takeover", is_personal=True)
    memory.graph.relate(volvo.id, "DISCUSSES", secret.id, is_personal=True)
    other = place.reader("noah")
    assert "Takeover" in maya.get(_at(volvo)).words
    for path in ("/graph", "/graph?q=Takeover", "/graph?kind=Topic", _at(volvo), _at(dana)):
        page = other.get(path)
        assert page.status == 200
        assert secret.id not in page.html
        assert "discusses" not in page.words.lower()
        assert "Takeover" not in page.words.replace("“Takeover”", "").replace("“ Takeover ”", "")
    assert "Its one neighbour is shown." in other.get(_at(volvo)).words
    lost = other.get("/graph/ent_000000000000")
    hidden = other.get(_at(secret))
    assert (hidden.status, lost.status) == (404, 404)
    assert hidden.words.replace(secret.id, "") == lost.words.replace("ent_000000000000", "")


def test_too_many_neighbours_are_counted(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """Forty stand around a node, the most certain of them; the page says how many it left out,
    and no two labels are on one line of one side."""
    for number in range(43):
        one = _person(memory, f"Person number {number:02}")
        memory.graph.relate(one.id, "WORKS_AT", volvo.id, confidence=number / 43)
    page = maya.get(_at(volvo))
    listed = _listed(page)
    assert listed == [f"Person number {number:02}" for number in range(42, 2, -1)]
    assert "40 of 43 neighbours are shown" in page.words
    assert "3 are left out" in page.words
    places = re.findall(r'<text x="([^"]+)" y="([^"]+)" text-anchor="(\w+)">', page.html)
    wide = [(y, side) for _, y, side in places if side != "middle"][:40]
    assert len(set(wide)) == 40
    assert _drawn(page, "narrow").count("<a ") == NARROW_MAX
    assert f"the first {NARROW_MAX}, the list all 40" in page.words


def test_narrowed_to_types(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """Chips add and take away types; what is chosen stays when time moves."""
    dana = _person(memory, "Dana")
    lund = memory.graph.entity("Place", "Lund")
    memory.graph.relate(dana.id, "WORKS_AT", volvo.id, valid_from="2015-03-01")
    memory.graph.relate(volvo.id, "LOCATED_IN", lund.id, valid_from="2016-03-01")
    page = maya.get(_at(volvo, types="works_at"))
    assert _listed(page) == ["Dana"]
    assert f'href="/graph/{volvo.id}">All</a>' in page.html
    assert f'href="/graph/{volvo.id}" aria-current="true">works at <b>1</b>' in page.html
    assert f'href="/graph/{volvo.id}?types=WORKS_AT%2CLOCATED_IN">located in <b>1</b>' in page.html
    past = re.search(r'href="([^"]+)" data-day="1 March 2016"', page.html)
    assert past is not None
    assert _listed(maya.get(past[1].replace("&amp;", "&"))) == ["Dana"]
    both = maya.get(_at(volvo, types="WORKS_AT,LOCATED_IN"))
    assert sorted(_listed(both)) == ["Dana", "Lund"]
    none = maya.get(_at(volvo, types="KNOWS"))
    assert "Nothing is related to it in this way" in none.words


def test_through_time_by_both_clocks(
    memory: Memory, maya: Reader, volvo: Entity, clock: FrozenClock
) -> None:
    """Without scripts the times are links: what was true at a time, and what was known at one."""
    dana, erik = _person(memory, "Dana"), _person(memory, "Erik")
    memory.graph.relate(
        dana.id, "WORKS_AT", volvo.id, valid_from="2015-03-01", valid_until="2019-05-01"
    )
    clock.advance(timedelta(days=9))
    known = clock()
    clock.advance(timedelta(days=9))
    memory.graph.relate(erik.id, "WORKS_AT", volvo.id, valid_from="2018-01-01")
    now = maya.get(_at(volvo))
    assert _listed(now) == ["Erik"]
    assert "1 relation on record does not hold now" in now.words
    link = re.search(r'href="([^"]+)" data-day="1 January 2018"', now.html)
    assert link is not None
    then = maya.get(link[1].replace("&amp;", "&"))
    assert sorted(_listed(then)) == ["Dana", "Erik"]
    assert "This is what held on 1 January 2018" in then.words
    assert re.search(rf'href="/graph/{dana.id}\?valid_at=2018', then.html)
    before = maya.get(_at(volvo, as_of=known.isoformat()))
    assert "This is what was known on" in before.words
    assert _listed(before) == []
    both = maya.get(_at(volvo, as_of=known.isoformat(), valid_at="2018-06-01"))
    assert _listed(both) == ["Dana"]
    assert maya.get(_at(volvo, valid_at="yesterday-ish")).status == 422


def test_a_merge_can_be_seen(memory: Memory, maya: Reader, volvo: Entity) -> None:
    """The page tells what was merged into a node, and the id of one that was leads to it."""
    other = memory.graph.entity("Org", "Volvo Cars")
    memory.graph.relate(_person(memory, "Dana").id, "WORKS_AT", other.id)
    memory.graph.merge(volvo.id, other.id, reason="One company.")
    page = maya.get(_at(other))
    assert "1 other node was merged into this one" in page.words
    assert f"{other.id} is one of them" in page.words
    assert "also called AB Volvo, Volvo Cars" in page.words
    assert _listed(page) == ["Dana"]


def test_items_are_nodes_too(place: Place, memory: Memory, volvo: Entity) -> None:
    """An item at the end of a relation is a square with a way to its page, and its page has a way
    into the graph; so has the page of a subject."""
    ada = place.admin
    item = place.as_person("ada").add(content="We sell to Volvo.", subject="Volvo")
    assert "What is related to it" not in ada.get(f"/items/{item.id}").words
    place.as_person("ada").graph.relate(item.id, "ABOUT", volvo.id)
    page = ada.get(_at(volvo))
    assert f'href="/items/{item.id}">the item' in page.html
    assert "<rect " in _drawn(page, "wide").partition('class="middle')[0]
    assert f'href="/graph/{item.id}"' in ada.get(f"/items/{item.id}").html
    assert _listed(ada.get(f"/graph/{item.id}")) == ["Volvo"]
    assert 'href="/graph?go=1&amp;q=Volvo"' in ada.get("/subjects/Volvo").html


def test_labels_have_room_and_kinds_their_colours() -> None:
    """A long name is cut to its line, whatever its script; kinds have different colours as long as
    there are enough."""
    for name in ("W" * 90, "漢字" * 50, "e\u0301" * 200, "i" * 300):
        assert fitted(name, 200).endswith("…")
        assert len(fitted(name, 200)) < len(name)
    assert fitted("Dana", 200) == "Dana"
    kinds = [f"Kind{number}" for number in range(COLOURS)]
    assert len(set(colours(kinds).values())) == COLOURS
    assert set(colours([*kinds, "One more"]).values()) == set(range(COLOURS))


def test_where_memory_is_invisible_there_is_no_graph(places: PlaceFactory) -> None:
    """Users of a preset without lists have no such page, and no link to it."""
    hidden = places("companion")
    user = hidden.reader("sam")
    assert user.get("/graph").status == 404
    assert 'href="/graph"' not in user.get("/").html
    assert hidden.reader("ada", roles=["ADMIN"]).get("/graph").status == 200
