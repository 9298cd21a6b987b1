"""An admin of one space is a stranger to the others of the same store."""

from __future__ import annotations

import pytest

from remembrancer import NotAvailable
from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site


@ON_THE_FASTEST
def test_an_admin_is_told_of_their_own_space_alone(site: Site) -> None:
    """Neither the names of other spaces nor the state of the whole store cross the wire."""
    other = site.memory.in_space("the other tenant", "adviser")
    other.add(content="A secret of others.")
    told = site.send("GET", "/api/admin/spaces?archived=true", token=site.admin)
    assert [one["name"] for one in told.json()] == [site.memory._session.space.name]
    assert len(site.memory.admin.spaces()) > 1  # beside the store, all of them are listed
    problems = site.send("GET", "/api/admin/problems", token=site.admin)
    assert problems.json() == []
    client = site.opened(site.admin)
    for call in (client.admin.facts, client.admin.rebuild_indexes, client.admin.rotate_keys):
        with pytest.raises(NotAvailable, match="rmb"):
            call()
    for path in ("/api/admin/facts", "/api/admin/indexes/rebuild"):
        assert site.send("GET", path, token=site.admin).status_code == 404


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "name", ["the other tenant", "nobody has this", "", "%00", "a\tb", "x" * 5000]
)
def test_a_space_that_a_token_is_not_for_looks_like_none(site: Site, name: str) -> None:
    """Whether it exists is not told: the answer is that to a bad token."""
    site.memory.in_space("the other tenant", "adviser")
    told = site.send(
        "GET", "/api/memory/stats", token=site.admin, headers={"Remembrancer-Space": name}
    )
    bad = site.send("GET", "/api/memory/stats", token="forged")
    assert told.status_code == bad.status_code == 401
    assert told.json() | {"request_id": ""} == bad.json() | {"request_id": ""}
    names = {one.name for one in site.memory.admin.spaces(archived=True)}
    assert "nobody has this" not in names  # and none is made by asking for it


@ON_THE_FASTEST
def test_no_caller_names_a_file_of_the_server(site: Site) -> None:
    """Neither a notes file, nor a folder of transcripts, nor old records by their path."""
    for method, path, body in (
        ("PUT", "/api/admin/people/eve", {"notes_path": "/etc/passwd"}),
        ("POST", "/api/jobs/schedules", {"kind": "detect", "every": "1d", "folder": "/etc"}),
        ("POST", "/api/jobs/schedules", {"kind": "detect", "every": "1d"}),
        ("POST", "/api/sources/backfill", {"records": "/etc/passwd"}),
        ("POST", "/api/sources/backfill", {"records": ["/etc/passwd"]}),
        ("POST", "/api/sources/collect", {"folder": "/etc"}),
        ("POST", "/api/memory/remember", {"text": {"path": "/etc/passwd"}}),
    ):
        told = site.send(method, path, token=site.admin, json=body)
        assert told.status_code == 422, (path, told.text)
        assert "root:" not in told.text
    assert site.memory.jobs.schedules() == ()
    assert "eve" not in [one.name for one in site.memory.admin.people()]
