"""The machines of the server in `REMEMBRANCER_TEST_POSTGRES`, if it is a coordinator of a cluster.

A database of a cluster is a database of the same name on each machine. Like one of a single server,
it is made as a copy of one that holds an empty store: machines are named in it by address alone.
"""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

import psycopg


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


def _at(server: str, host: str, port: int) -> str:
    parts = urlsplit(server)
    user, at, _ = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user}{at}{host}:{port}"))


def _database(server: str, name: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
