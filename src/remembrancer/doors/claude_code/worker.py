"""The work that hooks leave: capturing transcripts, and caching the context of sessions."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from remembrancer.core.errors import (
    Erased,
    Forbidden,
    InvalidInput,
    NotAvailable,
    RemembrancerError,
)
from remembrancer.doors.claude_code import spool
from remembrancer.doors.claude_code.context import context
from remembrancer.doors.claude_code.sending import send

if TYPE_CHECKING:
    from remembrancer.jobs.report import FileReport
    from remembrancer.memory import Memory

_RUNS_MAX: Final = 100  # times that one worker looks for more


class MemoryAddress(NamedTuple):
    """A memory as the options of a hook name it."""

    open: Callable[[], AbstractContextManager[Memory]]
    is_server: bool
    watched: tuple[str, ...]  # files that change when the memory does; none of a server
    key: str  # tells one memory from another


Find = Callable[[Mapping[str, str], str], MemoryAddress]


def work(find: Find) -> int:
    """Does what waits, each piece once, and returns how many pieces could be done.

    There is one worker at a time. One that comes while another works leaves it to that one, which
    looks once more after it has let go.
    """
    done = 0
    tried: set[str] = set()
    for _ in range(_RUNS_MAX):
        with _alone() as is_alone:
            if not is_alone:
                return done
            waiting = [name for name in spool.jobs() if _known_by(name) not in tried]
            for name in waiting:
                tried.add(_known_by(name))
                done += _do(name, find)
        if all(_known_by(name) in tried for name in spool.jobs()):
            break
    return done


def _known_by(name: str) -> str:
    """The job with what it holds: one that was left anew is another."""
    return spool.key_of(name, spool.job_of(name))


def _do(name: str, find: Find) -> bool:
    job = spool.job_of(name)
    options = job.get("options") if job is not None else None
    project = job.get("project") if job is not None else None
    if job is None or not isinstance(options, dict) or not isinstance(project, str):
        spool.log(f"work: {name} is no piece of work, and was put away")
        spool.finish_job(name, job or {})
        return False
    try:
        place = find(options, project)
    except (RemembrancerError, OSError) as error:
        # Nobody says where the memory is. Waiting would not help.
        spool.log(f"work: {error}")
        spool.put_context(project, options, None, [])
        spool.finish_job(name, job)
        return False
    try:
        _done(job, place, options, project)
    except Exception as error:  # one piece that fails must not keep the others
        spool.log(f"work: {_told(error)}")
        if job.get("tells"):
            spool.put_context(project, options, None, list(place.watched))
        if "transcript" not in job:
            spool.finish_job(name, job)
        elif spool.is_old(name, time.time()):
            spool.log(f"work: {job['transcript']} waited for a month; rmb detect reads it")
            spool.finish_job(name, job)
        return False
    spool.finish_job(name, job)
    return True


def _told(error: Exception) -> str:
    """What went wrong; of what nobody foresaw, where."""
    if isinstance(error, RemembrancerError | OSError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(frame.filename)}, line {frame.lineno}"


def _done(job: dict[str, Any], place: MemoryAddress, options: dict[str, str], project: str) -> None:
    text: str | None = None
    with place.open() as memory:
        if isinstance(job.get("transcript"), str):
            _capture(memory, place, Path(job["transcript"]), options)
            if not place.is_server:
                # What follows from it. If that fails, it is tried again as any due work is.
                memory.jobs.wait(own=True)
        if job.get("tells"):
            has_rules = _pull(memory, options, project)
            text = context(memory, options.get("subject") or None, has_rules=has_rules)
    if job.get("tells"):
        # Only now are the files of the store as they stay.
        spool.put_context(project, options, text, list(place.watched))


def _capture(memory: Memory, place: MemoryAddress, path: Path, options: dict[str, str]) -> None:
    """What is new in a transcript. The raw text is stored first, always."""
    shared: dict[str, Any] = {
        "subject": options.get("subject") or None,
        "audience": options.get("audience") or None,
        "is_personal": "personal" in options,
    }
    if not path.is_file():
        spool.log(f"work: {path.name} is gone")
        return
    if place.is_server:
        try:
            send(memory, path, spool.key_of(place.key, str(path)), shared)
        except (Erased, Forbidden, InvalidInput) as error:  # it would be refused again
            spool.log(f"work: {path.name}: {error}")
        return
    for report in memory.sources.detect(path, **shared).files:
        _note(report, path)


def _note(report: FileReport, path: Path) -> None:
    if report.outcome.value == "failed":
        spool.log(f"work: {path.name}: {report.reason}")


def _pull(memory: Memory, options: dict[str, str], project: str) -> bool:
    """Brings the rules files of the project up to date, where they are wanted."""
    if "rules" not in options:
        return False
    try:
        memory.pull(project)
    except (RemembrancerError, OSError) as error:
        spool.log(f"work: no rules files in {project}: {error}")
        return not isinstance(error, NotAvailable)
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other worker is at it. The lock ends with the process that holds it."""
    path = os.path.join(spool.folder(), "work.lock")
    os.makedirs(spool.folder(), mode=0o700, exist_ok=True)
    number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _locked(number)
    finally:
        os.close(number)


def _locked(number: int) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
