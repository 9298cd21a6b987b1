"""Telling: the log of a server, one JSON document a line, without anything that people said.

Of what code says it holds the words that stand in the code, and not the values put into them. Of an
error it holds the kind and the places, of a request the route and not the address.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from types import TracebackType
from typing import Any, Final, TextIO

log = logging.getLogger("remembrancer.api")

_OURS: Final = ("remembrancer", "uvicorn")  # whose messages have their values beside them
_FRAMES_MAX: Final = 40


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        if record.name.partition(".")[0] in _OURS and isinstance(record.msg, str):
            told["message"] = record.msg.strip()
        else:
            told["place"] = f"{record.filename}:{record.lineno}"
        told |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["stack"] = _stack(record.exc_info[2])
        return json.dumps(told)


def begin(stream: TextIO, *, is_quiet: bool = False) -> logging.Handler:
    """From here on this process logs there. If quiet, only what somebody should look at."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    logging.getLogger().addHandler(handler)
    log.setLevel(logging.WARNING if is_quiet else logging.INFO)
    return handler


def answered(told: Mapping[str, Any], error: BaseException | None = None) -> None:
    """One request, with its answer."""
    if error is not None:
        log.error("failed", exc_info=error, extra={"told": told})
    elif log.isEnabledFor(logging.INFO):
        # Not by log.info(), which would look for the line of code that says so.
        log.handle(
            log.makeRecord(
                log.name, logging.INFO, __file__, 0, "answered", (), None, extra={"told": told}
            )
        )


def _stack(traceback: TracebackType | None) -> list[str]:
    """Where it happened, the outermost first: files, lines and functions, no values."""
    found: list[str] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        file = "/".join(PurePath(code.co_filename).parts[-2:])
        found.append(f"{file}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return found[-_FRAMES_MAX:]
