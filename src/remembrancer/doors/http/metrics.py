"""Metrics of a server, as Prometheus reads them: requests, their times, and jobs.

Labels are routes, methods and statuses. Nothing in them comes from the contents of a request or of
the store.
"""

from __future__ import annotations

import json
import os
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from remembrancer.core.tally import Counted, Tally
from remembrancer.doors.http.store_figures import StoreFigures

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_APART: Final = " "  # between the labels of a key; no route, method or status holds it
_HELP: Final[Mapping[Counted, str]] = {
    Counted.JOBS: "Attempts at due work, by its kind and its state afterwards.",
    Counted.MODEL_CALLS: "Calls of language models, by their role and outcome.",
    Counted.MODEL_TOKENS: "Tokens of those calls, by role and direction.",
    Counted.VERIFICATIONS: "Times that the chain of a ledger was walked, by what was found.",
}


class Metrics:
    """What one server process counts. Processes that share a folder are added up.

    Each has a number there. A process that replaces another takes its number and its counts.
    """

    media_type: Final = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self, folder: Path | None = None, process: int = 0) -> None:
        self._folder = folder
        self._process = process
        self._lock = threading.Lock()
        self._saving = threading.Lock()  # the timer saves, and everybody who asks for the text
        self._requests: dict[str, int] = defaultdict(int)
        self._times: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(_SECONDS) + 2))
        self.gauges: dict[str, Callable[[], int]] = {}  # read when somebody asks, by name
        self.reads: Callable[[], Mapping[str, int]] = dict  # by who answered them, the same way
        self._reads: Mapping[str, int] = {}  # of the processes before this one
        self.tally: Tally | None = None  # what else is counted
        self._counts: Mapping[str, int] = {}  # of the processes before this one
        if folder is not None and self._file(folder, process).exists():
            kept = json.loads(self._file(folder, process).read_text())
            self._requests.update(kept["requests"])
            self._times.update(kept["times"])
            self._reads = kept.get("reads", {})
            self._counts = kept.get("counts", {})

    @property
    def is_shared(self) -> bool:
        return self._folder is not None

    @property
    def is_first(self) -> bool:
        """Whether this process speaks for all where they would say the same."""
        return self._process == 0

    def count(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """Counts a request that was answered. Streams have no time."""
        method = method if method in METHODS else "other"
        with self._lock:
            self._requests[_APART.join((route, method, str(status)))] += 1
            if seconds is not None:
                row = self._times[_APART.join((route, method))]
                row[bisect_left(_SECONDS, seconds)] += 1
                row[-1] += seconds

    def save(self) -> None:
        """Writes the counts where the other processes find them."""
        if self._folder is None:
            return
        file = self._file(self._folder, self._process)
        draft = file.with_suffix(".new")
        with self._saving:
            draft.write_text(json.dumps(self._own()))
            os.replace(draft, file)

    def text(self, figures: StoreFigures) -> str:
        """All metrics in the text format of Prometheus."""
        requests: dict[str, int] = defaultdict(int)
        times: dict[str, list[float]] = {}
        gauges: dict[str, int] = defaultdict(int)
        reads: dict[str, int] = defaultdict(int)
        counts: dict[str, int] = defaultdict(int)
        for kept in self._all():
            for key, number in kept["requests"].items():
                requests[key] += number
            for key, row in kept["times"].items():
                before = times.get(key)
                times[key] = (
                    row if before is None else [a + b for a, b in zip(before, row, strict=True)]
                )
            for name, number in kept["gauges"].items():
                gauges[name] += number
            for name, number in kept.get("reads", {}).items():
                reads[name] += number
            for key, number in kept.get("counts", {}).items():
                counts[key] += number
        lines = (
            _requests(requests),
            _times(times),
            _gauges(gauges),
            _reads(reads),
            _counts(counts),
            _store(figures),
        )
        return "\n".join((*chain.from_iterable(lines), ""))

    def _all(self) -> Iterable[Mapping[str, Any]]:
        if self._folder is None:
            return [self._own()]
        self.save()
        return [json.loads(file.read_text()) for file in sorted(self._folder.glob("*.json"))]

    def _own(self) -> Mapping[str, Any]:
        gauges = {name: read() for name, read in self.gauges.items()}
        reads = self.reads()
        with self._lock:
            times = {key: list(row) for key, row in self._times.items()}
            own: dict[str, Any] = {
                "requests": dict(self._requests),
                "times": times,
                "gauges": gauges,
            }
        counts = dict(self._counts)
        for (counted, labels), number in ({} if self.tally is None else self.tally.read()).items():
            told = ",".join(f'{name}="{value}"' for name, value in labels)
            key = f"{counted.value}{{{told}}}"
            counts[key] = counts.get(key, 0) + number
        own["reads"] = {name: self._reads.get(name, 0) + n for name, n in reads.items()}
        return {**own, "counts": counts}

    @staticmethod
    def _file(folder: Path, process: int) -> Path:
        return folder / f"{process}.json"


def _head(name: str, kind: str, help: str) -> tuple[str, str]:
    return f"# HELP remembrancer_{name} {help}", f"# TYPE remembrancer_{name} {kind}"


def _requests(counted: Mapping[str, int]) -> Iterable[str]:
    yield from _head("requests_total", "counter", "Requests answered.")
    for key, number in sorted(counted.items()):
        route, method, status = key.split(_APART)
        labels = f'route="{route}",method="{method}",status="{status}"'
        yield f"remembrancer_requests_total{{{labels}}} {number}"


def _times(counted: Mapping[str, list[float]]) -> Iterable[str]:
    name = "request_seconds"
    yield from _head(name, "histogram", "Until a request was answered, streams aside.")
    for key, row in sorted(counted.items()):
        route, method = key.split(_APART)
        labels = f'route="{route}",method="{method}"'
        so_far = 0
        for bound, number in zip((*map(str, _SECONDS), "+Inf"), row[:-1], strict=True):
            so_far += int(number)
            yield f'remembrancer_{name}_bucket{{{labels},le="{bound}"}} {so_far}'
        yield f"remembrancer_{name}_sum{{{labels}}} {row[-1]:.6f}"
        yield f"remembrancer_{name}_count{{{labels}}} {so_far}"


def _gauges(gauges: Mapping[str, int]) -> Iterable[str]:
    for name, number in sorted(gauges.items()):
        yield from _head(name, "gauge", "How many there are at this moment.")
        yield f"remembrancer_{name} {number}"


def _reads(reads: Mapping[str, int]) -> Iterable[str]:
    help = "Reads by who answered: the read replica, or the primary for which reason."
    yield from _head("reads_total", "counter", help)
    for reader, number in sorted(reads.items()):
        server = "replica" if reader == "replica" else "primary"
        yield f'remembrancer_reads_total{{server="{server}",reason="{reader}"}} {number}'


def _counts(counts: Mapping[str, int]) -> Iterable[str]:
    for counted in Counted:
        yield from _head(counted.value, "counter", _HELP[counted])
        for key, number in sorted(counts.items()):
            if key.startswith(f"{counted.value}{{"):
                yield f"remembrancer_{key} {number}"


def _store(figures: StoreFigures) -> Iterable[str]:
    help = "Pieces of work that are due, late, or were given up."
    yield from _head("jobs", "gauge", help)
    for state, number in sorted(figures.jobs.items()):
        yield f'remembrancer_jobs{{state="{state}"}} {number}'
    help = "Nodes and relations that running syncs of a graph server brought, and of how many."
    yield from _head("graph_sync", "gauge", help)
    for part, number in zip(("done", "total"), figures.graph_sync, strict=True):
        yield f'remembrancer_graph_sync{{part="{part}"}} {number}'
    yield from _head("ledger_rows", "gauge", "Rows of the ledgers of all spaces.")
    yield f"remembrancer_ledger_rows {figures.ledger_rows}"
    yield from _head("store_bytes", "gauge", "The size of the store; 0: it is in memory.")
    if figures.store_bytes is not None:
        yield f"remembrancer_store_bytes {figures.store_bytes}"
    help = "Ledger rows that the read replica lacked at the last look."
    yield from _head("replica_missing_rows", "gauge", help)
    if figures.replica_missing is not None:
        yield f"remembrancer_replica_missing_rows {figures.replica_missing}"
