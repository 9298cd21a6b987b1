"""Backup and restore of one space, while the others of the store go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer import Conflict, Memory, NotFound
from remembrancer.core.scope import Scope
from remembrancer.store.tables import catalogue
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.engines import ON_CONNECTIONS, Engine
from tests.footprint import counts, untouched

pytestmark = ON_CONNECTIONS


class Houses:
    """A store with two spaces, both in use."""

    def __init__(self, url: str, clock: FrozenClock) -> None:
        self.url = url
        self._clock = clock
        self.north = self.opened("northgate")
        self.south = self.opened("southgate")
        for memory in (self.north, self.south):
            for number in range(20):
                memory.add(content=f"Bee hive number {number} is full.", subject="ellen")
            talk = memory.conversations.start(subject="ellen")
            memory.conversations.append(talk.id, {"author_id": "ellen", "content": "More bees!"})
            memory.recall("bees")
            memory.jobs.wait()

    def opened(self, space: str) -> Memory:
        return Memory.open(
            self.url,
            space=space,
            preset="adviser",
            clock=self._clock,
            embedder=HashingEmbedder(16),
            background=False,
        )

    def restore(self, path: Path, space: str = "northgate", *, replaces: bool, into: str) -> int:
        session = self.south._session
        scope = session.scope()
        called = scope.space.model_copy(update={"name": into})
        given = Scope(space=called, viewer=scope.viewer, now=scope.now)
        return session.store.restore_space(path, space, given, replaces=replaces)

    def close(self) -> None:
        self.north.close()
        self.south.close()


@pytest.fixture
def houses(engine: Engine, tmp_path: Path, clock: FrozenClock) -> Iterator[Houses]:
    made = Houses(engine.fresh_url(tmp_path), clock)
    yield made
    made.close()


def knowledge(memory: Memory) -> Counter[str]:
    """How many rows each table holds, but for work that is due."""
    return Counter({table: count for table, count in counts(memory).items() if table != "job"})


def test_a_space_comes_back_beside_the_others(houses: Houses, tmp_path: Path) -> None:
    """With the same ledger, one row more that tells of it, and all that was said and can be
    found; what was added since is gone, and the other space keeps it."""
    north, south = houses.north, houses.south
    head = north.verify().head
    known = knowledge(north)
    north.backup(tmp_path / "north.db", only_space=True)
    with Memory.open(tmp_path / "north.db", space="northgate", background=False) as copy:
        assert [info.name for info in copy.admin.spaces()] == ["northgate"]
        assert copy.verify().head == head
    for memory in (north, south):
        memory.add(content="Came after the backup.")
    with untouched(south):
        seq = houses.restore(tmp_path / "north.db", replaces=True, into="northgate")
    assert seq == head.seq + 1
    with houses.opened("northgate") as again:
        assert again.verify(head).ok
        assert again.verify().head.seq == seq
        (entry, *_) = again.admin.audit(limit=1)
        assert (entry.action, entry.actor) == ("space.restore", "owner")
        assert entry.detail == {"from": head.seq, "replaced": True}
        assert knowledge(again) == known + Counter(ledger=1)
        assert len(again.items(limit=50)) == 20
        assert len(again.recall("bee hive", k=50).hits) == 21
        assert not any("after" in item.content for item in again.items(limit=50))
        assert [told for told in again.admin.problems() if "clock" not in told] == []
        again.add(content="And life goes on.")
        assert again.verify().ok


def test_nothing_of_the_replaced_space_is_left(houses: Houses, tmp_path: Path) -> None:
    """No table holds a row of it; who still has it open is told so when writing."""
    north = houses.north
    number = north._session.space.number
    north.backup(tmp_path / "north.db", only_space=True)
    houses.restore(tmp_path / "north.db", replaces=True, into="northgate")
    with pytest.raises(Conflict, match="a restored backup took its place"):
        north.add(content="Too late.")
    database = north._session.store._database  # type: ignore[attr-defined]
    with database.reading(None) as connection:
        connection.enter(number)
        with connection.syncing():
            for name, description in catalogue.TABLES.items():
                if "space_n" not in description.table.c:
                    continue
                statement = database.statements.get(
                    lambda table=description.table: table.select().where(table.c.space_n == number),
                    f"left in {name} {number}",
                )
                assert connection.all(statement, {}) == [], name
        assert list(connection.indexed(number)) == []


def test_it_is_refused_unless_told_so(houses: Houses, tmp_path: Path) -> None:
    """A space that is there stays, another one of the same name too, and an unknown one is not
    found; under another name the backup stands beside."""
    houses.north.backup(tmp_path / "north.db", only_space=True)
    with untouched(houses.north), untouched(houses.south):
        with pytest.raises(Conflict, match="there already"):
            houses.restore(tmp_path / "north.db", replaces=False, into="northgate")
        with pytest.raises(Conflict, match="only has the same name"):
            houses.restore(tmp_path / "north.db", replaces=True, into="southgate")
        with pytest.raises(NotFound):
            houses.restore(tmp_path / "north.db", "southgate", replaces=True, into="southgate")
        houses.restore(tmp_path / "north.db", replaces=False, into="northgate then")
    with houses.opened("northgate then") as then:
        assert then.verify().ok
        assert len(then.items(limit=50)) == 20


def test_the_newest_rows_are_verified_alone(houses: Houses) -> None:
    """Fewer rows than all, with the same head; all where there are no more. Texts likewise."""
    north = houses.north
    whole = north.verify()
    newest = north.verify(last=5)
    assert (newest.ok, newest.rows, newest.head) == (True, 5, whole.head)
    assert north.verify(last=10_000) == whole
    told = [north.admin.problems(last=last) for last in (3, 10_000)]
    assert [[one for one in some if "clock" not in one] for some in told] == [[], []]
