"""From 0.1.0: its stores, backups and exports go on in this version, on both engines."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from remembrancer import Head, Memory, Principal, StoreError, StoreTooNew
from remembrancer.doors.cli import main
from remembrancer.front.access.authentication import Callers
from remembrancer.front.memory_verbs import session_of
from remembrancer.store import schema
from tests import postgres
from tests.logins import as_superuser, empty_database
from tests.upgrade.released import (
    ADA,
    ANNA,
    ENGINES,
    ERASED,
    FIRST,
    PRESETS,
    STORES,
    expected,
    kept,
    old_store,
    opened,
    revision,
)

BYTES_MAX = 300_000
# What takes a second on a server, and differs little there.
SERVER_IN_THE_SOAK = ["sqlite", pytest.param("postgres", marks=pytest.mark.soak)]


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def upgraded(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """A store of 0.1.0 that this version opened. Tests leave what 0.1.0 wrote as it is."""
    with old_store(engine, tmp_path_factory.mktemp("old")) as url:
        assert revision(url, engine) == FIRST
        with opened(url, engine) as memory:
            yield memory


def test_they_are_small_and_hold_nothing_erased() -> None:
    """The stores can be kept for ever, and what 0.1.0 erased is in none of them."""
    assert sum(file.stat().st_size for file in STORES.iterdir()) < 2 * BYTES_MAX
    for file in STORES.iterdir():
        assert file.stat().st_size < BYTES_MAX
        assert ERASED not in kept(file.name.removeprefix("0.1.0-").removesuffix(".gz"))


@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_it_held_is_there(upgraded: Memory, engine: str, preset: str) -> None:
    """Ledgers hold up to the heads of then; items, states, histories, people, tokens, messages,
    contradictions and erasures are as they were."""
    found = expected(engine)["spaces"][preset]
    space = upgraded.in_space(preset)
    ada, anna = space.acting_as(ADA), space.acting_as(ANNA)
    assert upgraded.admin.facts()["schema"] == schema.SCHEMA_REVISION
    assert ada.verify(Head.model_validate(found["head"])).ok
    items = [item for item in anna.items(limit=200).items if item.id in found["items"]]
    assert {item.id: [str(item.status), item.content] for item in items} == found["items"]
    assert {item.id: len(anna.history(item.id)) for item in items} == found["versions"]
    assert len(ada.review.contradictions(include_resolved=True)) == found["contradictions"]
    assert len(anna.conversations.messages("long-talk")) == found["messages"]
    assert [one.name for one in ada.admin.people()] == found["people"]
    assert len(ada.admin.tokens(include_ended=True)) == found["tokens"]
    assert len(ada.admin.erasures()) == found["erasures"]
    assert not [one for one in ada.admin.problems() if "clock" not in one]


@pytest.mark.parametrize("preset", PRESETS)
def test_receipts_replay_byte_for_byte(upgraded: Memory, engine: str, preset: str) -> None:
    """What 0.1.0 handed out is handed out again, to the byte, with its hash."""
    ada = upgraded.in_space(preset).acting_as(ADA)
    for id, text in expected(engine)["spaces"][preset]["receipts"].items():
        receipt = ada.receipt(id)
        assert receipt.text == text
        assert receipt.is_intact


@pytest.mark.parametrize("preset", PRESETS)
def test_people_go_on_working(upgraded: Memory, engine: str, preset: str) -> None:
    """A token of then still opens the door; asking, bundles and the queue find what was stored."""
    found = expected(engine)["spaces"][preset]
    session = Callers(session_of(upgraded)).session(found["token"])
    assert (session.principal.name, session.space.name) == ("anna", preset)
    space = upgraded.in_space(preset)
    ada, anna = space.acting_as(ADA), space.acting_as(ANNA)
    states = found["states"]
    hits = {hit.id for hit in anna.recall("What is approved was said on a Monday.").hits}
    assert states["approved"] in hits
    assert not {states[one] for one in ("dismissed", "revoked", "expired", "erased")} & hits
    assert states["mandatory"] in {one.id for one in anna.bundle().mandatory}
    ada.review.queue()
    added = anna.remember("The gate is painted green.", infer=False, source="today").items[0]
    assert anna.get(added.id).content == "The gate is painted green."
    assert ada.verify(Head.model_validate(found["head"])).ok


def test_what_is_new_works_in_an_old_space(upgraded: Memory) -> None:
    """Graph, decisions, policies, agents, debates and notifications, none of which 0.1.0 had."""
    adviser = upgraded.in_space("adviser").acting_as(ADA)
    ellen = adviser.graph.entity("Client", "ellen")
    acme = adviser.graph.entity("Organization", "Acme")
    adviser.graph.relate(ellen.id, "WORKS_AT", acme.id)
    assert [one.type for one in adviser.graph.relations(of=ellen.id)] == ["WORKS_AT"]
    assert adviser.policies.add_defaults(effective_from="2024-01-01")
    review = adviser.decisions.record("Annual Review Outcome", subject="ellen", reasoning="Due.")
    raised = adviser.decisions.record(
        "Capacity for Loss", subject="ellen", reasoning="She inherited.", causes=[review.id]
    )
    assert adviser.decisions.chain(raised.id, direction="backward").causes
    desk = upgraded.in_space("desk").acting_as(ADA)
    desk.agents.register("financial")
    agent = desk.acting_as(Principal("financial", kind="agent")).agents.memory("financial")
    agent.put("acme", "Retail margins of Acme fall to 31 %.", subject="acme")
    assert agent.get("acme").tier == "L1"
    finding = desk.items(limit=1, kind="finding").items[0]
    debate = desk.debates.open(
        "The margin of Acme",
        challenger="strategy",
        challenged="financial",
        disputed_finding=finding.id,
        challenge_basis="Prices fell.",
        priority="valuation",
        conservative_position="Plan with less.",
    )
    assert desk.debates.get(debate.id).disputed_finding == finding.content
    adviser.notifications.list()
    assert adviser.verify().ok
    assert desk.verify().ok


@pytest.mark.parametrize("engine", SERVER_IN_THE_SOAK)
def test_erasure_reaches_what_0_1_0_wrote(engine: str, tmp_path: Path) -> None:
    """A subject of then is erased with its messages, receipts and bytes."""
    with old_store(engine, tmp_path) as url:
        with opened(url, engine, "desk") as memory:
            ada = memory.acting_as(ADA)
            ada.erase(subject="acme", reason="asked to")
            head = Head.model_validate(expected(engine)["spaces"]["desk"]["head"])
            assert ada.verify(head).ok
            assert not ada.summary("acme").totals
            ada.backup(tmp_path / "after.db")
        assert b"margin is 44 percent" not in (tmp_path / "after.db").read_bytes()
        if engine == "sqlite":
            assert b"margin is 44 percent" not in Path(url).read_bytes()


@pytest.mark.parametrize("engine", SERVER_IN_THE_SOAK)
def test_an_old_backup_is_restored(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rmb restore` takes a backup of 0.1.0, made on either engine, into either one."""
    for origin, name in (("postgres", "postgres.backup"), ("sqlite", "sqlite.db")):
        backup = tmp_path / f"{origin}.backup"
        backup.write_bytes(kept(name))
        url = str(tmp_path / f"{origin}.db") if engine == "sqlite" else postgres.fresh_url()
        force = ["--force"] if engine == "postgres" else []
        with pytest.raises(SystemExit) as ended:
            main(["restore", str(backup), "--url", url, *force, "--json"])
        assert ended.value.code == 0
        spaces = json.loads(capsys.readouterr().out)["spaces"]
        for preset, found in expected(origin)["spaces"].items():
            assert spaces[preset] == found["head"]["seq"]
        with opened(url, origin) as memory:
            head = Head.model_validate(expected(origin)["spaces"]["adviser"]["head"])
            assert memory.verify(head).ok


@pytest.mark.parametrize("engine", SERVER_IN_THE_SOAK)
def test_an_old_export_is_imported(engine: str, tmp_path: Path) -> None:
    """What 0.1.0 exported fills a space of this version, ledger and all."""
    export = tmp_path / "corporate.jsonl"
    export.write_bytes(kept("postgres.jsonl"))
    url = str(tmp_path / "new.db") if engine == "sqlite" else postgres.fresh_url()
    with Memory.open(url, space="corporate", preset="corporate", background=False) as memory:
        memory.import_(export)
        head = Head.model_validate(expected("postgres")["spaces"]["corporate"]["head"])
        assert memory.verify().head.seq >= head.seq
        assert memory.verify().ok


@pytest.mark.parametrize("engine", ENGINES)
def test_an_older_program_refuses_a_newer_store(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that knows only the schema of 0.1.0 leaves the store alone and says what to do."""
    with empty_database() as server:
        url = str(tmp_path / "new.db") if engine == "sqlite" else server
        Memory.open(url, preset="adviser", background=False).close()
        newest = schema.SCHEMA_REVISION
        monkeypatch.setattr(schema, "SCHEMA_REVISION", FIRST)
        monkeypatch.setattr(schema, "REVISIONS", (FIRST,))
        with pytest.raises(StoreTooNew, match=rf"has schema {newest}, .* Upgrade Remembrancer"):
            Memory.open(url, background=False)
        assert revision(url, engine) == newest


def test_a_login_that_owns_nothing_leaves_the_upgrade_to_the_owner(tmp_path: Path) -> None:
    """It is told what to do; once the owner has opened the store, it goes on as before."""
    daily = f"rmb_daily_{os.getpid()}"
    with old_store("postgres", tmp_path) as url:
        as_superuser(f"CREATE ROLE {daily} LOGIN", f"GRANT remembrancer_app TO {daily}")
        try:
            database = urlsplit(url).path.removeprefix("/")
            own = postgres.url_of(database, user=daily)
            with pytest.raises(StoreError, match=r"may not bring it .* login that does"):
                opened(own, "postgres")
            assert revision(url, "postgres") == FIRST
            opened(url, "postgres").close()
            with opened(own, "postgres") as memory:
                assert memory.verify().ok
        finally:
            as_superuser(f"DROP ROLE {daily}")
