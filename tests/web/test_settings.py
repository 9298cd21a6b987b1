"""The page with the settings of a space: people, groups, tokens, overrides, and work."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer.testing import FrozenClock
from tests.web.conftest import Place, PlaceFactory


def _failed(place: Place, clock: FrozenClock, folder: Path) -> str:
    """Work that was given up; its id."""
    place.memory.jobs.schedule("detect", every="1d", folder=folder)
    for _ in range(5):
        place.memory.jobs.wait()
        clock.advance(timedelta(hours=1))
    (failed,) = place.memory.jobs.failed()
    return failed.id


def test_a_person_is_changed_from_what_they_are(place: Place) -> None:
    """The form begins with what is on record, and what it leaves out is withdrawn."""
    ada = place.admin
    place.memory.admin.add_person(
        "zoe", kind="agent", email="zoe@quarry.example", roles=["CONTRIBUTOR"], groups=["sales"]
    )
    form = ada.get("/settings?person=zoe")
    assert "Change zoe" in form.words
    assert 'value="zoe@quarry.example"' in form.html
    assert 'value="CONTRIBUTOR" checked' in form.html
    assert 'value="sales"' in form.html
    assert "<option selected>agent" in form.html
    ada.act("/settings/people", name="zoe", kind="agent", email="", groups="finance")
    zoe = place.memory.admin.person("zoe")
    assert (zoe.kind, zoe.email, set(zoe.roles), set(zoe.groups)) == (
        "agent",
        None,
        set(),
        {"finance"},
    )
    assert "finance zoe" in ada.get("/settings").words


def test_registering_somebody_twice_changes_nobody(place: Place) -> None:
    """A name that is there already is told, and keeps its roles."""
    ada = place.admin
    told = ada.act("/settings/people", new="1", name="ada", kind="agent")
    assert told.status == 422
    assert "registered already" in told.words
    assert place.memory.admin.person("ada").roles == {"ADMIN"}


def test_the_last_admin_stays(place: Place) -> None:
    """What would lock everybody out is refused, and told as a page."""
    ada = place.admin
    told = ada.act("/settings/people", name="ada", kind="user")
    assert told.status == 422
    assert "only ADMIN" in told.words


def test_tokens_that_ended_are_told_apart(place: Place, clock: FrozenClock) -> None:
    """Those in use can be revoked; those that ran out or were revoked are kept to be read."""
    place.memory.admin.add_person("zoe")
    place.memory.admin.issue_token("zoe", note="laptop", expires_in=timedelta(days=2))
    clock.advance(timedelta(days=3))
    page = place.admin.get("/settings")
    assert "Ended (1)" in page.words
    assert "laptop ran out" in page.words
    assert page.html.count("/revoke") == 1


def test_what_the_space_says_itself_is_marked(place: Place) -> None:
    """Of all values, those that differ from the preset stand out."""
    place.memory.admin.configure({"summary_per_kind": 3})
    page = place.memory.in_space(place.memory._session.space.name)
    assert page.admin.settings()["summary_per_kind"] == 3
    told = place.admin.get("/settings")
    assert told.html.count('<span class="tag status-pending">here</span>') == 1
    assert "exclude live covered no" in told.words


def test_work_that_was_given_up_is_retried(
    place: Place, clock: FrozenClock, tmp_path: Path
) -> None:
    """It stands there with its reason; once that is mended, one click makes it due, and it is
    done."""
    folder = tmp_path / "transcripts"
    id = _failed(place, clock, folder)
    ada = place.admin
    page = ada.get("/settings")
    assert "1 given up" in page.words
    assert f"There is no {folder}" in page.words
    folder.mkdir()
    assert "Due again: 1." in ada.act("/settings/jobs/retry", id=id).words
    place.memory.jobs.wait()
    assert "0 given up" in ada.get("/settings").words
    assert "No failed work" in ada.act("/settings/jobs/retry", id=id).words


@pytest.mark.parametrize("preset", ["companion", "adviser", "corporate", "community", "desk"])
def test_settings_are_for_admins_alone(places: PlaceFactory, preset: str) -> None:
    """In every preset: nobody else is shown the page or a way to it."""
    place = places(preset)
    assert place.admin.get("/settings").status == 200
    for name, roles in (("maya", []), ("kim", ["KM_ADMIN"])):
        reader = place.reader(name, roles=roles)
        assert reader.get("/settings").status == 404
        assert "/settings" not in reader.get("/").html
