"""A store on a Citus cluster. What needs a real one runs where `REMEMBRANCER_TEST_POSTGRES` names
its coordinator."""

from __future__ import annotations

import re
from typing import Any

import psycopg
import pytest

from remembrancer import Memory, NotAvailable
from remembrancer.build import has_store, open_store
from remembrancer.store.postgres import shard_policies
from remembrancer.store.postgres.postgres_cluster import tables
from remembrancer.store.postgres.postgres_cluster_connection import _for_rows, _parts
from remembrancer.store.postgres.postgres_settings import give_each, literal
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.row_policies import RELATED
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import cluster, postgres
from tests.conftest import START
from tests.lived_space import live
from tests.logins import empty_database
from tests.people import ANNA

_LOOKING_ELSEWHERE = [
    name
    for name, entry in catalogue.TABLES.items()
    if entry.policy is not None and RELATED.search(entry.policy.visible)
]


@pytest.mark.parametrize("text", ["anna", "o'neill", "a\\'; RESET ROLE; --", "\\", "''", "\x1f"])
def test_a_setting_is_its_text_whatever_is_in_it(text: str) -> None:
    """Names of callers go to other machines inside a statement, and none ends it early."""
    with psycopg.connect(postgres.server_url(), autocommit=True) as raw:
        for escapes in ("on", "off"):
            raw.execute(f"SET standard_conforming_strings = {escapes}".encode())
            with raw.transaction():
                raw.execute(give_each({"remembrancer.viewer": text})[0][0].encode())
                row = raw.execute("SELECT current_setting('remembrancer.viewer')").fetchone()
            assert row == (text,)
    assert literal("plain") == "'plain'"


def test_rows_go_in_few_statements() -> None:
    """Many rows are sent as inserts of a few fixed sizes, each value in its own place."""
    rows = [(number, "x") for number in range(150)]
    assert [len(part) for part in _parts(rows)] == [64, 64, 16, 4, 1, 1]
    assert [row for part in _parts(rows) for row in part] == rows
    assert _for_rows("INSERT INTO t (a, b) VALUES ($1::BIGINT, f($2))", 2) == (
        "INSERT INTO t (a, b) VALUES ($1::BIGINT, f($2)), ($3::BIGINT, f($4))"
    )


@pytest.mark.parametrize("name", _LOOKING_ELSEWHERE)
def test_a_shard_looks_at_the_shards_beside_it(name: str) -> None:
    """The policy of a shard names shards alone; that of the table looks nowhere else, and is never
    wider, since nothing in it is negated."""
    shards = {table: f"{table}_{number}" for number, table in enumerate(tables(), 100)}
    policy = shard_policies._policy(name, shards)
    assert policy is not None
    assert policy.shard == shards[name]
    found = re.findall(r"FROM remembrancer\.(\w+) AS (\w+)", policy.visible)
    assert found
    assert all(shard == shards[table] for shard, table in found)
    assert not re.search(rf"\b{name}\.", policy.visible)
    visible = catalogue.TABLES[name].policy.visible  # type: ignore[union-attr]
    assert "SELECT" not in RELATED.sub("false", visible)
    assert "NOT EXISTS" not in visible
    assert len(RELATED.findall(visible)) == visible.count("SELECT")


def test_a_server_without_the_extension_is_told_and_left_alone() -> None:
    """Where nothing can be distributed, nothing is made."""
    with empty_database() as url:
        with pytest.raises(NotAvailable, match="no Citus"):
            open_store(url, distributes=True)
        assert not has_store(url)


def test_a_file_cannot_be_distributed(tmp_path: object) -> None:
    """Only a store on PostgreSQL has machines to be distributed over."""
    with pytest.raises(NotAvailable, match="Only a store on PostgreSQL"):
        Memory.open(f"{tmp_path}/store.db", distribute=True)


@pytest.fixture
def coordinator() -> None:
    if not postgres.is_cluster():
        pytest.skip("the test server is no cluster")


@pytest.mark.usefixtures("coordinator")
def test_a_store_with_rows_is_distributed() -> None:
    """What one server held is there afterwards, verifies, and is written on."""
    name = "rmb_test_moved_in"
    cluster.create(postgres.machines(), name)
    url, clock = postgres.url_of(name), FrozenClock(START)
    try:
        with Memory.open(
            url, preset="corporate", clock=clock, embedder=HashingEmbedder(), background=False
        ) as memory:
            live(memory, clock)
            items = memory.items(limit=200).items
            before = memory.verify().head  # an admin's look is in the ledger too
        with Memory.open(
            url, clock=clock, embedder="none", background=False, distribute=True
        ) as memory:
            assert memory.verify().head == before
            assert memory.items(limit=200).items == items
            memory.add(content="One more.")
            assert memory.verify().ok
            facts = memory.admin.facts()
            assert "2 machines" in facts["cluster"]
            told = [text for name, text in facts.items() if name.startswith("machine ")]
            assert len(told) == 2
            assert sum(int(re.findall(r"(\d+) spaces", text)[0]) for text in told) == 1
    finally:
        postgres.drop(name)


@pytest.mark.usefixtures("coordinator")
def test_a_shard_without_its_policy_shows_less_and_is_told_of() -> None:
    """As after Citus has moved a shard: nothing becomes visible, doctor warns, and distributing
    again puts it right."""
    url = postgres.fresh_url()
    with Memory.open(url, clock=FrozenClock(START), background=False) as memory:
        anna = memory.acting_as(ANNA)
        kept = anna.add(content="Ellen retires at 58.")
        _drop_policy("version", url)
        assert [item.id for item in anna.items()] == []
        assert any("lack a row policy" in problem for problem in memory.admin.problems())
        open_store(url, distributes=True).close()
        assert [item.id for item in anna.items()] == [kept.id]
        assert not any("lack a row policy" in problem for problem in memory.admin.problems())


@pytest.mark.usefixtures("coordinator")
def test_a_policy_of_an_earlier_version_is_renewed() -> None:
    """One with a plain `false`, for which the coordinator asks no shard in a join, is replaced
    when the store is distributed again."""
    url = postgres.fresh_url()
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("ALTER POLICY seen ON remembrancer.vector USING (false)")
    options: dict[str, Any] = {"embedder": HashingEmbedder(8), "background": False}
    with Memory.open(url, **options) as memory:
        memory.add(content="Ellen retires at 58.")
        memory.jobs.wait()
        assert _legs(memory) == {"words"}
        open_store(url, distributes=True).close()
        assert "meaning" in _legs(memory)


def _legs(memory: Memory) -> set[str]:
    (hit,) = memory.recall("Ellen retires", explain=True).hits
    return {leg.leg for leg in hit.legs}


def _drop_policy(table: str, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as raw:
        for shard in shard_policies.shards(raw):
            if shard.table == table:
                policy = shard_policies._policy(table, dict.fromkeys(catalogue.TABLES, shard.name))
                assert policy is not None
                command = f"DROP POLICY {policy.name} ON remembrancer.{shard.name}"
                shard_policies.on_machine(raw, shard.machine, command)
