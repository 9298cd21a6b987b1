"""The page ask: a question with its steps, its facts and their citations, and those on record."""

from __future__ import annotations

import re

import pytest

from tests.inquiry.chat_world import TALK, ChatWorld
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader

LINE = f"mira_id: {TALK[0]['content']}"


@pytest.fixture
def town(places: PlaceFactory) -> Place:
    return places("community")


@pytest.fixture
def ada(town: Place) -> Reader:
    return town.admin


def ask(reader: Reader, text: str) -> Answer:
    reader.get("/ask")
    return reader.post("/ask", talk=text)


def test_an_answer_shows_steps_facts_and_citations(town: Place, ada: Reader) -> None:
    """Each look with its count; each fact with its type, its relevance and its messages, which
    lead to where they were said; and how sure it is, with its grounds."""
    world = ChatWorld(town.memory)
    page = ask(ada, LINE)
    assert page.status == 200
    assert "get_person_summary mira_id" in page.words
    assert re.search(r"graph_relations of Northwind \(ent_\w+\) \d+ found", page.words)
    assert "Oskar previously Northwind (engineer)" in page.words
    assert f'href="/graph/{world.oskar}"' in page.html
    assert 'href="/conversations/general?all=1#m1"' in page.html
    assert page.html.count('<svg class="share ') >= 2
    assert "of the facts have evidence" in page.words
    assert ada.get("/conversations/general?all=1").html.count('id="m1"') == 1


def test_contradictions_stand_side_by_side(town: Place, ada: Reader) -> None:
    """Two employers at once are shown as two cards in one frame."""
    world = ChatWorld(town.memory)
    other = town.memory.graph.entity("Org", "Southwind").id
    town.memory.graph.relate(world.priya, "WORKS_AT", other)
    page = ask(ada, "mira_id: Where does Priya work, Northwind or Southwind?")
    frame = page.html.partition('class="conflict')[2].partition("</div></div>")[0]
    assert "Priya works at Northwind" in frame
    assert "Priya works at Southwind" in frame


def test_an_inquiry_is_replayed_and_rated(town: Place, ada: Reader) -> None:
    """The list leads to the session, which shows the same steps and takes a rating."""
    ChatWorld(town.memory)
    ask(ada, LINE)
    listed = ada.get("/ask")
    [id] = re.findall(r'href="/ask/(inq_\w+)"', listed.html)
    replayed = ada.get(f"/ask/{id}")
    assert TALK[0]["content"] in replayed.words
    assert "get_person_summary mira_id" in replayed.words
    assert "Oskar previously Northwind (engineer)" in replayed.words
    rated = ada.act(f"/ask/{id}/rate", value="4", note="Fine.")
    assert "Your rating is on record." in rated.words
    assert 'value="4" required checked' in rated.html
    assert "rated 4 of 5" in ada.get("/ask").words
    assert ada.post(f"/ask/{id}/rate", value="9").status == 422


def test_an_empty_store_says_what_to_do(town: Place, ada: Reader) -> None:
    """Before anything is known, and after a question that found nothing."""
    assert "rmb graph import FILE" in ada.get("/ask").words
    found = ask(ada, "Hi Alice")
    assert "Nothing relevant is known" in found.words
    assert found.status == 200
    assert ask(ada, "").status == 422


def test_others_do_not_see_it(town: Place, ada: Reader) -> None:
    """A session of somebody else is no page; what it saw that is hidden hides its steps."""
    world = ChatWorld(town.memory, audience="group:finance")
    ask(ada, LINE)
    [id] = re.findall(r'href="/ask/(inq_\w+)"', ada.get("/ask").html)
    bert = town.reader("bert")
    assert bert.get(f"/ask/{id}").status == 404
    assert "Oskar" not in ask(bert, LINE).words
    assert world.was not in bert.get("/ask").html


def test_hostile_texts_stay_texts(town: Place, ada: Reader) -> None:
    """Marks in names, questions and facts are shown and not followed."""
    evil = "<img src=x onerror=alert(1)>\"'&"
    world = ChatWorld(town.memory)
    world.relate(world.oskar, "TALKS_ABOUT", role=evil)
    page = ask(ada, f"mira_id: Northwind {evil}")
    assert "<img src=x" not in page.html
    [id] = re.findall(r'action="/ask/(inq_\w+)/rate"', page.html)
    assert "<img src=x" not in ada.get(f"/ask/{id}").html
    assert "<img src=x" not in ada.get("/ask").html
