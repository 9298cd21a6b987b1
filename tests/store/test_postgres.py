"""PostgreSQL: databases that are no store, logins with few rights, settings of all sorts."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

import remembrancer
from remembrancer import (
    Memory,
    Principal,
    StoreCorrupt,
    StoreError,
    StoreTooNew,
)
from remembrancer.store.postgres.postgres_connection import APP_ROLE
from remembrancer.store.schema import SCHEMA_REVISION
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.conftest import START
from tests.lived_space import live
from tests.logins import PASSWORD, as_superuser, empty_database, plain_login
from tests.people import ADA
from tests.store.test_postgres_addresses import started, told, wait_until

SOURCE = Path(remembrancer.__file__).parent.parent

# -- pgvector


def test_without_pgvector() -> None:
    """A login that may not add it is told who can."""
    with plain_login(setup="SELECT 1") as url:
        error = told(url, PASSWORD)
    assert type(error) is StoreError
    assert "CREATE EXTENSION vector" in str(error)


def test_pgvector_may_live_in_another_schema() -> None:
    """Where an administrator has put it out of the way, vectors are stored all the same."""
    with empty_database() as url:
        as_superuser(
            "CREATE SCHEMA extensions", "CREATE EXTENSION vector SCHEMA extensions", url=url
        )
        with Memory.open(url, embedder=HashingEmbedder(8), background=False) as memory:
            memory.add_many({"content": f"pension {number}"} for number in range(300))
            memory.jobs.wait()
            found = memory.recall("pension", k=10, explain=True).hits
            assert len(found) == 10
            assert "meaning" in {leg.leg for hit in found for leg in hit.legs}
            assert memory.verify().ok


def test_pgvector_may_live_out_of_reach_of_the_role() -> None:
    """Then logins go on with their own rights, and search by meaning all the same."""
    postgres.fresh_url()  # with its first store, the server has the role
    setup = "CREATE SCHEMA extensions; CREATE EXTENSION vector SCHEMA extensions"
    with plain_login() as other, plain_login(setup=setup) as url:
        owner, daily = (str(urlsplit(one).username) for one in (url, other))
        as_superuser(
            f"GRANT USAGE ON SCHEMA extensions TO {owner}, {daily}",
            f"GRANT {APP_ROLE} TO {owner}, {daily}",
            url=postgres.url_of(urlsplit(url).path.removeprefix("/")),
        )
        theirs = urlsplit(url)._replace(netloc=urlsplit(other).netloc).geturl()
        for number, login in enumerate((url, theirs)):
            with Memory.open(login, embedder=HashingEmbedder(8), background=False) as memory:
                memory.add(content=f"pension {number}")
                memory.jobs.wait()
                found = memory.recall("pension", explain=True).hits
                assert len(found) == number + 1
                assert all("meaning" in {leg.leg for leg in hit.legs} for hit in found)


# -- databases


@pytest.mark.parametrize("revision", ["9999", f"{int(SCHEMA_REVISION) + 1:04}", "abc"])
def test_a_newer_store_is_not_touched(revision: str) -> None:
    """It is told to be newer, with what to do, and is left alone."""
    url = postgres.fresh_url()
    change = f"UPDATE remembrancer.alembic_version SET version_num = '{revision}'"
    as_superuser(change, url=url)
    before = _catalogue(url)
    with pytest.raises(StoreTooNew, match=f"schema {revision}.*Upgrade Remembrancer"):
        Memory.open(url, background=False)
    assert _catalogue(url) == before


OTHERS = {
    "plain": ("CREATE TABLE remembrancer.invoice (id INTEGER)",),
    "empty revision table": ("CREATE TABLE remembrancer.alembic_version (version_num TEXT)",),
    "same revision": (
        "CREATE TABLE remembrancer.alembic_version (version_num TEXT)",
        f"INSERT INTO remembrancer.alembic_version VALUES ('{SCHEMA_REVISION}')",
        "CREATE TABLE remembrancer.invoice (id INTEGER)",
    ),
    "other revision": (
        "CREATE TABLE remembrancer.alembic_version (version_num TEXT)",
        "INSERT INTO remembrancer.alembic_version VALUES ('1a2b3c4d')",
        "CREATE TABLE remembrancer.invoice (id INTEGER)",
    ),
    "same table names": (
        "CREATE TABLE remembrancer.item (id INTEGER)",
        "CREATE TABLE remembrancer.ledger (x TEXT)",
    ),
    "a view": ("CREATE VIEW remembrancer.ledger AS SELECT 1",),
}


@pytest.mark.parametrize("case", OTHERS)
def test_a_schema_of_another_application(case: str) -> None:
    """A schema of our name that is somebody else's is told to be so, and nothing is changed."""
    with empty_database() as url:
        as_superuser("CREATE SCHEMA remembrancer", *OTHERS[case], url=url)
        before = _catalogue(url)
        with pytest.raises(StoreCorrupt, match="not ours"):
            Memory.open(url, background=False)
        assert _catalogue(url) == before


def _catalogue(url: str) -> list[tuple[Any, ...]]:
    """Everything that is defined in the database, and the rows of the revision table."""
    with psycopg.connect(url) as raw:
        return raw.execute(
            "SELECT relnamespace::regnamespace::text, relname, relkind::text, relnatts "
            "FROM pg_class WHERE relnamespace::regnamespace::text !~ '^pg_' "
            "UNION SELECT 'extension', extname, '', 0 FROM pg_extension ORDER BY 1, 2"
        ).fetchall()


def test_other_schemas_are_left_alone() -> None:
    """A database with tables of somebody else's in their own schemas holds a store as well."""
    with empty_database() as url:
        as_superuser("CREATE TABLE public.item (id INTEGER)", url=url)
        as_superuser("INSERT INTO public.item VALUES (7)", url=url)
        with Memory.open(url, background=False) as memory:
            assert memory.add(content="58").content == "58"
            assert len(memory.items()) == 1
        with psycopg.connect(url) as raw:
            assert raw.execute("SELECT * FROM public.item").fetchall() == [(7,)]


def test_a_database_that_does_not_keep_every_letter() -> None:
    """Only UTF8 holds every text; another encoding is refused with what to do."""
    with empty_database("ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'") as url:
        error = told(url)
        assert type(error) is StoreError
        assert "LATIN1" in str(error)
        assert "ENCODING 'UTF8'" in str(error)


CREATING = """
import sys
from remembrancer import Memory
from remembrancer.store.schema import SCHEMA_REVISION
print("ready", flush=True)
sys.stdin.readline()
with Memory.open(sys.argv[1], space="shared", background=False) as memory:
    memory.add(content=sys.argv[2])
"""


@pytest.mark.soak  # eight do so in tests/proofs/test_processes.py, whenever tests run
def test_processes_that_create_a_store_at_once() -> None:
    """One of them makes the store and the space, and all of them write into the same one."""
    with empty_database() as url:
        processes = [started(CREATING, url, f"item {number}") for number in range(2)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            _, shown = process.communicate(timeout=120)
            assert process.returncode == 0, shown
        with Memory.open(url, space="shared", background=False) as memory:
            assert sorted(str(item.content) for item in memory.items()) == [
                f"item {number}" for number in range(2)
            ]
            assert memory.verify().ok
            assert len(memory._session.store.spaces()) == 1


# -- logins


def lives(url: str, folder: Path) -> None:
    """A whole life, a backup, and the same life from the backup."""
    clock = FrozenClock(START)
    with Memory.open(
        url, space="northgate", preset="corporate", clock=clock, background=False
    ) as memory:
        live(memory, clock)
        ada = memory.acting_as(ADA)
        ada.add_many({"content": f"item {number}"} for number in range(300))
        head = ada.verify().head
        ada.backup(folder / "backup.db")
        ada._session.store.restore(folder / "backup.db")
    with Memory.open(url, space="northgate", clock=clock, background=False) as memory:
        found = memory.acting_as(ADA).verify(head)
        assert found.ok
        assert found.head == head


@pytest.mark.parametrize("rights", ["NOCREATEROLE", "NOCREATEROLE NOINHERIT"])
def test_a_login_without_rights_beyond_its_database(rights: str, tmp_path: Path) -> None:
    """It can do everything: no role has to be made, and no table of the server changed."""
    with plain_login(rights) as url:
        lives(url, tmp_path)


def test_a_login_that_may_make_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes the role that owns nothing, and takes it for every transaction."""
    role = f"{APP_ROLE}_{os.getpid()}"
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.APP_ROLE", role)
    monkeypatch.setattr("remembrancer.store.postgres.postgres_rights.APP_ROLE", role)
    monkeypatch.setattr("remembrancer.store.postgres.postgres_schema.APP_ROLE", role)
    try:
        with plain_login("CREATEROLE") as url:
            lives(url, tmp_path)
            with Memory.open(url, background=False) as memory:
                database: Any = memory._session.store._database  # type: ignore[attr-defined]
                with database.reading(memory._session.scope()) as connection:
                    found = connection.raw.execute("SELECT current_user, session_user").fetchone()
            assert found == (role, urlsplit(url).username)
    finally:
        as_superuser(f"DROP ROLE IF EXISTS {role}")


def test_a_store_opens_for_logins_with_more_rights_than_its_maker(tmp_path: Path) -> None:
    """A superuser opens what a plain login made, and the login what the superuser touched."""
    with plain_login() as url:
        lives(url, tmp_path)
        database = urlsplit(url).path.removeprefix("/")
        for address in (postgres.url_of(database), url):
            with Memory.open(address, space="northgate", background=False) as memory:
                assert memory.add(content="58").content == "58"
                assert memory.verify().ok


# -- settings

SETTINGS = {
    "client_encoding": "'LATIN1'",
    "standard_conforming_strings": "off",
    "extra_float_digits": "0",
    "default_transaction_isolation": "'repeatable read'",
    "bytea_output": "'escape'",
    "search_path": "public",
    "DateStyle": "'German'",
    "IntervalStyle": "'sql_standard'",
    "lc_numeric": "'C'",
    "enable_seqscan": "off",
    "plan_cache_mode": "'force_generic_plan'",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_of_the_database_change_nothing(name: str) -> None:
    """Whatever an administrator has set for the database or the login, texts, numbers and rights
    are what they were, and a writer that had to wait goes on."""
    url = postgres.fresh_url()
    database = urlsplit(url).path.removeprefix("/")
    as_superuser(f"ALTER DATABASE {database} SET {name} = {SETTINGS[name]}")
    odd = Principal("o'neill \\' || 'x", groups=["red\\", "'"])
    with Memory.open(
        url, space="northgate", embedder=HashingEmbedder(8), background=False
    ) as memory:
        text = "€ 漢字 ' \\ \\' %s 🜁 retire"
        item = memory.acting_as(odd).add(
            content=text, confidence=0.1 + 0.2, importance=1 / 3, data={"n": 0.1 + 0.2}
        )
        memory.jobs.wait()
        found = memory.acting_as(odd).get(item.id)
        assert (found.content, found.importance, found.data) == (text, 1 / 3, {"n": 0.1 + 0.2})
        assert [hit.id for hit in memory.recall("retire").hits] == [item.id]
        assert _both_write(url) == [None, None]
        assert memory.verify().ok


def _both_write(url: str) -> list[str | None]:
    """Two writers at once: the second waits until the first has committed."""
    told: list[str | None] = []
    with (
        Memory.open(url, space="northgate", background=False) as one,
        Memory.open(url, space="northgate", background=False) as other,
    ):

        def write() -> None:
            try:
                _unit(other, lambda: None)
                told.append(None)
            except StoreError as error:
                told.append(str(error))

        waiting = threading.Thread(target=write)

        def let_wait() -> None:
            waiting.start()
            wait_until(lambda: postgres.waits(url))

        _unit(one, let_wait)
        told.append(None)
        waiting.join()
    return told


def _unit(memory: Memory, inside: Callable[[], None]) -> None:
    session = memory._session
    with session.store.writing(session.scope()) as unit:
        unit.people.get("nobody")
        unit.conversations.add(
            None, subject=None, channel_id=None, title=None, audience=None, is_personal=False
        )
        inside()
        unit.commit()


def test_statements_that_the_server_forgot_are_prepared_anew() -> None:
    """A pooler or a driver may clear them all between two calls; nobody notices."""
    with Memory.open(postgres.fresh_url(), embedder="none", background=False) as memory:
        memory.add(content="Ellen likes tea.")
        database: Any = memory._session.store._database  # type: ignore[attr-defined]
        for raw in list(database._links):
            raw.execute("DEALLOCATE ALL")
        assert memory.add(content="Tom likes chess.").content == "Tom likes chess."
        for raw in list(database._links):
            raw.execute("DEALLOCATE ALL")
        assert len(memory.recall("likes")) == 2
