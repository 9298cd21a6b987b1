"""What differs between one server and the coordinator of a cluster, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from remembrancer.store.postgres.postgres_cluster_connection import ClusterConnection
from remembrancer.store.postgres.postgres_connection import PostgresConnection
from remembrancer.store.postgres.postgres_link import Raw


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerKind:
    """How a store works on a server."""

    connection: type[PostgresConnection]  # how its transactions run
    answers_sql: bool  # False: callers' own SELECTs are refused
    may_change_role: bool  # False: a transaction keeps the role that it first wrote with
    sends_lock_timeout: (
        bool  # True: each transaction tells other machines how long to wait for locks
    )
    indexes_vectors: bool  # False: what is near is compared on the machine that has the space
    cleans_vectors: bool  # False: after an erasure the table of vectors is rewritten too
    write_anew: Callable[[Raw, str], bool]  # rewrites a table; False: removed rows stayed
    facts: Callable[[Raw], dict[str, str]]  # what `doctor` shows besides
    problems: Callable[[Raw], list[str]]  # what `doctor` warns of besides


def kind_of(raw: Raw) -> ServerKind:
    """How the store behind this connection works."""
    from remembrancer.store.postgres import postgres_cluster

    return CLUSTER if postgres_cluster.distributed(raw) else ONE_SERVER


# The rest is loaded when it is needed: most programs open a store and never look it over.


def _write_anew(raw: Raw, table: str) -> bool:
    from remembrancer.store.postgres import postgres_scrub

    return postgres_scrub.write_anew(raw, table)


def _write_shards_anew(raw: Raw, table: str) -> bool:
    from remembrancer.store.postgres import postgres_cluster

    return postgres_cluster.write_anew(raw, table)


def _cluster_facts(raw: Raw) -> dict[str, str]:
    from remembrancer.store.postgres import cluster_doctor

    return cluster_doctor.facts(raw)


def _cluster_problems(raw: Raw) -> list[str]:
    from remembrancer.store.postgres import cluster_doctor

    return cluster_doctor.problems(raw)


ONE_SERVER: Final = ServerKind(
    connection=PostgresConnection,
    answers_sql=True,
    may_change_role=True,
    sends_lock_timeout=False,
    indexes_vectors=True,
    cleans_vectors=True,
    write_anew=_write_anew,
    facts=lambda _raw: {},
    problems=lambda _raw: [],
)
CLUSTER: Final = ServerKind(
    connection=ClusterConnection,
    answers_sql=False,  # its views read the caller's rights from a table that is on one machine
    # Each role has connections of its own to the machines, and they would wait for each other.
    may_change_role=False,
    sends_lock_timeout=True,
    indexes_vectors=False,
    cleans_vectors=False,
    write_anew=_write_shards_anew,
    facts=_cluster_facts,
    problems=_cluster_problems,
)
