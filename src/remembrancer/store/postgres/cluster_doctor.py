"""What `doctor` tells of a cluster: which machine has how much of the store, and what is wrong."""

from __future__ import annotations

from typing import Final

from remembrancer.store.postgres import shard_policies
from remembrancer.store.postgres.postgres_cluster import FIRST, distributed, tables
from remembrancer.store.postgres.postgres_connection import SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.shard_policies import Machine

_MACHINES: Final = """
    SELECT nodename, nodeport FROM pg_dist_node
    WHERE noderole = 'primary' AND shouldhaveshards ORDER BY nodename, nodeport
"""
_SHARDS: Final = """
    SELECT nodename, nodeport, count(*) FROM pg_dist_shard
    JOIN pg_class ON pg_class.oid = logicalrelid
    JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
    WHERE noderole = 'primary' AND relnamespace = to_regnamespace(%s) GROUP BY 1, 2
"""
# The shard of a space follows from its number.
_SPACES: Final = f"""
    SELECT nodename, nodeport, count(*) FROM space
    JOIN pg_dist_placement ON shardid =
        get_shard_id_for_distribution_column('{SCHEMA}.{FIRST}', space.number)
    JOIN pg_dist_node USING (groupid) WHERE noderole = 'primary' GROUP BY 1, 2
"""
_SIZE: Final = "SELECT pg_database_size(current_database())"


def facts(raw: Raw) -> dict[str, str]:
    """The machines, each with its shards, its spaces and its size."""
    machines = _machines(raw)
    shards = _counts(raw, _SHARDS.encode(), (SCHEMA,))
    with raw.transaction():
        raw.execute(f"SET LOCAL {SCHEMA}.rights = 'door'")
        spaces = _counts(raw, _SPACES.encode())
    version = raw.execute("SELECT extversion FROM pg_extension WHERE extname = 'citus'").fetchone()
    told = {"cluster": f"Citus {version[0] if version else ''}, {len(machines)} machines with rows"}
    for machine in machines:
        size = _answer(raw, machine, _SIZE)
        shown = f"{int(size):,} bytes" if size is not None else "it does not answer"
        told[f"machine {machine.host}:{machine.port}"] = (
            f"{shards.get(machine, 0):,} shards, {spaces.get(machine, 0):,} spaces, {shown}"
        )
    return told


def problems(raw: Raw) -> list[str]:
    """Machines that do not answer, tables that are not distributed, and shards that show less than
    they may."""
    silent = [machine for machine in _machines(raw) if _answer(raw, machine, _SIZE) is None]
    if silent:
        return [
            f"The machine {machine.host}:{machine.port} of the cluster does not answer, and the "
            "spaces on it can be neither read nor written. Start it again, and see that the role "
            "of the store may log in there."
            for machine in silent
        ]
    again = "Run `rmb init --distribute` again, as the owner of the tables."
    left = [name for name in tables() if name not in distributed(raw)]
    result = [f"These tables are not distributed: {', '.join(left)}. {again}"] if left else []
    lacking = shard_policies.missing(raw)
    if lacking:
        result.append(
            f"{lacking:,} shards lack a row policy, as shards do that were moved, and show less "
            f"than they may. {again}"
        )
    return result


def _machines(raw: Raw) -> list[Machine]:
    return [Machine(*row) for row in raw.execute(_MACHINES.encode()).fetchall()]


def _counts(raw: Raw, sql: bytes, values: tuple[str, ...] = ()) -> dict[Machine, int]:
    rows = raw.execute(sql, values).fetchall()
    return {Machine(host, port): count for host, port, count in rows}


def _answer(raw: Raw, machine: Machine, command: str) -> str | None:
    is_done, said = shard_policies.answer_of(raw, machine, command)
    return said if is_done else None
