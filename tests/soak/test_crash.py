"""kill -9, many times over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tests.logins import empty_database
from tests.proofs.crashing import Killer, look_over
from tests.proofs.nursery import Nursery
from tests.proofs.outliving import CLIENTS, FAULTS, outlive
from tests.proofs.servers import OwnServer, drop, fresh_url
from tests.proofs.workers import Crowd, Line, Worker
from tests.soak.size import IS_FULL, Told, seeded, sized

pytestmark = pytest.mark.soak

_ROUNDS_PER_STORE = 10
_FAULTS_PER_STORE = 6

Start = Callable[[], Worker]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Starts a process: in the long soak from nothing, as users do, in the short one as a child of
    one that has loaded everything."""
    if IS_FULL:
        yield Worker
        return
    with Nursery(fresh_url()) as nursery:
        yield nursery.hand


@contextmanager
def store_for_a_while(folder: Path, *, on_a_server: bool) -> Iterator[str]:
    url = fresh_url() if on_a_server else str(folder / "store.db")
    yield url
    if on_a_server:
        drop(url)
    else:
        Path(url).unlink()


@pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])
def test_no_acknowledged_write_is_lost(tmp_path: Path, start: Start, on_a_server: bool) -> None:
    """However often a writer is killed, what it was told is kept is kept, whole, and verifies."""
    rounds = sized(ci=20, full=1_000)
    told = Told(f"kill -9, {rounds} times")
    with Killer(seeded(rounds), start) as killer:
        seen = killer.seen
        for first in range(0, rounds, _ROUNDS_PER_STORE):
            with store_for_a_while(tmp_path, on_a_server=on_a_server) as url:
                kept: dict[str, list[Line]] = {}
                for number in range(first, min(first + _ROUNDS_PER_STORE, rounds)):
                    kept[f"r{number}"] = killer.crash(url, f"r{number}")
                    told.progress(f"{seen.rounds} killed, {seen.acknowledged} writes acknowledged")
                for name, lines in kept.items():
                    look_over(url, name, lines, seen)
        times = sorted(seen.reopen_seconds)
        told.result(
            f"{seen.rounds} killed, {seen.acknowledged} writes acknowledged, none lost, "
            f"{seen.unheard} items kept whose writer died before it could say so; reopened "
            f"{len(times)} times: median {median(times) * 1000:.0f} ms, longest "
            f"{times[-1] * 1000:.0f} ms"
        )


def test_a_store_that_was_being_created_opens(tmp_path: Path, start: Start) -> None:
    """A process killed while it creates the store leaves a file that works, or none."""
    rounds = sized(ci=20, full=300)
    told = Told(f"kill -9 while a store is created, {rounds} times")
    with Killer(seeded(rounds), start) as killer:
        for number in range(rounds):
            killer.crash_at_birth(str(tmp_path / f"store-{number}.db"))
            told.progress(f"{number + 1} killed")
    told.result("every one opened and worked")


def test_a_store_that_was_being_created_on_a_server_opens(start: Start) -> None:
    """A process killed while it creates the store leaves a database that works, or is empty."""
    rounds = sized(ci=20, full=300)
    told = Told(f"kill -9 while a store is created on a server, {rounds} times")
    with Killer(seeded(rounds), start) as killer:
        for number in range(rounds):
            with empty_database() as url:
                killer.crash_at_birth(url)
            told.progress(f"{number + 1} killed")
    told.result("every one opened and worked")


def test_clients_outlive_their_server(start: Start) -> None:
    """However often the server is killed, loses a process or hangs up: what was acknowledged is
    kept, what was refused is not, and the same open memories go on writing."""
    rounds = sized(ci=21, full=1_002)
    told = Told(f"kill -9 of the server, of one of its processes, or all hung up, {rounds} times")
    random = Random(seeded(rounds))
    faults = acknowledged = 0
    refused: Counter[str] = Counter()
    times: list[float] = []
    with OwnServer() as server, Crowd(CLIENTS, start) as clients:
        while faults < rounds:
            chosen = random.choices(FAULTS, weights=(2, 1, 1), k=_FAULTS_PER_STORE)
            seen = outlive(server, clients, chosen, random)
            faults += seen.faults
            acknowledged += seen.acknowledged
            refused.update(seen.refused)
            times.extend(seen.back_seconds)
            told.progress(f"{faults} faults, {acknowledged} writes acknowledged")
    told.result(
        f"{faults} faults, {acknowledged} writes acknowledged, none lost; refused: "
        f"{dict(refused)}; all clients wrote again after {median(times):.1f} s in the median, "
        f"{max(times):.1f} s at the longest"
    )
