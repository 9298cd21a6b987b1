"""Scrubbing a PostgreSQL server: what is in its way is told, and it is made good later."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import psycopg
import pytest

from remembrancer import Item, Memory, NotFound, StoreUnreachable
from remembrancer.store.postgres import postgres_scrub
from remembrancer.store.postgres.postgres_connection import APP_ROLE
from remembrancer.store.postgres.postgres_driver import Postgres
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.cli.program import Program, environment
from tests.erasure.test_erasure_bytes_postgres import Server, found, in_tables
from tests.footprint import rows
from tests.logins import PASSWORD, as_superuser
from tests.people import ADA

pytestmark = pytest.mark.usefixtures("whole_scrub")

WHY = "asked to"
TAILS = {b"bozzle", b"hxyzzy"}
_SCRUB_DUE = "SELECT count(*) FROM remembrancer.upkeep WHERE what = 'scrub'"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as started:
        yield started


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    made = server.fresh_url()
    yield made
    server.drop(made)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.SCRUB_WAIT_SECONDS", 0.1)


@pytest.fixture
def store(url: str, clock: FrozenClock) -> Iterator[Memory]:
    with Memory.open(
        url, space="northgate", preset="adviser", clock=clock, background=False
    ) as memory:
        yield memory


def fill(store: Memory) -> Item:
    """Ordinary knowledge around an item with words that stand nowhere else."""
    for number in range(30):
        store.add(content=f"ordinary {number}")
    item = store.add(content="kwyjibozzle", tags=["plughxyzzy"], subject="ellen")
    store.update(item.id, title="kwyjibozzle again")
    store.add(content="and on")
    return item


IN_THE_WAY = {
    "reads a table": "SELECT count(*) FROM remembrancer.item",
    "locks a table": "LOCK TABLE remembrancer.version IN ACCESS SHARE MODE",
    "looks at the past": "SELECT count(*) FROM remembrancer.head",
    "reads something else": "SELECT 1",
}


@pytest.mark.soak
@pytest.mark.parametrize("case", IN_THE_WAY)
def test_a_reader_elsewhere_delays_the_scrub(
    case: str, store: Memory, server: Server, url: str
) -> None:
    """Old rows are kept for another program that may still look at them: said so on the
    certificate and among the facts, and done on the next opening."""
    item = fill(store)
    with psycopg.connect(url) as other:
        other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        other.execute(IN_THE_WAY[case].encode())
        certificate = store.erase(item.id, reason=WHY)
        (told,) = certificate.pending
        assert "Another program" in told
        assert "next opened" in told
        assert store.admin.facts()["scrub"].startswith("due")
        assert found(server, TAILS)
        with pytest.raises(NotFound):
            store.get(item.id)
        with Memory.open(url, space="northgate", background=False) as again:  # opens all the same
            assert "scrub" in again.admin.facts()
    with Memory.open(url, space="northgate", background=False) as again:
        assert found(server, TAILS) == {}
        assert "scrub" not in again.admin.facts()
        assert again.verify().ok
        assert len(again.recall("ordinary", k=100).hits) == 30
    assert store.verify().ok


def test_the_next_erasure_makes_it_good(store: Memory, server: Server, url: str) -> None:
    """What one erasure left to be done is done by the next."""
    item, other = fill(store), store.add(content="another")
    with psycopg.connect(url) as reader:
        reader.execute("SELECT count(*) FROM remembrancer.item")
        assert store.erase(item.id, reason=WHY).pending
    assert store.erase(other.id, reason=WHY).pending == ()
    assert found(server, TAILS) == {}


def test_a_scrub_that_fails_is_told_and_made_good(
    store: Memory, server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasure holds and has its certificate, the store opens, and the next opening does it."""
    item = fill(store)
    with monkeypatch.context() as broken:
        broken.setattr(postgres_scrub, "tables", lambda: ["version", "no_such_table"])
        (told,) = store.erase(item.id, reason=WHY).pending
        assert "no_such_table" in told
        assert "next opened" in told
        with Memory.open(url, space="northgate", background=False) as again:
            assert "scrub" in again.admin.facts()
    assert in_tables(url, TAILS) == set()
    with Memory.open(url, space="northgate", background=False) as again:
        assert "scrub" not in again.admin.facts()
    assert found(server, TAILS) == {}


def test_a_server_that_goes_away_before_the_scrub(
    store: Memory, server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasure holds and has its certificate, which says what is to be done yet."""
    item = fill(store)

    def refuse(database: Postgres) -> NoReturn:
        raise StoreUnreachable(f"{database.address} cannot be reached.")

    with monkeypatch.context() as broken:
        broken.setattr(Postgres, "as_login", refuse)
        (told,) = store.erase(item.id, reason=WHY).pending
    assert "cannot be reached" in told
    assert in_tables(url, TAILS) == set()
    with Memory.open(url, space="northgate", background=False):
        assert found(server, TAILS) == {}


def test_a_crash_before_the_scrub_is_made_good(server: Server, url: str) -> None:
    """Killed between the commit and the scrub, the store is scrubbed when it is next opened."""
    code = """
        import os, sys
        from remembrancer import Memory
        from remembrancer.store.postgres import postgres_scrub

        memory = Memory.open(sys.argv[1], space="northgate", preset="adviser", background=False)
        for number in range(30):
            memory.add(content=f"ordinary {number}")
        item = memory.add(content="kwyjibozzle", tags=["plughxyzzy"])
        postgres_scrub.scrub = lambda *_given, **_named: os._exit(9)
        memory.erase(item.id, reason="asked to")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), url], env=environment(), check=False
    )
    assert done.returncode == 9
    assert found(server, TAILS)  # before anybody reads: a reader may tidy up the pages it reads
    assert in_tables(url, TAILS) == set()
    with Memory.open(url, space="northgate", background=False) as memory:
        assert found(server, TAILS) == {}
        assert "scrub" not in memory.admin.facts()
        assert memory.verify().ok
        assert len(memory.recall("ordinary", k=100).hits) == 30


def test_an_undone_erasure_leaves_nothing_due(store: Memory, url: str) -> None:
    """An erasure that is refused, or whose unit of work does not commit, asks for no scrub."""
    fill(store)
    with pytest.raises(NotFound):
        store.erase(subject="nobody", reason=WHY)
    with psycopg.connect(url) as raw:
        assert raw.execute(_SCRUB_DUE).fetchone() == (0,)
    assert "scrub" not in store.admin.facts()


def test_another_opening_of_the_store_goes_on(store: Memory, url: str) -> None:
    """Whoever has the store open meanwhile reads, searches and writes as before."""
    item = fill(store)
    with Memory.open(url, space="northgate", background=False) as other:
        assert other.recall("ordinary").hits
        assert store.erase(item.id, reason=WHY).pending == ()
        assert other.recall("ordinary").hits == store.recall("ordinary").hits
        added = other.add(content="ordinary again")
        assert store.get(added.id).content == "ordinary again"
        assert other.verify().ok


def test_a_login_that_does_not_own_the_tables(clock: FrozenClock) -> None:
    """It erases, and is told that the bytes wait for the tables' owner, who needs only to open."""
    url = postgres.fresh_url()
    login = f"{postgres._ours}_guest"
    as_superuser(
        f"CREATE ROLE {login} LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '{PASSWORD}'",
        f"GRANT {APP_ROLE} TO {login}",
    )
    try:
        database = urlsplit(url).path.removeprefix("/")
        guest = postgres.url_of(database, user=f"{login}:{PASSWORD}")
        with Memory.open(
            guest, space="northgate", preset="adviser", clock=clock, background=False
        ) as memory:
            item = fill(memory)
            (told,) = memory.erase(item.id, reason=WHY).pending
            assert "belong to another login" in told
            assert "scrub" in memory.admin.facts()
            assert in_tables(url, TAILS) == set()
        with Memory.open(url, space="northgate", background=False) as memory:
            assert "scrub" not in memory.admin.facts()
            assert memory.verify().ok
    finally:
        as_superuser(f"DROP OWNED BY {login}", f"DROP ROLE {login}")


# -- older copies


@pytest.fixture
def rmb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


def test_a_restored_backup_shows_it_as_erased(
    rmb: Program, server: Server, url: str, clock: FrozenClock
) -> None:
    """A backup from before the erasure comes back without it, and without its bytes."""
    with Memory.open(
        url, space="northgate", preset="adviser", clock=clock, background=False
    ) as memory:
        item = fill(memory)
        known = clock.now
        memory.acting_as(ADA).backup(rmb.folder / "copy.db")
        memory.erase(item.id, reason=WHY)
    told = rmb.done("restore", "copy.db", "--url", url, "--force").out
    assert "Erased again in northgate" in told
    assert found(server, TAILS) == {}
    with Memory.open(url, space="northgate", background=False) as memory:
        ada = memory.acting_as(ADA)
        with pytest.raises(NotFound):
            ada.get(item.id)
        assert ada.get(item.id, as_of=known).content == "[erased]"
        assert ada.verify().ok
        assert not [row for _, row in rows(ada) if "kwyjibo" in row or "plugh" in row]
        assert len(ada.recall("ordinary", k=100).hits) == 30
