"""A problem: a failed request as a document."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import ConfigDict

from remembrancer.core.base import Value


class Problem(Value):
    """An error in the form of RFC 9457. `detail` says what to do."""

    model_config = ConfigDict(extra="allow")

    type: str  # urn:remembrancer:error: and the name of the error
    title: str  # the name of the error
    status: int
    detail: str
    field: str | None = None  # the invalid part of the input
    request_id: str | None = None  # also in the log
    what: str | None = None  # of NotFound: the kind of thing that is not there
    identifier: Any = None  # of NotFound: the name that it was asked for by, as it was given
    current: str | None = None  # of IllegalTransition: the state that it is in
    wanted: str | None = None  # of IllegalTransition: the state that it cannot get into
    allowed: tuple[str, ...] | None = None  # of IllegalTransition: the states that can follow
    seen: int | None = None  # of ChangedSince: the version that the caller knew
    version: int | None = None  # of ChangedSince: the version that there is
    changes: str | None = None  # of ChangedSince: what changed in between
    at: datetime | None = None  # of Erased: when
    job_id: str | None = None  # of WorkFailed: the piece of work
    retry_after_seconds: float | None = None  # of TooManyRequests: how long to wait
    language: str | None = None  # of QueryRefused: "cypher" or "sql"
