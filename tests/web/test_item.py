"""The page of an item: why it is believed, what became of it, and who was told."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory


def test_evidence_is_marked_within_its_source(place: Place) -> None:
    """The quote stands highlighted between the words around it, and leads to where it was said."""
    kept = place.memory.remember(
        "We talked about the office. Ellen prefers email over phone. Then we had lunch.",
        subject="ellen",
    )
    item = kept.items[0]
    page = place.admin.get(f"/items/{item.id}")
    assert f"<mark>{item.evidence[0].quote}</mark>" in page.html
    assert "Then we had lunch." in page.words
    assert "in its conversation" in page.words


def test_each_version_says_what_changed(place: Place) -> None:
    """Who changed which field, from what to what, the newest first; a vote made none."""
    item = place.memory.add(content="Orders settle after three days.", domain="finance")
    place.memory.review.approve(item.id)
    place.memory.vote(item.id, 1)
    place.memory.update(item.id, domain="engineering", reason="It moved.")
    page = place.admin.get(f"/items/{item.id}")
    assert "Versions 3" in page.words
    assert "domain finance → engineering" in page.words
    assert "It moved." in page.words
    start = page.html.index('id="versions"')
    told = page.html[start : page.html.index("Every act on it")]
    assert told.index("changed by") < told.index("approved by") < told.index("added by")
    assert "by owner" in page.words


def test_the_path_from_source_to_reader(place: Place) -> None:
    """Source, words, review, state and deliveries stand in a row, with who decided."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    place.memory.bundle()
    page = place.admin.get(f"/items/{item.id}")
    start = page.html.index('class="path"')
    path = page.html[start : page.html.index("</ol>", start)]
    for word in ("Manual", "Approved", "by owner", "Active", "Told 1 time"):
        assert word in path, word


def test_what_depends_on_it_is_listed(place: Place) -> None:
    """What took its place and who was told it, for reviewers."""
    first = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(first.id)
    place.memory.bundle()
    second = place.memory.supersede(first.id, content="Orders settle after two days.")
    page = place.admin.get(f"/items/{first.id}")
    assert "What depends on it" in page.words
    assert f'<a href="/items/{second.id}" dir="auto">' in page.html
    assert "1 delivery told it" in page.words
    assert "What depends on it" not in place.contributor.get(f"/items/{second.id}").words


def test_confidence_fades_along_its_curve(place: Place, clock: FrozenClock) -> None:
    """Today's share stands in words, and the drawing says where it comes from and goes."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    fresh = place.memory.get(item.id).confidence
    clock.advance(timedelta(days=200))
    page = place.admin.get(f"/items/{item.id}")
    now = place.memory.get(item.id).confidence
    assert now < fresh
    assert f"{now * 100:.0f} %" in page.words
    assert f"Confidence: {fresh * 100:.0f} % on" in page.html
    assert "if nobody confirms it" in page.html


def test_what_is_over_has_no_buttons(places: PlaceFactory) -> None:
    """What was replaced or dismissed says so, and offers nothing that would be refused."""
    place = places("adviser")
    maya = place.reader("maya")
    memory = place.as_person("maya")
    first = memory.add(content="Ellen earns 50,000.", subject="ellen")
    second = memory.supersede(first.id, content="Ellen earns 52,000.")
    old = maya.get(f"/items/{first.id}")
    assert f'took its place: <a href="/items/{second.id}">' in old.html
    assert "Still so" not in old.words
    assert "Dismiss" in maya.get(f"/items/{second.id}").words
    gone = maya.act(f"/items/{second.id}/dismiss")
    assert "It was dismissed: it is kept, and used no more." in gone.words
    assert "Still so" not in gone.words


def test_a_receipt_leads_to_what_it_named(place: Place) -> None:
    """An id in the text of a delivery is a link; what it held stands by reason."""
    item = place.memory.add(content="Orders settle after three days.", subject="orders")
    place.memory.review.approve(item.id)
    made = place.memory.briefing("orders")
    page = place.admin.get(f"/receipts/{made.receipt}")
    text = page.html[page.html.index('class="brief"') : page.html.index('id="held"')]
    assert f'<a href="/items/{item.id}">{item.id}</a>' in text
    assert f'<a class="tag" href="/items/{item.id}">' in page.html


def test_a_claimed_speaker_is_said_to_be_so(place: Place) -> None:
    """Under evidence stands who handed the words in; that somebody else spoke is only said, on the
    page of the item and on the card of its review."""
    talk = [{"author_id": "admin", "role": "user", "content": "We decided to pay on Fridays."}]
    place.contributor.get("/")
    (item,) = place.as_person("maya").remember(talk).items
    own = place.as_person("maya").remember("We decided to ship on Mondays.").items[0]
    for page in (f"/items/{item.id}", f"/corporate-memory/admin/items/{item.id}"):
        words = place.admin.get(page).words.replace(" ,", ",")
        assert "handed in by maya, said to be admin" in words, page
    assert "said to be" not in place.admin.get(f"/items/{own.id}").words


def test_what_it_contradicts_is_on_its_page(place: Place) -> None:
    """An open contradiction leads to the other item, and reviewers to where it is settled."""
    first = place.memory.add(content="Orders settle after three days.", domain="finance")
    place.memory.review.approve(first.id)
    second = place.memory.add(content="Orders settle after two days.", domain="finance")
    (pair,) = place.memory.review.contradictions()
    ada = place.admin
    for one, other in ((first, second), (second, first)):
        page = ada.get(f"/items/{one.id}")
        start = page.html.index('id="opposed"')
        told = page.html[start : page.html.index("</section>", start)]
        assert f'href="/items/{other.id}"' in told
        assert f'href="/corporate-memory/admin/contradictions#{pair.id}"' in told
    place.memory.review.resolve(pair.id, "both_valid", reason="Two desks.")
    assert 'id="opposed"' not in ada.get(f"/items/{first.id}").html


def test_its_shelf_is_told(place: Place) -> None:
    """The page says which domain and category an item has."""
    item = place.memory.add(
        content="Orders settle after three days.", domain="finance", category="business_logic"
    )
    words = place.admin.get(f"/items/{item.id}").words
    assert "Domain finance" in words
    assert "Category business logic" in words
