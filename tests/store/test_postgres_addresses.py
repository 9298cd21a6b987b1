"""Addresses of PostgreSQL servers: what leads nowhere is told, and never with the password."""

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
from remembrancer import InvalidInput, Memory, RemembrancerError, StoreUnreachable
from remembrancer.store.postgres.postgres_settings import CONNECTING
from tests import postgres
from tests.logins import PASSWORD, plain_login

SOURCE = Path(remembrancer.__file__).parent.parent


def told(url: str, *secrets: str) -> RemembrancerError:
    """The error that opening the address gives. Nothing about it shows a secret."""
    with pytest.raises(RemembrancerError) as error:
        Memory.open(url, background=False)
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
    monkeypatch.setitem(CONNECTING, "connect_timeout", 1)
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
    with psycopg.connect(postgres.server_url(), autocommit=True) as raw:
        found = raw.execute("SELECT pg_read_binary_file(current_setting('hba_file'))").fetchone()
        assert found is not None
        kept = bytes(found[0])
        asked = f"local all {login} scram-sha-256\nhost all {login} all scram-sha-256\n".encode()
        _write_rules(raw, asked + kept)
        try:
            wait_until(lambda: _is_refused(url.replace(PASSWORD, "wrong")))
            yield
        finally:
            _write_rules(raw, kept)


def _write_rules(raw: psycopg.Connection[Any], rules: bytes) -> None:
    """Who may log in how, as the server reads it from now on."""
    made = raw.execute("SELECT lo_from_bytea(0, %s)", (rules,)).fetchone()
    raw.execute("SELECT lo_export(%s, current_setting('hba_file'))", made)
    raw.execute("SELECT pg_reload_conf()")


def _is_refused(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return True
    return False


def wait_until(is_so: Callable[[], bool]) -> None:
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
        with Memory.open(url, background=False) as memory:
            assert memory.add(content="58").content == "58"
            assert PASSWORD not in str(memory._session.store.facts())


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://joe:sesame@[::1/memory",
        "postgresql://joe:%zzsesame@localhost:1/memory",
        "postgresql://joe:qzx wvj@localhost:1/memory",
        "postgresql://joe:sesame@localhost:nonsense/memory",
        "postgresql://joe:sesame@localhost:1/memory?nonsense=1",
        "postgresql://joe:qzx/wvj@localhost:1/memory",
        "postgresql://joe:qzx?wvj@localhost:1/memory",
        "postgresql://joe:qzx#wvj@localhost:1/memory",
        "postgresql://joe:qzx@wvj@localhost:1/memory",
        "postgresql://joe:qzx:wvj@localhost:1/memory",
    ],
)
def test_a_mistake_in_an_address_does_not_show_the_password(url: str) -> None:
    """Not even where a character of the password breaks the address apart."""
    error = told(url, "sesame", "qzx", "wvj")
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
with Memory.open(":memory:", background=False) as memory:
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
        pytest.param(
            "psycopg_pool",
            "ModuleNotFoundError('No module named psycopg_pool', name=name)",
            marks=pytest.mark.soak,
        ),
        ("psycopg.pq", "ImportError('no pq wrapper available.')"),
    ],
)
def test_without_the_driver(package: str, error: str) -> None:
    """SQLite works as ever, and PostgreSQL says which extra has to be installed."""
    done = run(WITHOUT.format(error=error), package)
    assert done.startswith("NotAvailable"), done
    assert "pip install 'remembrancer[postgres]'" in done


def run(program: str, *arguments: str) -> str:
    done = started(program, *arguments)
    output, shown = done.communicate(timeout=120)
    assert done.returncode == 0, shown
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
