"""The row policies of shards that look at other tables, which the extension does not make itself.

Each is named after its text, so that one that another version made is replaced.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from remembrancer.core.errors import StoreError
from remembrancer.store.postgres.postgres_connection import SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.row_policies import RELATED

_PREFIX: Final = "related_"
_SHARDS: Final = """
    SELECT nodename, nodeport, relname, shardid, shardminvalue
    FROM pg_dist_shard JOIN pg_class ON pg_class.oid = logicalrelid
    JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
    WHERE noderole = 'primary' AND relnamespace = to_regnamespace(%s)
"""
_KNOWN: Final = f"""
    SELECT coalesce(string_agg(relname || ' ' || polname, ','), '') FROM pg_policy
    JOIN pg_class ON pg_class.oid = polrelid
    WHERE relnamespace = to_regnamespace('{SCHEMA}') AND starts_with(polname, '{_PREFIX}')
"""
_ON_MACHINE: Final = (
    "SELECT success, result FROM master_run_on_worker(ARRAY[%s], ARRAY[%s]::int[], ARRAY[%s], "
    "false)"
)


class Machine(NamedTuple):
    """A machine of the cluster, as its coordinator names it."""

    host: str
    port: int


class Shard(NamedTuple):
    """A part of a table, which is a table of its own on one of the machines."""

    machine: Machine
    table: str
    name: str
    first: str | None  # the first hash of a space in it: the shards of the same spaces share it


class _Policy(NamedTuple):
    """The policy of one shard that looks at other tables."""

    shard: str
    name: str
    visible: str


def complete(raw: Raw) -> None:
    """Gives each shard the policy that it lacks."""
    for machine, (policies, known) in _by_machine(raw).items():
        commands = [
            f"DROP POLICY {name} ON {SCHEMA}.{shard};"
            for shard, name in known - {(policy.shard, policy.name) for policy in policies}
        ]
        commands += [
            f"CREATE POLICY {policy.name} ON {SCHEMA}.{policy.shard} FOR SELECT "
            f"USING ({policy.visible});"
            for policy in policies
            if (policy.shard, policy.name) not in known
        ]
        if commands:
            on_machine(raw, machine, f"DO $walls$ BEGIN {' '.join(commands)} END $walls$")


def missing(raw: Raw) -> int:
    """How many shards lack their policy, so that they show less than they may."""
    return sum(
        (policy.shard, policy.name) not in known
        for policies, known in _by_machine(raw).values()
        for policy in policies
    )


def on_machine(raw: Raw, machine: Machine, command: str) -> str:
    """Runs a command on one machine, outside the transaction. The first value that it gives."""
    is_done, said = answer_of(raw, machine, command)
    if not is_done:
        raise StoreError(
            f"The machine {machine.host}:{machine.port} of the cluster refused ({said}). See that "
            "it runs, then repeat the command."
        )
    return said


def answer_of(raw: Raw, machine: Machine, command: str) -> tuple[bool, str]:
    """Whether the machine did it, and what it said."""
    row = raw.execute(_ON_MACHINE, (*machine, command)).fetchone()
    return (bool(row[0]), str(row[1])) if row else (False, "it did not answer")


def _by_machine(raw: Raw) -> dict[Machine, tuple[list[_Policy], set[tuple[str, str]]]]:
    """For each machine, the policies that its shards need, and those that they have."""
    found = shards(raw)
    beside: defaultdict[str | None, dict[str, str]] = defaultdict(dict)
    for shard in found:
        beside[shard.first][shard.table] = shard.name
    needed: defaultdict[Machine, list[_Policy]] = defaultdict(list)
    for shard in found:
        policy = _policy(shard.table, beside[shard.first])
        if policy is not None:
            needed[shard.machine].append(policy)
    return {
        machine: (policies, _known(on_machine(raw, machine, _KNOWN)))
        for machine, policies in needed.items()
    }


def shards(raw: Raw) -> list[Shard]:
    """The shards of all tables of the store."""
    rows = raw.execute(_SHARDS, (SCHEMA,)).fetchall()
    return [
        Shard(Machine(host, port), table, f"{table}_{number}", first)
        for host, port, table, number, first in rows
    ]


def _known(told: str) -> set[tuple[str, str]]:
    pairs = (entry.split(" ") for entry in told.split(",") if entry)
    return {(shard, name) for shard, name in pairs}


def _policy(table: str, shards: Mapping[str, str]) -> _Policy | None:
    """The policy of a table on one of its shards, which looks at the shards of the same spaces."""
    description = catalogue.TABLES.get(table)
    visible = description.policy.visible if description and description.policy else ""
    if not RELATED.search(visible):
        return None
    own = shards[table]

    def look(found: re.Match[str]) -> str:
        other, condition = found.groups()
        condition = re.sub(rf"\b{table}\.", f"{own}.", condition)
        place = f"{SCHEMA}.{shards[other]} AS {other}"
        return f"EXISTS (SELECT 1 FROM {place} WHERE {condition} OFFSET 0)"

    name = _PREFIX + sha256(visible.encode()).hexdigest()[:12]
    return _Policy(own, name, RELATED.sub(look, visible))
