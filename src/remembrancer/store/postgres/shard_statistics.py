"""Planner statistics of a typical store, for shards: see `postgres_statistics.py`.

Distributing a table does not bring its statistics along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from remembrancer.store.postgres.postgres_connection import SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.postgres_statistics import measured_index, measured_table
from remembrancer.store.postgres.shard_policies import Machine, Shard, on_machine, shards
from remembrancer.store.tables import catalogue


def measure(raw: Raw, tables: Collection[str], vectors: str) -> None:
    """Gives the shards of these tables the statistics; `vectors` is the type of a vector."""
    by_machine: defaultdict[Machine, list[str]] = defaultdict(list)
    for shard in shards(raw):
        if shard.table in tables:
            by_machine[shard.machine] += _measured(shard, vectors)
    for machine, statements in by_machine.items():
        body = " ".join(f"{statement};" for statement in statements)
        on_machine(raw, machine, f"DO $measured$ BEGIN {body} END $measured$")


def _measured(shard: Shard, vectors: str) -> list[str]:
    place = f"{SCHEMA}.{shard.name}"
    description = catalogue.TABLES.get(shard.table)
    if description is None:
        return measured_index(place)
    return [
        # The typical rows are in no space that the policies know.
        f"ALTER TABLE {place} NO FORCE ROW LEVEL SECURITY",
        *measured_table(description, vectors, place),
        f"ALTER TABLE {place} FORCE ROW LEVEL SECURITY",
    ]
