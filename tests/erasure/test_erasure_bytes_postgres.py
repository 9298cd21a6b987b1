"""Erasure on a PostgreSQL server: random words, raw and stemmed, leave every table and file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from struct import pack
from typing import Any

import psycopg
import pytest

from remembrancer import Memory
from remembrancer.core.hashing import keyed_hash
from remembrancer.store.postgres import postgres_scrub, postgres_vector_scrub
from remembrancer.store.unit.erasure_rules import all_rules
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.erasure.test_erasure_bytes import ORDINARY, Canaries, Life, held, windows
from tests.footprint import rows
from tests.people import ADA
from tests.proofs.servers import OwnServer

pytestmark = pytest.mark.usefixtures("whole_scrub")

WHY = "asked to"
_FILLER = "abcdefiouy0123456789"  # none of the letters that canaries are written with
_HEX = b"0123456789abcdef"


class Server(OwnServer):
    """A server of our own, so that its files are known."""

    def __init__(self) -> None:
        super().__init__()
        self._run("ALTER SYSTEM SET fsync = off")  # nothing crashes here
        self._run("SELECT pg_reload_conf()")

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every data file of every database, written out. The log is named on certificates."""
        self._run("CHECKPOINT")
        base = self._folder / "base"
        for file in sorted(base.rglob("*")):
            if file.is_file():
                yield str(file.relative_to(base)), file.read_bytes()


def found(server: Server, tails: set[bytes]) -> dict[str, set[bytes]]:
    """Which tails stand in which file of the server."""
    there = {name: held(data, tails) for name, data in server.files()}
    return {name: some for name, some in there.items() if some}


def in_tables(url: str, tails: set[bytes]) -> set[str]:
    """Which tables hold a tail: ours, the server's own, and those of long texts."""
    with psycopg.connect(url) as raw:
        tables = raw.execute(
            "SELECT oid::regclass::text, relkind::text FROM pg_class WHERE relkind IN ('r', 't')"
        ).fetchall()
        return {name for name, kind in tables if held(_content(raw, name, kind), tails)}


def _content(raw: psycopg.Connection[Any], table: str, kind: str) -> bytes:
    if kind == "t":
        chunks = raw.execute(f"SELECT chunk_data FROM {table}".encode()).fetchall()
        return b"\n".join(chunk for (chunk,) in chunks)
    told = raw.execute(f"SELECT held::text FROM {table} AS held".encode()).fetchall()
    return "\n".join(row for (row,) in told).encode()


class LongLife(Life):
    """Also with texts so long that the server keeps them elsewhere, and cannot shorten."""

    def _secretly(self, number: int) -> None:
        super()._secretly(number)
        chance = random.Random(number)
        item = self.memory.add(content=self._long(chance), subject=self.subject)
        self.memory.update(item.id, content=self._long(chance), data={"x": self._long(chance)})
        self.memory.conversations.append(
            f"chat {number}",
            {"author_id": self.subject, "content": self._long(chance)},
        )

    def _long(self, chance: random.Random) -> str:
        fillers = ["".join(chance.choices(_FILLER, k=12)) for _ in range(400)]
        return " ".join([*fillers[:200], self.canaries.text(4), *fillers[200:]])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as started:
        yield started


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    made = server.fresh_url()
    yield made
    server.drop(made)


@pytest.fixture
def store(url: str, clock: FrozenClock) -> Iterator[Memory]:
    with Memory.open(
        url,
        space="northgate",
        preset="adviser",
        clock=clock,
        embedder=HashingEmbedder(16),
        background=False,
    ) as memory:
        yield memory


def measured(url: str) -> None:
    """The planner of the server takes samples of every table, as it does from time to time."""
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("ANALYZE")


@pytest.fixture
def life(store: Memory, url: str) -> Life:
    lived = LongLife(store, Canaries(1), with_canaries=True)
    lived.live()
    store.jobs.wait()
    store.acting_as(ADA).admin.rebuild_indexes()  # of vectors too
    measured(url)
    return lived


def hashes(url: str) -> set[bytes]:
    """Salts and hashes of texts: each could confirm a guess."""
    columns = [
        f"salt FROM {name}" for name, place in all_rules().items() if "salt" in place.cleared
    ] + [
        "salt FROM reason",
        "same_hash FROM item",
        "same_hash FROM source",
    ]
    with psycopg.connect(url) as raw:
        raw.execute("SET search_path TO remembrancer, public")
        return {
            value[-16:].encode()
            for column in [*columns, "body_hash FROM idempotency"]
            for (value,) in raw.execute(f"SELECT {column}".encode())
            if value is not None
        }


def hashes_found(server: Server, sought: set[bytes]) -> set[bytes]:
    """Which of them stand in a file of the server."""
    return {one for _, data in server.files() for one in windows(data, _HEX, 16) & sought}


def vectors(url: str) -> set[bytes]:
    """Vectors as they lie in the files, but for those that are almost all zeros."""
    with psycopg.connect(url) as raw:
        told = raw.execute("SELECT vector::text FROM remembrancer.vector").fetchall()
    values = [[float(one) for one in vector[1:-1].split(",")] for (vector,) in told]
    return {pack(f"<{len(some)}f", *some) for some in values if some.count(0.0) < 8}


def vectors_sampled(url: str) -> list[str]:
    """What the planner's samples hold of vectors."""
    with psycopg.connect(url) as raw:
        told = raw.execute("SELECT sampled::text FROM pg_statistic AS sampled").fetchall()
        known = raw.execute("SELECT vector::text FROM remembrancer.vector").fetchall()
    held = "\n".join(row for (row,) in told)
    return [vector for (vector,) in known if vector in held]


def vectors_found(server: Server, sought: set[bytes]) -> set[bytes]:
    """Which of the first twenty stand in a file of the server."""
    return {one for _, data in server.files() for one in sorted(sought)[:20] if one in data}


@pytest.mark.soak
def test_no_byte_of_a_subject_is_left(
    life: Life, server: Server, url: str, clock: FrozenClock
) -> None:
    """In no table and no file, by the tails of words and stems; all the rest stays as it was."""
    tails = life.canaries.tails()
    key = life.memory._session.space.key
    tails.add(keyed_hash(key, ["subject", life.subject])[8:].encode())
    assert len(tails) > 900
    assert len(reduce(set.union, found(server, tails).values())) > 0.95 * len(tails)
    assert {"remembrancer.version", "remembrancer.search_index"} <= in_tables(url, tails)
    assert any("toast" in name for name in in_tables(url, tails))
    assert vectors_sampled(url) == []
    known, placed = hashes(url), vectors(url)
    assert len(hashes_found(server, known)) > 0.95 * len(known)
    certificate = life.memory.erase(subject=life.subject, reason=WHY)
    assert certificate.pending == ()
    assert certificate.removed["version"] > 60
    assert certificate.removed["vector"] > 20
    assert in_tables(url, tails) == set()
    assert found(server, tails) == {}
    gone, left = known - hashes(url), placed - vectors(url)
    assert len(gone) > 200
    assert hashes_found(server, gone) == set()
    assert len(left) > 20
    assert vectors_found(server, left) == set()
    assert life.memory.verify().ok
    assert "scrub" not in life.memory.admin.facts()
    with Memory.open(
        ":memory:",
        space="northgate",
        preset="adviser",
        clock=clock,
        embedder=HashingEmbedder(16),
        background=False,
    ) as never:
        LongLife(never, Canaries(1), with_canaries=False).live()
        never.jobs.wait()
        for query in ORDINARY:
            shown, expected = (one.recall(query, k=50).hits for one in (life.memory, never))
            assert [(hit.type, hit.text) for hit in shown] == [
                (hit.type, hit.text) for hit in expected
            ]
            # Engines differ in the last digits of what is near in meaning.
            assert [hit.score for hit in shown] == pytest.approx(
                [hit.score for hit in expected], abs=1e-4
            )
            assert shown


@pytest.mark.soak
def test_the_proof_can_fail(
    life: Life, server: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the scrub the words are gone from the tables, and their bytes lie in the files. A
    copy made before still has all of them."""
    tails = life.canaries.tails()
    life.memory.acting_as(ADA).backup(tmp_path / "copy.db")
    known, placed = hashes(url), vectors(url)
    monkeypatch.setattr(postgres_scrub, "scrub", lambda *_given, **_named: ())
    life.memory.erase(subject=life.subject, reason=WHY)
    assert {name for name in in_tables(url, tails) if "remembrancer" in name} == set()
    assert len(reduce(set.union, found(server, tails).values())) > 0.8 * len(tails)
    assert hashes_found(server, known - hashes(url))
    assert vectors_found(server, placed - vectors(url))
    assert len(held((tmp_path / "copy.db").read_bytes(), tails)) > 0.9 * len(tails)


def test_no_byte_of_an_item_or_a_source_is_left(store: Memory, server: Server, url: str) -> None:
    """The same when items go one by one, and sources and conversations with what rests on them."""
    Life(store, Canaries(1), with_canaries=False).live()
    single = Canaries(2)
    for _ in range(3):
        item = store.add(
            content=single.text(30), title=single.word(), category=single.word(), key=single.word()
        )
        store.update(item.id, content=single.text(5), reason=single.text(2))
        measured(url)
        store.erase(item.id, reason=WHY)
    assert in_tables(url, single.tails()) == set()
    assert found(server, single.tails()) == {}
    whole = Canaries(3)
    store.remember(whole.text(20), source="page", infer=False, tags=[whole.word()])
    store.remember(
        [{"id": "m1", "author_id": whole.word(), "content": whole.text(50, 900)}],
        source="call",
        infer=False,
    )
    measured(url)
    store.erase(source="page", reason=WHY)
    store.erase(source="call", reason=WHY)
    assert in_tables(url, whole.tails()) == set()
    assert found(server, whole.tails()) == {}
    assert store.verify().ok


def test_nothing_is_left_of_the_only_words(store: Memory, server: Server, url: str) -> None:
    """Where erasure leaves a table empty, the planner's samples of it go as well."""
    canaries = Canaries(4)
    for number in range(9):
        talk = store.conversations.start(channel_id=canaries.word(), subject="ellen")
        store.conversations.append(
            talk.id, {"author_id": canaries.word(), "content": canaries.text(3, ordinary=0)}
        )
        store.add(content=canaries.text(5, ordinary=0), subject="ellen", key=f"call {number}")
    measured(url)
    known = hashes(url)
    assert store.erase(subject="ellen", reason=WHY).pending == ()
    assert in_tables(url, canaries.tails()) == set()
    assert found(server, canaries.tails()) == {}
    gone = known - hashes(url)
    assert len(gone) > 30
    assert hashes_found(server, gone) == set()


def test_rows_that_came_in_bulk_leave_as_well(store: Memory, server: Server, url: str) -> None:
    """They go through tables of their transaction, of which nothing is left either."""
    canaries = Canaries(6)
    store.add_many(
        {"content": canaries.text(3), "subject": "ellen" if number % 2 else canaries.words[-1]}
        for number in range(300)
    )
    about = {item.subject for item in store.items() if item.subject}
    for subject in sorted(about)[:3]:
        store.erase(subject=subject, reason=WHY)
    left = " ".join(row for _, row in rows(store.acting_as(ADA)))
    gone = {tail for tail in canaries.tails() if tail not in left.encode()}
    assert gone
    assert found(server, gone) == {}


def _file_of_vectors(url: str) -> int:
    with psycopg.connect(url) as raw:
        row = raw.execute("SELECT pg_relation_filenode('remembrancer.vector')").fetchone()
    assert row is not None
    return int(row[0])


@pytest.fixture
def _any_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many vectors go, they are removed in place."""
    monkeypatch.setattr(postgres_vector_scrub, "VECTORS_SCRUBBED_SHARE_MAX", 1_000.0)


@pytest.mark.soak
@pytest.mark.usefixtures("_any_share")
def test_vectors_are_scrubbed_in_place(store: Memory, server: Server, url: str) -> None:
    """Where all are of one model, erasures leave no vector in the table or in its index without
    writing it anew: the file stays, and the rest is found as before."""
    words = Canaries(7)
    store.add_many(
        {"content": words.text(30), "subject": f"subject {number % 8}"} for number in range(240)
    )
    store.jobs.wait()
    store.acting_as(ADA).admin.rebuild_indexes()
    file = _file_of_vectors(url)
    for subject in ("subject 1", "subject 5"):
        before = vectors(url)
        store.erase(subject=subject, reason=WHY)
        gone = before - vectors(url)
        assert len(gone) > 20
        assert vectors_found(server, vectors(url))
        assert vectors_found(server, gone) == set()
    assert _file_of_vectors(url) == file
    assert store.recall("bees honey", subject="subject 3", k=30).hits
    assert store.verify().ok


@pytest.mark.soak
@pytest.mark.usefixtures("_any_share")
def test_vectors_of_two_models_are_written_anew(store: Memory, server: Server, url: str) -> None:
    """Where rows of another model were among them, room is not filled exactly: the table is
    written anew."""
    for number in range(60):
        store.add(content=f"{ORDINARY[number % 9]} {number}", subject=f"subject {number % 4}")
    store.jobs.wait()
    admin = store.acting_as(ADA).admin
    admin.rebuild_indexes()
    store.erase(subject="subject 0", reason=WHY)
    file = _file_of_vectors(url)
    with Memory.open(url, space="northgate", embedder=HashingEmbedder(24)) as other:
        other.jobs.wait()
        before = vectors(url)
        other.acting_as(ADA).admin.drop_vectors(HashingEmbedder(24).name)
    store.erase(subject="subject 1", reason=WHY)
    assert _file_of_vectors(url) != file
    assert vectors_found(server, before - vectors(url)) == set()
