"""A new table is one description: the store creates, walls, erases, moves and verifies it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, insert, select, text, update

from remembrancer import Item, Memory, Principal
from remembrancer.core.hashing import link, together
from remembrancer.core.ledger import Action
from remembrancer.store import schema
from remembrancer.store.tables.description import TableDescription
from remembrancer.store.unit.committed_columns import sealed
from remembrancer.store.unit.erasure_rules import changed_tables
from remembrancer.testing import FrozenClock
from tests.logins import empty_database
from tests.people import ADA, ANNA, BERT
from tests.store.made_up_tables import two_more_tables

Row = dict[str, Any]
ENGINES = ("sqlite", "postgres")


class Place:
    """Stores on one engine with two tables more."""

    def __init__(
        self, described: tuple[TableDescription, TableDescription], clock: FrozenClock, folder: Path
    ) -> None:
        self.remark, self.glance = described
        self._clock = clock
        self._folder = folder
        self._stack = ExitStack()

    def open(self, engine: str, name: str = "first") -> Memory:
        url = (
            self._stack.enter_context(empty_database())
            if engine == "postgres"
            else str(self._folder / f"{name}.db")
        )
        return self._stack.enter_context(
            Memory.open(
                url, space="northgate", preset="corporate", clock=self._clock, background=False
            )
        )

    def rows(self, store: Memory, table: TableDescription, who: Principal = ADA) -> list[Row]:
        """What a caller gets who reads the whole table, without any condition."""
        session = store.acting_as(who)._session
        database: Any = session.store._database  # type: ignore[attr-defined]
        statement = database.statements.get(lambda: select(table.table), table.name)
        names = [column.name for column in table.table.c]
        with database.reading(session.scope()) as connection:
            return [dict(zip(names, row, strict=True)) for row in connection.all(statement, {})]

    def tamper(self, store: Memory, words: str) -> None:
        table = self.remark.table
        _write(
            store,
            lambda connection, statements: connection.run(
                statements.get(
                    lambda: update(table).values(words=bindparam("new_words")),
                ),
                {"new_words": words},
            ),
        )

    def write(self, store: Memory, item: Item, words: str) -> None:
        """A remark on an item, under a ledger entry that commits to it; and a look at it."""
        kind, space, at = sealed(self.remark), store._session.space, item.created_at.isoformat()
        row = {"id": f"rem_{words[:3]}", "words": words}

        def act(connection: Any, statements: Any) -> None:
            head = statements.get(lambda: select(schema.head))
            item_n = statements.get(lambda: select(schema.item.c.number).where(_id_is("id")))
            (_, last, hash, *_) = connection.one(head, {})
            ((number,),) = connection.all(item_n, {"id": item.id})
            made = kind.commit("salt", [item.id], row)
            action, seq = Action.RELATION_ADD.value, last + 1
            entry = (*(space.uid, seq, at, "anna", action, item.id, "{}", together([made]), None),)
            hash = link(hash, entry)
            values = {
                **row,
                **{"number": connection.numbers().next("remark"), "space_n": space.number},
                **{"item_n": number, "seq": seq, "salt": "salt", "commitment": made},
            }
            _insert(connection, statements, schema.ledger, (space.number, *entry[1:], hash))
            _insert(
                connection, statements, self.remark.table, [values[name] for name in kind.whole_row]
            )
            _insert(connection, statements, self.glance.table, (space.number, number, "anna"))
            moved = statements.get(
                lambda: update(schema.head).values(
                    seq=bindparam("new_seq"), hash=bindparam("new_hash"), at=bindparam("new_at")
                ),
            )
            connection.run(moved, {"new_seq": seq, "new_hash": hash, "new_at": at})

        _write(store, act)

    def close(self) -> None:
        self._stack.close()


def _id_is(name: str) -> Any:
    return schema.item.c.id == bindparam(name)


def _insert(connection: Any, statements: Any, table: Any, row: Any) -> None:
    statement = statements.get(lambda: insert(table), table.name)
    connection.many(statement, [tuple(row)])


def _write(store: Memory, act: Any) -> None:
    session = store.acting_as(ADA)._session
    database: Any = session.store._database  # type: ignore[attr-defined]
    with database.writing(session.scope()) as connection:
        connection.enter(session.space.number)
        act(connection, database.statements)
        database.commit(connection)


@pytest.fixture
def place(clock: FrozenClock, tmp_path: Path) -> Iterator[Place]:
    with two_more_tables() as described:
        found = Place(described, clock, tmp_path)
        try:
            yield found
        finally:
            found.close()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_is_sealed(place: Place, engine: str) -> None:
    """What the ledger commits to is held against the row, and a changed one is found."""
    store = place.open(engine)
    place.write(store, store.add(content="Ellen retires at 58."), "so she said")
    assert store.verify().ok
    place.tamper(store, "so he said")
    broken = store.verify().broken_at
    assert broken is not None
    assert broken.reason == "the remark row of rem_so  was changed"


def test_it_is_erased(place: Place, engine: str) -> None:
    """What belongs to an erased item is emptied or removed, the rest stays, and the chain holds;
    who fills an emptied row again is found."""
    store = place.open(engine)
    gone, stays = store.add(content="Ellen retires."), store.add(content="Ada stays.")
    place.write(store, gone, "gone with it")
    place.write(store, stays, "stays here")
    certificate = store.acting_as(ADA).erase(gone.id, reason="asked to")
    assert certificate.removed["remark"] == certificate.removed["glance"] == 1
    words = {row["words"]: row["salt"] for row in place.rows(store, place.remark)}
    assert words == {"[erased]": None, "stays here": "salt"}
    assert len(place.rows(store, place.glance)) == 1
    assert store.verify().ok
    place.tamper(store, "gone with it")
    assert not store.verify().ok
    assert {"remark", "glance"} <= set(changed_tables())  # so that their bytes are scrubbed


@pytest.mark.parametrize("to", ENGINES)
def test_it_moves_with_its_space(place: Place, engine: str, to: str, tmp_path: Path) -> None:
    """An export and a backup take its rows along, and they point to the same item elsewhere."""
    store = place.open(engine).acting_as(ADA)
    for content in ("first", "second"):
        item = store.add(content=content)
    place.write(store, item, "moves along")
    store.export(tmp_path / "space.jsonl")
    other = place.open(to, "other").acting_as(ADA)
    other.add(content="numbers differ here")
    moved = other.in_space("moved", "corporate").acting_as(ADA)
    moved.import_(tmp_path / "space.jsonl")
    store.backup(tmp_path / "copy.db")
    other = place.open(to, "copy").acting_as(ADA)  # on SQLite a backup is a store itself
    if to == "postgres":
        other._session.store.restore(tmp_path / "copy.db")
    for copy in (moved, other.in_space("northgate")):
        ((remark,), (glance,)) = place.rows(copy, place.remark), place.rows(copy, place.glance)
        assert remark["words"] == "moves along"
        assert remark["item_n"] == glance["item_n"] == _number(copy, item)
        assert copy.verify().ok


def test_it_is_walled(place: Place) -> None:
    """On PostgreSQL a caller who reads it without any condition gets what is theirs."""
    store = place.open("postgres")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    place.write(store, anna.add(content="mine", is_personal=True), "hers")
    place.write(store, bert.add(content="ours"), "open")
    assert {row["words"] for row in place.rows(store, place.remark, ANNA)} == {"hers", "open"}
    assert {row["words"] for row in place.rows(store, place.remark, BERT)} == {"open"}
    assert place.rows(store, place.glance, BERT) == []
    assert place.rows(store.in_space("southgate"), place.remark) == []


def test_the_planner_takes_no_samples_of_it(place: Place) -> None:
    """On PostgreSQL no column that holds text is sampled, unless the description says so."""
    store = place.open("postgres")
    database: Any = store._session.store._database  # type: ignore[attr-defined]
    with database.as_login() as raw:
        found = raw.execute(
            "SELECT attname FROM pg_attribute WHERE attstattarget = 0 AND attnum > 0 "
            "AND attrelid = 'remembrancer.remark'::regclass"
        ).fetchall()
    assert {row[0] for row in found} == {"id", "words", "salt", "commitment"}


def _number(store: Memory, item: Item) -> int:
    session = store._session
    database: Any = session.store._database  # type: ignore[attr-defined]
    statement = database.statements.get(
        lambda: text("SELECT number FROM item WHERE id = :id AND space_n = :space_n")
    )
    with database.reading(session.scope()) as connection:
        values = {"id": item.id, "space_n": session.space.number}
        return int(connection.one(statement, values)[0])
