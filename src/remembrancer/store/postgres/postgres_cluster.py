"""A store on a cluster (Citus): the rows of a space are together on one of several machines.

Every table with a space is cut into shards by the number of the space. The others stay on the
coordinator. The walls stand on the shards: the coordinator sends statements to them with the
caller's role and settings. The extension takes no policy with a sub-select, so the tables have one
that shows less, and each shard gets the full one beside it, which names the other shards of the
same spaces. A shard that the extension moves or copies loses that second policy: it shows less than
it may, and never more, until `shard_policies.complete` has put it back.
"""

from __future__ import annotations

from typing import Final

from remembrancer.core.errors import NotAvailable, StoreError
from remembrancer.core.limits import CLUSTER_SCRUB_SECONDS
from remembrancer.store.postgres import shard_policies, shard_statistics
from remembrancer.store.postgres.postgres_connection import APP_ROLE, SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.postgres_schema import (
    may_take_role,
    owns_schema,
    row_policies,
    search_policies,
    vector_type,
)
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.row_policies import IN_SPACE, RELATED

FIRST: Final = "head"  # the other tables have their shards beside the shards of this one
INDEX: Final = "search_index"
_DISTRIBUTING: Final = 0x524D4255  # the advisory lock for distributing the tables
# Never true, and the planner does not know it: for a plain `false` the coordinator would not ask
# the shards at all.
_NEVER: Final = "space_n < space_n"
_ROLE_SETTINGS: Final = (
    # The coordinator's own settings do not reach the machines with the rows.
    "jit = off",
    "enable_seqscan = off",
    "random_page_cost = 1.1",
    "standard_conforming_strings = on",
)


def has_extension(raw: Raw) -> bool:
    found = raw.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'").fetchone()
    return found is not None


def distributed(raw: Raw) -> frozenset[str]:
    """The tables of the store that are cut into shards."""
    if not has_extension(raw):
        return frozenset()
    rows = raw.execute(
        "SELECT relname FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid "
        "WHERE relnamespace = to_regnamespace(%s)",
        (SCHEMA,),
    ).fetchall()
    return frozenset(str(row[0]) for row in rows)


def is_partly_distributed(raw: Raw) -> bool:
    """A later version added tables to a distributed store, or distributing it was interrupted."""
    known = distributed(raw)
    return bool(known) and not known.issuperset(tables())


def tables() -> list[str]:
    """The tables that are distributed: those whose rows are in a space."""
    named = [name for name, entry in catalogue.TABLES.items() if "space_n" in entry.table.c]
    return [FIRST, *(name for name in [*named, INDEX] if name != FIRST)]


def distribute(raw: Raw, address: str) -> None:
    """Distributes the tables, with the rows that they have. Done again it continues what was
    interrupted."""
    _check_role(raw, address)
    _prepare_role(raw)
    # Another process may be doing this right now, table by table.
    raw.execute("SELECT pg_advisory_lock(%s)", (_DISTRIBUTING,))
    known = distributed(raw)
    for name in tables():
        if name not in known:
            with raw.transaction():
                _distribute_table(raw, name)
    _renew_policies(raw)
    with raw.transaction():
        raw.execute(
            f"CREATE OR REPLACE VIEW {SCHEMA}.search AS SELECT rowid, words, space_n "
            f"FROM {SCHEMA}.{INDEX} WHERE {IN_SPACE}".encode()
        )
    shard_policies.complete(raw)
    shard_statistics.measure(raw, set(tables()) - known, vector_type(raw))
    raw.execute("SELECT pg_advisory_unlock(%s)", (_DISTRIBUTING,))


def check(raw: Raw, address: str) -> None:
    """Refuses a server that cannot distribute anything, before a store is made on it."""
    if not has_extension(raw):
        raise NotAvailable(
            f"{address} has no Citus, so the store cannot be distributed. Install the extension on "
            "every machine, put it into shared_preload_libraries, run CREATE EXTENSION citus, and "
            "add the machines with citus_add_node; or leave --distribute out."
        )
    row = raw.execute(
        "SELECT count(*) FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards"
    ).fetchone()
    if not row or not row[0]:
        raise StoreError(
            f"{address} is a coordinator without machines to distribute to. Add them with "
            "SELECT citus_add_node('name', 5432)."
        )


def _check_role(raw: Raw, address: str) -> None:
    if not owns_schema(raw):
        raise StoreError(
            f"Some tables of {address} are not distributed yet, and this login does not own them. "
            "Run `rmb init --distribute` with the login that does."
        )
    if not may_take_role(raw):
        raise StoreError(
            f"{address} has no role {APP_ROLE} that this login may take, and a distributed store "
            "needs it: it is the role that reads and writes on the other machines. Let an "
            f"administrator run CREATE ROLE {APP_ROLE} LOGIN and grant it to this login."
        )


def _prepare_role(raw: Raw) -> None:
    """Lets the role log in on the machines. It belongs to the whole cluster, and other stores may
    be doing the same: what is so already is left alone."""
    row = raw.execute(
        "SELECT rolcanlogin, coalesce(rolconfig, '{}') FROM pg_roles WHERE rolname = %s",
        (APP_ROLE,),
    ).fetchone()
    may_log_in, known = row or (False, [])
    if not may_log_in:
        raw.execute(f"ALTER ROLE {APP_ROLE} LOGIN".encode())
    for setting in _ROLE_SETTINGS:
        if setting.replace(" ", "") not in known:
            raw.execute(f"ALTER ROLE {APP_ROLE} SET {setting}".encode())


def _distribute_table(raw: Raw, name: str) -> None:
    place = f"{SCHEMA}.{name}"
    for (policy,) in raw.execute(
        "SELECT polname FROM pg_policy WHERE polrelid = %s::regclass", (place,)
    ).fetchall():
        raw.execute(f"DROP POLICY {policy} ON {place}".encode())
    raw.execute(
        f"ALTER TABLE {place} DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY".encode()
    )
    beside = "none" if name == FIRST else f"{SCHEMA}.{FIRST}"
    raw.execute(
        "SELECT create_distributed_table(%s, 'space_n', colocate_with => %s)", (place, beside)
    )
    for statement in _policies_without_lookups(name):
        raw.execute(statement.encode())


def _policies_without_lookups(name: str) -> list[str]:
    if name == INDEX:
        return search_policies()
    return row_policies(catalogue.TABLES[name], _visible_without_lookups(name))


def _visible_without_lookups(name: str) -> str:
    policy = catalogue.TABLES[name].policy
    return RELATED.sub(_NEVER, policy.visible if policy else "")


def _renew_policies(raw: Raw) -> None:
    """Earlier versions wrote a plain `false` for a look at another table."""
    rows = raw.execute(
        "SELECT relname FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid "
        "WHERE relnamespace = to_regnamespace(%s) AND polname = 'seen' "
        "AND strpos(pg_get_expr(polqual, polrelid), %s) = 0",
        (SCHEMA, f"({_NEVER})"),
    ).fetchall()
    for (name,) in rows:
        visible = _visible_without_lookups(name)
        if _NEVER in visible:
            raw.execute(f"ALTER POLICY seen ON {SCHEMA}.{name} USING ({visible})".encode())


def write_anew(raw: Raw, table: str) -> bool:
    """Rewrites the shards of a table; False: removed rows stay, as an open transaction may read
    them. The machines do not say how many they kept, and the statistics made with it do."""
    raw.execute(f"SET statement_timeout = {int(CLUSTER_SCRUB_SECONDS * 1000)}".encode())
    raw.execute(f"VACUUM (FULL, ANALYZE) {SCHEMA}.{table}".encode())
    rows = raw.execute(
        "SELECT success, result FROM run_command_on_placements(%s, "
        "$$SELECT pg_stat_get_dead_tuples('%%s'::regclass)$$)",
        (f"{SCHEMA}.{table}",),
    ).fetchall()
    return all(is_done and said == "0" for is_done, said in rows)
