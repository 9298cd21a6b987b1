"""kill -9 in the middle of writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.logins import empty_database
from tests.proofs.crashing import Crashes, Killer, look_over
from tests.proofs.nursery import Nursery
from tests.proofs.outliving import CLIENTS, FAULTS, outlive
from tests.proofs.servers import OwnServer, drop, fresh_url, wait_until
from tests.proofs.workers import Crowd, Ear


@contextmanager
def on_a_server() -> Iterator[str]:
    url = fresh_url()
    yield url
    drop(url)


def test_no_acknowledged_write_is_lost(tmp_path: Path, nursery: Nursery) -> None:
    """Twice a writer is killed, in the soak twenty times: what it was told is kept is kept, whole,
    and verifies."""
    crash(str(tmp_path / "store.db"), 1, nursery, rounds=2)


def test_no_acknowledged_write_is_lost_on_a_server(nursery: Nursery) -> None:
    """The same holds on PostgreSQL."""
    with on_a_server() as url:
        crash(url, 3, nursery, rounds=1)


def crash(url: str, seed: int, nursery: Nursery, *, rounds: int) -> None:
    with Killer(seed, nursery.hand) as killer:
        names = [f"s{seed}r{number}" for number in range(rounds)]
        kept = {name: killer.crash(url, name) for name in names}
        for name, told in kept.items():
            look_over(url, name, told, killer.seen)
        assert killer.seen.acknowledged >= killer.seen.rounds == rounds


def test_a_store_that_was_being_created_opens(tmp_path: Path, nursery: Nursery) -> None:
    """A process killed while it creates the store leaves a file that works, or none."""
    with Killer(3, nursery.hand) as killer:
        for number in range(2):
            killer.crash_at_birth(str(tmp_path / f"store-{number}.db"))


def test_a_store_that_was_being_created_on_a_server_opens(nursery: Nursery) -> None:
    """A process killed while it creates the store leaves a database that works, or is empty."""
    with Killer(4, nursery.hand) as killer, empty_database() as url:
        killer.crash_at_birth(url)


def test_a_dead_writer_does_not_stop_the_living(tmp_path: Path, nursery: Nursery) -> None:
    """Whoever else writes to the same file goes on when one of them is killed."""
    one_dies(str(tmp_path / "store.db"), nursery)


def test_a_dead_writer_does_not_stop_the_living_on_a_server(nursery: Nursery) -> None:
    """The same holds on PostgreSQL."""
    with on_a_server() as url:
        one_dies(url, nursery)


def one_dies(url: str, nursery: Nursery) -> None:
    seen = Crashes()
    with nursery.hand() as dies, nursery.hand() as lives:
        dies.begin("write_until_killed", url=url, name="dies", seed=4)
        lives.begin("write_until_killed", url=url, name="lives", seed=5)
        living = Ear(lives)
        told_by_the_dead = [dies.line() for _ in range(5)]
        wait_until(lambda: living.acknowledged > 0, "both write")
        dies.kill()
        told_by_the_dead.extend(dies.lines())
        known = living.acknowledged
        wait_until(lambda: living.acknowledged > known + 5, "the other one goes on")
        lives.kill()
        living.join()
    look_over(url, "dies", told_by_the_dead, seen)
    look_over(url, "lives", living.told, seen)


def test_clients_outlive_their_server(nursery: Nursery) -> None:
    """The server is killed: what was acknowledged is kept, what was refused is not, and the same
    open memories go on writing. In the soak it also loses processes and hangs up."""
    faults = FAULTS[:1]
    with OwnServer() as server, Crowd(CLIENTS, nursery.hand) as clients:
        seen = outlive(server, clients, faults, Random(5))
        assert seen.faults == len(faults)
        assert seen.acknowledged > CLIENTS
