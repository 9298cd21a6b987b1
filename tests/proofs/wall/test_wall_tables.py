"""The second wall, table by table: who sees which rows, and who can write where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import errors
from sqlalchemy import insert

from remembrancer import Memory, Principal, StoreError
from remembrancer.core.scope import Scope
from remembrancer.decisions.shapes.port import ShapesMark
from remembrancer.items.entity import EntityDraft
from remembrancer.items.item import Trust
from remembrancer.items.relation import RelationDraft
from remembrancer.notify import notify
from remembrancer.notify.notification import NotificationKind
from remembrancer.notify.port import NewNotification
from remembrancer.ports import KeyedCall, Writer
from remembrancer.store import schema
from remembrancer.store.engine import Connection, Embedding
from remembrancer.store.postgres.postgres_connection import APP_ROLE
from remembrancer.store.tables import catalogue
from remembrancer.team.agent import MessageType, RelevanceFactors, SyncPriority
from remembrancer.team.port import NewUpdate
from remembrancer.team.track_record.credibility_port import CredibilityPoint
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.conftest import START
from tests.lived_space import leave_for_later, live
from tests.people import ADA, ANNA, BOT, EVERYONE
from tests.proofs.wall.wall_rules import TABLES, AllRows, key_names

_WALLED = [table.name for table in TABLES]


class Lived(NamedTuple):
    """A database in which every table holds something, and its spaces."""

    url: str
    spaces: dict[str, Memory]

    @property
    def database(self) -> Any:
        return next(iter(self.spaces.values()))._session.store._database  # type: ignore[attr-defined]

    @contextmanager
    def reading(self, space: str, viewer: Principal) -> Iterator[Any]:
        """A transaction with this caller's rights, and the connection below it."""
        scope = self.spaces[space].acting_as(viewer)._session.scope()
        with self.database.reading(scope) as connection:
            yield connection.raw

    def number(self, space: str) -> int:
        return self.spaces[space]._session.space.number


@pytest.fixture(scope="module")
def lived() -> Iterator[Lived]:
    url, clock = postgres.fresh_url(), FrozenClock(START)
    # Nothing is done in the background while two look at the same tables one after the other.
    options: dict[str, Any] = {"clock": clock, "embedder": HashingEmbedder(8), "background": False}
    with (
        pytest.MonkeyPatch.context() as patch,
        Memory.open(url, space="northgate", preset="corporate", **options) as north,
    ):
        patch.setattr("remembrancer.store.unit.unit_of_work.STATISTICS_TAIL_MAX", 2)
        spaces = {"northgate": north, "southgate": north.in_space("southgate", "corporate")}
        spaces["home"] = north.in_space("home", "companion")
        north._session.store.signing_key(clock())
        for name, memory in spaces.items():
            if name != "home":
                live(memory, clock)
            _hide(memory)
            memory.jobs.wait()
            leave_for_later(memory.acting_as(ANNA), "channel-talk")
        yield Lived(url, spaces)


def _hide(memory: Memory) -> None:
    """Something personal, something of a group and something that waits for review, each with all
    that hangs on it."""
    places: tuple[dict[str, Any], ...] = ({"is_personal": True}, {"audience": "group:finance"}, {})
    for number, place in enumerate(places):
        anna = memory.acting_as(ANNA)
        item = anna.remember(
            f"hidden {number}", source=f"file-{number}", infer=False, **place
        ).items[0]
        said = [{"id": "h1", "author_id": "anna", "content": f"hidden {number}"}]
        told = anna.remember(said, source=f"hidden-{number}", infer=False, **place).items[0]
        anna.update(item.id, title=f"hidden {number}", reason="hidden")
        anna.confirm(told.id, quote="hidden")
        anna.vote(item.id, 1)
        anna.add(content=f"again {number}", key=f"key-{number}", **place)
        session = anna._session
        with session.store.writing(session.scope()) as unit:
            node = unit.entities.add(EntityDraft(kind="Topic", name=f"hidden {number}", **place))
            open_node = unit.entities.add(EntityDraft(kind="Topic", name="open"))
            for source, target in ((node.id, open_node.id), (open_node.id, item.id)):
                unit.links.add_relation(RelationDraft(type="ABOUT", source=source, target=target))
            draft = RelationDraft(type="TALKS_ABOUT", source=open_node.id, target=item.id, **place)
            unit.edges.add(draft, unit.edges.statements(["h1"]), trust=Trust.PERSON)
            key = session.store.signing_keys()[0]
            unit.idempotency.put_answer(
                KeyedCall("add", f"key-{number}", "{}"), "a", status=201, body="hidden"
            )
            unit.tokens.add(ANNA.name, kid=key.kid, expires_at=key.created_at, note=None)
            unit.shapes.put(ShapesMark(1, None, None), b"none")
            row = (unit.space.number, f"hidden {number}", 0, 1, 0, 1, b"hidden")
            unit.pending.add("vector_codes", row)  # type: ignore[attr-defined]
            unit.credibility.replace(item.id, [_point(item.id, session.scope().now)])
            unit.commit()
    anna.inquire("what is hidden?")
    anna.inquiries.list()  # writes it
    anna.notifications.settings(email="anna@hidden.example")
    anna._session.write(_ask)
    _hide_with_agents(memory)


def _hide_with_agents(memory: Memory) -> None:
    """What two agents keep for themselves, what one pushed, and updates that wait for years."""
    for name in (BOT.name, "other"):
        memory.acting_as(ADA).agents.register(name)
        own = memory.acting_as(Principal(name, kind="agent")).agents.memory(name)
        own.put("hidden", f"hidden with {name}", is_shared=False)
        own.put("shown", f"shown by {name}")
        (pushed,) = own.push("shown")
        session = memory.acting_as(Principal(name, kind="agent"))._session
        now = session.clock()
        factors = dict.fromkeys(RelevanceFactors.model_fields, 0.5)
        update = NewUpdate(
            agent=name,
            sender=name,
            item_id=pushed.item_id,
            message=MessageType.FINDING,
            priority=SyncPriority.NORMAL,
            factors=RelevanceFactors(**factors),
            precedent=None,
            queued_at=now,
            due_at=now + timedelta(days=4_000),
        )
        with session.store.writing(session.scope()) as unit:
            unit.agents.add_updates([update])
            unit.commit()


def _ask(unit: Writer, scope: Scope) -> None:
    """Asks two people, and whoever is an admin."""
    notify.tell(unit, scope, "gate", "gate", [ANNA.name, ADA.name], "Look.")
    for_admins = NewNotification(NotificationKind.GATE, "gate", None, "gate", "Look.", scope.now)
    unit.notifications.add([for_admins])


def _point(item: str, at: datetime) -> CredibilityPoint:
    return CredibilityPoint(
        item=item,
        agent="hidden",
        domain="hidden",
        correctness=1.0,
        evidence_quality=1.0,
        decided_at=at,
        outcome_at=at,
        recorded_at=at,
    )


CALLERS = (
    *EVERYONE,
    Principal("eve"),
    Principal("spy", kind="agent", groups=["finance"]),
    Principal("feed", kind="service", roles=["KM_ADMIN"]),
    Principal("steward", kind="agent", roles=["ADMIN"], groups=["sales"]),
    Principal("o'neill \\' %s $$", groups=["fin'ance", "sales\\", "%"]),
)


# The spaces are built once for all callers: one worker of a test run does it, not all of them.
@pytest.mark.parametrize("space", ["northgate", "southgate", "home"])
def test_every_table_shows_what_the_rules_say(lived: Lived, space: str) -> None:
    """Whoever reads a whole table, without any condition, gets the rows that are its caller's."""
    rows = AllRows(lived.url)
    for viewer in CALLERS:
        expected = rows.seen_by(viewer, lived.spaces[space]._session.space)
        with lived.reading(space, viewer) as raw:
            for table in _WALLED:
                names = ", ".join(key_names(table))
                found = raw.execute(f'SELECT {names} FROM "{table}"').fetchall()
                assert set(found) == expected[table], (viewer.name, table)


def test_every_table_has_rows_behind_the_wall(lived: Lived) -> None:
    """The proof above has something to keep back: rows in every table, hidden from somebody."""
    rows = AllRows(lived.url)
    seen = rows.seen_by(Principal("eve"), lived.spaces["northgate"]._session.space)
    for table in _WALLED:
        assert len(rows.of(table)) > len(seen[table]), table


def walls_missing(raw: psycopg.Connection[Any]) -> set[str]:
    """Tables without forced row-level security, or without a rule for each sort of statement."""
    found = raw.execute(
        "SELECT relname, relrowsecurity, relforcerowsecurity, "
        "ARRAY(SELECT polcmd::text FROM pg_policy WHERE polrelid = pg_class.oid) "
        "FROM pg_class WHERE relnamespace = 'remembrancer'::regnamespace "
        "AND relkind NOT IN ('i', 'S', 't', 'v', 'c')"
    ).fetchall()
    return {
        name
        for name, is_enabled, is_forced, rules in found
        if not (is_enabled and is_forced and sorted(rules) == ["a", "d", "r", "w"])
    }


# The index is read through a view, and the others hold no knowledge.
_WITHOUT_A_WALL = {"search_index", "upkeep", schema.revision.name}


def test_every_table_has_a_wall(lived: Lived) -> None:
    """Each table forces row-level security, on its owner too. A new table without it is found."""
    with psycopg.connect(lived.url) as raw:
        assert walls_missing(raw) == _WITHOUT_A_WALL
        raw.execute("CREATE TABLE remembrancer.newcomer (space_n bigint)")
        assert walls_missing(raw) == {*_WITHOUT_A_WALL, "newcomer"}
        raw.execute("ALTER TABLE remembrancer.item NO FORCE ROW LEVEL SECURITY")
        assert walls_missing(raw) == {*_WITHOUT_A_WALL, "newcomer", "item"}
        raw.rollback()
    walled = {name for name, table in catalogue.TABLES.items() if table.policy is not None}
    assert walled == {*_WALLED, "signing_key"}


def test_the_search_index_shows_one_space(lived: Lived) -> None:
    """The table has a wall of its own, the view shows the caller's space, and there is no other
    view through which something could be read."""
    with psycopg.connect(lived.url) as raw:
        views = raw.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'remembrancer'::regnamespace "
            "AND relkind IN ('v', 'm')"
        ).fetchall()
        assert views == [("search",)]
        texts = raw.execute(
            "SELECT space_n, array_agg(number ORDER BY number) FROM remembrancer.document "
            "GROUP BY space_n"
        ).fetchall()
    assert len(texts) == 3
    by_space: dict[int, list[int]] = dict(texts)
    for space in lived.spaces:
        with lived.reading(space, ADA) as raw:
            for name in ("search", "search_index"):
                found = raw.execute(f"SELECT rowid FROM {name} ORDER BY rowid").fetchall()
                assert [row[0] for row in found] == by_space[lived.number(space)], name


# -- connections


def test_without_rights_there_is_nothing(lived: Lived) -> None:
    """The role of the application sees no row of any table, unless a transaction says for whom."""
    with psycopg.connect(lived.url) as raw:
        raw.execute("SET LOCAL search_path TO remembrancer, public")
        raw.execute(f"SET LOCAL ROLE {APP_ROLE}")
        for table in (*_WALLED, "search_index", "search"):
            assert raw.execute(f'SELECT count(*) FROM "{table}"'.encode()).fetchone() == (0,), table


def test_at_the_door_there_are_only_the_names_of_spaces(lived: Lived) -> None:
    """Who has not entered a space yet sees which ones there are, how long their ledgers are, and
    nothing of what is in them."""
    with lived.database.reading(None) as connection:
        for table in (*_WALLED, "search_index", "search"):
            (rows,) = connection.raw.execute(f'SELECT count(*) FROM "{table}"').fetchone()
            assert rows == (3 if table in ("space", "head") else 0), table


@pytest.mark.parametrize("viewer", [ADA, ANNA], ids=["admin", "user"])
def test_nobody_inside_a_space_gets_at_what_signs_tokens(lived: Lived, viewer: Principal) -> None:
    """The signing keys belong to the store: in a space nobody reads, adds, changes or removes one,
    and no admin either."""
    with lived.reading("northgate", viewer) as raw:
        assert raw.execute("SELECT * FROM signing_key").fetchall() == []
    for change in ("DELETE FROM signing_key", "UPDATE signing_key SET secret = ''"):
        _write(lived, partial(_touches_nothing, change=change))
    forged = "INSERT INTO signing_key (kid, secret, created_at) VALUES ('key_1', '', '')"
    with pytest.raises(StoreError, match="row-level security"):
        _write(lived, partial(_execute, change=forged))
    assert len(lived.spaces["northgate"]._session.store.signing_keys()) == 1


def test_the_role_of_the_application_owns_nothing(lived: Lived) -> None:
    """It cannot log in, change tables or walls, or become somebody else; the coordinator of a
    cluster logs in with it on the other machines."""
    with psycopg.connect(lived.url, autocommit=True) as raw:
        assert raw.execute(
            "SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb "
            "FROM pg_roles WHERE rolname = %s",
            (APP_ROLE,),
        ).fetchone() == (postgres.is_cluster(), False, False, False, False)
        for act in (
            "ALTER TABLE remembrancer.item DISABLE ROW LEVEL SECURITY",
            "DROP POLICY seen ON remembrancer.item",
            "CREATE POLICY mine ON remembrancer.item USING (true)",
            "TRUNCATE remembrancer.item",
            "CREATE TABLE remembrancer.newcomer (space_n bigint)",
            "CREATE TABLE public.newcomer (space_n bigint)",
        ):
            with pytest.raises(errors.InsufficientPrivilege):
                _as_app(raw, act)


def _as_app(raw: psycopg.Connection[Any], act: str) -> None:
    with raw.transaction(force_rollback=True):
        raw.execute(f"SET LOCAL ROLE {APP_ROLE}")
        raw.execute(act.encode())


_FORGOTTEN = "SELECT current_user, " + ", ".join(
    f"coalesce(current_setting('remembrancer.{name}', true), '')"
    for name in ("space", "viewer", "groups", "rights")
)


@pytest.mark.parametrize("ends_in", ["commit", "nothing", "error"])
def test_a_connection_forgets_its_caller(
    lived: Lived, ends_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a transaction ends, the connection goes back to the pool with the login's own name
    and without rights."""
    monkeypatch.setattr("remembrancer.store.postgres.postgres_driver.CONNECTIONS_MAX", 1)
    with Memory.open(lived.url, space="northgate") as memory:
        ada = memory.acting_as(ADA)
        database: Any = ada._session.store._database  # type: ignore[attr-defined]
        with psycopg.connect(lived.url, autocommit=True) as other:
            fresh = other.execute(_FORGOTTEN.encode()).fetchone()
        if ends_in == "commit":
            ada.add(content="for all to see")
        elif ends_in == "nothing":
            ada.items()
        else:
            _break_off(database, ada)
        with database._pool.connection() as raw:
            assert raw.execute(_FORGOTTEN.encode()).fetchone() == fresh


def _break_off(database: Any, memory: Memory) -> None:
    with pytest.raises(ZeroDivisionError), database.writing(memory._session.scope()):
        raise ZeroDivisionError


# -- writing


def _row(lived: Lived, table: str) -> dict[str, Any]:
    """A row of northgate, as the superuser sees it."""
    own = "number" if table == "space" else "space_n"
    rows = AllRows(lived.url, [schema.metadata.tables[table]]).of(table)
    row = next(row for row in rows if row[own] == lived.number("northgate"))
    return {**row, "vector": Embedding(bytes(32))} if table == "vector" else row


def _write(lived: Lived, act: Callable[[Any], object]) -> None:
    """One unit of work of northgate's admin, to its end."""
    scope = lived.spaces["northgate"].acting_as(ADA)._session.scope()
    with lived.database.writing(scope) as connection:
        act(connection)
        lived.database.commit(connection)


def test_nothing_is_written_into_another_space(lived: Lived) -> None:
    """An insert, an insert by the hundred and a change that would land in another space are
    refused; changes to and removals of its rows find none. In every table."""
    for table in _WALLED:
        _is_closed_to_others(lived, table)


def _is_closed_to_others(lived: Lived, table: str) -> None:
    own = "number" if table == "space" else "space_n"
    there = lived.number("southgate")
    row = {**_row(lived, table), own: there}
    statement = lived.database.statements.get(lambda: insert(schema.metadata.tables[table]), table)
    values = tuple(row[name] for name in statement.columns)
    refused: tuple[Callable[[Connection], object], ...] = (
        lambda connection: connection.many(statement, [values]),
        lambda connection: connection.many(statement, [values] * 300),
        lambda connection: _execute(connection, f'UPDATE "{table}" SET "{own}" = {there}'),
    )
    for act in refused:
        # A cluster does not let a row change its space at all.
        with pytest.raises(StoreError, match=r"row-level security|modifying the partition value"):
            _write(lived, act)
    for change in (
        f'DELETE FROM "{table}" WHERE "{own}" = {there}',
        f'UPDATE "{table}" SET "{own}" = "{own}" WHERE "{own}" = {there}',
    ):
        _write(lived, partial(_touches_nothing, change=change))


def _execute(connection: Any, change: str) -> int:
    return int(connection.raw.execute(change.encode()).rowcount)


def _touches_nothing(connection: Any, change: str) -> None:
    assert _execute(connection, change) == 0


def test_a_table_cannot_be_filled_past_the_wall(lived: Lived) -> None:
    """COPY would go round the wall, so PostgreSQL refuses it to the application's role."""

    def fill(connection: Any) -> None:
        with connection.raw.cursor().copy("COPY term FROM STDIN") as lines:
            lines.write_row((lived.number("southgate"), "word", 1))

    with pytest.raises(StoreError, match="COPY FROM not supported"):
        _write(lived, fill)
