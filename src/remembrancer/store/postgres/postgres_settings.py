"""Settings of a connection, and of a transaction, which carry the caller's rights to the row
policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from remembrancer.core.limits import CONNECT_TIMEOUT_SECONDS
from remembrancer.store.postgres.postgres_link import BoundStatement

CONNECTING: dict[str, Any] = {
    # After a rollback the driver deallocates everything prepared on the connection, if it prepares
    # statements itself, and our own statements would be lost too.
    "prepare_threshold": None,
    "autocommit": True,
    "connect_timeout": int(CONNECT_TIMEOUT_SECONDS),
    "client_encoding": "utf8",
}

# The statements that make settings hold until the transaction ends.
Giving = Callable[[Mapping[str, str]], Sequence[BoundStatement]]


def give_at_once(given: Mapping[str, str]) -> Sequence[BoundStatement]:
    """One statement, which the server has prepared."""
    return [(_call(tuple(given)), tuple(given.values()))]


def give_each(given: Mapping[str, str]) -> Sequence[BoundStatement]:
    """A statement for each setting. A cluster sends these on to the machines that have the rows,
    and does not send on what a function sets."""
    return [(f"SET LOCAL {name} = {literal(value)}", None) for name, value in given.items()]


def literal(text: str) -> str:
    """The text in quotes, for a statement without parameters."""
    quoted = "'" + text.replace("'", "''") + "'"
    # Whether a backslash escapes is itself a setting of the server, except after E.
    return "E" + quoted.replace("\\", "\\\\") if "\\" in quoted else quoted


@cache
def _call(names: Sequence[str]) -> str:
    given = (f"set_config('{name}', ${n}::TEXT, true)" for n, name in enumerate(names, 1))
    return f"SELECT {', '.join(given)}"
