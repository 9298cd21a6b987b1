"""The machines of the server in `REMEMBRANCER_TEST_POSTGRES`, if it is a coordinator of a cluster.

A database of a cluster is a database of the same name on each machine. Like one of a single server,
it is made as a copy of one that holds an empty store: machines are named in it by address alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg

_MAKING: Final = 0x524D4254  # the advisory lock for making a template


def machines(server: str) -> tuple[str, ...]:
    """The addresses of the machines, the coordinator first; one address: it is no cluster."""
    with psycopg.connect(server, autocommit=True) as raw:
        if raw.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'").fetchone() is None:
            return (server,)
        rows = raw.execute(
            "SELECT nodename, nodeport FROM pg_dist_node "
            "WHERE groupid <> 0 AND noderole = 'primary' ORDER BY nodeid"
        ).fetchall()
    return (server, *(_at(server, host, port) for host, port in rows))


@contextmanager
def alone(server: str) -> Iterator[None]:
    """No other test process makes a template now: adding a machine writes the roles, which all
    databases share, and two that do it at once fail."""
    with psycopg.connect(server, autocommit=True) as raw:
        raw.execute("SELECT pg_advisory_lock(%s)", (_MAKING,))
        yield


def create(servers: tuple[str, ...], name: str) -> None:
    """An empty database on the machines, which know each other."""
    for server in servers:
        with psycopg.connect(server, autocommit=True) as raw:
            raw.execute(f"CREATE DATABASE {name}".encode())
        with psycopg.connect(_database(server, name), autocommit=True) as raw:
            raw.execute("CREATE EXTENSION citus")
    coordinator, *others = (urlsplit(server) for server in servers)
    with psycopg.connect(_database(servers[0], name), autocommit=True) as raw:
        place = (coordinator.hostname, coordinator.port)
        raw.execute("SELECT citus_set_coordinator_host(%s, %s)", place)
        for other in others:
            raw.execute("SELECT citus_add_node(%s, %s)", (other.hostname, other.port))


def close(servers: tuple[str, ...], name: str) -> None:
    """Let nobody in any more: the extension's own worker would keep it from being copied."""
    for server in servers:
        with psycopg.connect(server, autocommit=True) as raw:
            raw.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
            raw.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                (name,),
            )


def put(raw: psycopg.Connection[Any], table: str, column: str, where: str, value: object) -> int:
    """Writes over a value of a row; with another space, the row is taken out and put in there, for
    a cluster does not let a row change its machine. The number of rows that changed."""
    if column != "space_n":
        change = f'UPDATE "{table}" SET "{column}" = %s WHERE {where}'
        return raw.execute(change.encode(), (value,)).rowcount
    if value is None:
        return 0  # a row without a space has no machine
    with raw.transaction():
        found = raw.execute(f'DELETE FROM "{table}" WHERE {where} RETURNING *'.encode())
        names = [one.name for one in found.description or ()]
        rows = found.fetchall()
        listed = ", ".join(f'"{name}"' for name in names)
        places = ", ".join(["%s"] * len(names))
        for row in rows:
            given = [value if name == column else old for name, old in zip(names, row, strict=True)]
            raw.execute(f'INSERT INTO "{table}" ({listed}) VALUES ({places})'.encode(), given)
    return len(rows)


def _at(server: str, host: str, port: int) -> str:
    parts = urlsplit(server)
    user, at, _ = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user}{at}{host}:{port}"))


def _database(server: str, name: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
