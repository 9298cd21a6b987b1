"""Verbs that carry files between a server and the disk of whoever calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, Memory, NotAvailable, StoreUnreachable
from remembrancer.client.connection import ServerConnection
from remembrancer.doors.http.authentication import local
from remembrancer.front.access.authentication import Callers
from remembrancer.memory import remote_memory
from remembrancer.testing import FrozenClock
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site
from tests.remote import House


def at_home(house: House, memory: Memory) -> Memory:
    """The memory in local mode: whoever is on this machine is its owner."""
    session = memory._session
    connection = ServerConnection(house.url, None, http=house.http)
    connection.headers |= house.admit(local(session, Callers(session)))
    made: Any = remote_memory()
    remote: Memory = made(connection)
    return remote


@ON_EITHER_SORT
def test_an_export_over_http_is_the_same_file(site: Site, tmp_path: Path) -> None:
    """Byte for byte, with the number of its rows; and only for admins."""
    site.memory.add(content="Separators\u2028and å stay as they are.")
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    client = site.opened(site.admin)
    assert site.analyst
    assert client.export(there) == site.memory.export(here)
    assert there.read_bytes() == here.read_bytes()
    with pytest.raises(Forbidden, match="export the space"):
        site.opened(site.analyst).export(tmp_path / "none.jsonl")
    with pytest.raises(StoreUnreachable, match="cannot be written"):
        client.export(tmp_path / "no folder" / "x.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.jsonl", "there.jsonl"]


@ON_THE_FASTEST
def test_an_export_that_is_cut_short_leaves_no_file(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that ends too early is told, and what arrived is not taken for the whole."""
    client = site.opened(site.admin)
    whole = tmp_path / "whole.jsonl"
    client.export(whole)
    kept = whole.read_text().splitlines()[:-1]
    from remembrancer.governance import transfer

    with pytest.raises(StoreUnreachable, match="before its end"):
        transfer.saved(kept, tmp_path / "cut.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["whole.jsonl"]


@ON_EITHER_SORT
def test_an_import_over_http_fills_a_new_space(
    site: Site, store_url: str, clock: FrozenClock, house: House, tmp_path: Path
) -> None:
    """In local mode, where nobody is on record yet. The server goes on in what it has become."""
    item = site.memory.add(content="Net revenue excludes refunds.")
    file = tmp_path / "space.jsonl"
    rows = site.memory.export(file)
    url = ":memory:" if store_url == ":memory:" else store_url
    name = f"{site.memory._session.space.name} again"
    with Memory.open(url, space=name, clock=clock, embedder="none", background=False) as memory:
        client = at_home(house, memory)
        assert client.import_(file) == rows
        assert client.get(item.id).content == "Net revenue excludes refunds."
        assert client.verify().ok
        assert client.add(content="Another fact.").content == "Another fact."
        with pytest.raises(Conflict, match="already holds knowledge"):
            client.import_(file)
        assert client.verify().ok


@ON_EITHER_SORT
def test_an_admin_imports_into_a_space_with_people(
    site: Site, clock: FrozenClock, tmp_path: Path
) -> None:
    """What mem0, the MCP memory server, a folder of Markdown and another space of ours know goes
    into a space that is in use; told twice, it is there once, and nobody is overwritten."""
    client = site.opened(site.admin)
    assert site.analyst
    mem0, graph, folder = tmp_path / "mem0.json", tmp_path / "memory.jsonl", tmp_path / "notes"
    memories = [{"id": "1", "memory": "Ellen retires at 58.", "user_id": "ellen"}]
    mem0.write_text(json.dumps({"results": memories}))
    entity = {"type": "entity", "name": "Vega", "entityType": "firm", "observations": ["Is big"]}
    graph.write_text(json.dumps(entity) + "\n")
    folder.mkdir()
    (folder / "orders.md").write_text("- Orders settle after three days.\n")
    ours = tmp_path / "space.jsonl"
    with Memory.open(":memory:", preset="corporate", clock=clock, embedder="none") as other:
        other.add(content="Margins are net.", domain="finance", tags=["margin"], data={"x": [1]})
        old = other.add(content="The lag is 3 days.")
        other.supersede(old.id, content="The lag is 5 days.")
        other.add(content="A private note.", is_personal=True)
        other.erase(other.add(content="An erased note.").id, reason="asked")
        other.export(ours)
    people = client.admin.people()
    with pytest.raises(Conflict, match="format='remembrancer'"):
        client.import_(ours)
    for place, format in ((mem0, None), (graph, None), (folder, None), (ours, "remembrancer")):
        first = client.sources.import_(place, format=format)
        again = client.sources.import_(place, format=format)
        assert first.items_new > 0 == again.items_new, place
        assert not any(one.outcome == "failed" for one in (*first.files, *again.files))
    held = {one.content: one for one in client.items(limit=100).items}
    assert set(held) == {
        "Ellen retires at 58.",
        "Vega: Is big",
        "Orders settle after three days.",
        "Margins are net.",
        "The lag is 5 days.",
    }
    margins = held["Margins are net."]
    assert (margins.domain, margins.data, margins.trust) == ("finance", {"x": [1]}, "document")
    assert "margin" in margins.tags
    assert margins.metadata["imported_from"] == "remembrancer"
    assert client.admin.people() == people
    assert client.verify().ok


@ON_THE_FASTEST
def test_items_of_another_server_are_records(site: Site) -> None:
    """What `items` gives is taken in as it stands; what changed there since takes its place."""
    made = site.memory.add(content="Orders settle after 3 days.", domain="finance")
    told = site.send("GET", f"/api/memory/{made.id}", token=site.admin).json()
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as other:
        assert other.sources.import_([told], format="remembrancer").items_new == 1
        later = {**told, "content": "Orders settle after 5 days.", "updated_at": "2999-01-01"}
        assert other.sources.import_([later], format="remembrancer").items_new == 1
        assert [one.content for one in other.items(lifecycle="active").items] == [later["content"]]
        wrong: Any = [{"id": "x"}, 7]
        report = other.sources.import_(wrong, format="remembrancer")
        assert [one.outcome for one in report.files] == ["failed", "failed"]


@ON_THE_FASTEST
def test_what_is_no_export_is_refused_without_a_path_of_the_server(
    site: Site, clock: FrozenClock, house: House, tmp_path: Path
) -> None:
    """The error speaks of the file, and nothing tells where the server had put it."""
    file = tmp_path / "x.jsonl"
    with Memory.open(":memory:", clock=clock, embedder="none", background=False) as memory:
        client = at_home(house, memory)
        for content, why in (
            (b"\xff", "not UTF-8"),
            (b"{}\n", "begin as an exported space"),
            (b'{"format": "remembrancer-space", "version": 1}\n', "cut short"),
        ):
            file.write_bytes(content)
            with pytest.raises(InvalidInput, match=f"^The file.*{why}"):
                client.import_(file)
        with pytest.raises(StoreUnreachable, match="cannot be read"):
            client.import_(tmp_path / "none")
    with pytest.raises(Forbidden, match="import a space"):
        site.opened(site.analyst).import_(file)


@ON_THE_FASTEST
def test_a_body_has_the_limit_of_its_route(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import may be larger than other requests, and has an end too."""
    monkeypatch.setattr("remembrancer.doors.http.middleware.REQUEST_BYTES_MAX", 100)
    monkeypatch.setattr("remembrancer.doors.http.middleware.IMPORT_BYTES_MAX", 200)
    body = json.dumps({"content": "x" * 120})
    for path, told in (("/api/memory", 413), ("/api/admin/import", 409)):
        assert site.send("POST", path, token=site.admin, content=body).status_code == told
        chunks = iter([body.encode()])  # without a length
        assert site.send("POST", path, token=site.admin, content=chunks).status_code == told
    for content in (b"x" * 201, iter([b"x" * 201])):
        large = site.send("POST", "/api/admin/import", token=site.admin, content=content)
        assert (large.status_code, large.json()["limit"]) == (413, 200)


@ON_THE_FASTEST
def test_a_pull_writes_here_what_the_server_knows(site: Site, tmp_path: Path) -> None:
    """Files, a check and a receipt as from a store beside it; no path crosses the wire."""
    site.memory.add(content="Net revenue excludes refunds.", source_type="admin_mandate")
    client = site.opened(site.analyst)
    before = client.pull(tmp_path, check=True, agents_md=True)
    assert before.is_changed
    assert list(tmp_path.iterdir()) == []
    done = client.pull(tmp_path, agents_md=True)
    assert (done.written, done.folder) == (before.written, str(tmp_path))
    assert done.receipt is not None
    assert client.receipt(done.receipt).text
    assert not client.pull(tmp_path).is_changed
    told = site.send("GET", "/api/context/rules-files", token=site.analyst).json()
    for one in told["files"]:
        assert (tmp_path / one["path"]).read_text() == one["text"]


@ON_THE_FASTEST
def test_a_server_cannot_write_elsewhere(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only names of rules files are taken from it, whatever it says."""
    client = site.opened(site.analyst)
    forged = json.dumps(
        {"files": [{"path": "../../x.md", "text": "x"}], "section": None, "left_out": 0}
    )
    monkeypatch.setattr(ServerConnection, "request", lambda *_: forged.encode())
    with pytest.raises(Conflict, match="no name of a rules file"):
        client.pull(tmp_path)
    assert list(tmp_path.iterdir()) == []


@ON_THE_FASTEST
def test_what_needs_the_server_s_disk_says_so(site: Site, tmp_path: Path) -> None:
    """A backup and a folder of transcripts are for whoever is beside the store."""
    client = site.opened(site.admin)
    with pytest.raises(NotAvailable, match="run rmb backup there"):
        client.backup(tmp_path / "b.db")
    with pytest.raises(NotAvailable, match="run rmb detect where the store is"):
        client.sources.detect(tmp_path)
