"""Progress of long work, shown on the terminal and never in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

_LINE_SECONDS = 1.0  # between two lines of progress

Report = Callable[[int, int], None]  # done, of how many; 0 where nobody knows


@contextmanager
def progress(label: str) -> Iterator[Report | None]:
    """Something to call while the work goes on; None where nobody watches."""
    if not _is_watched():
        yield None
        return
    with Bar(label) as bar:
        bar.report(0, 0)
        yield bar.report


@contextmanager
def progress_lines(label: str) -> Iterator[Report | None]:
    """The same in lines that stay, for work that somebody else may be doing."""
    if not _is_watched():
        yield None
        return
    told: tuple[int, int] | None = None
    next_at = 0.0

    def report(done: int, total: int) -> None:
        nonlocal told, next_at
        now = time.monotonic()
        is_end = bool(total) and done == total
        if (done, total) == told or (now < next_at and not is_end):
            return
        told, next_at = (done, total), now + _LINE_SECONDS
        of = f" of {total:,}" if total else ""
        print(f"{label}: {done:,}{of}", file=sys.stderr, flush=True)

    print(f"{label} …", file=sys.stderr, flush=True)
    yield report


class Bar:
    """A bar that is there from the first report until it is cleared, or its block ends."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._shown: tuple[Progress, TaskID] | None = None

    def report(self, done: int, total: int) -> None:
        if not _is_watched():
            return
        if self._shown is None:
            self._shown = _started(self._label)
        bar, task = self._shown
        bar.update(task, completed=done, total=total or None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Takes the bar from the terminal, so that something can be printed there."""
        if self._shown is not None:
            self._shown[0].stop()
            self._shown = None


def _is_watched() -> bool:
    return sys.stderr.isatty()


def _started(label: str) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:,}"),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    return bar, bar.add_task(label, total=None)
