"""Numbers: how much a server does and how fast, for those who watch over it.

They tell of routes, methods and answers. Nothing in them comes from a request or from the store but
how many pieces of work wait there.
"""

from __future__ import annotations

import json
import os
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_APART: Final = " "  # between the labels of a key; no route, method or status holds it


class Numbers:
    """What one server process counts. With a folder, the processes that share it tell as one.

    Each has a place there, a number, which whoever comes after it in that place goes on with.
    """

    media_type: Final = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self, folder: Path | None = None, place: int = 0) -> None:
        self._folder = folder
        self._place = place
        self._lock = threading.Lock()
        self._requests: dict[str, int] = defaultdict(int)
        self._times: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(_SECONDS) + 2))
        self.now: dict[str, Callable[[], int]] = {}  # what is so at this moment, by its name
        if folder is not None and self._file(folder, place).exists():
            kept = json.loads(self._file(folder, place).read_text())
            self._requests.update(kept["requests"])
            self._times.update(kept["times"])

    @property
    def is_shared(self) -> bool:
        return self._folder is not None

    def count(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """One request that was answered; without its time, if that says nothing."""
        method = method if method in METHODS else "other"
        with self._lock:
            self._requests[_APART.join((route, method, str(status)))] += 1
            if seconds is not None:
                row = self._times[_APART.join((route, method))]
                row[bisect_left(_SECONDS, seconds)] += 1
                row[-1] += seconds

    def save(self) -> None:
        """Puts what was counted where the other processes find it."""
        if self._folder is None:
            return
        file = self._file(self._folder, self._place)
        draft = file.with_suffix(".new")
        draft.write_text(json.dumps(self._own()))
        os.replace(draft, file)

    def told(self, work: Mapping[str, int]) -> str:
        """All of it as Prometheus reads it."""
        requests: dict[str, int] = defaultdict(int)
        times: dict[str, list[float]] = {}
        now: dict[str, int] = defaultdict(int)
        for kept in self._all():
            for key, number in kept["requests"].items():
                requests[key] += number
            for key, row in kept["times"].items():
                before = times.get(key)
                times[key] = (
                    row if before is None else [a + b for a, b in zip(before, row, strict=True)]
                )
            for name, number in kept["now"].items():
                now[name] += number
        return "\n".join((*_requests(requests), *_times(times), *_gauges(now), *_work(work), ""))

    def _all(self) -> Iterable[Mapping[str, Any]]:
        if self._folder is None:
            return [self._own()]
        self.save()
        return [json.loads(file.read_text()) for file in sorted(self._folder.glob("*.json"))]

    def _own(self) -> Mapping[str, Any]:
        now = {name: ask() for name, ask in self.now.items()}
        with self._lock:
            times = {key: list(row) for key, row in self._times.items()}
            return {"requests": dict(self._requests), "times": times, "now": now}

    @staticmethod
    def _file(folder: Path, place: int) -> Path:
        return folder / f"{place}.json"


def _head(name: str, sort: str, told: str) -> tuple[str, str]:
    return f"# HELP remembrancer_{name} {told}", f"# TYPE remembrancer_{name} {sort}"


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


def _gauges(now: Mapping[str, int]) -> Iterable[str]:
    for name, number in sorted(now.items()):
        yield from _head(name, "gauge", "How many there are at this moment.")
        yield f"remembrancer_{name} {number}"


def _work(work: Mapping[str, int]) -> Iterable[str]:
    yield from _head("jobs", "gauge", "Pieces of work that are due, or were given up.")
    for state, number in sorted(work.items()):
        yield f'remembrancer_jobs{{state="{state}"}} {number}'
