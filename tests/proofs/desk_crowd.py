"""Processes that run agents of one desk, and are killed at any moment.

`python -m tests.proofs.desk_crowd URL LOG SEED AGENT...` puts findings for its agents, one by one,
until it is killed, and writes a line for each that was accepted.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from remembrancer import Memory, NotFound, Principal

_ROOT = Path(__file__).resolve().parents[2]
AGENTS = tuple(f"agent-{number:02d}" for number in range(12))
PROCESSES = 6
PAUSE_SECONDS = 0.05  # between two findings of a process
_HIGH, _NORMAL = 0.9, 0.2
_START_SECONDS_MAX = 240  # on a busy machine
_LET_BEGIN = 0.8  # the part of processes that are not killed before they had something accepted


def set_up(url: str) -> None:
    with Memory.open(url, preset="desk", background=False, embedder="none") as memory:
        memory.admin.configure({"desk": {"normal_minutes": 1, "l2_entries": 1_000_000}})
    with Memory.open(url, background=False) as memory:
        for name in AGENTS:
            memory.agents.register(name, specializations=["margins"])


def importance_of(number: int) -> float:
    return _HIGH if number % 3 else _NORMAL


def key_of(agent: str, number: int) -> str:
    return f"{agent} {number:06d}"


def work(url: str, log: Path, seed: int, agents: Sequence[str]) -> None:
    """Puts findings until it is killed. It goes on where the log of accepted ones ends."""
    chance = random.Random(seed)
    last = {**dict.fromkeys(agents, 0), **accepted(log)}
    with (
        Memory.open(url, embedder="none") as memory,
        log.open("a", encoding="utf-8", buffering=1) as written,
    ):
        own = {
            name: memory.acting_as(Principal(name, kind="agent")).agents.memory(name)
            for name in agents
        }
        while True:
            name = chance.choice(agents)
            number = last[name] + 1
            text = f"margins, finding {number} of {name}"
            own[name].put(key_of(name, number), text, importance=importance_of(number))
            written.write(f"{name} {number}\n")
            last[name] = number
            if chance.random() < 0.1:
                own[name].pull()
            if chance.random() < 0.1:
                own[name].push()
            if chance.random() < 0.3:
                found = own[name].get(key_of(name, chance.randint(1, number)))
                assert found.value, found
            time.sleep(PAUSE_SECONDS * chance.random())


def accepted(log: Path) -> dict[str, int]:
    """The last accepted finding of each agent. A line that was cut is none."""
    last: dict[str, int] = {}
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    for line in text.splitlines(keepends=True):
        if line.endswith("\n"):
            name, number = line.split()
            last[name] = int(number)
    return last


class DeskCrowd:
    """Six processes with two agents each."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self._url, self._folder, self._chance = url, folder, random.Random(seed)
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._begun: dict[int, int] = {}  # the size of the log when the process began
        self.kills = 0

    def _start(self, place: int) -> None:
        agents = AGENTS[place::PROCESSES]
        arguments = [self._url, str(self._log(place)), str(self._chance.random()), *agents]
        self._begun[place] = self._size(place)
        with (self._folder / f"errors-{place}").open("ab") as errors:
            self._running[place] = subprocess.Popen(
                [sys.executable, "-m", "tests.proofs.desk_crowd", *arguments],
                cwd=_ROOT,
                stderr=errors,
            )

    def _log(self, place: int) -> Path:
        return self._folder / f"accepted-{place}"

    def _size(self, place: int) -> int:
        log = self._log(place)
        return log.stat().st_size if log.exists() else 0

    def _works(self, place: int) -> bool:
        """It had something accepted since it began."""
        return self._size(place) > self._begun[place]

    def run(self, seconds: float) -> dict[str, int]:
        """Lets them work, and kills one after the other. Returns what they had accepted."""
        for place in range(PROCESSES):
            self._start(place)
        patient_until = time.monotonic() + _START_SECONDS_MAX
        while not all(map(self._works, range(PROCESSES))):
            assert time.monotonic() < patient_until, "not all of them begin to work"
            time.sleep(PAUSE_SECONDS)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            time.sleep(self._chance.uniform(0.1, 2.0))
            place = self._chance.randrange(PROCESSES)
            if not self._works(place) and self._chance.random() < _LET_BEGIN:
                continue
            self._end(place)
            self._start(place)
            self.kills += 1
        for place in range(PROCESSES):
            self._end(place)
        return {
            name: number
            for place in range(PROCESSES)
            for name, number in accepted(self._log(place)).items()
        }

    def _end(self, place: int) -> None:
        """Kills a process at any moment. One that ended by itself had an error."""
        process = self._running.pop(place)
        errors = (self._folder / f"errors-{place}").read_text(encoding="utf-8")
        assert process.poll() is None, errors
        process.send_signal(signal.SIGKILL)
        process.wait()


def check(url: str, last: Mapping[str, int]) -> str:
    """Nothing accepted is lost, nothing is doubled, and each agent's order is kept."""
    now = datetime.now(UTC) + timedelta(hours=1)  # everything is due, and every lease is over
    with Memory.open(url, clock=lambda: now, background=False, embedder="none") as memory:
        memory.agents.sync.tick()
        status = memory.agents.sync.status()
        assert [status[one].waiting for one in ("critical", "high", "normal")] == [0, 0, 0]
        assert [status[one].failures for one in ("critical", "high", "normal")] == [0, 0, 0]
        titles = _pushed(memory)
        counts = Counter(title for listed in titles.values() for title in listed)
        assert max(counts.values(), default=1) == 1, "an entry was pushed twice"
        for name, number in last.items():
            wanted = {key_of(name, one) for one in range(1, number + 1)}
            assert wanted <= set(titles[name]), sorted(wanted - set(titles[name]))[:5]
            for is_high in (True, False):
                listed = [
                    title
                    for title in titles[name]
                    if (importance_of(int(title.split()[1])) == _HIGH) is is_high
                ]
                assert listed == sorted(listed), "an agent's order was not kept"
        synced = sum(status[one].synced for one in ("critical", "high", "normal"))
        items = sum(counts.values())
        assert items
        assert synced == items * len(AGENTS), (synced, items)  # pushed once, delivered to 11
        for name in AGENTS:
            own = memory.acting_as(Principal(name, kind="agent")).agents.memory(name)
            assert own.pull() == ()
            for other in AGENTS:
                try:
                    found = own.get(key_of(other, 1))
                except NotFound:
                    assert other not in last
                else:
                    assert found.tier == "L2", found
        assert memory.verify().ok
    return f"{items:,} findings, {synced:,} synced"


def _pushed(memory: Memory) -> dict[str, list[str]]:
    """The titles of what each agent pushed, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    cursor = None
    while True:
        page = memory.items(limit=500, cursor=cursor)
        for item in page.items:
            found[item.source_user].append(item.title or "")
        cursor = page.next
        if cursor is None:
            return {name: listed[::-1] for name, listed in found.items()}


if __name__ == "__main__":
    work(sys.argv[1], Path(sys.argv[2]), hash(sys.argv[3]), sys.argv[4:])
