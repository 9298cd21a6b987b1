"""Tampering: whoever changes the file behind our back is found out, and told where."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from remembrancer import Memory, Verification
from remembrancer.core.hashing import commitment
from remembrancer.store import schema
from remembrancer.store.unit import committed_columns
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.conftest import START
from tests.lived_space import live
from tests.people import ADA, ANNA, BERT

TABLES = [
    *(kind.table for kind in committed_columns.every()),
    schema.ledger,
    schema.head,
    schema.item,
    schema.reason,
]

# Columns whose change `verify()` alone cannot or need not find, each with the reason.
LEFT_OUT: dict[str, str] = {
    "space.key": "found against an exported head, which is signed with it",
    "space.name": "a space keeps its chain when it is imported under another name",
    "item.same_hash": "a keyed hash that finds a repeated capture, and no knowledge",
    "source.same_hash": "the same",
    **dict.fromkeys(
        (
            f"{table}.number"
            for table in (
                *("evidence", "message", "standing", "relation", "vote", "erased"),
                *("entity_version", "edge", "edge_evidence"),
            )
        ),
        "the store's own key: rows count by their public ids, so that a space can move",
    ),
    "person.number": "the same",
    "head.folded_upto": "found where it matters: when the counts beside it no longer fit",
}


# Of a conversation that is not the row's own.
OTHER_TALK = (
    "(SELECT min(conversation.number) FROM conversation "
    "WHERE conversation.number <> standing.conversation_n)"
)


class Store(NamedTuple):
    """A lived-in store that is open, and the file as it was before anybody touched it."""

    memory: Memory
    path: Path
    pristine: sqlite3.Connection


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("lived") / "memory.db"
    clock = FrozenClock(START)
    # No thread of its own: it would meet the hands of the tests.
    with Memory.open(
        path,
        space="northgate",
        preset="corporate",
        clock=clock,
        embedder=HashingEmbedder(8),
        background=False,
    ) as memory:
        other = memory.in_space("southgate", "corporate")
        other.add(content="another tenant")
        live(memory, clock)
        memory.jobs.wait()
        with closing(sqlite3.connect(":memory:")) as pristine, closing(_raw(path)) as raw:
            raw.backup(pristine)
            yield Store(memory.acting_as(ADA), path, pristine)


@pytest.fixture
def raw(store: Store) -> Iterator[sqlite3.Connection]:
    """The file opened by somebody with an SQLite shell; put right again afterwards."""
    with closing(_raw(store.path)) as connection:
        try:
            yield connection
        finally:
            connection.rollback()
            store.pristine.backup(connection)


def _raw(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    connection.execute("PRAGMA foreign_keys=OFF")
    return connection


def northgate(raw: sqlite3.Connection) -> int:
    (number,) = raw.execute("SELECT number FROM space WHERE name = 'northgate'").fetchone()
    return int(number)


def is_found(store: Store) -> Verification:
    """Passes if the walk finds a break and names its place."""
    found = store.memory.verify()
    assert not found.ok
    broken = found.broken_at
    assert broken is not None
    assert broken.reason
    assert broken.seq is not None or broken.target is not None
    assert str(broken)
    return found


def test_an_untouched_store_is_whole(store: Store, raw: sqlite3.Connection) -> None:
    """The walk of a lived-in space finds nothing, in the original and in a copy of the file."""
    found = store.memory.verify()
    assert (found.ok, found.broken_at) == (True, None)
    assert found.rows == found.head.seq > 25
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = store.path.with_name("copy.db")
    shutil.copy(store.path, copy)
    with Memory.open(copy, space="northgate", background=False) as memory:
        assert memory.verify(found.head).ok


def test_every_table_has_rows_to_touch(raw: sqlite3.Connection) -> None:
    """The life of the space has filled each of the tables that are tried here."""
    for table in TABLES:
        (count,) = raw.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()
        assert count, table.name


# -- every column of every sealed table


def _columns() -> list[str]:
    return [f"{table.name}.{column.name}" for table in TABLES for column in table.c]


class Spot(NamedTuple):
    """One value in one row."""

    table: str
    column: str
    where: str  # finds the row
    value: Any


def spot(raw: sqlite3.Connection, name: str, *, null: bool = False) -> Spot | None:
    """A row of northgate that has something (or nothing) in this column; the last of them."""
    table, column = name.split(".")
    own = "number" if table == "space" else "space_n"
    keys = [key.name for key in schema.metadata.tables[table].primary_key]
    is_null = "IS NULL" if null else "IS NOT NULL"
    row = raw.execute(
        f'SELECT {", ".join(keys)}, "{column}" FROM "{table}" WHERE {own} = ? '
        f'AND "{column}" {is_null} ORDER BY {", ".join(f"{key} DESC" for key in keys)} LIMIT 1',
        (northgate(raw),),
    ).fetchone()
    if row is None:
        return None
    where = " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=False))
    return Spot(table, column, where, row[-1])


def put(raw: sqlite3.Connection, at: Spot, expression: str, value: object = None) -> bool:
    """Writes over the spot; False if the schema itself does not let it happen."""
    values = (value,) if "?" in expression else ()
    try:
        with raw:
            raw.execute(
                f'UPDATE "{at.table}" SET "{at.column}" = {expression} WHERE {at.where}', values
            )
    except sqlite3.IntegrityError:
        return False
    return True


def another(value: Any) -> list[Any]:
    """Values of the same type; the second where the first is taken."""
    if isinstance(value, bytes):
        return [value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"]
    if isinstance(value, float):
        return [value / 2 + 0.1]
    return [1 - value if value in (0, 1) else value + 1, value + 1_000]


COLUMNS = pytest.mark.parametrize("name", [one for one in _columns() if one not in LEFT_OUT])


@COLUMNS
def test_a_changed_value_is_found(store: Store, raw: sqlite3.Connection, name: str) -> None:
    """One value of one row replaced by another of its kind: the walk finds it and says where."""
    at = spot(raw, name)
    if at is None:
        at = spot(raw, name, null=True)
        assert at is not None
        assert put(raw, at, "?", "x")
    else:
        is_text = isinstance(at.value, bytes) and _type(raw, at) == "text"
        assert any(
            put(raw, at, "CAST(? AS TEXT)" if is_text else "?", value)
            for value in another(at.value)
        )
    is_found(store)


def manglings(raw: sqlite3.Connection, name: str) -> Iterator[tuple[str, Spot, str]]:
    """Ways to spoil a value that are more than another value of its kind."""
    full, empty = spot(raw, name), spot(raw, name, null=True)
    if full is not None:
        yield "emptied", full, "NULL"
        yield "bytes in its place", full, "x'00626c6f62'"
        if _type(raw, full) == "text":
            rest = bytes(full.value)[1:].hex()
            yield "a flipped bit that makes it no text", full, f"CAST(x'ff{rest}' AS TEXT)"
    if empty is not None:
        kind = schema.metadata.tables[empty.table].c[empty.column].type.python_type
        values = ("1",) if kind is int else ("'x'", "''", "CAST(x'00' AS TEXT)", "x'00'")
        for value in values:
            yield f"{value} where nothing was", empty, value


@COLUMNS
def test_a_mangled_value_is_found(store: Store, raw: sqlite3.Connection, name: str) -> None:
    """Emptied, filled in, made unreadable or of another type: found, and no crash of the walk."""
    missed = []
    for what, at, expression in list(manglings(raw, name)):
        if not put(raw, at, expression):
            continue  # the schema itself does not let it happen
        try:
            is_found(store)
        except (AssertionError, Exception) as error:
            missed.append(f"{what}: {type(error).__name__}")
        store.pristine.backup(raw)
    assert missed == []


def _type(raw: sqlite3.Connection, at: Spot) -> str:
    row = raw.execute(f'SELECT typeof("{at.column}") FROM "{at.table}" WHERE {at.where}').fetchone()
    return str(row[0].decode())


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_left_out_for_a_reason(
    store: Store, raw: sqlite3.Connection, name: str
) -> None:
    """If the walk learns to find one of these, it should leave the list."""
    at = spot(raw, name)
    assert at is not None
    is_text = _type(raw, at) == "text"
    assert any(
        put(raw, at, "CAST(? AS TEXT)" if is_text else "?", value) for value in another(at.value)
    )
    assert store.memory.verify().ok
    assert LEFT_OUT[name]


def test_a_text_and_its_look_alike_are_told_apart(store: Store, raw: sqlite3.Connection) -> None:
    """Bytes in the place of a text that reads like them are not the same value."""
    memory = store.memory.acting_as(ANNA)
    item = memory.add(content="b'abc'", title="7", subject="None")
    assert store.memory.verify().ok
    for column, expression in (("content", "x'616263'"), ("title", "7"), ("subject", "NULL")):
        with raw:
            raw.execute(
                f"UPDATE version SET {column} = {expression} WHERE item_n = "
                "(SELECT number FROM item WHERE id = ?)",
                (item.id,),
            )
        stored = raw.execute(
            f"SELECT typeof({column}) FROM version JOIN item ON item.number = item_n WHERE id = ?",
            (item.id,),
        ).fetchone()
        if stored != (b"text",):  # SQLite turns a number into the same text by itself
            is_found(store)
        with raw:
            raw.execute(
                f"UPDATE version SET {column} = ? WHERE item_n = "
                "(SELECT number FROM item WHERE id = ?)",
                (getattr(item, column), item.id),
            )
        assert store.memory.verify().ok


# -- rows that came, went or moved


def rows_of(raw: sqlite3.Connection, table: str) -> list[str]:
    """How to find each row of northgate in the table."""
    own = "number" if table == "space" else "space_n"
    keys = [key.name for key in schema.metadata.tables[table].primary_key]
    listed = raw.execute(
        f'SELECT {", ".join(keys)} FROM "{table}" WHERE {own} = ? ORDER BY {", ".join(keys)}',
        (northgate(raw),),
    ).fetchall()
    return [
        " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=True))
        for row in listed
    ]


DELETABLE = [table.name for table in TABLES if table.name not in ("space", "head")]


@pytest.mark.parametrize("table", DELETABLE)
def test_a_deleted_row_is_found(store: Store, raw: sqlite3.Connection, table: str) -> None:
    """Whichever row of whichever table is taken out, first, middle or last."""
    places = rows_of(raw, table)
    for place in {places[0], places[len(places) // 2], places[-1]}:
        with raw:
            raw.execute(f'DELETE FROM "{table}" WHERE {place}')
        is_found(store)
        store.pristine.backup(raw)


def test_a_deleted_head_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """A chain without its head is broken."""
    with raw:
        raw.execute("DELETE FROM head WHERE space_n = ?", (northgate(raw),))
    is_found(store)


@pytest.mark.parametrize("table", [table.name for table in TABLES if table.name != "head"])
def test_a_doubled_row_is_found(store: Store, raw: sqlite3.Connection, table: str) -> None:
    """A copy of a row under a new key is a row that the ledger does not know."""
    columns = [column.name for column in schema.metadata.tables[table].c]
    place = rows_of(raw, table)[-1]
    fresh = {
        "number": f'(SELECT max(number) + 1 FROM "{table}")',
        "id": "id || 'x'",
        "name": "name || 'x'",
        "principal": "principal || 'x'",
        "same_hash": "NULL",
        "row_commitment": "row_commitment || 'x'",
        "conversation_n": OTHER_TALK if table == "standing" else "conversation_n",
    }
    if table in ("ledger", "reason"):
        fresh["seq"] = "seq + 1"
    values = ", ".join(fresh.get(column, f'"{column}"') for column in columns)
    with raw:
        raw.execute(f'INSERT INTO "{table}" SELECT {values} FROM "{table}" WHERE {place}')
    if table == "space":
        assert store.memory.verify().ok  # another space, whose own chain is missing
        with Memory.open(store.path, space="northgatex", background=False) as memory:
            assert not memory.verify().ok
        return
    is_found(store)


@pytest.mark.parametrize("pair", [(1, 2), (5, 6), (3, 20), (-2, -1)])
def test_reordered_entries_are_found(
    store: Store, raw: sqlite3.Connection, pair: tuple[int, int]
) -> None:
    """Two ledger rows that changed places do not follow from each other."""
    end = store.memory.verify().head.seq
    first, second = (place if place > 0 else end + 1 + place for place in pair)
    move = "UPDATE ledger SET seq = ? WHERE seq = ? AND space_n = ?"
    with raw:
        for new, old in ((0, first), (first, second), (second, 0)):
            raw.execute(move, (new, old, northgate(raw)))
    broken = is_found(store).broken_at
    assert broken is not None
    assert broken.seq == first


def test_an_inserted_entry_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """A ledger row of somebody's own making, pushed in between, is told by its position."""
    with raw:
        for seq in range(store.memory.verify().head.seq, 9, -1):
            raw.execute(
                "UPDATE ledger SET seq = ? WHERE seq = ? AND space_n = ?",
                (seq + 1, seq, northgate(raw)),
            )
        raw.execute(
            "INSERT INTO ledger SELECT space_n, 10, at, actor, action, target, detail, "
            "commitment, reason_commitment, hash FROM ledger WHERE seq = 9 AND space_n = ?",
            (northgate(raw),),
        )
    broken = is_found(store).broken_at
    assert broken is not None
    assert broken.seq == 10


def test_a_swapped_version_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """The words of one version in the place of another, salt, commitment and all."""
    columns = [
        column.name
        for column in schema.version.c
        if column.name not in ("number", "seq", "item_n", "version", "until_seq", "document_n")
    ]
    setting = ", ".join(
        f'"{column}" = (SELECT "{column}" FROM version AS other WHERE other.number = ?)'
        for column in columns
    )
    (old, new) = raw.execute(
        "SELECT min(number), max(number) FROM version WHERE space_n = ?", (northgate(raw),)
    ).fetchone()
    with raw:
        raw.execute(f"UPDATE version SET {setting} WHERE number = ?", [*[new] * len(columns), old])
    is_found(store)


def test_a_rolled_back_row_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """An earlier state of a person or a vote, true in its time, does not pass for today's."""
    before = raw.execute("SELECT * FROM person").fetchall()
    vote = raw.execute("SELECT * FROM vote").fetchall()
    store.memory.admin.join_group(ANNA.name, "board")
    store.memory.acting_as(ANNA).vote(_voted(raw), 1)
    assert store.memory.verify().ok
    for table, rows in (("person", before), ("vote", vote)):
        kept = raw.execute(f"SELECT * FROM {table}").fetchall()
        _refill(raw, table, rows)
        is_found(store)
        _refill(raw, table, kept)
        assert store.memory.verify().ok


def _voted(raw: sqlite3.Connection) -> str:
    (id,) = raw.execute(
        "SELECT item.id FROM item JOIN vote ON vote.item_n = item.number"
    ).fetchone()
    return str(id.decode())


def _refill(raw: sqlite3.Connection, table: str, rows: list[Any]) -> None:
    marks = ", ".join(
        "CAST(? AS TEXT)" if "TEXT" in str(column.type) else "?"
        for column in schema.metadata.tables[table].c
    )
    with raw:
        raw.execute(f"DELETE FROM {table}")
        raw.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def test_an_item_that_the_ledger_does_not_know_is_found(
    store: Store, raw: sqlite3.Connection
) -> None:
    """A whole item with a version of its own, made without us, with a commitment that fits."""
    number = northgate(raw)
    (item_n, version_n) = raw.execute(
        "SELECT (SELECT max(number) FROM item), (SELECT max(number) FROM version)"
    ).fetchone()
    columns = [column.name for column in schema.version.c]
    last = raw.execute("SELECT * FROM version WHERE number = ?", (version_n,)).fetchone()
    version = dict(zip(columns, last, strict=True))
    version |= {"number": version_n + 1, "item_n": item_n + 1, "version": 1, "until_seq": None}
    version |= {key: one.decode() for key, one in version.items() if isinstance(one, bytes)}
    values = [version[str(column.key)] for column in committed_columns.VERSION.columns]
    owner, at = ANNA.name, version["at"]
    version["commitment"] = commitment(version["salt"], ["km_ffffffffffff", owner, at, *values])
    item = {column.name: None for column in schema.item.c} | {
        "number": item_n + 1,
        "space_n": number,
        "id": "km_ffffffffffff",
        "owner": owner,
        "audience": version["audience"],
        "is_personal": version["is_personal"],
        "review": version["review"],
        "created_at": at,
        "current": version_n + 1,
    }
    with raw:
        for table, row in (("version", version), ("item", item)):
            names = [column.name for column in schema.metadata.tables[table].c]
            marks = ", ".join("?" * len(names))
            raw.execute(f"INSERT INTO {table} VALUES ({marks})", [row[name] for name in names])
    is_found(store)


def test_a_reason_nobody_gave_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """A reason written beside an entry without one, and one beside no entry at all."""
    end = store.memory.verify().head.seq
    (bare,) = raw.execute(
        "SELECT seq FROM ledger WHERE space_n = ? AND reason_commitment IS NULL", (northgate(raw),)
    ).fetchone()
    for seq in (bare, end + 5):
        with raw:
            raw.execute("INSERT INTO reason VALUES (?, ?, 'because', x'00')", (northgate(raw), seq))
        is_found(store)
        store.pristine.backup(raw)


def test_a_word_moved_from_the_text_into_the_salt_is_found(
    store: Store, raw: sqlite3.Connection
) -> None:
    """A reason that lost its first word to its own salt is a changed reason."""
    (seq,) = raw.execute(
        "SELECT seq FROM reason WHERE space_n = ? AND text LIKE 'checked %'", (northgate(raw),)
    ).fetchone()
    with raw:
        raw.execute(
            "UPDATE reason SET salt = salt || 'checked ', text = 'in the code' "
            "WHERE seq = ? AND space_n = ?",
            (seq, northgate(raw)),
        )
    is_found(store)


@pytest.mark.parametrize("column", ["source_n", "message_n"])
def test_evidence_that_rests_on_nothing_is_found(
    store: Store, raw: sqlite3.Connection, column: str
) -> None:
    """Evidence that points to a source or message that is not there would no longer be shown."""
    with raw:
        raw.execute(
            f"UPDATE evidence SET {column} = 999999 WHERE number = "
            f"(SELECT max(number) FROM evidence WHERE space_n = ? AND {column} IS NULL)",
            (northgate(raw),),
        )
        assert raw.execute("SELECT changes()").fetchone() == (1,)
    is_found(store)


def test_evidence_moved_to_a_namesake_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """Message ids belong to their conversation: another `m1` elsewhere is another message."""
    anna = store.memory.acting_as(ANNA)
    anna.conversations.start("another-session")
    anna.conversations.append("another-session", {"id": "m1", "author_id": "x", "content": "No."})
    assert store.memory.verify().ok
    with raw:
        raw.execute(
            "UPDATE evidence SET message_n = (SELECT max(number) FROM message WHERE id = 'm1') "
            "WHERE message_n = (SELECT min(number) FROM message WHERE id = 'm1')"
        )
        assert raw.execute("SELECT changes()").fetchone() == (1,)
    is_found(store)


def test_a_message_moved_to_a_namesake_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """Two callers may use one conversation id: a message belongs to one of the two."""
    for who in (ANNA, BERT):
        own = store.memory.acting_as(who)
        own.conversations.start("diary", is_personal=True)
        own.conversations.append("diary", {"id": "d1", "author_id": "x", "content": "Dear diary."})
    assert store.memory.verify().ok
    with raw:
        raw.execute(
            "UPDATE message SET conversation_n = "
            "(SELECT max(number) FROM conversation WHERE id = 'diary') WHERE number = "
            "(SELECT min(number) FROM message WHERE id = 'd1')"
        )
    is_found(store)


# -- the tail and the head


def cut(raw: sqlite3.Connection, keep: int) -> None:
    """Takes the last changes off as somebody would who knows our tables: rows, ledger and head."""
    number = northgate(raw)
    with raw:
        for table in (
            *(
                kind.table.name
                for kind in committed_columns.every()
                if kind is not committed_columns.SPACE
            ),
        ):
            raw.execute(f'DELETE FROM "{table}" WHERE space_n = ? AND seq > ?', (number, keep))
        for table in ("ledger", "reason"):
            raw.execute(f"DELETE FROM {table} WHERE space_n = ? AND seq > ?", (number, keep))
        raw.execute(
            "UPDATE version SET until_seq = NULL WHERE space_n = ? AND until_seq > ?",
            (number, keep),
        )
        raw.execute(
            "DELETE FROM item WHERE space_n = ? AND number NOT IN (SELECT item_n FROM version)",
            (number,),
        )
        raw.execute(
            "UPDATE item SET current = (SELECT number FROM version WHERE item_n = item.number "
            "AND until_seq IS NULL) WHERE space_n = ?",
            (number,),
        )
        for column in ("audience", "is_personal", "review"):
            raw.execute(
                f"UPDATE item SET {column} = (SELECT version.{column} FROM version "
                "WHERE version.number = item.current) WHERE space_n = ?",
                (number,),
            )
        raw.execute(
            "UPDATE head SET seq = ?, hash = (SELECT hash FROM ledger WHERE space_n = ? AND "
            "seq = ?), at = (SELECT at FROM ledger WHERE space_n = ? AND seq = ?) "
            "WHERE space_n = ?",
            (keep, number, keep, number, keep, number),
        )


def test_a_cut_tail_is_found_against_an_exported_head(
    store: Store, raw: sqlite3.Connection
) -> None:
    """The chain cannot show that its tail is gone; a head that was kept elsewhere can."""
    memory = store.memory
    early = memory.verify().head
    for n in range(3):
        memory.acting_as(ANNA).add(content=f"the tail {n}")
    head = memory.verify().head
    assert memory.verify(early).ok
    cut(raw, early.seq)
    assert memory.verify().broken_at is None
    assert memory.verify(early).ok
    for kept in (head, str(head), head.model_dump_json()):
        found = memory.verify(kept)
        assert found.broken_at is not None
        assert found.broken_at.seq == early.seq + 1
        assert "tail was cut" in found.broken_at.reason


def test_a_rewritten_tail_is_found_against_an_exported_head(
    store: Store, raw: sqlite3.Connection
) -> None:
    """Cut, and written anew by ourselves: as long as before, but not the same."""
    memory = store.memory
    early = memory.verify().head
    memory.acting_as(ANNA).add(content="the true tail")
    head = memory.verify().head
    cut(raw, early.seq)
    memory.acting_as(ANNA).add(content="another tail")
    memory.acting_as(ANNA).add(content="and more")
    assert memory.verify().ok
    found = memory.verify(head)
    assert found.broken_at is not None
    assert found.broken_at.seq == head.seq
    assert "rewritten" in found.broken_at.reason


@pytest.mark.parametrize(
    "forge",
    [
        lambda head: head.model_copy(update={"seq": head.seq - 1}),
        lambda head: head.model_copy(update={"hash": "0" * 64}),
        lambda head: head.model_copy(update={"signature": "0" * 64}),
        lambda head: head.model_copy(update={"space": "0" * 32}),
        lambda head: head.model_copy(update={"seq": 0, "hash": "0" * 64}),
    ],
    ids=["seq", "hash", "signature", "space", "nothing"],
)
def test_a_forged_head_is_told(store: Store, forge: Callable[[Any], Any]) -> None:
    """A head that this store did not sign proves nothing, and is said to prove nothing."""
    found = store.memory.verify(forge(store.memory.verify().head))
    assert not found.ok
    assert found.broken_at is not None
    assert "exported head" in found.broken_at.reason


def test_a_head_of_another_space_is_told(store: Store) -> None:
    """Each space signs with its own key."""
    head = store.memory.in_space("southgate").verify().head
    found = store.memory.verify(head)
    assert found.broken_at is not None
    assert "another space" in found.broken_at.reason


def test_a_changed_key_is_found_against_an_exported_head(
    store: Store, raw: sqlite3.Connection
) -> None:
    """Whoever exchanges the key to sign heads of its own does not know the old signatures."""
    head = store.memory.verify().head
    with raw:
        raw.execute("UPDATE space SET key = x'00' WHERE name = 'northgate'")
    with Memory.open(store.path, space="northgate", background=False) as memory:
        assert not memory.verify(head).ok


def test_another_space_s_damage_is_its_own(store: Store, raw: sqlite3.Connection) -> None:
    """A broken neighbour does not break this space's chain."""
    with raw:
        raw.execute("UPDATE version SET content = 'changed' WHERE space_n <> ?", (northgate(raw),))
    assert store.memory.verify().ok
    assert not store.memory.in_space("southgate").verify().ok


def test_tampering_shows_in_words(store: Store, raw: sqlite3.Connection) -> None:
    """The finding reads as a sentence: where, and what is wrong there."""
    (number, id, seq) = raw.execute(
        "SELECT version.number, item.id, version.seq FROM version JOIN item "
        "ON item.number = version.item_n WHERE version.space_n = ? ORDER BY version.seq LIMIT 1",
        (northgate(raw),),
    ).fetchone()
    with raw:
        raw.execute("UPDATE version SET content = 'It never retries.' WHERE number = ?", (number,))
    broken = is_found(store).broken_at
    assert broken is not None
    assert (broken.seq, broken.target) == (seq, id.decode())
    assert str(broken) == f"position {seq}: the version row of {id.decode()} was changed"
    assert json.loads(broken.model_dump_json())["seq"] == seq
