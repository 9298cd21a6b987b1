"""Tampering on a server: whoever changes rows as its superuser is found out, and told where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import psycopg
import pytest

from remembrancer import Memory, Verification
from remembrancer.store import schema
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.conftest import START
from tests.lived_space import live
from tests.people import ADA, ANNA, BERT
from tests.store.test_tampering import COLUMNS, DELETABLE, LEFT_OUT, TABLES, another

Raw = psycopg.Connection[tuple[Any, ...]]
ALL_TABLES = [table.name for table in schema.metadata.sorted_tables]


class Store(NamedTuple):
    """A lived-in store, and the server's superuser in it."""

    url: str
    memory: Memory
    raw: Raw

    @property
    def number(self) -> int:
        return self.memory._session.space.number

    def put_back(self, *tables: str) -> None:
        """As it was before anybody touched it."""
        with self.raw.transaction():
            for table in tables:
                self.raw.execute(f'TRUNCATE "{table}"'.encode())
                self.raw.execute(f'INSERT INTO "{table}" SELECT * FROM pristine."{table}"'.encode())


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    url, clock = postgres.fresh_url(), FrozenClock(START)
    # No thread of its own: it would meet the hands of the tests.
    options: dict[str, Any] = {
        "clock": clock,
        "embedder": HashingEmbedder(8),
        "background": False,
    }
    with Memory.open(url, space="northgate", preset="corporate", **options) as memory:
        memory.in_space("southgate", "corporate").add(content="another tenant")
        live(memory, clock)
        memory.jobs.wait()
        with psycopg.connect(url, autocommit=True) as raw:
            raw.execute("SET search_path TO remembrancer, public")
            raw.execute("CREATE SCHEMA pristine")
            for table in ALL_TABLES:
                raw.execute(f'CREATE TABLE pristine."{table}" AS TABLE "{table}"'.encode())
            yield Store(url, memory.acting_as(ADA), raw)


@contextmanager
def touched(store: Store, *tables: str) -> Iterator[None]:
    try:
        yield
    finally:
        store.put_back(*tables)


def is_found(store: Store) -> Verification:
    """Passes if the walk finds a break and names its place."""
    found = store.memory.verify()
    assert not found.ok
    assert found.broken_at is not None
    assert found.broken_at.reason
    assert found.broken_at.seq is not None or found.broken_at.target is not None
    return found


def test_an_untouched_store_is_whole(store: Store) -> None:
    """Also after its tables were emptied and filled again with the same rows."""
    assert store.memory.verify().ok
    store.put_back(*ALL_TABLES)
    assert store.memory.verify().ok


# -- every column of every sealed table


class Spot(NamedTuple):
    """One value in one row."""

    table: str
    column: str
    where: str  # finds the row
    value: Any


def spot(store: Store, name: str, *, null: bool = False) -> Spot | None:
    """A row of northgate that has something (or nothing) in this column; the last of them."""
    table, column = name.split(".")
    own = "number" if table == "space" else "space_n"
    keys = [key.name for key in schema.metadata.tables[table].primary_key]
    is_null = "IS NULL" if null else "IS NOT NULL"
    row = store.raw.execute(
        f'SELECT {", ".join(keys)}, "{column}" FROM "{table}" WHERE {own} = {store.number} '
        f'AND "{column}" {is_null} ORDER BY {", ".join(f"{key} DESC" for key in keys)} '
        "LIMIT 1".encode()
    ).fetchone()
    if row is None:
        return None
    return Spot(table, column, _where(keys, row), row[-1])


def _where(keys: list[str], row: tuple[Any, ...]) -> str:
    return " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=False))


def put(store: Store, at: Spot, value: object) -> bool:
    """Writes over the spot; False if the schema itself does not let it happen."""
    try:
        return postgres.put(store.raw, at.table, at.column, at.where, value) == 1
    except psycopg.IntegrityError:
        return False


def others(at: Spot) -> list[Any]:
    if isinstance(at.value, str):
        return [one.decode(errors="replace") for one in another(at.value.encode())]
    return another(at.value)


@COLUMNS
def test_a_changed_value_is_found(store: Store, name: str) -> None:
    """One value of one row replaced by another of its kind: the walk finds it and says where."""
    at = spot(store, name) or spot(store, name, null=True)
    assert at is not None
    with touched(store, at.table):
        values = others(at) if at.value is not None else [_something(at)]
        assert any(put(store, at, value) for value in values)
        is_found(store)


@pytest.mark.soak  # the walk that finds it is the same in a file, where it is always tried
@pytest.mark.full_soak
@COLUMNS
def test_a_value_that_comes_or_goes_is_found(store: Store, name: str) -> None:
    """Emptied, or filled where there was nothing."""
    for at in (spot(store, name), spot(store, name, null=True)):
        if at is None:
            continue
        with touched(store, at.table):
            if put(store, at, None if at.value is not None else _something(at)):
                is_found(store)


def _something(at: Spot) -> Any:
    kind = schema.metadata.tables[at.table].c[at.column].type.python_type
    return {int: 1, float: 0.5, bytes: b"x"}.get(kind, "x")


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_the_same_on_both_engines(store: Store, name: str) -> None:
    """What the walk need not find in a file, it need not find on a server."""
    at = spot(store, name)
    assert at is not None
    with touched(store, at.table):
        assert any(put(store, at, value) for value in others(at))
        assert store.memory.verify().ok


# -- rows that came, went or moved


def rows_of(store: Store, table: str) -> list[str]:
    """How to find each row of northgate in the table."""
    own = "number" if table == "space" else "space_n"
    keys = [key.name for key in schema.metadata.tables[table].primary_key]
    named = ", ".join(keys)
    listed = store.raw.execute(
        f'SELECT {named} FROM "{table}" WHERE {own} = {store.number} ORDER BY {named}'.encode()
    )
    return [_where(keys, row) for row in listed.fetchall()]


@pytest.mark.parametrize("table", [*DELETABLE, "head"])
def test_a_deleted_row_is_found(store: Store, table: str) -> None:
    """Whichever row of whichever table is taken out, first, middle or last."""
    places = rows_of(store, table)
    for place in {places[0], places[len(places) // 2], places[-1]}:
        with touched(store, table):
            store.raw.execute(f'DELETE FROM "{table}" WHERE {place}'.encode())
            is_found(store)


@pytest.mark.parametrize(
    "table", [table.name for table in TABLES if table.name not in ("head", "space")]
)
def test_a_doubled_row_is_found(store: Store, table: str) -> None:
    """A copy of a row under a new key is a row that the ledger does not know."""
    columns = [column.name for column in schema.metadata.tables[table].c]
    place = rows_of(store, table)[-1]
    fresh = {
        "conversation_n": _other_talk(store, place) if table == "standing" else "conversation_n",
        "number": f'(SELECT max(number) + 1 FROM "{table}")',
        "same_hash": "NULL",
        **{name: f"{name} || 'x'" for name in ("id", "name", "principal", "row_commitment")},
    }
    if table in ("ledger", "reason"):
        fresh["seq"] = "seq + 1"
    values = ", ".join(fresh.get(column, f'"{column}"') for column in columns)
    with touched(store, table):
        store.raw.execute(
            f'INSERT INTO "{table}" SELECT {values} FROM "{table}" WHERE {place}'.encode()
        )
        is_found(store)


def _other_talk(store: Store, place: str) -> str:
    """The number of a conversation that the row does not name."""
    ((own,),) = store.raw.execute(
        f"SELECT conversation_n FROM standing WHERE {place}".encode()
    ).fetchall()
    other = store.raw.execute("SELECT min(number) FROM conversation WHERE number <> %s", (own,))
    ((number,),) = other.fetchall()
    return str(number)


@pytest.mark.parametrize("pair", [(1, 2), (5, 6), (3, 20), (-2, -1)])
def test_reordered_entries_are_found(store: Store, pair: tuple[int, int]) -> None:
    """Two ledger rows that changed places do not follow from each other."""
    end = store.memory.verify().head.seq
    first, second = (place if place > 0 else end + 1 + place for place in pair)
    with touched(store, "ledger"):
        for new, old in ((0, first), (first, second), (second, 0)):
            store.raw.execute(
                "UPDATE ledger SET seq = %s WHERE seq = %s AND space_n = %s",
                (new, old, store.number),
            )
        broken = is_found(store).broken_at
        assert broken is not None
        assert broken.seq == first


def test_a_cut_tail_is_found_against_an_exported_head(store: Store) -> None:
    """The chain cannot show that its tail is gone; a head that was kept elsewhere can."""
    early = store.memory.verify().head
    with touched(store, *ALL_TABLES):
        store.memory.acting_as(ANNA).conversations.start("the tail")
        head = store.memory.verify().head
        for table in ("conversation", "ledger"):
            store.raw.execute(
                f"DELETE FROM {table} WHERE space_n = %s AND seq > %s".encode(),
                (store.number, early.seq),
            )
        store.raw.execute(
            "UPDATE head SET (seq, hash, at) = (%s, %s, (SELECT at FROM ledger WHERE "
            "ledger.space_n = head.space_n AND ledger.seq = %s)) WHERE space_n = %s",
            (early.seq, early.hash, early.seq, store.number),
        )
        assert store.memory.verify(early).ok
        broken = store.memory.verify(head).broken_at
        assert broken is not None
        assert broken.seq == early.seq + 1
        assert "tail was cut" in broken.reason


def test_a_message_moved_to_a_namesake_is_found(store: Store) -> None:
    """Two callers may use one conversation id: a message belongs to one of the two."""
    with touched(store, *ALL_TABLES):
        for who in (ANNA, BERT):
            own = store.memory.acting_as(who)
            own.conversations.start("diary", is_personal=True)
            own.conversations.append("diary", {"id": "d1", "author_id": "x", "content": "Dear."})
        assert store.memory.verify().ok
        store.raw.execute(
            "UPDATE message SET conversation_n = "
            "(SELECT max(number) FROM conversation WHERE id = 'diary') WHERE number = "
            "(SELECT min(number) FROM message WHERE id = 'd1')"
        )
        is_found(store)


def test_another_space_s_damage_is_its_own(store: Store) -> None:
    """A broken neighbour does not break this space's chain."""
    with touched(store, "version"):
        store.raw.execute(
            "UPDATE version SET content = 'changed' WHERE space_n <> %s", (store.number,)
        )
        assert store.memory.verify().ok
        assert not store.memory.in_space("southgate").verify().ok


@pytest.mark.parametrize(
    ("table", "change"),
    [("head", "documents = documents + 1"), ("document", "is_counted = 1 - is_counted")],
)
def test_counts_that_do_not_fit_are_found(store: Store, table: str, change: str) -> None:
    """A count that no text stands for, and texts that are counted otherwise."""
    with touched(store, table):
        store.raw.execute(f"UPDATE {table} SET {change} WHERE space_n = {store.number}".encode())
        is_found(store)
