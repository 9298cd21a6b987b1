"""A problem: a failed request as a document."""

from __future__ import annotations

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
