"""Scrubbing the table of vectors in place, because rebuilding its index takes longest of all.

VACUUM overwrites removed vectors in an HNSW index, and frees their rows' room in the table without
overwriting it. Rows of one model are all of one size, so this room is filled exactly with rows of
zeros, which are then rolled back. The cost grows with what was removed; nobody is locked out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from remembrancer.core.limits import VECTORS_SCRUBBED_SHARE_MAX
from remembrancer.store.postgres.postgres_connection import (
    MARK_ONE_KIND,
    ONE_KIND_OF_VECTOR,
    enter_as_login,
)
from remembrancer.store.postgres.postgres_link import Raw

_PAGE_BYTES = 8_192
_PAGE_HEADER_BYTES = 24
_ROW_POINTER_BYTES = 4
_INLINE_BYTES_MAX = 2_032  # a larger row is kept in parts, of which the last has its own size
_ROOM_UNIT_BYTES = 32  # in these the server records how much room a page has
_FULL_PAGES = 8  # a batch of fillers that got as many new pages found no room in the others
_FULL_BATCHES = 2  # one could be misled by pages that another program adds
_SPARE_BATCHES = 64  # more than the table has room for, since others write as well
_NO_SPACE = 0  # no space has this number, so nobody can see a filler
_INDEXES = (
    "SELECT pg_get_indexdef(indexrelid) FROM pg_index "
    "WHERE indrelid = 'vector'::regclass AND indisvalid AND pg_get_indexdef(indexrelid) "
    "LIKE '%USING hnsw%'"
)
_NUMBER = "SELECT reltuples FROM pg_class WHERE oid = 'vector'::regclass"
_REMOVED = "SELECT pg_stat_get_dead_tuples('vector'::regclass)"
_PAGES = f"SELECT pg_relation_size('vector') / {_PAGE_BYTES}"
# The document of a filler is unique too: it is drawn from the numbers that rows are given.
_FILLERS = (
    "INSERT INTO vector (number, space_n, document_n, model, part, vector) "
    f"SELECT drawn.n, {_NO_SPACE}, drawn.n, %s, 0, "
    "array_fill(0::real, ARRAY[%s])::{schema}.vector "
    "FROM (SELECT nextval('row_number') * 64 + %s AS n FROM generate_series(1, %s)) AS drawn"
)
_FIT = (
    "SELECT current_setting('block_size') = '8192' AND pg_attribute.attstorage = 'e' "
    "AND pg_type.typalign = 'i' FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid "
    "WHERE attrelid = 'vector'::regclass AND attname = 'vector'"
)


class VectorKind(NamedTuple):
    """What all vectors of the store have in common."""

    model: str
    dimensions: int

    @property
    def row_bytes(self) -> int:
        """The size of a row: its header, three numbers, the model, the part and the vector."""
        text = _rounded(24 + 3 * 8 + 1 + len(self.model.encode()), 4)
        return _rounded(text + 4 + 8 + 4 * self.dimensions, 8)


def clean(raw: Raw, schema: str) -> bool:
    """Removes the bytes of removed vectors; False: the table must be rewritten for that.

    It relies on older transactions having ended, which rewriting other tables has shown.
    """
    kind = _only_kind(raw)
    if kind is None or not _is_worth_it(raw):
        return False
    known = raw.execute("SELECT 1 FROM upkeep WHERE what = %s", (ONE_KIND_OF_VECTOR,)).fetchone()
    if known is None:
        return False  # rows of another size may have left bytes
    # Without index cleanup few removed rows would stay in the index. A page that somebody reads
    # would be skipped, unless no page may be.
    raw.execute("VACUUM (INDEX_CLEANUP ON, DISABLE_PAGE_SKIPPING) vector")
    is_full = _fill(raw, schema, kind)
    raw.execute("VACUUM vector")
    return is_full


def note_rewritten(raw: Raw) -> None:
    """Records after a rewrite whether all vectors are of one kind."""
    if len(_models(raw)) <= 1:
        raw.execute(f"{MARK_ONE_KIND} ON CONFLICT DO NOTHING".encode())
    else:
        raw.execute("DELETE FROM upkeep WHERE what = %s", (ONE_KIND_OF_VECTOR,))


def _only_kind(raw: Raw) -> VectorKind | None:
    """The kind of all vectors; None: there are several, or they have no index yet."""
    indexes = raw.execute(_INDEXES).fetchall()
    if len(indexes) != 1:
        return None
    # As `postgres_vectors` makes it.
    match = re.search(r"vector\((\d+)\).* WHERE \(?model = '(.*?)'::text", indexes[0][0], re.S)
    fit = raw.execute(_FIT).fetchone()
    if match is None or fit is None or not fit[0]:
        return None
    kind = VectorKind(match[2].replace("''", "'"), int(match[1]))
    if kind.row_bytes > _INLINE_BYTES_MAX or _models(raw) - {kind.model}:
        return None
    return kind


def _models(raw: Raw) -> set[str]:
    """The models whose vectors are stored, in any space."""
    models: set[str] = set()
    with raw.transaction():
        enter_as_login(raw, _NO_SPACE)
        for (space_n,) in raw.execute("SELECT number FROM space").fetchall():
            enter_as_login(raw, space_n)
            row = raw.execute("SELECT min(model), max(model) FROM vector").fetchone()
            models |= {model for model in row or () if model is not None}
    return models


def _is_worth_it(raw: Raw) -> bool:
    """The index is repaired around each removed vector, so that with many a rebuild is faster."""
    (number,), (removed,) = (raw.execute(query).fetchone() or (0,) for query in (_NUMBER, _REMOVED))
    return bool(removed <= VECTORS_SCRUBBED_SHARE_MAX * number)


def _fill(raw: Raw, schema: str, kind: VectorKind) -> bool:
    """Overwrites all free room with rows of zeros, and rolls them back; False: room was left."""
    size = kind.row_bytes
    # The server finds room in whole units only, so it misses exact fits. A smaller row is found
    # there, and what it leaves was the header of a row and no vector.
    smaller = size // _ROOM_UNIT_BYTES * _ROOM_UNIT_BYTES
    page = _PAGE_BYTES - _PAGE_HEADER_BYTES
    leftover = page % (size + _ROW_POINTER_BYTES)
    sizes = [size] if smaller in (size, min(size, leftover)) else [size, smaller]
    raw.execute("BEGIN")
    try:
        enter_as_login(raw, _NO_SPACE)
        return all(_fill_with(raw, schema, kind, each) for each in sizes)
    finally:
        raw.execute("ROLLBACK")


def _fill_with(raw: Raw, schema: str, kind: VectorKind, size: int) -> bool:
    rows = _FULL_PAGES * ((_PAGE_BYTES - _PAGE_HEADER_BYTES) // (size + _ROW_POINTER_BYTES))
    model = "\x01" * len(kind.model.encode())  # the index holds the model's own rows alone
    dimensions = kind.dimensions - (kind.row_bytes - size) // 4
    (pages,) = raw.execute(_PAGES).fetchone() or (0,)
    full = 0
    for _ in range(int(pages) // _FULL_PAGES + _SPARE_BATCHES):
        (before,) = raw.execute(_PAGES).fetchone() or (0,)
        raw.execute(_FILLERS.format(schema=schema).encode(), (model, dimensions, size, rows))
        (after,) = raw.execute(_PAGES).fetchone() or (0,)
        full = full + 1 if after - before >= _FULL_PAGES else 0
        if full == _FULL_BATCHES:
            return True
    return False


def _rounded(size: int, unit: int) -> int:
    return -(-size // unit) * unit
