"""Walls around the child process, which hold even if a query gets past the parser.

Where the operating system has no such walls (Windows has none of them, macOS keeps no limit of
memory), the deadline alone holds, and `status` says which ones there are.
"""

from __future__ import annotations

import os
import signal
import sys

# A query must not be able to open these; what is read later is open before.
_MEMORY_FILE = "/proc/self/statm"


class Walls:
    """Puts up the walls of this process, once its graph is loaded."""

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._statm = os.open(_MEMORY_FILE, os.O_RDONLY) if os.path.exists(_MEMORY_FILE) else None

    def put_up(self) -> list[str]:
        """Names the walls that stand from now on."""
        if sys.platform == "win32":
            return []
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no memory in a file after a crash
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        # No further file, pipe or socket: neither LOAD CSV nor the network.
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
        standing = ["files", "network"]
        if self._statm is not None:
            self.bound_memory()
            standing.append("memory")
        return standing

    def bound_memory(self) -> None:
        """From now on the process may grow by so much."""
        if sys.platform == "win32" or self._statm is None:
            return
        import resource

        pages = int(os.pread(self._statm, 100, 0).split()[0])
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        bytes = pages * resource.getpagesize() + self._memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (bytes, most))

    def unbound_memory(self) -> None:
        """While the graph itself grows."""
        if sys.platform == "win32" or self._statm is None:
            return
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def end_after(seconds: float) -> None:
    """The system ends this process then, if its parent is gone and cannot. 0: not any more."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
