"""The second wall: PostgreSQL itself keeps back what a query forgot to filter out."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from copy import copy

import psycopg
import pytest
from sqlalchemy import true

from remembrancer import Memory, NotFound
from remembrancer.core.scope import Scope
from remembrancer.store.postgres import postgres_rights
from remembrancer.store.postgres.postgres_cluster_connection import ClusterConnection
from remembrancer.store.postgres.postgres_connection import PostgresConnection
from remembrancer.store.statement import Build, CompiledStatement, CompiledStatements
from remembrancer.store.tables.joins import here
from tests import postgres
from tests.examples import IS_SOAK
from tests.logins import plain_login
from tests.people import ANNA, BERT
from tests.plain_arrivals import plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.side_by_side import Difference
from tests.proofs.test_isolation import besiege
from tests.proofs.wall.wall_rules import TABLES

pytestmark = pytest.mark.usefixtures("plain_arrivals")

_CALLS = 240 if IS_SOAK else 120
_SPACE = re.compile(r"\b(?:\w+\.space_n|space\.number) = ((?:\$\d+|%\(space_n\)s)(?:::\w+)?)")


class Blind(CompiledStatements):
    """Statements that do not say which space they are about."""

    def get(self, build: Build, *variant: Hashable) -> CompiledStatement:
        found = super().get(build, *variant)
        found.sql = _SPACE.sub(r"\1 IS NOT NULL", found.sql)
        return found


@contextmanager
def filter_removed(*, space_too: bool = False, connections: int | None = None) -> Iterator[None]:
    """Stores opened inside have forgotten who may see what; `space_too`: and where they are.

    On a cluster the space tells which machine is asked, and a statement without it is refused. So
    it stays there, and that the wall keeps spaces apart is shown table by table.
    """
    space_too = space_too and not postgres.is_cluster()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("visible", "readable", "recallable", "raw_readable"):
            patch.setattr(f"remembrancer.store.visibility.Visibility.{name}", lambda *_: true())
        if postgres.is_cluster():  # the space tells which machine is asked
            seen = "remembrancer.store.visibility.Visibility.visible"
            patch.setattr(seen, lambda _, table: here(table))
        # The compiled statements of the process keep their filter, and these do without.
        for kind in (PostgresConnection, ClusterConnection):
            own = copy(kind.statements)
            own._known = {}
            if space_too:
                own.__class__ = Blind
            patch.setattr(kind, "statements", own)
        if connections is not None:
            patch.setattr(
                "remembrancer.store.postgres.postgres_driver.CONNECTIONS_MAX", connections
            )
        # Whether recall offers what a caller may read anyway is not the wall's business.
        patch.setattr(
            "tests.proofs.plain.plain_reads.PlainReads._is_let_through",
            lambda model, viewer, item, version: model.reads(viewer, item, version),
        )
        yield


@pytest.mark.parametrize(
    ("space_too", "connections"),
    [
        pytest.param(False, None, id="no filter", marks=pytest.mark.soak),
        pytest.param(True, None, id="no filter, no space"),
        pytest.param(True, 1, id="no filter, no space, one connection", marks=pytest.mark.soak),
    ],
)
def test_the_wall_holds_alone(space_too: bool, connections: int | None) -> None:
    """Of some hundred calls through queries without a filter, none answers otherwise than with it,
    also where all callers and the admins of all spaces share one connection."""
    with filter_removed(space_too=space_too, connections=connections):
        besiege(_CALLS, 7 + space_too + (connections or 0), postgres.fresh_url())


def test_the_wall_holds_for_the_owner_of_the_tables() -> None:
    """Also where the login may make no role of its own, and goes on as the owner of its tables."""
    with plain_login() as url, filter_removed(space_too=True):
        besiege(60, 3, url)


@pytest.mark.parametrize("space_too", [False, True], ids=["no filter", "no filter, no space"])
def test_without_the_wall_such_queries_tell(space_too: bool) -> None:
    """The filter is really gone: where the wall is torn down as well, the proof above fails."""
    if space_too:
        postgres.needs_one_server("it refuses a statement that names no space")
    url = postgres.fresh_url()
    with psycopg.connect(url, autocommit=True) as raw:
        for table in TABLES:
            raw.execute(
                f'ALTER TABLE remembrancer."{table.name}" DISABLE ROW LEVEL SECURITY'.encode()
            )
    with filter_removed(space_too=space_too), pytest.raises((Difference, AssertionError)):
        besiege(340, 7, url)


def test_the_proof_notices_a_wall_that_lets_programs_through() -> None:
    """Where the wall takes a program in the role of an admin for a person, the proof fails too."""
    settings = postgres_rights.of_scope

    def as_a_person(scope: Scope) -> dict[str, str]:
        given = settings(scope)
        rights = given["rights"]
        return {**given, "rights": f"{rights} personal raw" if "all" in rights else rights}

    with pytest.MonkeyPatch.context() as patch, filter_removed():
        patch.setattr(postgres_rights, "of_scope", as_a_person)
        with pytest.raises((Difference, AssertionError)):
            besiege(340, 7, postgres.fresh_url())


@pytest.mark.parametrize("asked", [{"id": "hidden"}, {"source": "file-1"}], ids=["id", "source"])
def test_erasing_finds_nothing_behind_the_wall(asked: dict[str, str]) -> None:
    """Though an erasure takes all with it that hangs on a thing, it finds the thing itself with
    the rights of its caller: what is hidden is not there."""
    with filter_removed(), Memory.open(postgres.fresh_url()) as memory:
        anna = memory.acting_as(ANNA)
        told = anna.remember("mine", source="file-1", is_personal=True, infer=False).items[0]
        named = {"id": told.id} if "id" in asked else asked
        with pytest.raises(NotFound):
            memory.acting_as(BERT).erase(**named, reason="so")
        assert anna.get(told.id).content == "mine"
