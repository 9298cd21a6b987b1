"""What docs/postgres.md tells an administrator to run is enough."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest

from remembrancer import Memory
from tests import postgres
from tests.docs import pages
from tests.logins import as_superuser

PAGE = pages.DOCS / "postgres.md"
_OURS = f"rmb_test_{os.getpid()}_page"


@pytest.fixture
def database() -> Iterator[str]:
    """The server as the page prepares it, under names of our own."""
    postgres.fresh_url()  # the role belongs to the whole server, and is there from now on
    first, inside, daily = (_statements(text) for text in _sql())
    try:
        as_superuser(*first)
        as_superuser(*inside, url=postgres.url_of(_OURS))
        as_superuser(*daily)
        yield _OURS
    finally:
        as_superuser(f"DROP DATABASE IF EXISTS {_OURS} WITH (FORCE)")
        as_superuser(f"DROP ROLE IF EXISTS {_OURS}", f"DROP ROLE IF EXISTS {_OURS}_daily")


def _sql() -> list[str]:
    return [block.text for block in pages.blocks(PAGE) if block.language == "sql"]


def _statements(text: str) -> list[str]:
    named = re.sub(r"\bmemory(?=_daily\b|\b)", _OURS, text)
    listed = [one.strip() for one in named.split(";") if one.strip()]
    return [one for one in listed if one != "CREATE ROLE remembrancer_app NOLOGIN"]


def _problems(memory: Memory) -> list[str]:
    return list(memory.admin.problems())


def test_a_prepared_server_is_enough(database: str) -> None:
    """The owner makes the store without further rights, and the doctor finds nothing."""
    with Memory.open(postgres.url_of(database, user=database)) as memory:
        assert memory.add(content="58").content == "58"
        assert _problems(memory) == []


def test_a_login_for_every_day(database: str) -> None:
    """It owns nothing, and reads, writes, verifies and erases; the bytes wait for the owner."""
    owner = postgres.url_of(database, user=database)
    Memory.open(owner).close()
    with Memory.open(postgres.url_of(database, user=f"{database}_daily")) as memory:
        item = memory.add(content="58")
        assert memory.recall("58").hits[0].id == item.id
        assert memory.verify().ok
        assert _problems(memory) == []
        assert "owner" in str(memory.erase(item.id, reason="asked to").pending)
    with Memory.open(owner) as memory:
        assert "scrub" not in memory.admin.facts()
