"""PostgreSQL: addresses that lead nowhere, databases that are no store, logins and settings."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

import remembrancer
from remembrancer import (
    InvalidInput,
    Memory,
    NotAvailable,
    Principal,
    RemembrancerError,
    StoreCorrupt,
    StoreError,
    StoreTooNew,
    StoreUnreachable,
)
from remembrancer.store.postgres import APP_ROLE
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.conftest import START
from tests.footprint import rows
from tests.lived_space import live
from tests.logins import PASSWORD, as_superuser, empty_database, plain_login
from tests.people import ADA

SOURCE = Path(remembrancer.__file__).parent.parent

# -- addresses


def told(url: str, *secrets: str) -> RemembrancerError:
    """The error that opening the address gives. Nothing about it shows a secret."""
    with pytest.raises(RemembrancerError) as error:
        Memory.open(url)
    shown = "".join(traceback.format_exception(error.value)).replace(repr(url), "")
    for secret in secrets:
        assert secret not in str(error.value)
        assert secret not in re.sub(r'^ *File ".*\n.*', "", shown, flags=re.MULTILINE)
    return error.value


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://joe:sesame@127.0.0.1:1/memory",
        "postgresql://joe:sesame@localhost:1/memory",
        "postgres://joe:sesame@localhost:1/memory",
        "postgresql://joe:sesame@no-such-host.invalid/memory",
        "postgresql://no-such-host.invalid/memory?user=joe&password=sesame",
        "postgresql://joe:sesame@/memory?host=/no/such/folder",
        "postgresql://joe:sesame@127.0.0.1:1/memory?sslmode=nonsense",
    ],
)
def test_a_server_that_is_not_there(url: str) -> None:
    """The address is told to be unreachable, with what to check and without the password."""
    error = told(url, "sesame")
    assert type(error) is StoreUnreachable
    assert re.search(r"memory cannot be reached \(.+\)\. Check the address, the user", str(error))


def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something listens there and says nothing: after the time limit it is told the same way."""
    monkeypatch.setattr("remembrancer.store.postgres.CONNECT_TIMEOUT_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        error = told(f"postgresql://joe:sesame@127.0.0.1:{silent.getsockname()[1]}/m", "sesame")
    assert type(error) is StoreUnreachable


def test_a_database_that_is_not_there() -> None:
    """The server says which one it does not have."""
    error = told(postgres.url_of("no_such_database"))
    assert type(error) is StoreUnreachable
    assert 'database "no_such_database" does not exist' in str(error)


def test_a_user_that_is_not_there() -> None:
    """The server may say why, and the address says who."""
    error = told(postgres.url_of("postgres", user="no_such_user:sesame"), "sesame")
    assert type(error) is StoreUnreachable
    assert "no_such_user" in str(error)


@contextmanager
def asking_for_passwords(url: str) -> Iterator[None]:
    """The server wants to see this login's password, also where it usually trusts everybody."""
    login = str(urlsplit(url).username)
    write = "SELECT lo_export(lo_from_bytea(0, %s), current_setting('hba_file'))"
    with psycopg.connect(postgres.server_url(), autocommit=True) as raw:
        found = raw.execute("SELECT pg_read_binary_file(current_setting('hba_file'))").fetchone()
        assert found is not None
        kept = bytes(found[0])
        asked = f"local all {login} scram-sha-256\nhost all {login} all scram-sha-256\n".encode()
        raw.execute(write, (asked + kept,))
        try:
            raw.execute("SELECT pg_reload_conf()")
            _wait_until(lambda: _is_refused(url.replace(PASSWORD, "wrong")))
            yield
        finally:
            raw.execute(write, (kept,))
            raw.execute("SELECT pg_reload_conf()")


def _is_refused(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return True
    return False


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_wrong_password() -> None:
    """It is told to be wrong and is not repeated; with the right one the store opens."""
    with plain_login() as url, asking_for_passwords(url):
        error = told(url.replace(PASSWORD, "sesame"), "sesame")
        assert type(error) is StoreUnreachable
        assert "password authentication failed" in str(error)
        with Memory.open(url) as memory:
            assert memory.add(content="58").content == "58"
            assert PASSWORD not in str(memory._session.store.facts())


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://joe:sesame@[::1/memory",
        "postgresql://joe:%zzsesame@localhost:1/memory",
        "postgresql://joe:ses ame@localhost:1/memory",
        "postgresql://joe:sesame@localhost:nonsense/memory",
        "postgresql://joe:sesame@localhost:1/memory?nonsense=1",
        "postgresql://joe:ses/ame@localhost:1/memory",
        "postgresql://joe:ses?ame@localhost:1/memory",
        "postgresql://joe:ses#ame@localhost:1/memory",
        "postgresql://joe:ses@ame@localhost:1/memory",
        "postgresql://joe:se:same@localhost:1/memory",
    ],
)
def test_a_mistake_in_an_address_does_not_show_the_password(url: str) -> None:
    """Not even where a character of the password breaks the address apart."""
    error = told(url, "sesame", "ses", "ame")
    assert isinstance(error, InvalidInput | StoreUnreachable)


# -- what is missing

WITHOUT = """
import importlib.abc, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise {error}
sys.meta_path.insert(0, Missing())
from remembrancer import Memory, RemembrancerError
with Memory.open(":memory:") as memory:
    memory.add(content="works")
try:
    Memory.open("postgresql://joe:sesame@localhost:1/memory")
except RemembrancerError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("package", "error"),
    [
        ("psycopg", "ModuleNotFoundError('No module named psycopg', name=name)"),
        ("psycopg_pool", "ModuleNotFoundError('No module named psycopg_pool', name=name)"),
        ("psycopg.pq", "ImportError('no pq wrapper available.')"),
    ],
)
def test_without_the_driver(package: str, error: str) -> None:
    """SQLite works as ever, and PostgreSQL says which extra has to be installed."""
    done = run(WITHOUT.format(error=error), package)
    assert done.startswith("NotAvailable"), done
    assert "pip install 'remembrancer[postgres]'" in done
    assert issubclass(NotAvailable, RemembrancerError)


def run(program: str, *arguments: str) -> str:
    done = started(program, *arguments)
    output, errors_shown = done.communicate(timeout=120)
    assert done.returncode == 0, errors_shown
    return str(output)


def started(program: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


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
        with Memory.open(url, embedder=HashingEmbedder(8)) as memory:
            memory.add_many({"content": f"pension {number}"} for number in range(300))
            assert len(memory.recall("pension", k=10).hits) == 10
            assert memory.verify().ok


# -- databases


@pytest.mark.parametrize("revision", ["9999", "0002", "abc"])
def test_a_newer_store_is_not_touched(revision: str) -> None:
    """It is told to be newer, with what to do, and is left alone."""
    url = postgres.fresh_url()
    change = f"UPDATE remembrancer.alembic_version SET version_num = '{revision}'"
    as_superuser(change, url=url)
    before = _catalogue(url)
    with pytest.raises(StoreTooNew, match=f"schema {revision}.*Upgrade Remembrancer"):
        Memory.open(url)
    assert _catalogue(url) == before


OTHERS = {
    "plain": ("CREATE TABLE remembrancer.invoice (id INTEGER)",),
    "empty revision table": ("CREATE TABLE remembrancer.alembic_version (version_num TEXT)",),
    "same revision": (
        "CREATE TABLE remembrancer.alembic_version (version_num TEXT)",
        "INSERT INTO remembrancer.alembic_version VALUES ('0001')",
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
            Memory.open(url)
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
        with Memory.open(url) as memory:
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
print("ready", flush=True)
sys.stdin.readline()
with Memory.open(sys.argv[1], space="shared") as memory:
    memory.add(content=sys.argv[2])
"""


def test_processes_that_create_a_store_at_once() -> None:
    """One of them makes the store and the space, and all of them write into the same one."""
    with empty_database() as url:
        processes = [started(CREATING, url, f"item {number}") for number in range(4)]
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
        with Memory.open(url, space="shared") as memory:
            assert sorted(str(item.content) for item in memory.items()) == [
                f"item {number}" for number in range(4)
            ]
            assert memory.verify().ok
            assert len(memory._session.store.spaces()) == 1


# -- logins


def lives(url: str, folder: Path) -> None:
    """A whole life, a backup, and the same life from the backup."""
    clock = FrozenClock(START)
    with Memory.open(url, space="northgate", preset="corporate", clock=clock) as memory:
        live(memory, clock)
        ada = memory.acting_as(ADA)
        ada.add_many({"content": f"item {number}"} for number in range(300))
        before = rows(ada)
        ada.backup(folder / "backup.db")
        ada._session.store.restore(folder / "backup.db")
    with Memory.open(url, space="northgate", clock=clock) as memory:
        assert memory.acting_as(ADA).verify().ok
        assert sorted(rows(memory)) == sorted(before)


@pytest.mark.parametrize("rights", ["NOCREATEROLE", "NOCREATEROLE NOINHERIT"])
def test_a_login_without_rights_beyond_its_database(rights: str, tmp_path: Path) -> None:
    """It can do everything: no role has to be made, and no table of the server changed."""
    with plain_login(rights) as url:
        lives(url, tmp_path)


def test_a_login_that_may_make_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes the role that owns nothing, and takes it for every transaction."""
    role = f"{APP_ROLE}_{os.getpid()}"
    monkeypatch.setattr("remembrancer.store.postgres.APP_ROLE", role)
    monkeypatch.setattr("remembrancer.store.postgres_schema.APP_ROLE", role)
    try:
        with plain_login("CREATEROLE") as url:
            lives(url, tmp_path)
            with Memory.open(url) as memory:
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
            with Memory.open(address, space="northgate") as memory:
                assert memory.add(content="58").content == "58"
                assert memory.verify().ok


# -- settings

SETTINGS = {
    "client_encoding": "'LATIN1'",
    "standard_conforming_strings": "off",
    "extra_float_digits": "0",
    "default_transaction_isolation": "'repeatable read'",
    "default_transaction_read_only": "on",
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
    with Memory.open(url, space="northgate", embedder=HashingEmbedder(8)) as memory:
        text = "€ 漢字 ' \\ \\' %s 🜁 retire"
        item = memory.acting_as(odd).add(
            content=text, confidence=0.1 + 0.2, importance=1 / 3, data={"n": 0.1 + 0.2}
        )
        found = memory.acting_as(odd).get(item.id)
        assert (found.content, found.importance, found.data) == (text, 1 / 3, {"n": 0.1 + 0.2})
        assert [hit.id for hit in memory.recall("retire").hits] == [item.id]
        assert _both_write(url) == [None, None]
        assert memory.verify().ok


def _both_write(url: str) -> list[str | None]:
    """Two writers at once: the second waits until the first has committed."""
    import threading

    told: list[str | None] = []
    with Memory.open(url, space="northgate") as one, Memory.open(url, space="northgate") as other:

        def write() -> None:
            try:
                _unit(other, lambda: None)
                told.append(None)
            except StoreError as error:
                told.append(str(error))

        waiting = threading.Thread(target=write)

        def let_wait() -> None:
            waiting.start()
            _wait_until(lambda: _waits(url))

        _unit(one, let_wait)
        told.append(None)
        waiting.join()
    return told


def _unit(memory: Memory, inside: Callable[[], None]) -> None:
    session = memory._session
    with session.store.writing(session.scope()) as unit:
        unit.person("nobody")
        unit.add_conversation(
            None, subject=None, channel_id=None, title=None, audience=None, is_personal=False
        )
        inside()
        unit.commit()


def _waits(url: str) -> bool:
    with psycopg.connect(url) as raw:
        found = raw.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND wait_event_type = 'Lock'"
        ).fetchone()
    return found is not None and found[0] > 0
