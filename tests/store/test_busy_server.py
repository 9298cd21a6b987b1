"""A busy server: locked by others, full at the last moment, or with no connection to spare."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from remembrancer import Memory, StoreBusy, StoreFull, StoreUnreachable
from remembrancer.store.postgres.postgres_driver import CREATING
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import START
from tests.footprint import untouched
from tests.logins import as_superuser
from tests.store.test_lost_connections import contents, outcome, store_in_one_unit


@pytest.fixture
def url() -> str:
    return postgres.fresh_url()


@pytest.fixture
def memory(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """With little patience."""
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.LOCK_TIMEOUT_SECONDS", 2)
    monkeypatch.setattr("remembrancer.store.postgres.postgres_settings.LOCK_TIMEOUT_SECONDS", 2)
    with Memory.open(url, space="northgate", clock=FrozenClock(START), background=False) as opened:
        yield opened


def test_another_writer_is_waited_for_and_then_told(memory: Memory, url: str) -> None:
    """A space that others keep locked beyond the limit is told to be busy; nothing was written.
    Other spaces go on."""
    other_space = memory.in_space("southgate")
    with psycopg.connect(url) as other:
        other.execute(
            "SELECT seq FROM remembrancer.head WHERE space_n = %s FOR UPDATE",
            (memory._session.space.number,),
        )
        with pytest.raises(StoreBusy, match=r"2 seconds.*nothing was written"):
            memory.add(content="58")
        assert memory.items().items == ()
        assert other_space.add(content="58").content == "58"
    assert memory.add(content="58").content == "58"
    assert contents(url) == ["58"]


def test_another_creator_is_waited_for_and_then_told(memory: Memory, url: str) -> None:
    """Two cannot create spaces at once: the second waits, and is told when it takes too long."""
    with psycopg.connect(url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING,))
        with pytest.raises(StoreBusy):
            memory.in_space("southgate")
    assert memory.in_space("southgate").verify().ok


@pytest.mark.parametrize("count", [1, 300])
def test_who_waits_for_the_server_holds_up_nobody_else(
    memory: Memory, url: str, count: int
) -> None:
    """While the server works on one call, other threads of the process go on."""
    as_superuser(
        "CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$",
        "CREATE TRIGGER wait BEFORE INSERT ON remembrancer.item "
        "FOR EACH STATEMENT EXECUTE FUNCTION public.wait()",
        url=url,
    )
    told = [f"item {number}" for number in range(count)]
    adding = threading.Thread(target=lambda: outcome(lambda: store_in_one_unit(memory, *told)))
    with psycopg.connect(url) as other:
        other.execute("SELECT pg_advisory_xact_lock(7)")
        adding.start()
        while adding.is_alive() and not waits(other):
            time.sleep(0.01)
        # Only who is not held up comes here in time to let the other one go on.
    adding.join()
    assert contents(url) == told


def waits(raw: psycopg.Connection[Any]) -> bool:
    """Somebody waits for a lock in this database."""
    found = raw.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    return found is not None and found[0] > 0


@pytest.mark.parametrize("count", [1, 300])
def test_a_disk_that_is_full_at_the_last_moment(memory: Memory, url: str, count: int) -> None:
    """Also where the server can only say so at the commit, the write is told to be undone."""
    as_superuser(
        "CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$",
        "CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON remembrancer.item "
        "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.full_disk()",
        url=url,
    )
    drafts = [{"content": f"item {number}"} for number in range(count)]
    with untouched(memory), pytest.raises(StoreFull, match=r"full.*undone"):
        memory.add_many(drafts)
    as_superuser("DROP TRIGGER full_disk ON remembrancer.item", url=url)
    memory.add_many(drafts)
    assert len(contents(url)) == count


def test_more_callers_than_connections(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gets no connection in time is told that all are in use; with one free, it works."""
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.CONNECTIONS_MAX", 1)
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.CONNECT_TIMEOUT_SECONDS", 0.2)
    with Memory.open(url, background=False) as memory:
        session = memory._session
        with session.store.reading(session.scope()) as reader:
            reader.last_position()
            with pytest.raises(StoreUnreachable, match="in use"):
                memory.items()
        assert memory.items().items == ()
