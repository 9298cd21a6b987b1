"""kill -9 of a machine of a cluster, while spaces on all machines are written.

It needs a cluster whose machine it may kill: `REMEMBRANCER_TEST_POSTGRES` names the coordinator,
`REMEMBRANCER_TEST_WORKER` the data folder of the machine, and `REMEMBRANCER_TEST_WORKER_START` the
command that starts it again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from remembrancer import Memory, RemembrancerError
from tests import postgres
from tests.soak.size import Told, seeded, sized

_FOLDER = os.environ.get("REMEMBRANCER_TEST_WORKER", "")
_START = os.environ.get("REMEMBRANCER_TEST_WORKER_START", "")
_SPACES = 6
_PATIENCE_SECONDS = 120.0

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        not (_FOLDER and _START), reason="no machine of a cluster is named that may be killed"
    ),
]


class Writer(threading.Thread):
    """Writes to one space until it is told to stop, and notes what was acknowledged."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(daemon=True)
        self._memory = memory
        self._ended = threading.Event()
        self.kept: list[str] = []
        self.refused: Counter[str] = Counter()

    def run(self) -> None:
        number = 0
        while not self._ended.is_set():
            number += 1
            text = f"note {number} of {self.name}"
            try:
                self._memory.add(content=text)
            except RemembrancerError as error:
                self.refused[f"{type(error).__name__}: {error}"] += 1
            else:
                self.kept.append(text)

    def stop(self) -> None:
        self._ended.set()
        self.join()


def kill_and_start(pause_seconds: float) -> None:
    process = int((Path(_FOLDER) / "postmaster.pid").read_text().split()[0])
    os.kill(process, signal.SIGKILL)
    time.sleep(pause_seconds)
    subprocess.run(_START, shell=True, check=True, stdout=subprocess.DEVNULL)


def answers(memory: Memory) -> None:
    """Waits until the space can be read again."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            memory.items(limit=1)
        except RemembrancerError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


def test_nothing_acknowledged_is_lost_when_a_machine_is_killed() -> None:
    """Whatever a caller was told is kept is there when the machine is back, and every ledger
    verifies. Spaces on the other machine are written on meanwhile."""
    assert postgres.is_cluster()
    rounds = sized(ci=3, full=50)
    told, chance = Told(f"kill -9 of a machine, {rounds} times"), Random(seeded(rounds))
    with Memory.open(postgres.fresh_url(), space="s0", background=False) as first:
        memories = [first, *(first.in_space(f"s{n}") for n in range(1, _SPACES))]
        writers = [Writer(memory) for memory in memories]
        machines = [told for name, told in first.admin.facts().items() if "machine " in name]
        assert machines
        assert not any(" 0 spaces" in machine for machine in machines)
        for writer in writers:
            writer.start()
        for number in range(rounds):
            time.sleep(chance.uniform(1.0, 3.0))
            kill_and_start(chance.uniform(0.5, 2.0))
            for memory in memories:
                answers(memory)
            told.progress(f"killed {number + 1} times")
        for writer in writers:
            writer.stop()
        for memory, writer in zip(memories, writers, strict=True):
            found = contents(memory)
            assert set(writer.kept) <= found
            assert memory.verify().ok
        refused = sum((writer.refused for writer in writers), Counter[str]())
        kept = sum(len(writer.kept) for writer in writers)
        told.result(f"{rounds} kills, {kept} writes acknowledged, none lost; refused: {refused}")


def contents(memory: Memory) -> set[str]:
    found: set[str] = set()
    cursor = None
    while True:
        page = memory.items(limit=200, cursor=cursor)
        found |= {item.content for item in page.items}
        cursor = page.next
        if cursor is None:
            return found
