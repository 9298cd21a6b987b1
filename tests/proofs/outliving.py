"""Clients that keep on writing while their server dies and comes back."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.proofs.crashing import Crashes, check_absent, look_over
from tests.proofs.servers import OwnServer, wait_until
from tests.proofs.workers import Crowd, Ear, Line

CLIENTS = 3
_LIFE_SECONDS = (0.05, 0.4)  # between two faults
_DEATH_SECONDS = (0.0, 0.6)  # until the server is started again
_WRITES_AFTERWARDS = 3  # of each client, before the next fault

Fault = Callable[[OwnServer, Random], None]


def _dies(server: OwnServer, random: Random) -> None:
    server.kill()
    time.sleep(random.uniform(*_DEATH_SECONDS))
    server.start()


def _loses_a_backend(server: OwnServer, random: Random) -> None:
    server.kill_a_backend(random)


def _hangs_up(server: OwnServer, _: Random) -> None:
    server.hang_up()


FAULTS: tuple[Fault, ...] = (_dies, _loses_a_backend, _hangs_up)


@dataclass(slots=True)
class Outlived:
    """What was seen while servers came and went."""

    faults: int = 0
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # how often, by error
    back_seconds: list[float] = field(default_factory=list)  # until all clients wrote again


def outlive(server: OwnServer, clients: Crowd, faults: Sequence[Fault], random: Random) -> Outlived:
    """Clients write to a new database, each on one open memory, through all these faults."""
    url = server.fresh_url()
    seen = Outlived()
    with clients.at_work() as workers:
        for number, worker in enumerate(workers):
            worker.begin(
                "write_through_faults", url=url, name=f"c{number}", seed=random.getrandbits(32)
            )
        ears = [Ear(worker) for worker in workers]
        _wait_for_writes(ears, 1)
        for fault in faults:
            time.sleep(random.uniform(*_LIFE_SECONDS))
            fault(server, random)
            over = time.perf_counter()
            _wait_for_writes(ears, _WRITES_AFTERWARDS)
            seen.back_seconds.append(time.perf_counter() - over)
            seen.faults += 1
        told = {f"c{number}": ear.end() for number, ear in enumerate(ears)}
    for name, lines in told.items():
        kept = [line for line in lines if "did" in line]
        refused = [line for line in lines if "refused" in line]
        look_over(url, name, kept, Crashes())
        check_absent(url, name, {line["act"] for line in refused if _is_undone(line)})
        seen.acknowledged += len(kept)
        seen.refused.update(line["refused"] for line in refused)
    server.drop(url)
    return seen


def _wait_for_writes(ears: Sequence[Ear], writes: int) -> None:
    """Until each client was told so many more times that a write is kept."""
    before = [ear.acknowledged for ear in ears]
    wait_until(
        lambda: all(
            ear.acknowledged >= known + writes for ear, known in zip(ears, before, strict=True)
        ),
        "all clients write again",
    )


def _is_undone(line: Line) -> bool:
    """The client was told that nothing was written."""
    return str(line["refused"]) != "OutcomeUnknown"
