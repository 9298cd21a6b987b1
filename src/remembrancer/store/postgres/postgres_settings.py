"""What a connection to PostgreSQL is set to, and the rights that a transaction takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from remembrancer.core.limits import CONNECT_TIMEOUT_SECONDS, LOCK_TIMEOUT_SECONDS
from remembrancer.core.scope import Scope
from remembrancer.store.postgres.postgres_connection import APP_ROLE, SCHEMA
from remembrancer.store.postgres.postgres_link import BoundStatement, Raw
from remembrancer.store.visibility import Visibility

CONNECTING: dict[str, Any] = {
    # After a rollback the driver deallocates everything prepared on the connection, if it prepares
    # statements itself, and our own statements would be lost too.
    "prepare_threshold": None,
    "autocommit": True,
    "connect_timeout": int(CONNECT_TIMEOUT_SECONDS),
    "client_encoding": "utf8",
}


def set_up(raw: Raw) -> None:
    """Sets what every connection relies on, whatever the server's or database's defaults."""
    raw.execute(
        f"SET search_path TO {SCHEMA}, public; SET lock_timeout = "
        f"{int(LOCK_TIMEOUT_SECONDS * 1000)}; SET extra_float_digits = 1; "
        "SET standard_conforming_strings = on; SET plan_cache_mode = force_generic_plan; "
        # Spaces share the tables, so a sequential scan is never right. The newest rows of a space
        # are found by scanning its key from the end, not by sorting them all.
        "SET jit = off; SET enable_seqscan = off; SET random_page_cost = 1.1"
    )


def settings_of(scope: Scope) -> dict[str, str]:
    """A scope's rights, as the table policies read them."""
    rights = Visibility(scope)
    held = [
        name
        for name, is_held in (
            ("all", rights.sees_all_audiences),
            ("personal", rights.sees_personal),
            ("raw", rights.reads_all_raw),
            ("reviewed", rights.reads_reviewed_only),
        )
        if is_held
    ]
    return {
        "space": str(scope.space.number),
        "viewer": scope.viewer.name,
        "groups": "\x1f".join(f"group:{group}" for group in sorted(scope.viewer.groups)),
        "rights": " ".join(held) or "none",
    }


@cache
def _setting(names: Sequence[str]) -> str:
    given = (f"set_config('{name}', ${n}::TEXT, true)" for n, name in enumerate(names, 1))
    return f"SELECT {', '.join(given)}"


def rights_statement(scope: Scope | None, *, has_role: bool) -> BoundStatement:
    """The statement that gives a transaction its caller's rights until its end."""
    return _statement({"rights": "door"} if scope is None else settings_of(scope), has_role)


def all_rights_statement(space_n: int, *, has_role: bool) -> BoundStatement:
    """The same with all rights in one space, for what is no caller's to know."""
    settings = {"space": str(space_n), "viewer": "", "groups": "", "rights": "all personal raw"}
    return _statement(settings, has_role)


def _statement(settings: Mapping[str, str], has_role: bool) -> BoundStatement:
    given = {f"{SCHEMA}.{name}": value for name, value in settings.items()}
    if has_role:
        given = {"role": APP_ROLE, **given}
    return _setting(tuple(given)), tuple(given.values())
