"""Logins on the test server that are less than a superuser, with a database of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from urllib.parse import urlsplit

import psycopg

from tests import postgres

PASSWORD = "open-sesame"

_numbers = count(1)


def as_superuser(*statements: str, url: str | None = None) -> None:
    """Runs statements on the server, or in one of its databases."""
    with psycopg.connect(url or postgres.server_url(), autocommit=True) as raw:
        for statement in statements:
            raw.execute(statement.encode())


@contextmanager
def empty_database(options: str = "") -> Iterator[str]:
    """The address of a database that holds no store yet."""
    name = f"rmb_test_{os.getpid()}_bare_{next(_numbers)}"
    as_superuser(f"CREATE DATABASE {name} {options}")
    try:
        yield postgres.url_of(name)
    finally:
        as_superuser(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def plain_login(
    rights: str = "NOCREATEROLE", *, setup: str = "CREATE EXTENSION vector"
) -> Iterator[str]:
    """The address of an empty database for a login that owns it and has these rights, after an
    administrator has done the `setup` there."""
    name = f"rmb_test_{os.getpid()}_login_{next(_numbers)}"
    as_superuser(f"CREATE ROLE {name} LOGIN NOSUPERUSER {rights} PASSWORD '{PASSWORD}'")
    try:
        with empty_database(f"OWNER {name}") as url:
            as_superuser(setup, url=url)
            database = urlsplit(url).path.removeprefix("/")
            yield postgres.url_of(database, user=f"{name}:{PASSWORD}")
    finally:
        as_superuser(f"DROP ROLE {name}")
