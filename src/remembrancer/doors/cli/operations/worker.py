"""`rmb worker`: does due work until it is told to stop."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.operations.jobs import due_in_words
from remembrancer.doors.cli.options import Url
from remembrancer.doors.cli.progress import Bar
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.store_opening import address, check_space, chosen, existing

if TYPE_CHECKING:
    from remembrancer.core.space import Space
    from remembrancer.jobs.job import Job
    from remembrancer.jobs.worker import JobWorker

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STDERR = 2
_STOPPING = b"Stopping: the work under way is finished first. Once more to leave at once.\n"


def worker(
    once: Annotated[
        bool, typer.Option("--once", help="End as soon as nothing is due any more.")
    ] = False,
    space: Annotated[
        str | None,
        typer.Option("--space", metavar="NAME", help="Only this space; without it all of them."),
    ] = None,
    lease: Annotated[
        int | None,
        typer.Option(
            "--lease",
            metavar="SECONDS",
            min=1,
            help="After how long others take over the work of a worker that died.",
        ),
    ] = None,
    url: Url = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON for machines, one line for each piece.")
    ] = False,
) -> None:
    """Do due work in all spaces of a store: digests, meetings, schedules.

    Any number of workers may run at once. Ctrl-C, or SIGTERM, ends it after the work under way;
    given twice, it gives that work back and leaves at once. With --once the exit code is 1 if any
    of the work failed.

    \b
    Example:
      rmb worker
      rmb worker --once --space northgate
    """
    from remembrancer.build import handlers, open_store
    from remembrancer.build_tools import check_telemetry, check_tools, traced_store
    from remembrancer.core.limits import JOB_LEASE_SECONDS
    from remembrancer.jobs.due_work import Workshop
    from remembrancer.jobs.worker import JobWorker

    place = existing(chosen(url))
    if space is not None:
        check_space(place, space)
    telemetry = check_telemetry()
    tools = check_tools(None, None, None, None, telemetry=telemetry)
    opened = open_store(address(place), embeds=tools.embedder is not None)
    store = traced_store(opened, address(place), telemetry)
    try:
        seconds = JOB_LEASE_SECONDS if lease is None else lease
        shop = Workshop(store, _now, tools, handlers(), lease_seconds=seconds)
        runner = JobWorker(shop, only=space)
        log = _Log(json=json)
        where = "all spaces" if space is None else f"the space {space!r}"
        with _stopped_by_signals(runner) as is_asked, log.bar:
            how = "" if once else " Stop with Ctrl-C."
            terminal.note(f"Working for {where} of {place}.{how}", at_once=True)
            runner.run(until_idle=once, watcher=log.told, progress=log.bar.report)
    finally:
        telemetry.close()
        store.close()
    terminal.note(log.sum(is_stopped=is_asked() or not once))
    if once and log.failed:
        raise typer.Exit(1)


def _now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def _stopped_by_signals(runner: JobWorker) -> Iterator[Callable[[], bool]]:
    """The first signal asks for a stop, and a second one interrupts. It tells whether one came."""
    asked = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        # A handler may run in the midst of a print, which must not be begun again within it.
        with suppress(OSError):
            os.write(_STDERR, _STOPPING)
        runner.stop()

    before = [(value, signal.signal(value, handle)) for value in _SIGNALS]
    try:
        yield lambda: asked
    finally:
        for one, handler in before:
            signal.signal(one, handler)


class _Log:
    """A line for each piece of work, and a bar for the one under way."""

    def __init__(self, *, json: bool) -> None:
        self._json = json
        self.bar = Bar("Working")
        self.done = self.failed = 0

    def told(self, space: Space, job: Job) -> None:
        self.bar.clear()
        now = _now()
        outcome, words = _outcome(job, now)
        self.done += outcome == "done"
        self.failed += job.error is not None
        if self._json:
            told = {"at": now.isoformat(), "space": space.name, "outcome": outcome}
            terminal.line(_as_json(told, job), wrapped=False)
        else:
            terminal.line(
                (f"{now:%Y-%m-%d %H:%M:%S}", "faint"),
                f"  {space.name}  ",
                (job.kind, "kind"),
                f"  {job.key}  ",
                (words, "bad" if job.error is not None else "good"),
                wrapped=False,
            )
        terminal.flush()  # whoever reads the log reads it as it is written

    def sum(self, *, is_stopped: bool) -> str:
        failed = f", and {self.failed:,} failed" if self.failed else ""
        end = "Stopped" if is_stopped else "Done"
        return f"{end}. {count(self.done, 'piece')} of work done{failed}."


def _outcome(job: Job, now: datetime) -> tuple[str, str]:
    """What came of it, for machines and in words."""
    if job.state == "failed":
        return "failed", f"given up after {count(job.attempts, 'attempt')}: {job.error}"
    if job.error is not None:
        again = due_in_words(job.due_at, now)
        return "retrying", f"failed, tried again {again}: {job.error}"
    return ("done", "done") if job.state == "done" else ("taken", "taken over by another worker")


def _as_json(told: dict[str, str], job: Job) -> str:
    import json

    fields = {name: getattr(job, name) for name in ("id", "kind", "key", "attempts", "error")}
    return json.dumps({**told, **fields})
