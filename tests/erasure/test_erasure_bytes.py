"""Erasure on disk: random words, raw and stemmed, leave every file of the store."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest

from remembrancer import Memory
from remembrancer.core.hashing import keyed_hash
from remembrancer.items.entity import EntityDraft
from remembrancer.items.relation import RelationDraft
from remembrancer.language.stemming import language
from remembrancer.store.sqlite import sqlite_scrub
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.cli.program import environment
from tests.conftest import START

WHY = "asked to"
TAIL = 6  # bytes: the index keeps the beginning of a word only once for its neighbours
_LETTERS = "ghjklmnpqrtvwxz"  # none that hashes are written with
_WRITTEN = f"{_LETTERS}s".encode()
ORDINARY = [
    *("bees", "honey", "garden", "pension", "flat", "leeds", "harbour", "ferry", "winter"),
    *("summer", "letter", "number", "account", "margin", "window", "river", "market", "orchard"),
]


class Canaries:
    """Words that stand nowhere else, each remembered with its stem."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.words: list[str] = []

    def word(self) -> str:
        # Half of the words have another stem.
        made = "".join(self._chance.choices(_LETTERS, k=11)) + self._chance.choice(["", "s"])
        self.words.append(made)
        return made

    def text(self, count: int, ordinary: int = 5) -> str:
        mixed = [self.word() for _ in range(count)] + self._chance.choices(ORDINARY, k=ordinary)
        self._chance.shuffle(mixed)
        return " ".join(mixed)

    def tails(self) -> set[bytes]:
        stems = language("english").stems(" ".join(self.words))
        return {one.encode()[-TAIL:] for one in (*self.words, *stems)}


def held(data: bytes, tails: set[bytes]) -> set[bytes]:
    """Which of the tails stand in the bytes."""
    ours = {tail for tail in tails if len(tail) == TAIL and not tail.strip(_WRITTEN)}
    # One look at all of them at once is far faster than one by one.
    there = windows(data, _WRITTEN, TAIL) & ours if ours else set()
    return there | {tail for tail in tails - ours if tail in data}


def windows(data: bytes, letters: bytes, size: int) -> set[bytes]:
    """All that stands in the bytes of this size and is written with these letters only."""
    others_blank = bytes(one if one in letters else ord(" ") for one in range(256))
    runs = (run for run in data.translate(others_blank).split() if len(run) >= size)
    return {run[at : at + size] for run in runs for at in range(len(run) - size + 1)}


def found(folder: Path, tails: set[bytes]) -> dict[str, set[bytes]]:
    """Which tails stand in which file of the folder."""
    files = {}
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        there = held(data, tails)
        if there:
            files[file.name] = there
    return files


def in_tables(path: Path, tails: set[bytes]) -> set[str]:
    """Which tables hold a tail, the search index's own tables included."""
    tables = set()
    with closing(sqlite3.connect(path)) as raw:
        raw.text_factory = bytes
        names = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            if name == b"search":
                continue
            rows = raw.execute(f'SELECT * FROM "{name.decode()}"')
            data = b"\n".join(value for row in rows for value in row if isinstance(value, bytes))
            if held(data, tails):
                tables.add(name.decode())
    return tables


class Life:
    """A store in which canaries and ordinary knowledge were mixed up for a while."""

    def __init__(self, memory: Memory, canaries: Canaries, *, with_canaries: bool) -> None:
        self.memory = memory
        self.canaries = canaries
        self.subject = canaries.word()
        self._with = with_canaries

    def live(self) -> None:
        chance = random.Random(5)
        kept: list[str] = []
        for number in range(300):
            text = " ".join(chance.choices(ORDINARY, k=12))
            kept.append(self.memory.add(content=f"{text} {number}", subject="omar").id)
            if number % 10 == 3:
                changed = " ".join(chance.choices(ORDINARY, k=15 if number % 3 else 900))
                self.memory.update(kept[number // 2], content=changed, reason="clearer")
            if number % 25 == 7:
                talk = self.memory.conversations.start(f"talk {number}", subject="omar")
                self.memory.conversations.append(
                    talk.id, {"author_id": "omar", "content": f"{text} said {number}"}
                )
            if self._with and number % 30 == 4:
                self._secretly(number)

    def _secretly(self, number: int) -> None:
        word, text, memory = self.canaries.word, self.canaries.text, self.memory
        item = memory.remember(
            text(8, ordinary=5 if number % 2 else 1_500),
            subject=self.subject,
            source={"id": word()},
            infer=False,
            title=text(2),
            category=word(),
            domain=word(),
            tags=[word(), word()],
            entities=[word()],
            metadata={word(): [word(), {word(): word()}]},
            data={word(): word()},
        ).items[0]
        memory.update(item.id, content=text(9), title=text(2), reason=text(3))
        memory.confirm(item.id, quote=text(4), reason=text(2))
        newer = memory.supersede(item.id, content=text(6), reason=text(2))
        memory.vote(newer.id, 1)
        memory.add(content=text(3), subject=self.subject, key=f"key {number}")
        memory.remember(
            [
                {
                    "author_id": self.subject,
                    "content": text(5),
                    "tool_calls": [{word(): word()}],
                }
            ],
            source=f"call {number}",
            subject=self.subject,
            infer=False,
        )
        memory.conversations.start(
            f"chat {number}", subject=self.subject, title=text(2), channel_id=word()
        )
        memory.conversations.append(f"chat {number}", {"author_id": word(), "content": text(7)})
        session = memory._session
        with session.store.writing(session.scope()) as unit:
            person = unit.entities.add(
                EntityDraft(
                    kind="Person", name=self.subject, external_id=word(), attrs={word(): word()}
                )
            )
            unit.links.add_relation(
                RelationDraft(
                    type="ABOUT", source=newer.id, target=person.id, attrs={word(): word()}
                )
            )
            unit.commit()
        self._relate(number)
        self._decide(number)

    def _decide(self, number: int) -> None:
        """Decisions with causes, exceptions, outcomes and links, of the subject and about it."""
        word, text, decisions = self.canaries.word, self.canaries.text, self.memory.decisions
        first = decisions.record(
            "fee_negotiation",
            subject=self.subject,
            trigger={word(): text(2)},
            context_gathered=[text(2)],
            reasoning=text(3),
            exception={"justification": text(3), "granted_by": word()},
            escalation={"reason": text(2), "decision": text(2)},
        )
        then = decisions.record(
            "client_offboarding",
            alternatives_considered=[text(2)],
            causes=[{"decision": first.id, "reason": text(2)}],
        )
        client = self.memory.graph.entity("Client", self.subject)
        decisions.link(then.id, "about", client.id, reason=text(2))
        decisions.outcome(then.id, text(2), value={word(): word()})
        decisions.revisit(first.id, reason=text(2))

    def _relate(self, number: int) -> None:
        """Entities with aliases and attributes, merged and changed, and relations on evidence."""
        word, text, graph = self.canaries.word, self.canaries.text, self.memory.graph
        person = graph.entity("Client", self.subject, external_id=self.subject)
        other = graph.entity(
            "Client",
            f"{word()} {number}",
            external_id=word(),
            aliases=[word(), word()],
            attrs={word(): [word()]},
        )
        friend = graph.entity("Person", f"friend {number}")
        chat = self.memory.conversations.messages(f"chat {number}")
        attrs = {word(): word()}
        made = graph.relate(person.id, "CLOSE_TO", friend.id, attrs=attrs, confidence=0.5)
        graph.relate(person.id, "CLOSE_TO", friend.id, attrs=attrs, evidence=[chat[0].id])
        graph.relate(other.id, "CLOSE_TO", friend.id, attrs={word(): text(3)})
        graph.end(made.id, reason=text(3))
        graph.merge(person.id, other.id, reason=text(3))


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "store"
    place.mkdir()
    return place


def carelessly_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some builds of SQLite overwrite what is deleted unasked; the proof is for the others."""
    prepare = Sqlite._prepare

    def carelessly(database: Sqlite, raw: sqlite3.Connection) -> None:
        prepare(database, raw)
        raw.execute("PRAGMA secure_delete=OFF")

    monkeypatch.setattr(Sqlite, "_prepare", carelessly)


@pytest.fixture(autouse=True)
def _careless(monkeypatch: pytest.MonkeyPatch) -> None:
    carelessly_kept(monkeypatch)


def opened(folder: Path, clock: FrozenClock) -> Memory:
    return Memory.open(
        folder / "memory.db",
        space="northgate",
        preset="adviser",
        clock=clock,
        embedder=HashingEmbedder(8),
        background=False,
    )


@pytest.fixture
def store(folder: Path, clock: FrozenClock) -> Iterator[Memory]:
    with opened(folder, clock) as memory:
        yield memory


class Lived(NamedTuple):
    """A store that was lived in, closed, and what was said there."""

    folder: Path
    life: Life


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Lived:
    """Each test gets a copy of it."""
    folder = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        carelessly_kept(patch)
        with opened(folder, FrozenClock(START)) as memory:
            life = Life(memory, Canaries(1), with_canaries=True)
            life.live()
            memory.jobs.wait()
    return Lived(folder, life)


@pytest.fixture
def life(lived: Lived, folder: Path, clock: FrozenClock) -> Iterator[Life]:
    shutil.copytree(lived.folder, folder, dirs_exist_ok=True)
    with opened(folder, clock) as memory:
        copied = copy(lived.life)
        copied.memory = memory
        yield copied


def test_no_byte_of_a_subject_is_left(life: Life, folder: Path, clock: FrozenClock) -> None:
    """In no file and no table, by the tails of words and stems; all the rest stays as it was."""
    tails = life.canaries.tails()
    key = life.memory._session.space.key
    tails.add(keyed_hash(key, ["subject", life.subject])[8:].encode())
    assert len(tails) > 700
    before = found(folder, tails)
    assert len(set().union(*before.values())) > 0.99 * len(tails)
    with closing(sqlite3.connect(folder / "memory.db")) as raw:
        (segments,) = raw.execute("SELECT count(DISTINCT segid) FROM search_idx").fetchone()
        assert segments > 1
    certificate = life.memory.erase(subject=life.subject, reason=WHY)
    assert certificate.pending == ()
    assert certificate.removed["version"] > 40
    assert found(folder, tails) == {}
    assert in_tables(folder / "memory.db", tails) == set()
    assert life.memory.verify().ok
    with closing(sqlite3.connect(folder / "memory.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        raw.execute("INSERT INTO search(search) VALUES ('integrity-check')")
    with Memory.open(
        ":memory:",
        space="northgate",
        preset="adviser",
        clock=clock,
        embedder=HashingEmbedder(8),
        background=False,
    ) as never:
        Life(never, Canaries(1), with_canaries=False).live()
        never.jobs.wait()
        for query in ORDINARY:
            shown, expected = (
                [(hit.type, hit.text, hit.score) for hit in one.recall(query, k=50).hits]
                for one in (life.memory, never)
            )
            assert shown == expected
            assert shown


def test_no_byte_of_an_item_or_a_source_is_left(store: Memory, folder: Path) -> None:
    """The same when items go one by one, and sources and conversations with what rests on them."""
    memory = store
    Life(memory, Canaries(1), with_canaries=False).live()
    single = Canaries(2)
    for _ in range(3):
        item = memory.add(
            content=single.text(30), title=single.word(), category=single.word(), key=single.word()
        )
        memory.update(item.id, content=single.text(5), reason=single.text(2))
        memory.erase(item.id, reason=WHY)
    assert found(folder, single.tails()) == {}
    whole = Canaries(3)
    memory.remember(whole.text(20), source="page", infer=False, tags=[whole.word()])
    memory.remember(
        [{"id": "m1", "author_id": "x", "content": whole.text(50, 900)}], source="call", infer=False
    )
    memory.erase(source="page", reason=WHY)
    memory.erase(source="call", reason=WHY)
    assert found(folder, whole.tails()) == {}
    assert memory.verify().ok


def test_a_reader_elsewhere_delays_the_last_step(
    life: Life, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program reads, the log cannot be cut: said so, and done on the next opening."""
    monkeypatch.setattr(sqlite_scrub, "SCRUB_WAIT_SECONDS", 0.1)
    tails = life.canaries.tails()
    with closing(sqlite3.connect(folder / "memory.db", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM item").fetchone()
        certificate = life.memory.erase(subject=life.subject, reason=WHY)
        (told,) = certificate.pending
        assert "Another program reads" in told
        assert found(folder, tails)
        assert "scrub" in life.memory.admin.facts()
        other.execute("COMMIT")
    with Memory.open(folder / "memory.db", space="northgate", background=False) as again:
        assert found(folder, tails) == {}
        assert "scrub" not in again.admin.facts()
        assert again.verify().ok


def test_a_reader_of_the_same_process_does_not_matter_for_long(life: Life, folder: Path) -> None:
    """Readers of ours that wait idle hold no old page."""
    session = life.memory._session
    with session.store.reading(session.scope()) as reader:
        reader.stats.counts(())
    assert life.memory.erase(subject=life.subject, reason=WHY).pending == ()
    assert found(folder, life.canaries.tails()) == {}


def test_another_opening_of_the_store_goes_on(life: Life, folder: Path) -> None:
    """Whoever has the file open meanwhile reads, searches and writes as before."""
    with Memory.open(
        folder / "memory.db", space="northgate", embedder=HashingEmbedder(8), background=False
    ) as other:
        assert other.recall("bees", subject="omar").hits
        life.memory.erase(subject=life.subject, reason=WHY)
        assert other.recall("bees").hits == life.memory.recall("bees").hits
        item = other.add(content="bees again", subject="omar")
        assert life.memory.get(item.id).content == "bees again"
        other.jobs.wait()
        assert item.id in {hit.id for hit in life.memory.recall("bees again", k=50).hits}
        assert other.verify().ok


def test_a_scrub_that_fails_is_told_and_made_good(
    life: Life, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasure holds; the certificate says what is to be done yet, and the next one does it."""
    other = life.memory.add(content="another one")

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(sqlite_scrub, "_rewrite", fail)
        certificate = life.memory.erase(subject=life.subject, reason=WHY)
    (told,) = certificate.pending
    assert "disk is full" in told
    assert in_tables(folder / "memory.db", {life.subject.encode()}) == set()
    assert life.memory.erase(other.id, reason=WHY).pending == ()
    assert found(folder, life.canaries.tails()) == {}


def test_a_crash_before_the_scrub_is_made_good(folder: Path) -> None:
    """Killed between the commit and the scrub, the store is scrubbed when it is next opened."""
    code = """
        import os, sys
        from remembrancer import Memory
        from remembrancer.store.sqlite import sqlite_scrub as scrub

        memory = Memory.open(sys.argv[1], space="northgate", preset="adviser", background=False)
        for number in range(50):
            memory.add(content=f"ordinary {number}")
        item = memory.add(content="kwyjibozzle", tags=["plughxyzzy"])
        memory.add(content="and on")
        scrub.scrub = lambda database, wait_seconds=None: os._exit(9)
        memory.erase(item.id, reason="asked to")
    """
    path = folder / "memory.db"
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(path)], env=environment(), check=False
    )
    assert done.returncode == 9
    tails = {b"bozzle", b"hxyzzy"}
    assert found(folder, tails)
    with Memory.open(path, space="northgate", background=False) as memory:
        assert found(folder, tails) == {}
        assert memory.verify().ok
        assert len(memory.recall("ordinary", k=100).hits) == 50
    assert os.listdir(folder) == ["memory.db"]
