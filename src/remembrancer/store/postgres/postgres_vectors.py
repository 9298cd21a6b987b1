"""Indexes for vector search: one for each model and vector size."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from remembrancer.core.limits import VECTORS_WITHOUT_INDEX_MAX
from remembrancer.store.postgres.postgres_connection import enter_as_login
from remembrancer.store.postgres.postgres_link import Raw

_USABLE = """
    SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indisvalid
"""
_MAY_INDEX = """
    SELECT pg_has_role(relowner, 'USAGE') AND NOT EXISTS (
        SELECT 1 FROM pg_index JOIN pg_class AS made ON made.oid = indexrelid
        WHERE indrelid = pg_class.oid AND indisvalid AND starts_with(made.relname, %s)
    ) FROM pg_class WHERE oid = 'vector'::regclass
"""
_INDEXING = 0x524D4256  # the advisory lock for creating one
# An index that does not fit into it while it is made takes several times as long.
_MEMORY = """
    SELECT set_config('maintenance_work_mem', '256MB', false) FROM pg_settings
    WHERE name = 'maintenance_work_mem' AND setting::bigint < 262144
"""
_DIMENSIONS_MAX = 2_000  # the maximum of a pgvector index


def may_index(raw: Raw, model: str) -> bool:
    """Whether a model has no index, and this login owns the tables."""
    begin = _name(model, 0).removesuffix("0")
    rows = raw.execute(_MAY_INDEX.encode(), (begin,)).fetchall()
    return bool(rows and rows[0][0])


def index_vectors(raw: Raw, schema: str, only: str | None = None) -> None:
    """Creates missing indexes, or that of one model. Writers can continue meanwhile."""
    # Another process may be making one right now. Its own would be in the way of ours.
    raw.execute("SELECT pg_advisory_lock(%s)", (_INDEXING,))
    try:
        for model, size in _unindexed(raw, schema):
            if only in (None, model):
                _create(raw, schema, model, size)
    finally:
        raw.execute("SELECT pg_advisory_unlock(%s)", (_INDEXING,))


def _create(raw: Raw, schema: str, model: str, size: int) -> None:
    quoted = model.replace("'", "''")
    raw.execute(_MEMORY.encode())
    # An index whose creation was interrupted exists but is invalid.
    raw.execute(f"DROP INDEX IF EXISTS {_name(model, size)}".encode())
    raw.execute(
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {_name(model, size)} ON vector "
        f"USING hnsw ((vector::{schema}.vector({size})) {schema}.vector_cosine_ops) "
        f"WHERE model = '{quoted}'".encode()
    )
    # The planner's samples of an index would keep vectors that were erased elsewhere.
    unsampled = f"ALTER INDEX {_name(model, size)} ALTER COLUMN 1 SET STATISTICS 0"
    raw.execute(unsampled.encode())


def problems(raw: Raw, schema: str) -> list[str]:
    """Models with so many vectors that searching without an index is slow."""
    return [
        f"The model {model!r} has {count:,} vectors and no index. Make it with `remembrancer "
        "doctor --rebuild-indexes`, as the owner of the tables."
        for (model, _), count in _unindexed(raw, schema).items()
        if count > VECTORS_WITHOUT_INDEX_MAX
    ]


def _unindexed(raw: Raw, schema: str) -> Counter[tuple[str, int]]:
    """Models and vector sizes without an index, with the number of vectors."""
    counts: Counter[tuple[str, int]] = Counter()
    known = {row[0] for row in raw.execute(_USABLE).fetchall()}
    first = (
        f"SELECT {schema}.vector_dims(vector) FROM vector WHERE space_n = %s AND model = %s LIMIT 1"
    )
    with raw.transaction():
        enter_as_login(raw, 0)
        for (space_n,) in raw.execute("SELECT number FROM space").fetchall():
            enter_as_login(raw, space_n)
            # The space is named in each, so that a cluster asks the one machine that has it.
            known_models = "SELECT model FROM embedded WHERE space_n = %s"
            for (model,) in raw.execute(known_models, (space_n,)).fetchall():
                # All vectors of a model have one size. Those of most models have an index, and
                # need not be counted.
                row = raw.execute(first.encode(), (space_n, model)).fetchone()
                if row is None or row[0] > _DIMENSIONS_MAX or _name(model, row[0]) in known:
                    continue
                counted = "SELECT count(*) FROM vector WHERE space_n = %s AND model = %s"
                (count,) = raw.execute(counted, (space_n, model)).fetchone() or (0,)
                counts[model, row[0]] += count
    return counts


def _name(model: str, size: int) -> str:
    return f"vector_{sha256(model.encode()).hexdigest()[:12]}_{size}"
