"""The second wall: what a statement can do that no parser has looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from remembrancer import Memory, QueryRefused
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.engines import ON_EITHER_SORT, Engine
from tests.graph.sql import hostile
from tests.graph.sql.secrets_kept import READER, SECRETS, fill
from tests.people import ADA

BOUNDS = QueryBounds(seconds=0.5, rows=1_000, characters=1_000_000)
# The rest runs in the soak: each takes a statement's time on each engine.
SHARPEST = (
    *hostile.SETTINGS[:11],
    *hostile.WITH_NAMES,
    *hostile.OTHER_TABLES[:6],
    "SELECT name FROM sqlite_temp_master",
    "SELECT count(*) FROM pragma_database_list",
    "WITH gone AS (DELETE FROM remembrancer.item RETURNING *) SELECT * FROM gone",
    "SELECT 1) AS x; DROP SCHEMA remembrancer CASCADE; --",
    "SELECT hex(zeroblob(900000000))",
    hostile.BOMBS[-1],
)


class Asked:
    """A store with secrets, asked by a program without any parser in between."""

    def __init__(self, reader: Memory) -> None:
        self.reader = reader
        self._session = reader._session

    def raw(self, statement: str) -> Any:
        """What the store answers, or the refusal."""
        query = CheckedSql(statement, statement)
        try:
            return self._session.store.sql(self._session.scope(), query, BOUNDS)
        except QueryRefused as error:
            return str(error)

    def state(self) -> Any:
        """The head of the chain, which every row is compared with."""
        verified = self.reader.acting_as(ADA).verify()
        assert verified.ok
        return verified.rows, verified.head.hash


@pytest.fixture(scope="module")
def asked(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    url = engine.fresh_url(tmp_path_factory.mktemp("wall"))
    with Memory.open(url, space="lobby", clock=FrozenClock(START), background=False) as lobby:
        yield Asked(fill(lobby))


def kept(asked: Asked, statements: tuple[str, ...]) -> None:
    before = asked.state()
    for statement in statements:
        answer = json.dumps(asked.raw(statement), default=str).lower()
        for secret in SECRETS:
            # What the statement says itself is no news.
            assert secret not in answer or secret in statement, statement[:200]
    assert asked.state() == before
    assert asked.raw('SELECT count(*) AS n FROM "query_message"') == [{"n": 12}]


@ON_EITHER_SORT
def test_the_sharpest_statements_find_nothing(asked: Asked) -> None:
    """Without a parser no statement shows, changes or ends what is not the caller's."""
    kept(asked, SHARPEST)


@pytest.mark.soak
def test_no_hostile_statement_finds_anything(asked: Asked) -> None:
    """The same for every hostile statement of ours, on every engine."""
    kept(asked, hostile.STATEMENTS)


@ON_EITHER_SORT
def test_secrets_are_there_to_be_found(asked: Asked) -> None:
    """The proof has something to find: admins and members see each secret that was not erased."""
    ada = asked.reader.acting_as(ADA)
    told = str([item.content for item in ada.items(limit=500)]).lower()
    assert "quetzal" in told
    assert "xylophone" in told
    assert asked.reader.acting_as(READER).items(limit=500).items
