"""What the walls around a query are made of."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory, NotAvailable, QueryRefused
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.store.postgres import (
    postgres_driver,
    postgres_queries,
    postgres_rights,
    postgres_schema,
)
from remembrancer.store.postgres.postgres_connection import APP_ROLE
from remembrancer.store.sqlite import sqlite_queries
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.graph.sql.asking import ask
from tests.graph.sql.secrets_kept import SECRETS, fill
from tests.logins import as_superuser, plain_login


def test_the_views_are_made_anew_when_they_change() -> None:
    """A store on PostgreSQL knows by `EDITION` whether its views are those of this version."""
    assert postgres_queries.edition() == postgres_queries.EDITION, "put the first one there"


def test_a_login_that_may_make_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner of the tables need not be a superuser: row-level security holds it too, and the
    caller sees the same."""
    role = f"{postgres_queries.QUERY_ROLE}_{os.getpid()}"
    monkeypatch.setattr(postgres_queries, "QUERY_ROLE", role)
    app_role = f"{APP_ROLE}_{os.getpid()}_sql"
    for module in (postgres_driver, postgres_queries, postgres_rights, postgres_schema):
        monkeypatch.setattr(module, "APP_ROLE", app_role)
    try:
        with plain_login("CREATEROLE") as url:
            clock = FrozenClock(START)
            with Memory.open(url, space="lobby", clock=clock, background=False) as lobby:
                reader = fill(lobby)
                assert ask(reader, "SELECT count(*) AS n FROM message") == [{"n": 12}]
                told = str([ask(reader, f"SELECT * FROM {v}") for v in ("item", "entity")])
                assert "Open to everyone." in told
                assert not [secret for secret in SECRETS if secret in told.lower()]
                found = "SELECT count(*) AS n FROM message_search WHERE query = 'google'"
                assert ask(reader, found) == [{"n": 12}]
    finally:
        as_superuser(f"DROP ROLE IF EXISTS {role}, {app_role}")


def test_a_login_that_may_make_no_role(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the second role nothing is asked, and the error says what an administrator does."""
    role = f"{postgres_queries.QUERY_ROLE}_none"
    monkeypatch.setattr(postgres_queries, "QUERY_ROLE", role)
    with (
        plain_login("NOCREATEROLE") as url,
        Memory.open(url, background=False) as memory,
        pytest.raises(NotAvailable, match=f"CREATE ROLE {role} NOLOGIN"),
    ):
        ask(memory, "SELECT id FROM item")


def test_a_process_that_does_not_answer_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite a query has a process of its own. Where it hangs or dies, the next query gets
    another one, and the memory works on."""
    monkeypatch.setattr(sqlite_queries, "_GRACE_SECONDS", 0.2)
    hangs, dies = tmp_path / "hangs.py", tmp_path / "dies.py"
    hangs.write_text("import time\ntime.sleep(600)\n")
    dies.write_text("import os\nos.abort()\n")
    works = sqlite_queries._SCRIPT
    with Memory.open(tmp_path / "memory.db", background=False) as memory:
        memory.add(content="Still here.")
        session: Any = memory._session
        query = CheckedSql('SELECT content FROM "query_item"', "")
        bounds = QueryBounds(seconds=0.2, rows=10, characters=1_000)
        for script, why in ((hangs, "took longer than"), (dies, "of memory")):
            monkeypatch.setattr(sqlite_queries, "_SCRIPT", script)
            with pytest.raises(QueryRefused, match=why):
                session.store.sql(session.scope(), query, bounds)
        monkeypatch.setattr(sqlite_queries, "_SCRIPT", works)
        assert ask(memory, "SELECT content FROM item") == [{"content": "Still here."}]
        (process,) = session.store._database._queries._idle
        process.kill()
        process.wait()
        assert ask(memory, "SELECT content FROM item") == [{"content": "Still here."}]


def test_memory_has_a_bound(tmp_path: Path) -> None:
    """A query that fills the memory of its process is refused, and leaves the others theirs."""
    with Memory.open(tmp_path / "memory.db", background=False) as memory:
        memory.add_many({"content": f"{n} " * 20_000, "subject": "s"} for n in range(60))
        session: Any = memory._session
        doubled = "SELECT a.content || b.content AS c FROM query_item a, query_item b"
        statement = f"SELECT count(*) AS n FROM ({doubled} UNION {doubled} ORDER BY 1)"
        bounds = QueryBounds(seconds=30, rows=10, characters=1_000_000)
        with pytest.raises(QueryRefused, match="more than 256 MB of memory"):
            session.store.sql(session.scope(), CheckedSql(statement, ""), bounds)
        assert ask(memory, "SELECT count(*) AS n FROM item") == [{"n": 60}]
