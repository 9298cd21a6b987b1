"""Problems in the environment of a store on PostgreSQL."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.limits import CLOCK_DRIFT_SECONDS_MAX
from remembrancer.store.engine import clock_problems
from remembrancer.store.postgres.postgres_connection import APP_ROLE, SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.postgres_schema import has_row_policy
from remembrancer.store.tables import catalogue

_ROLE = """
    SELECT current_user, rolsuper, rolbypassrls,
           (SELECT bool_or(pg_has_role(current_user, relowner, 'USAGE')) FROM pg_class
            WHERE relnamespace = to_regnamespace(%s) AND relkind = 'r')
    FROM pg_roles WHERE rolname = current_user
"""
_TABLES = """
    SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
    WHERE relnamespace = to_regnamespace(%s) AND relkind IN ('r', 'p') ORDER BY relname
"""


def role_problems(raw: Raw) -> list[str]:
    """Whether row-level security applies to the role that transactions take."""
    row = raw.execute(_ROLE, (SCHEMA,)).fetchone()
    assert row is not None
    name, is_super, bypasses, owns = row
    remedy = (
        f"Let an administrator run: CREATE ROLE {APP_ROLE} NOLOGIN; GRANT {APP_ROLE} TO the login; "
        f"and GRANT USAGE TO {APP_ROLE} on the schema of pgvector, if it has one of its own. Then "
        "open the store once as the owner of its tables."
    )
    if is_super or bypasses:
        what = "is a superuser" if is_super else "has BYPASSRLS"
        return [
            f"Transactions run as {name!r}, which {what}: row-level security does not "
            f"separate spaces. {remedy}"
        ]
    if owns:
        return [
            f"Transactions run as {name!r}, which owns the tables and could drop "
            f"row-level security. {remedy}"
        ]
    return []


def problems(raw: Raw, now: datetime) -> list[str]:
    """Missing row-level security, and a clock that differs from the server's or from the record."""
    result = [
        f"The table {name} has no row-level security. Open the store once as its owner with a "
        "version of Remembrancer that knows it, or restore a backup."
        for name, is_enabled, is_forced in raw.execute(_TABLES, (SCHEMA,)).fetchall()
        if has_row_policy(name) and not (is_enabled and (is_forced or name not in catalogue.TABLES))
    ]
    row = raw.execute("SELECT clock_timestamp()").fetchone()
    assert row is not None
    drift = abs((row[0] - now).total_seconds())
    if drift > CLOCK_DRIFT_SECONDS_MAX:
        result.append(
            f"The clock of this machine and that of the server differ by {drift:,.0f} seconds. "
            "Set them by the same time server."
        )
    with raw.transaction():
        raw.execute(f"SET LOCAL {SCHEMA}.rights = 'door'")
        last = raw.execute("SELECT max(at) FROM head").fetchone()
    return [*result, *clock_problems(now, last[0] if last else None)]
