"""A store on PostgreSQL can be spread over machines by space: keys, joins and policies carry it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from types import CodeType
from typing import Any

import psycopg
import pytest
from sqlalchemy import ClauseElement, bindparam, exists, select

from remembrancer import Memory
from remembrancer.store import schema, spaces
from remembrancer.store.statement import Build, CompiledStatement, CompiledStatements
from remembrancer.store.tables.joins import here, is_row_of
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.lived_space import live
from tests.people import ADA, ANNA
from tests.store.space_joins import loose_tables

# Keys that do not begin with a space, each with its reason.
KEYS_WITHOUT_A_SPACE = {
    "space": "it is the space",
    "signing_key": "it belongs to the store as a whole",
    "alembic_version": "one row: the revision of the schema",
    "upkeep": "duties of the store as a whole",
}
# Statements that are about all spaces of the store.
ABOUT_ALL_SPACES = {spaces.every_space.__code__, spaces.space_named.__code__}


def test_every_key_includes_the_space() -> None:
    """Primary keys and unique indexes on PostgreSQL hold `space_n`."""
    with psycopg.connect(postgres.fresh_url()) as raw:
        found = raw.execute(
            "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'remembrancer' "
            "AND indexdef LIKE 'CREATE UNIQUE%'"
        ).fetchall()
    without = {table for table, definition in found if "space_n" not in definition}
    assert without == set(KEYS_WITHOUT_A_SPACE)
    keyed = {table for table, _ in found}
    assert keyed == {*schema.metadata.tables, "search_index", "upkeep"}


def policies() -> Iterator[tuple[str, str]]:
    """Every predicate of row-level security, and of the view, as the server keeps it."""
    with psycopg.connect(postgres.fresh_url()) as raw:
        for table, *predicates in raw.execute(
            "SELECT tablename, qual, with_check FROM pg_policies WHERE schemaname = 'remembrancer' "
            "UNION ALL SELECT viewname, definition, NULL FROM pg_views "
            "WHERE schemaname = 'remembrancer'"
        ):
            for predicate in filter(None, predicates):
                yield table, " ".join(predicate.split())


def test_policies_read_settings_as_they_are() -> None:
    """No sub-select stands around a setting, and a look at another row is within the space."""
    found = list(policies())
    assert len(found) > 100
    for table, predicate in found:
        assert not re.search(r"SELECT [^()]*current_setting", predicate), (table, predicate)
        looks = re.findall(
            r"EXISTS \( SELECT 1 FROM (?:remembrancer\.)?(\w+) WHERE (.*?) OFFSET 0\)", predicate
        )
        assert predicate.count("SELECT 1") == len(looks)
        for other, condition in looks:
            assert f"({other}.space_n = {table}.space_n)" in condition, (table, predicate)


@pytest.fixture
def asked(
    monkeypatch: pytest.MonkeyPatch,
) -> dict[tuple[CodeType, tuple[Hashable, ...]], ClauseElement]:
    """Every statement that stores ask which are opened from here on, by the code that builds it."""
    found: dict[tuple[CodeType, tuple[Hashable, ...]], ClauseElement] = {}

    class Recording(CompiledStatements):
        def get(self, build: Build, *variant: Hashable) -> CompiledStatement:
            key = (build.__code__, variant)
            if key not in found:
                found[key] = build()
            return super().get(build, *variant)

    from remembrancer.store.postgres.postgres_cluster_connection import ClusterConnection
    from remembrancer.store.postgres.postgres_connection import PostgresConnection
    from remembrancer.store.sqlite.sqlite_driver import Sqlite

    for driver in (PostgresConnection, ClusterConnection, Sqlite):
        monkeypatch.setattr(driver, "statements", Recording(driver.statements._dialect))
    return found


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_every_join_carries_the_space(
    engine: str,
    asked: dict[tuple[CodeType, tuple[Hashable, ...]], ClauseElement],
    clock: FrozenClock,
) -> None:
    """In what a store asks through many verbs, each table is tied to the space that is meant."""
    url = ":memory:" if engine == "sqlite" else postgres.fresh_url()
    with Memory.open(
        url,
        space="northgate",
        preset="corporate",
        clock=clock,
        embedder=HashingEmbedder(8),
        background=False,
    ) as store:
        live(store, clock)
        _use(store.acting_as(ADA), store.acting_as(ANNA))
    assert len(asked) > 150
    loose = {
        str(code): tables
        for (code, _), clause in asked.items()
        if (tables := loose_tables(clause)) and code not in ABOUT_ALL_SPACES
    }
    assert loose == {}


def _use(ada: Memory, anna: Memory) -> None:
    """Verbs that read, and that change what was read."""
    ada.jobs.wait()
    for store in (ada, anna):
        store.recall("nightly job")
        first = store.items(limit=20).items[-1]
        store.recall("nightly job", as_of=first.created_at)
        store.history(first.id)
        store.bundle()
        store.compose(message="What about the nightly job?", subject="etl")
        store.briefing("etl")
        store.summary("etl")
        store.suggestions("etl")
        store.reminders()
        store.receipts()
    ada.erase(anna.items(limit=1).items[0].id, reason="asked to")
    assert ada.verify().ok


def test_a_join_without_the_space_is_found() -> None:
    """The check above notices a join, a look and a sub-select that leave the space out; a tie
    that stands beside an OR counts for nothing."""
    item, version, vote = schema.item, schema.version, schema.vote
    by_number: Any = item.c.number == version.c.item_n
    whole = select(item.c.id).join(version, is_row_of(version.c.item_n, item)).where(here(version))
    assert loose_tables(whole) == set()
    assert loose_tables(whole.where(exists().where(is_row_of(vote.c.item_n, item)))) == set()
    joined = select(item.c.id).join(version, by_number).where(here(version))
    assert loose_tables(joined) == {"item"}
    looked = whole.where(exists().where(vote.c.item_n == item.c.number))
    assert loose_tables(looked) == {"vote"}
    chosen = whole.where(item.c.number.in_(select(vote.c.item_n)))
    assert loose_tables(chosen) == {"vote"}
    either = joined.where((item.c.space_n == bindparam("space_n")) | (item.c.id == "x"))
    assert loose_tables(either) == {"item"}
    assert loose_tables(select(item.alias("other").c.id)) == {"other"}
