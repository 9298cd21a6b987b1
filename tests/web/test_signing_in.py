"""Signing in: who gets to the pages, with which cookie, and what a form must carry."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Memory
from remembrancer.doors.web.session_cookie import COOKIE
from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Reader, Served


def test_a_stranger_is_led_to_the_door_and_back(place: Place) -> None:
    """Who is not signed in is asked to, and then sees the page that they wanted."""
    stranger = Reader(place.served)
    told = stranger.get("/search?q=rates")
    assert (told.status, told.to) == (303, "/sign-in?next=%2Fsearch%3Fq%3Drates")
    assert "Sign in" in stranger.get(told.to).words
    let_in = stranger.sign_in(place.token("maya"), "/search?q=rates")
    assert (let_in.status, let_in.to) == (303, "/search?q=rates")
    assert stranger.get(let_in.to).status == 200


@pytest.mark.parametrize("token", ["", "no token", "a.b.c", "\u202e", "x" * 100_000])
def test_a_bad_token_opens_nothing(place: Place, token: str) -> None:
    """What is no token is refused with one sentence, and sets no cookie."""
    stranger = Reader(place.served)
    told = stranger.sign_in(token)
    assert told.status == 401
    assert "This token is not accepted." in told.words
    assert not stranger.is_signed_in


def test_the_cookie_is_out_of_reach(place: Place) -> None:
    """No script reads the cookie and no other site sends it."""
    told = Reader(place.served).sign_in(place.token("maya"))
    (cookie,) = [one for one in told.cookies if one.startswith(f"{COOKIE}=")]
    flags = cookie.lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert "path=/" in flags


def test_a_visit_ends_with_its_token(place: Place, clock: FrozenClock) -> None:
    """A token that has run out opens no page any more."""
    maya = place.contributor
    assert maya.get("/").status == 200
    clock.advance(timedelta(days=400))
    told = maya.get("/corporate-memory")
    assert (told.status, told.to) == (303, "/sign-in?next=%2Fcorporate-memory&ended=visit")
    assert not maya.is_signed_in


def test_a_revoked_token_ends_the_visit_at_once(place: Place) -> None:
    """What an admin revokes does not even send the form that is open."""
    maya = place.contributor
    maya.get("/corporate-memory")
    (token,) = place.memory.admin.tokens()
    place.memory.admin.revoke_token(token.id)
    told = maya.post("/corporate-memory", content="Too late.")
    assert (told.status, told.to) == (303, "/sign-in?next=&ended=act")
    assert len(place.memory.items()) == 0
    assert "what you sent was not done" in maya.get(told.to).words


def test_who_signs_in_again_is_back_at_the_form(place: Place) -> None:
    """The page that an unsent form stood on is where the way in leads; another site's is not."""
    stranger = Reader(place.served)
    for came, place_ in (
        ("http://test/corporate-memory?domain=data", "%2Fcorporate-memory%3Fdomain%3Ddata"),
        ("http://evil.example/corporate-memory", ""),
    ):
        told = place.served.ask("POST", "/sign-out", {"host": "test", "referer": came}, b"")
        assert (told.status, told.to) == (303, f"/sign-in?next={place_}")
    assert "Your visit is over. Sign in again." in stranger.get("/sign-in?ended=visit").words
    assert "Your visit" not in stranger.get("/sign-in?ended=<b>").words


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_other_site_signs_somebody_in(place: Place, site: str) -> None:
    """A form of another site with somebody else's token opens nothing."""
    body = f"token={place.token('mallory')}".encode()
    headers = {"host": "test", "content-type": "application/x-www-form-urlencoded"}
    told = place.served.ask("POST", "/sign-in", {**headers, "sec-fetch-site": site}, body)
    assert told.status == 403
    assert told.cookies == ()
    own = place.served.ask("POST", "/sign-in", {**headers, "sec-fetch-site": "same-origin"}, body)
    assert own.status == 303


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.example",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "\\\\elsewhere.example",
        "javascript:alert(1)",
        "/\t/elsewhere.example",
        "/\r\nSet-Cookie: a=b",
        "elsewhere",
    ],
)
def test_signing_in_leads_nowhere_else(place: Place, elsewhere: str) -> None:
    """Whatever address the door was given, the reader stays on this site."""
    told = Reader(place.served).sign_in(place.token("maya"), elsewhere)
    assert (told.status, told.to) == (303, "/")


def test_signing_out_ends_the_visit(place: Place) -> None:
    """Who signed out is a stranger."""
    maya = place.contributor
    maya.act("/sign-out")
    assert not maya.is_signed_in
    assert maya.get("/").status == 303


def test_no_other_site_signs_somebody_out(place: Place) -> None:
    """Without the key of our forms, nobody is signed out."""
    maya = place.contributor
    assert maya.post("/sign-out", form_key="").status == 403
    assert maya.is_signed_in


@pytest.mark.parametrize("key", ["", "0" * 64, "ü"])
def test_a_form_without_its_key_does_nothing(place: Place, key: str) -> None:
    """A form that another site made up is refused, and nothing is written."""
    maya = place.contributor
    maya.get("/")
    told = maya.post("/corporate-memory", content="From elsewhere.", form_key=key)
    assert told.status == 403
    assert "not from one of our pages" in told.words
    assert len(place.memory.items()) == 0


def test_the_key_of_another_person_does_nothing(place: Place) -> None:
    """Each visitor has a key of their own."""
    maya, bert = place.contributor, place.reader("bert")
    bert.get("/")
    told = maya.post("/corporate-memory", content="From Bert.", form_key=bert.form_key)
    assert told.status == 403


def test_in_local_mode_the_owner_is_in_already() -> None:
    """Nobody signs in, forms carry their key all the same, and a cookie counts if there is one."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        served = Served(memory, is_local=True)
        try:
            owner = Reader(served)
            home = owner.get("/")
            assert home.status == 200
            assert "local mode" in home.words
            assert "Sign out" not in home.words
            owner.get("/corporate-memory")
            assert owner.post("/corporate-memory", content="A", form_key="").status == 403
            assert owner.act("/corporate-memory", content="We use K3.").status == 200
            owner.cookies[COOKIE] = "no token"
            assert owner.get("/").status == 303
        finally:
            served.close()
        assert [one.content for one in memory.items()] == ["We use K3."]


def test_a_token_opens_one_space(places: PlaceFactory) -> None:
    """What is in another space is not there, by its address or by search."""
    here, there = places(), places()
    item = there.memory.add(content="Orders settle after three days.")
    there.memory.review.approve(item.id)
    ada = here.admin
    assert ada.get(f"/items/{item.id}").status == 404
    assert "three days" not in ada.get("/search?q=orders+settle").words
    assert "three days" not in ada.get("/corporate-memory").words
