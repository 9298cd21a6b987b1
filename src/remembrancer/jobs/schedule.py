"""Work: what is done in the background, how soon a failure is tried again, and how often."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from remembrancer.core.calendar import add_months
from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import JOB_BACKOFF_SECONDS, JOB_BACKOFF_SECONDS_MAX
from remembrancer.core.principal import PrincipalKind, Role, WorkerPrincipal

# Kinds of work.
SUMMARISE: Final = "summarise"  # the digest of a conversation
EXTRACT: Final = "extract"  # what a conversation holds that is worth keeping
MEETING: Final = "meeting"  # the items that a meeting's notes hold
COLLECT: Final = "collect"  # notes files, on schedule
DETECT: Final = "detect"  # session transcripts, on schedule
EMBED: Final = "embed"  # the vectors of texts
REMIND: Final = "remind"  # action items whose day is near, on schedule
COMPRESS: Final = "compress"  # what is in use, where it is much: related items become one

ALL: Final = "all"  # the key of work that is one piece for a whole space
BY_TIME: Final = "by time"  # the same where the space itself does it again and again

# In whose name work is done that nobody in particular asked for.
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
    """How long to wait after so many failed attempts: four times as long after each."""
    seconds = JOB_BACKOFF_SECONDS * 4 ** (attempts - 1)
    return timedelta(seconds=min(seconds, JOB_BACKOFF_SECONDS_MAX))


def check_step(every: str) -> str:
    """The step of a schedule as given, where it is one."""
    found = _STEP.fullmatch(str(every))
    if found is None or int(found[1]) == 0:
        raise InvalidInput(
            f"A schedule cannot run every {every!r}. Say how often as a number with s, m, h, d, w "
            "or mo: 30m, 1d, 1mo.",
            field="every",
        )
    return every


def next_due(every: str, first: datetime, now: datetime) -> datetime:
    """When a schedule that began so comes next. Times that were missed are not made up for."""
    found = _STEP.fullmatch(every)
    if found is None:
        raise InvalidInput(f"A schedule cannot run every {every!r}.", field="every")
    count, unit = int(found[1]), found[2]
    if unit == "mo":
        months = count
        # Each is counted from the first: the 31st leads to the 28th and back to the 31st.
        while (due := add_months(first, months)) <= now:
            months += count
        return due
    step = timedelta(seconds=count * _SECONDS[unit])
    return first + step * max(1, (now - first) // step + 1)
