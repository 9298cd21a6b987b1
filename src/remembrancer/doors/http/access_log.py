"""The log of a server: one JSON document a line, without anything that people wrote.

A message is logged as it stands in the code, without the values put into it. An error is logged by
its class and its stack, a request by its route and not by its address.
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

_OURS: Final = ("remembrancer", "uvicorn")  # loggers whose messages hold no values
_FRAMES_MAX: Final = 40


class JsonLineFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        if record.name.partition(".")[0] in _OURS and isinstance(record.msg, str):
            line["message"] = record.msg.strip()
        else:
            line["place"] = f"{record.filename}:{record.lineno}"
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["stack"] = _stack(record.exc_info[2])
        return json.dumps(line)


def start_logging(stream: TextIO, *, is_quiet: bool = False) -> logging.Handler:
    """Logs to this stream from now on. If quiet, warnings and errors only."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLineFormatter())
    logging.getLogger().addHandler(handler)
    log.setLevel(logging.WARNING if is_quiet else logging.INFO)
    return handler


def log_request(fields: Mapping[str, Any], error: BaseException | None = None) -> None:
    """One line for a request that was answered, or that failed."""
    if error is not None:
        log.error("failed", exc_info=error, extra={"fields": fields})
    elif log.isEnabledFor(logging.INFO):
        # log.info() would search the stack for its caller, which takes time.
        log.handle(
            log.makeRecord(
                log.name, logging.INFO, __file__, 0, "answered", (), None, extra={"fields": fields}
            )
        )


def _stack(traceback: TracebackType | None) -> list[str]:
    """The frames of an error, the outermost first: files, lines and functions, no values."""
    frames: list[str] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        file = "/".join(PurePath(code.co_filename).parts[-2:])
        frames.append(f"{file}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return frames[-_FRAMES_MAX:]
