"""L1: the working memory of agents, in the RAM of this process.

A process may read it only as long as the store says that it holds it, and at the epoch that it was
filled at. So every read looks at one row of the store first.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from remembrancer.team.agent import AgentEntry, AgentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingEntry:
    """An entry of L1."""

    entry: AgentEntry
    until: datetime  # it is gone afterwards
    item_version: int | None  # set: a copy of that version of the item
    verified: Hashable | None = None  # of a copy: ledger position and rights it was checked at


@dataclass(slots=True)
class WorkingMemory:
    """The L1 of one agent. Its lock is held by whoever reads or changes it."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    epoch: int | None = None  # of the agent's L2 when it was filled; None: it is not held
    entries: OrderedDict[str, WorkingEntry] = field(default_factory=OrderedDict)
    used: OrderedDict[str, None] = field(default_factory=OrderedDict)  # since L2 was told

    def is_current(self, row: AgentRow, holder: str) -> bool:
        """Whether it may be read. If not, it is emptied."""
        if row.holder == holder and row.epoch == self.epoch:
            return True
        self.clear()
        return False

    def begin(self, epoch: int) -> None:
        """Holds the L1 from now on; what was read at another epoch is gone."""
        if self.epoch != epoch:
            self.clear()
            self.epoch = epoch

    def get(self, key: str, now: datetime) -> WorkingEntry | None:
        found = self.entries.get(key)
        if found is None:
            return None
        if found.until <= now:
            self.remove([key])
            return None
        return found

    def use(self, key: str) -> None:
        self.entries.move_to_end(key)
        self.used[key] = None
        self.used.move_to_end(key)

    def put(self, entry: WorkingEntry, *, size: int) -> None:
        """Adds an entry; the least recently used ones go."""
        key = entry.entry.key
        self.entries[key] = entry
        self.entries.move_to_end(key)
        while len(self.entries) > size:
            self.entries.popitem(last=False)

    def remove(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.entries.pop(key, None)

    def clear(self) -> None:
        self.epoch = None
        self.entries.clear()
        self.used.clear()


class WorkingMemories:
    """The working memories that one open memory holds, of all agents that it acts as."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = 0
        self._holder = ""
        self._memories: dict[tuple[str, str], WorkingMemory] = {}

    @property
    def holder(self) -> str:
        """The name under which this memory holds them. A forked process has another one."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                self._holder = secrets.token_hex(8)
                self._memories = {}
            return self._holder

    @contextmanager
    def of(self, space: str, agent: str) -> Iterator[WorkingMemory]:
        """One agent's L1, which nobody else uses meanwhile."""
        _ = self.holder
        with self._lock:
            found = self._memories.setdefault((space, agent), WorkingMemory())
        with found.lock:
            yield found

    def spaces(self) -> frozenset[str]:
        """The uids of the spaces whose entries are held."""
        with self._lock:
            return frozenset(space for (space, _), one in self._memories.items() if one.entries)

    def forget(self, space: str | None = None) -> None:
        """Empties the working memories of a space, or all."""
        with self._lock:
            listed = [one for (of, _), one in self._memories.items() if space in (None, of)]
        for one in listed:
            with one.lock:
                one.clear()
