"""Schedule: the kinds of background jobs, the delay before a retry, and the intervals."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from remembrancer.core.calendar import add_months
from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import JOB_BACKOFF_SECONDS, JOB_BACKOFF_SECONDS_MAX
from remembrancer.core.principal import PrincipalKind, Role, WorkerPrincipal

# Kinds of jobs.
SUMMARISE: Final = "summarise"  # the digest of a conversation
EXTRACT: Final = "extract"  # items extracted from a conversation
MEETING: Final = "meeting"  # items extracted from meeting notes
COLLECT: Final = "collect"  # notes files, on schedule
DETECT: Final = "detect"  # session transcripts, on schedule
EMBED: Final = "embed"  # the vectors of texts
REMIND: Final = "remind"  # action items with a near deadline, on schedule
COMPRESS: Final = "compress"  # combines related items if too many are in use
COMPARE: Final = "compare"  # an added item is compared with existing items
SHAPES: Final = "shapes"  # the vectors of what is around decisions
SYNC: Final = "sync"  # what agents push to the shared store, and what they get from there
NOTIFY: Final = "notify"  # somebody is told of what waits
DEBATE: Final = "debate"  # a contradiction becomes a debate; a wait or a window of one ends
GRAPH: Final = "graph"  # the graph on a server, brought up to date or loaded anew
CREDIBILITY: Final = "credibility"  # the scores in the graph after an erasure

ALL: Final = "all"  # the key of a job for a whole space
BY_TIME: Final = "by time"  # the same, if the space schedules it by itself

# The principal of jobs that nobody in particular requested.
WORKER: Final = WorkerPrincipal.trusted(
    {
        "name": "remembrancer",
        "roles": frozenset({Role.ADMIN}),
        "groups": frozenset(),
        "kind": PrincipalKind.SERVICE,
    }
)

LOST_LEASE: Final = (
    "The programs that began it ended before it was done, each time. Look for what ends them, and "
    "retry it."
)

URGENT: Final = 10  # somebody waits for it
USUAL: Final = 0
LEISURELY: Final = -10  # schedules

_STEP = re.compile(r"(\d{1,4})\s*(s|m|h|d|w|mo)")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def backoff(attempts: int) -> timedelta:
    """The delay after that many failed attempts. Each is four times the one before."""
    seconds = JOB_BACKOFF_SECONDS * 4 ** (attempts - 1)
    return timedelta(seconds=min(seconds, JOB_BACKOFF_SECONDS_MAX))


def check_step(every: str) -> str:
    """The interval of a schedule, if it is valid."""
    match = _STEP.fullmatch(str(every))
    if match is None or int(match[1]) == 0:
        raise InvalidInput(
            f"A schedule cannot run every {every!r}. Say how often as a number with s, m, h, d, w "
            "or mo: 30m, 1d, 1mo.",
            field="every",
        )
    return every


def next_due(every: str, first: datetime, now: datetime) -> datetime:
    """The next time of a schedule with this start. Missed times are not made up for."""
    match = _STEP.fullmatch(every)
    if match is None:
        raise InvalidInput(f"A schedule cannot run every {every!r}.", field="every")
    count, unit = int(match[1]), match[2]
    if unit == "mo":
        months = count
        # Count each time from the first: the 31st leads to the 28th and back to the 31st.
        while (due := add_months(first, months)) <= now:
            months += count
        return due
    step = timedelta(seconds=count * _SECONDS[unit])
    return first + step * max(1, (now - first) // step + 1)
