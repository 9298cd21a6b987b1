"""The lists of receipts and of conversations: how somebody without an id gets to them."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader


def _talk(memory: Memory, id: str, *said: str, **about: Any) -> None:
    memory.conversations.start(id, **about)
    memory.conversations.append(id, [{"author_id": "ellen", "content": one} for one in said])


def _led_to(page: Answer, place: str) -> list[str]:
    """What a list leads to, in its order."""
    return re.findall(rf'<a href="/{place}/([^"#?]+)"', page.html)


def _all_pages(reader: Reader, place: str) -> list[str]:
    found: list[str] = []
    path = f"/{place}"
    while True:
        page = reader.get(path)
        found += _led_to(page, place)
        further = re.search(r'<a class="button" href="(\?[^"]+)">Further', page.html)
        if further is None:
            return found
        path = f"/{place}{further[1].replace('&amp;', '&')}"


def test_receipts_are_listed_to_the_very_end(place: Place) -> None:
    """Newest first, page after page, each leading to what was told."""
    made = [place.memory.bundle().receipt for _ in range(120)]
    ada = place.admin
    assert _all_pages(ada, "receipts") == made[::-1]
    assert ada.get(f"/receipts/{made[0]}").status == 200


def test_a_list_of_receipts_tells_whom_and_about_whom(place: Place) -> None:
    """Filters leave those of one kind, for one person, about one subject."""
    memory = place.memory
    ada = place.admin
    place.reader("maya")
    memory.add(content="Ellen prefers email.", subject="ellen")
    bundle = place.as_person("maya").bundle().receipt
    briefing = memory.briefing("ellen").receipt
    told = ada.get("/receipts")
    assert _led_to(told, "receipts") == [briefing, bundle]
    assert "just now owner Briefing for owner ellen" in told.words
    assert "just now maya Bundle for maya" in told.words
    for asked, expected in (
        ("kind=briefing", [briefing]),
        ("delivered_to=maya", [bundle]),
        ("subject=ellen", [briefing]),
        ("kind=bundle&subject=ellen", []),
    ):
        page = ada.get(f"/receipts?{asked}")
        assert _led_to(page, "receipts") == expected, asked
        assert 'href="/receipts">Show all' in page.html
        assert ("Nothing fits" in page.words) == (not expected)


def test_everybody_finds_their_own_receipts_and_nobody_elses(place: Place) -> None:
    """A contributor has a list of what they were told, and no field to ask for others."""
    maya = place.contributor
    own = place.as_person("maya").bundle().receipt
    place.memory.bundle()
    page = maya.get("/receipts")
    assert _led_to(page, "receipts") == [own]
    assert 'name="delivered_to"' not in page.html
    assert "Nothing fits" in maya.get("/receipts?delivered_to=owner").words


def test_conversations_are_listed_to_the_very_end(place: Place) -> None:
    """The last begun first, page after page."""
    for number in range(65):
        _talk(place.memory, f"talk-{number}", "hello")
    expected = [f"talk-{number}" for number in reversed(range(65))]
    assert _all_pages(place.admin, "conversations") == expected


def test_a_conversation_is_known_by_its_title_or_how_it_begins(
    places: PlaceFactory, clock: FrozenClock
) -> None:
    """With its subject, its channel, who began it, and how much was said in it."""
    place = places("adviser")
    _talk(place.memory, "call", "Good morning!", "Hello.", title="A call", channel_id="phone")
    place.memory.conversations.close("call")
    clock.advance(timedelta(days=3))
    _talk(place.memory, "chat", "Where is my form?", subject="ellen")
    place.memory.conversations.start("empty")
    place.memory.remember("Ellen prefers email.", subject="ellen")
    words = place.admin.get("/conversations").words
    assert "A call Good morning! phone closed begun 3 days ago by owner 2 messages" in words
    assert "Where is my form? ellen begun just now by owner 1 message" in words
    assert "empty begun just now by owner 0 messages" in words
    assert "Ellen prefers email. note ellen begun just now by owner 1 message" in words


def test_conversations_are_found_by_whom_and_where(places: PlaceFactory) -> None:
    """Filters leave those about a subject, of a channel, begun by somebody."""
    place = places("adviser")
    place.reader("maya")
    _talk(place.memory, "a", "hello", subject="ellen", channel_id="web")
    _talk(place.as_person("maya"), "b", "hello", subject="omar", channel_id="web")
    ada = place.admin
    for asked, expected in (
        ("subject=ellen", ["a"]),
        ("channel_id=web", ["b", "a"]),
        ("owner=maya", ["b"]),
        ("owner=maya&subject=ellen", []),
    ):
        page = ada.get(f"/conversations?{asked}")
        assert _led_to(page, "conversations") == expected, asked
        assert ("Nothing fits" in page.words) == (not expected)


def test_a_personal_conversation_is_in_its_owners_list_alone(place: Place) -> None:
    """Marked there; an admin's list has no word of it."""
    maya = place.contributor
    _talk(place.as_person("maya"), "diary", "I am moving.", is_personal=True)
    own = maya.get("/conversations")
    assert "I am moving." in own.words
    assert 'class="tag only-you"' in own.html
    told = place.admin.get("/conversations")
    assert "moving" not in told.words
    assert "diary" not in told.html


def test_the_lists_are_a_click_away(places: PlaceFactory) -> None:
    """From Home, from the audit log, from each other, and back from a receipt and a talk."""
    place = places("adviser")
    ada, maya = place.admin, place.contributor
    _talk(place.as_person("maya"), "chat", "Where is my form?")
    receipt = place.as_person("maya").bundle().receipt
    for reader in (ada, maya):
        assert 'href="/conversations"' in reader.get("/").html
        assert 'href="/receipts"' in reader.get("/conversations").html
        assert 'href="/conversations"' in reader.get("/receipts").html
        assert 'href="/conversations"' in reader.get("/conversations/chat").html
        assert 'href="/receipts"' in reader.get(f"/receipts/{receipt}").html
    audit = ada.get("/corporate-memory/admin/audit").html
    assert 'href="/receipts"' in audit
    assert 'href="/conversations/chat"' in audit


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_what_is_known_is_what_holds(places: PlaceFactory, preset: str) -> None:
    """Replaced, dismissed, rejected, revoked and outdated items are listed only when asked for."""
    place = places(preset)
    memory, ada = place.memory, place.admin
    kept = memory.add(content="Orders settle after three days.", subject="orders")
    old = memory.add(content="Wires leave at noon.", subject="orders")
    new = memory.supersede(old.id, content="Wires leave at one.")
    put_aside = memory.add(content="The fax is in the cellar.", subject="orders")
    memory.dismiss(put_aside.id)
    revoked = memory.add(content="Refunds need two signatures.", subject="orders")
    memory.review.mandate(revoked.id, reason="It was so.")
    memory.review.revoke(revoked.id, reason="No longer.")
    gone = (old.id, put_aside.id, revoked.id)

    def listed(address: str) -> set[str]:
        page = ada.get(address).html
        return {one for one in (kept.id, new.id, *gone) if f'<article id="{one}"' in page}

    assert listed("/corporate-memory") == {kept.id, new.id}
    assert listed("/corporate-memory?show=all") == {kept.id, new.id, *gone}
    for status, one in (("superseded", old), ("dismissed", put_aside), ("revoked", revoked)):
        assert listed(f"/corporate-memory?status={status}") == {one.id}
    assert listed("/") == {kept.id, new.id}
    assert "2 known" in ada.get("/").words


def test_pages_of_all_that_was_known_stay_so(place: Place) -> None:
    """Further pages and a vote keep to what was asked for."""
    for number in range(32):
        made = place.memory.add(content=f"Fact number {number} of the old plan.")
        place.memory.review.reject(made.id)
    ada = place.admin
    assert "Nothing is known yet" in ada.get("/corporate-memory").words
    page = ada.get("/corporate-memory?show=all").html
    further = re.search(r'href="\?([^"]*cursor=[^"]*)"', page)
    assert further is not None
    assert "show=all" in further[1]
    assert ada.get(f"/corporate-memory?{html.unescape(further[1])}").html.count("<article") == 2
