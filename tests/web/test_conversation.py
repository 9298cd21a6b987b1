"""The page of a conversation: what was said, what was handed over of it, and what to say next."""

from __future__ import annotations

import re
from datetime import timedelta

from remembrancer import Principal
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory

_HERE = "/conversations/talk"


def _talked(place: Place, count: int = 1) -> None:
    memory = place.as_person("maya")
    memory.conversations.start("talk", subject="firm")
    for n in range(count):
        memory.conversations.append("talk", {"author_id": "maya", "content": f"We decided on {n}."})


def test_a_suggestion_that_is_chosen_is_the_next_message(
    places: PlaceFactory, clock: FrozenClock
) -> None:
    """Looking at suggestions sends nothing; choosing one sends it, in the words of who chose."""
    place = places("companion")
    maya = place.reader("maya")
    _talked(place)
    memory = place.as_person("maya")
    memory.add(content="Byta bank?", kind="unresolved", subject="firm")
    clock.advance(timedelta(days=9))
    page = maya.get(_HERE)
    chip = re.search(r'<button class="chip" name="chosen" value="([^"]+)"', page.html)
    assert chip is not None
    assert len(memory.conversations.messages("talk")) == 1
    told = maya.act(_HERE, chosen=chip[1], message="")
    said = memory.conversations.messages("talk")[-1]
    assert (said.author_id, said.role, said.content) == ("maya", "user", chip[1])
    assert chip[1] in told.words
    assert len(memory.conversations.messages("talk")) == 2


def test_what_is_written_is_the_next_message(places: PlaceFactory) -> None:
    """The form says it in the visitor's name; nothing is said by an empty one."""
    place = places("adviser")
    maya = place.reader("maya")
    _talked(place)
    assert "See you on Friday." in maya.act(_HERE, message="See you on Friday.").words
    assert maya.act(_HERE, message="  ").status == 422
    said = place.as_person("maya").conversations.messages("talk")
    assert [one.content for one in said] == ["We decided on 0.", "See you on Friday."]


def test_a_program_speaks_as_one(places: PlaceFactory) -> None:
    """What an agent says by the form is not told as the words of a user."""
    place = places("adviser")
    place.reader("maya")
    _talked(place)
    place.reader("bot", kind="agent").act(_HERE, message="I have written the letter.")
    said = place.memory.conversations.messages("talk")[-1]
    assert (said.author_id, said.role) == ("bot", "assistant")


def test_nobody_speaks_where_they_may_not_read(places: PlaceFactory) -> None:
    """In somebody's personal conversation a stranger neither reads nor speaks."""
    place = places("adviser")
    place.reader("maya")
    memory = place.as_person("maya")
    memory.conversations.start("talk", is_personal=True)
    memory.conversations.append("talk", {"author_id": "maya", "content": "Between us."})
    bert = place.reader("bert")
    assert bert.get(_HERE).status == 404
    assert bert.act(_HERE, message="Hello?").status in (403, 404)
    assert len(memory.conversations.messages("talk")) == 1


def test_the_window_and_the_summary_are_told_apart(places: PlaceFactory) -> None:
    """The last twenty stand word for word, what came before in short, and all on demand."""
    place = places("adviser")
    maya = place.reader("maya")
    _talked(place, 24)
    page = maya.get(_HERE)
    assert page.html.count('class="said') == 20
    assert "What came before 4 messages, in short" in page.words
    assert "We decided on 0." in page.words
    assert "The window: the last 20 messages" in page.words
    assert maya.get(f"{_HERE}?all=1").html.count('class="said') == 24


def test_what_was_delivered_is_listed(places: PlaceFactory) -> None:
    """Each request that held words of the conversation has its receipt there: to an admin
    everybody's, to others their own."""
    place = places("adviser")
    maya = place.reader("maya")
    _talked(place)
    assert "No agent was given anything" in maya.get(_HERE).words
    place.memory.acting_as(Principal("bot", kind="agent")).compose(
        message="What now?", conversation_id="talk"
    )
    own = place.as_person("maya").compose(message="And now?", conversation_id="talk")
    page = maya.get(_HERE)
    assert f'href="/receipts/{own.receipt}"' in page.html
    assert "for bot" not in page.words
    admin = place.admin.get(_HERE)
    assert admin.html.count('href="/receipts/') == 2
    assert "Compose for bot" in admin.words


def test_a_request_is_read_turn_by_turn(places: PlaceFactory) -> None:
    """The receipt of a request shows who said what, and the text as it was handed over."""
    place = places("companion")
    ada = place.admin
    place.reader("maya")
    _talked(place)
    item = place.memory.add(content="Wants short answers.", kind="preference", subject="firm")
    made = place.memory.compose(message="What now?", conversation_id="talk", subject="firm")
    page = ada.get(f"/receipts/{made.receipt}")
    assert re.findall(r'<div class="turn"><b>(\w+)</b>', page.html) == ["system", "user", "user"]
    assert "Byte for byte as it was handed over." in page.words
    assert f'class="tag" href="/items/{item.id}"' in page.html


def test_where_memory_is_invisible_only_the_talk_shows(places: PlaceFactory) -> None:
    """No sidebar, no receipts: messages, choices and a field."""
    place = places("companion")
    maya = place.reader("maya")
    _talked(place)
    place.as_person("maya").add(content="Wants short answers.", kind="preference", subject="firm")
    page = maya.get(_HERE)
    assert 'id="say"' in page.html
    assert "Wants short answers." not in page.words
    assert "What was delivered" not in page.words
    assert "/receipts/" not in page.html
