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
_DIMENSIONS_MAX = 2_000  # the maximum of a pgvector index


def index_vectors(raw: Raw, schema: str) -> None:
    """Creates missing indexes. Writers can continue meanwhile."""
    for model, size in _unindexed(raw, schema):
        quoted = model.replace("'", "''")
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
    with raw.transaction():
        enter_as_login(raw, 0)
        for (space_n,) in raw.execute("SELECT number FROM space").fetchall():
            enter_as_login(raw, space_n)
            size_of = f"{schema}.vector_dims(vector)"
            grouped = (
                f"SELECT model, {size_of}, count(*) FROM vector "
                f"WHERE space_n = {int(space_n)} GROUP BY 1, 2"
            )
            for model, size, count in raw.execute(grouped.encode()).fetchall():
                counts[model, size] += count
    known = {row[0] for row in raw.execute(_USABLE).fetchall()}
    return Counter(
        {
            (model, size): count
            for (model, size), count in counts.items()
            if size <= _DIMENSIONS_MAX and _name(model, size) not in known
        }
    )


def _name(model: str, size: int) -> str:
    return f"vector_{sha256(model.encode()).hexdigest()[:12]}_{size}"
