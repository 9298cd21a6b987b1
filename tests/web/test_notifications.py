"""The page of notifications: what waits, what was seen, and where one is told."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.notify import notify
from remembrancer.notify.notification import NotificationKind
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place


def _tell(place: Place, target: str, person: str, kind: str = "debate") -> None:
    place.memory._session.write(
        lambda unit, scope: notify.tell(unit, scope, kind, target, person, f"Look at {target}.")
    )


def test_what_waits_is_counted_in_the_head_of_every_page(place: Place) -> None:
    """It is the reader's own, and goes down when it was seen."""
    ada, maya = place.admin, place.contributor
    assert "wait for you" not in maya.get("/").words
    for number in (1, 2, 3):
        _tell(place, f"deb_{number}", "maya")
    assert "3 wait for you" in maya.get("/").words
    assert "wait for you" not in ada.get("/").words
    page = maya.get("/notifications")
    assert page.words.index("Look at deb_3.") < page.words.index("Look at deb_1.")
    assert 'href="/debates/deb_1"' in page.html
    ids = [one.id for one in place.as_person("maya").notifications.list()]
    assert "Seen." in maya.act("/notifications/seen", id=ids[0]).words
    assert "2 are seen." in maya.act("/notifications/seen", id=ids[1:]).words
    assert "Nothing waits for you" in maya.get("/notifications").words
    assert "Look at deb_1." in maya.get("/notifications?list=all").words


def test_every_kind_has_a_sign_and_a_word(place: Place) -> None:
    """What waits is drawn and named, whatever it is."""
    for kind in NotificationKind:
        _tell(place, f"thing_{kind.value}", "maya", kind.value)
    page = place.contributor.get("/notifications?list=all")
    assert page.html.count('<path d="M') >= len(NotificationKind)
    for kind in NotificationKind:
        word = kind.value.rpartition("_")[2].capitalize()
        assert f'<span class="tag">{word}</span>' in page.html


def test_what_is_somebody_elses_is_not_seen(place: Place) -> None:
    """Its id tells nobody else anything."""
    ada, maya = place.admin, place.contributor
    _tell(place, "deb_1", "maya")
    (one,) = place.as_person("maya").notifications.list()
    ada.get("/notifications")
    assert ada.post("/notifications/seen", id=one.id).status == 404
    assert "1 wait for you" in maya.get("/notifications").words


def test_one_says_where_one_is_told(place: Place) -> None:
    """What is wrong stands beside the field and is kept to correct; empty, it is taken away."""
    maya = place.reader("maya", email="maya@example.com")
    assert 'value="maya@example.com"' in maya.get("/notifications").html
    wrong = maya.post("/notifications/settings", email="maya@example.com", webhook="ftp://x")
    assert (wrong.status, 'value="ftp://x"' in wrong.html) == (422, True)
    told = maya.act("/notifications/settings", email="", webhook="https://example.com/maya")
    assert "Kept." in told.words
    assert 'value="https://example.com/maya"' in told.html
    assert 'value="maya@example.com"' not in told.html


def test_reviewers_are_led_to_the_queue(place: Place, clock: FrozenClock) -> None:
    """An item that waits is told some minutes later, with a link to the queue."""
    ada = place.admin
    place.contributor.act("/corporate-memory", content="Orders settle after three days.")
    clock.advance(timedelta(minutes=20))
    place.memory.jobs.wait()
    page = ada.get("/notifications")
    assert "Items wait for your review." in page.words
    assert 'href="/corporate-memory/admin"' in page.html
