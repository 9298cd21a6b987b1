"""Going from one space to another: in local mode, where all of them are the owner's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer import Memory
from remembrancer.doors.web.session_cookie import SPACE_COOKIE
from tests.web.conftest import PlaceFactory
from tests.web.reader import Reader, Served


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store with a practice and a team, and a space that was put away."""
    with Memory.open(
        ":memory:", space="northgate", preset="adviser", embedder="none", background=False
    ) as opened:
        opened.add(content="Ellen keeps the Leeds flat.")
        opened.in_space("quarry", "corporate").add(content="Orders settle after three days.")
        opened.in_space("old").admin.archive()
        yield opened


@pytest.fixture
def owner(memory: Memory) -> Iterator[Reader]:
    served = Served(memory, is_local=True)
    yield Reader(served)
    served.close()


def test_the_owner_goes_from_space_to_space(owner: Reader) -> None:
    """The other spaces stand beside the name of this one, and one click leads there and back."""
    home = owner.get("/")
    assert "Leeds flat" in home.words
    assert 'value="quarry"' in home.html
    assert 'value="northgate"' not in home.html
    there = owner.act("/space", space="quarry")
    assert "Orders settle" in there.words
    assert "Leeds flat" not in there.words
    assert "Orders settle" in owner.get("/corporate-memory").words
    assert "Leeds flat" in owner.act("/space", space="northgate").words


def test_what_was_put_away_or_is_not_there(owner: Reader) -> None:
    """An archived space is not offered, and like one that is not there it cannot be gone to."""
    assert 'value="old"' not in owner.get("/").html
    for name in ("old", "nowhere", ""):
        assert owner.post("/space", space=name).status in (404, 422)
    owner.cookies[SPACE_COOKIE] = "nowhere"
    assert "Leeds flat" in owner.get("/").words


def test_a_form_counts_in_the_space_that_it_was_seen_in(owner: Reader, memory: Memory) -> None:
    """Who went elsewhere in another window writes nothing there by mistake."""
    owner.act("/space", space="quarry")
    seen_there = owner.form_key
    owner.act("/space", space="northgate")
    refused = owner.post("/corporate-memory", content="Mine.", form_key=seen_there)
    assert refused.status == 403
    assert owner.post("/corporate-memory", content="Ours.").status == 303
    assert {one.content for one in memory.items()} == {"Ours.", "Ellen keeps the Leeds flat."}


def test_a_token_stays_in_its_space(places: PlaceFactory) -> None:
    """Whoever has a token for one space is offered no other, and goes to no other."""
    here, there = places(), places()
    there.memory.add(content="Orders settle after three days.")
    ada = here.admin
    assert 'action="/space"' not in ada.get("/").html
    assert ada.post("/space", space=there.memory._session.space.name).status == 404
    ada.cookies[SPACE_COOKIE] = there.memory._session.space.name
    assert "Orders settle" not in ada.get("/").words
